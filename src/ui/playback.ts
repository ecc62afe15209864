// Playing moves the cursor, once a frame at most, and nothing else. Time is the log's own (virtual in an episode) times the
// speed; where a source states no times, or by choice, it goes row by row.

import type { RowView } from '../model/projections/row-view.ts';
import type { EngineClient } from './engine-client.ts';
import { useInspector } from './inspector-store.ts';

const BLOCK = 200;
/** Real milliseconds a row stays when playing row by row. */
const ROW_PAUSE = 600;
/** No pause is waited out longer than this; the delta column still shows its length. */
const LONGEST_PAUSE = 2000;

/** Real milliseconds from one row to the next at a speed (0: row by row). */
export function pauseBetween(one: RowView, next: RowView, speed: number): number {
  if (speed === 0 || one.time === undefined || next.time === undefined) return ROW_PAUSE;
  return Math.min(Math.max((next.time - one.time) / speed, 0), LONGEST_PAUSE);
}

/** Watches `playing` in the store and plays while it is set. Returns how to stop watching. */
export function startPlayback(engine: EngineClient, reducedMotion: () => boolean): () => void {
  let playing = false;
  const unsubscribe = useInspector.subscribe((state) => {
    if (state.playing && !playing) {
      playing = true;
      void play(engine, reducedMotion).finally(() => {
        playing = false;
        useInspector.getState().setPlaying(false);
      });
    }
  });
  return unsubscribe;
}

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

async function play(engine: EngineClient, reducedMotion: () => boolean): Promise<void> {
  const log = useInspector.getState().log;
  let block: readonly RowView[] = [];
  let due = performance.now();
  for (;;) {
    const { playing, cursor, speed, log: shown } = useInspector.getState();
    if (!playing || shown !== log || log === undefined) return;
    const now = await frame();
    const rowAt = async (seq: number): Promise<RowView | undefined> => {
      const held = block[seq - (block[0]?.seq ?? 0)];
      if (held?.seq === seq) return held;
      block = (await engine.query(log, 'rows', { from: seq, count: BLOCK })).rows;
      return block[0];
    };
    let at = cursor;
    let row = at >= 0 ? await rowAt(at) : undefined;
    for (;;) {
      const next = await rowAt(at + 1);
      if (!next) {
        if (at > cursor) useInspector.getState().seek(at);
        return;
      }
      const pause = reducedMotion() ? 1000 : row ? pauseBetween(row, next, speed) : 0;
      if (due + pause > now) break;
      due += pause;
      at += 1;
      row = next;
    }
    // A person may have moved the cursor meanwhile: then playing goes on from there.
    if (at !== cursor && useInspector.getState().cursor === cursor) useInspector.getState().seek(at);
  }
}
