// What was found, how far the search has come, and the way from hit to hit; or why what was typed is no question.

import './find.css';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect } from 'react';
import type { LogSummary } from '../../model/engine/query.ts';
import { type FindQuery, readFind } from '../../model/projections/find-language.ts';
import { countOf, formatCount } from '../format.ts';
import { type TextSearch, useInspector } from '../inspector-store.ts';
import { usePage } from '../page.ts';
import { Glyph } from '../pieces/Glyph.tsx';
import { useMedia } from '../pieces/media.ts';
import { useAnswer } from '../queries.ts';
import { FindField } from './FindField.tsx';
import { useAskedFilter } from './find-filter.ts';
import { stopSearch, useTextSearch } from './text-search.ts';

export function FindBar({ summary }: { summary: LogSummary | undefined }) {
  const find = useInspector((state) => state.filter.find ?? '');
  const isOpen = useInspector((state) => state.findOpen);
  const narrow = useMedia('(max-width: 599px)');
  useTextSearch(summary?.reading !== 'reading');
  if (summary === undefined || (find === '' && !(narrow && isOpen))) return null;
  const query = readFind(find);
  return (
    <section className="findbar" aria-label="Found">
      {narrow ? <FindField summary={summary} place="findbar" /> : null}
      {query.issues.length > 0 ? <Refused query={query} /> : null}
      {query.conditions.length > 0 ? <Found query={query} reading={summary.reading === 'reading'} /> : null}
      <span className="grow" />
      <Steps isEmpty={query.conditions.length === 0} />
    </section>
  );
}

function Refused({ query: { issues } }: { query: FindQuery }) {
  return (
    <span className="find-refused" id="find-refused" role="alert">
      <span className="sev sev-error">
        <Glyph name="error" />
      </span>
      <span>{issues.map(({ message }) => message).join(' ')}</span>
    </span>
  );
}

function Found({ query, reading }: { query: FindQuery; reading: boolean }) {
  const filter = useAskedFilter();
  const search = useInspector((state) => state.search);
  const { data, isPrevious } = useAnswer('rows', { from: 0, count: 1, filter });
  const total = data?.total ?? 0;
  const inText = data?.inText ?? 0;
  const isPlain = query.text !== '';
  const words = countWords(total - inText, isPlain ? search : undefined);
  useSaid(data === undefined || isPrevious ? undefined : search?.phase === 'searching' ? undefined : words);
  return (
    <span className="find-found">
      <b className="b">{data === undefined ? 'Looking' : words}</b>
      {inText > 0 ? <span className="i2">{countOf(total, 'row')} shown</span> : null}
      {search?.phase === 'searching' ? (
        <>
          <progress className="reading" max={Math.max(search.length, 1)} value={search.searched} aria-label="Text searched so far" />
          <button type="button" className="btn small" onClick={stopSearch}>
            Stop the search
          </button>
        </>
      ) : null}
      {reading ? <span className="i2">in what is read so far</span> : null}
    </span>
  );
}

/** `12 in rows, 340 in the text, still searching`. */
function countWords(inRows: number, search: TextSearch | undefined): string {
  const rows = `${formatCount(inRows)} in rows`;
  if (search === undefined) return rows;
  const phase = { searching: ', still searching', done: '', stopped: ', search stopped' }[search.phase];
  return `${rows}, ${formatCount(search.found)} in the text${phase}`;
}

/** Says a count that has come to rest. */
function useSaid(words: string | undefined): void {
  useEffect(() => {
    if (words === undefined) return;
    const timer = setTimeout(() => useInspector.getState().say(`Found: ${words}.`), 600);
    return () => clearTimeout(timer);
  }, [words]);
}

function Steps({ isEmpty }: { isEmpty: boolean }) {
  const page = usePage();
  const { setFilter, setFindOpen } = useInspector.getState();
  const filter = useInspector((state) => state.filter);
  const close = () => {
    const { find: _, ...rest } = filter;
    setFilter(rest);
    setFindOpen(false);
  };
  return (
    <span className="row find-steps">
      <button type="button" className="btn small" disabled={isEmpty} title="Shift Enter in the field" onClick={() => void page.step(-1)}>
        <ChevronUp size={14} strokeWidth={1.5} aria-hidden /> Previous
      </button>
      <button type="button" className="btn small" disabled={isEmpty} title="Enter in the field" onClick={() => void page.step(1)}>
        <ChevronDown size={14} strokeWidth={1.5} aria-hidden /> Next
      </button>
      <button type="button" className="btn ghost icon small" aria-label="Clear find" onClick={close}>
        <X size={14} strokeWidth={1.5} aria-hidden />
      </button>
    </span>
  );
}
