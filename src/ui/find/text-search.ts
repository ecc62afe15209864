// The search of the text that goes with plain words: begun a moment after the last key, begun again when a log has been read to
// its end, told a few times a second.

import { useEffect } from 'react';
import { readFind } from '../../model/projections/find-language.ts';
import { useInspector } from '../inspector-store.ts';
import { useEngine } from '../queries.ts';

const TYPING_PAUSE = 250;
const TELLING_PAUSE = 150;
/** Fewer letters are in every record. */
const SHORTEST = 2;

let stopNow: (() => void) | undefined;

/** Ends the search at work; what it has found stays. */
export function stopSearch(): void {
  stopNow?.();
}

/** Keeps the search of the log on screen in step with the find field. */
export function useTextSearch(isRead: boolean): void {
  const engine = useEngine();
  const log = useInspector((state) => state.log);
  const find = useInspector((state) => state.filter.find ?? '');
  const text = readFind(find).text;
  useEffect(() => {
    const { setSearch } = useInspector.getState();
    if (log === undefined || text.length < SHORTEST) {
      setSearch(undefined);
      return;
    }
    let stop: (() => void) | undefined;
    let telling: ReturnType<typeof setTimeout> | undefined;
    let latest = { text, found: 0, searched: 0, length: 0, phase: 'searching' as 'searching' | 'done' | 'stopped' };
    const tell = () => {
      telling = undefined;
      setSearch(latest);
    };
    const begin = () => {
      setSearch(latest);
      stop = engine.search(log, text, ({ found, searched, length, done }) => {
        const isFirst = latest.found === 0 && found > 0;
        latest = { text, found, searched, length, phase: done ? 'done' : 'searching' };
        if (done || isFirst) {
          clearTimeout(telling);
          tell();
        } else telling ??= setTimeout(tell, TELLING_PAUSE);
      });
    };
    const starting = setTimeout(begin, TYPING_PAUSE);
    stopNow = () => {
      clearTimeout(starting);
      clearTimeout(telling);
      stop?.();
      if (latest.phase === 'searching') setSearch((latest = { ...latest, phase: 'stopped' }));
    };
    return () => {
      clearTimeout(starting);
      clearTimeout(telling);
      stop?.();
      stopNow = undefined;
    };
  }, [engine, log, text, isRead]);
}
