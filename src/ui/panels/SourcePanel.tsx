// Source: what was pasted, opened or recorded, as given: which lines became which rows, what was set aside or could not be
// read and why, and where secrets were cut.

import './source.css';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { SourceAnswer } from '../../model/projections/sources.ts';
import { shapeName } from '../cut-words.ts';
import { countOf, formatBytes, formatCount } from '../format.ts';
import { type TextMark, useInspector } from '../inspector-store.ts';
import { formatWords } from '../log-words.ts';
import { Select } from '../pieces/controls.tsx';
import { SeverityMark } from '../pieces/Mark.tsx';
import { EmptyState, FailedState, Pane, PaneHead, PaneNote, Skeleton } from '../pieces/Pane.tsx';
import { useAnswer } from '../queries.ts';
import { CutChosenText, CutTypedText } from './source-cut.tsx';
import { FormatDoubtNote, ReadAsSelect } from './source-reading.tsx';
import { type LineRange, SourceLines, WINDOW } from './source-lines.tsx';

interface Problem {
  readonly kind: 'unread' | 'set-aside';
  readonly line: number;
  readonly length: number;
  readonly why: string;
}
const MOST_LISTED = 500;

/** The panel: which source, its lines, and beside them the lists of what is not plain reading. */
export function SourcePanel() {
  const selectRow = useInspector((state) => state.selectRow);
  const { data: sources, error } = useAnswer('sources', {});
  const { data: summary } = useAnswer('summary', {});
  const [chosen, setChosen] = useState<number>();
  const [from, setFrom] = useState(1);
  const [target, setTarget] = useState<{ readonly line: number }>();
  const selection = useSelectedLines();
  const mark = useMark();
  const source = chosen ?? mark?.source ?? selection?.source ?? sources?.[0]?.index;
  const { data: answer, error: failed } = useAnswer(
    'source',
    { source: source ?? 0, from, count: WINDOW, ...(mark && mark.source === source ? { mark: { from: mark.from, to: mark.to } } : {}) },
    { enabled: source !== undefined },
  );
  const problems = useMemo(() => problemsOf(answer), [answer]);
  const go = useCallback((line: number) => setTarget({ line }), []);
  useEffect(() => {
    if (selection === undefined) return;
    setChosen(selection.source);
    setTarget({ line: selection.lines.first });
  }, [selection]);
  useEffect(() => {
    if (mark === undefined) return;
    setChosen(mark.source);
    setTarget({ line: mark.line });
  }, [mark]);
  useProblemKeys(problems, target?.line ?? 0, go);
  const failure = error ?? failed;
  if (failure) return <FailedState what={`The source could not be shown: ${failure.message}`} />;
  if (sources?.length === 0) return <EmptyState>Nothing has been opened or pasted yet.</EmptyState>;
  if (sources === undefined || source === undefined || answer === undefined) return <Skeleton rows={12} />;
  return (
    <div className="split source-split">
      <Pane label="Source text">
        <PaneHead
          title={answer.name}
          facts={`${formatWords(answer.format)}, ${countOf(answer.lineCount, 'line')}, ${formatBytes(answer.length)} of text`}
        >
          <CutChosenText within=".source-lines code" reading={summary?.reading === 'reading'} />
          <ReadAsSelect answer={answer} reading={summary?.reading === 'reading'} />
          {sources.length < 2 ? null : (
            <Select
              label="Source"
              value={String(source)}
              options={sources.map(({ index, name }) => ({ value: String(index), label: name }))}
              onChange={(value) => setChosen(Number(value))}
            />
          )}
        </PaneHead>
        <FormatDoubtNote answer={answer} />
        {answer.lineCount === 0 ? <EmptyState>The text is empty: it has no line, so there is no row.</EmptyState> : null}
        <SourceLines
          key={answer.index}
          answer={answer}
          evidence={selection?.source === answer.index ? selection.lines : undefined}
          target={target}
          onWindow={setFrom}
          onRow={selectRow}
        />
        <PaneNote>
          <span className="wide">A number with # is the row that starts in the line; choose it to go there.</span>
          <span>Cut secrets stand as numbered placeholders. Select or type a text to cut it, too.</span>
        </PaneNote>
      </Pane>
      <Pane label="What was not plain reading" className="source-side">
        <ProblemList problems={problems} at={target?.line} onGo={go} />
        <CutList answer={answer} reading={summary?.reading === 'reading'} onGo={go} />
      </Pane>
    </div>
  );
}

/** What is marked: the place that was asked for, else where the value of the chosen row stands; undefined while none is chosen. */
function useMark(): TextMark | undefined {
  const asked = useInspector((state) => state.textMark);
  const seq = useInspector((state) => state.selectedSeq);
  const { data, isPrevious } = useAnswer('place', { seq: seq ?? 0 }, { enabled: asked === undefined && seq !== undefined });
  return asked ?? (seq === undefined || isPrevious ? undefined : data);
}

/** The source and lines of the chosen row; undefined while none is chosen. */
function useSelectedLines(): { readonly source: number; readonly lines: LineRange } | undefined {
  const seq = useInspector((state) => state.selectedSeq);
  const { data } = useAnswer('row', { seq: seq ?? 0 }, { enabled: seq !== undefined });
  return useMemo(() => {
    if (seq === undefined || data === undefined || data.view.seq !== seq) return undefined;
    const more = data.raw.replace(/\s+$/, '').split('\n').length - 1;
    return { source: data.source.index, lines: { first: data.source.line, last: data.source.line + more } };
  }, [seq, data]);
}

function problemsOf(answer: SourceAnswer | undefined): readonly Problem[] {
  if (answer === undefined) return [];
  const unread = answer.unread.map((each): Problem => ({ kind: 'unread', line: each.line, length: each.to - each.from, why: each.why }));
  const aside = answer.setAside.map(
    (each): Problem => ({ kind: 'set-aside', line: each.line, length: each.to - each.from, why: each.why }),
  );
  return [...unread, ...aside].toSorted((a, b) => a.line - b.line);
}

/** N and Shift N walk the unread and set-aside parts; quiet in text fields and with other modifiers. */
function useProblemKeys(problems: readonly Problem[], at: number, go: (line: number) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]') !== null;
      if (typing || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== 'n') return;
      const next = neighbour(problems, at, event.shiftKey ? -1 : 1);
      if (next === undefined) return;
      event.preventDefault();
      go(next.line);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [problems, at, go]);
}

function neighbour(problems: readonly Problem[], at: number, step: 1 | -1): Problem | undefined {
  return step === 1 ? problems.find(({ line }) => line > at) : problems.findLast(({ line }) => line < at);
}

function ProblemList({ problems, at, onGo }: { problems: readonly Problem[]; at: number | undefined; onGo: (line: number) => void }) {
  const unread = problems.filter(({ kind }) => kind === 'unread').length;
  const step = (by: 1 | -1) => {
    const next = neighbour(problems, at ?? 0, by);
    if (next !== undefined) onGo(next.line);
  };
  return (
    <>
      <PaneHead title={`${formatCount(unread)} unread, ${formatCount(problems.length - unread)} set aside`}>
        {problems.length === 0 ? null : (
          <>
            <button
              type="button"
              className="btn ghost icon"
              aria-label="Previous part"
              title="Previous part, Shift N"
              onClick={() => step(-1)}
            >
              <ChevronUp size={14} strokeWidth={1.5} aria-hidden />
            </button>
            <button type="button" className="btn ghost icon" aria-label="Next part" title="Next part, N" onClick={() => step(1)}>
              <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
            </button>
          </>
        )}
      </PaneHead>
      <div className={`scroll source-list ${problems.length === 0 ? 'nothing' : ''}`}>
        {problems.length === 0 ? <p>Nothing is unread, and nothing was set aside.</p> : null}
        <ul aria-label="Unread and set-aside parts">
          {problems.slice(0, MOST_LISTED).map((problem, index) => (
            <li key={`${problem.line} ${index}`}>
              <button
                type="button"
                className={problem.line === at ? 'source-problem sel' : 'source-problem'}
                onClick={() => onGo(problem.line)}
              >
                <span className="row">
                  {problem.kind === 'unread' ? (
                    <SeverityMark severity="error">unread</SeverityMark>
                  ) : (
                    <SeverityMark severity="info">set aside</SeverityMark>
                  )}
                  <span className="grow" />
                  <span className="m i2">
                    line {formatCount(problem.line)}, {countOf(problem.length, 'character')}
                  </span>
                </span>
                <span className="source-why">{problem.why}</span>
              </button>
            </li>
          ))}
        </ul>
        {problems.length > MOST_LISTED ? (
          <p className="empty">{formatCount(problems.length - MOST_LISTED)} more parts; walk them with N.</p>
        ) : null}
      </div>
    </>
  );
}

interface CutSecret {
  readonly number: number;
  readonly shape: string;
  readonly places: SourceAnswer['cuts'];
}

/** Equal secrets have equal numbers: one entry each, in order of first sight. */
function secretsOf(cuts: SourceAnswer['cuts']): readonly CutSecret[] {
  const secrets = new Map<string, SourceAnswer['cuts'][number][]>();
  for (const cut of cuts) {
    const key = `${cut.number} ${cut.shape}`;
    const places = secrets.get(key);
    if (places) places.push(cut);
    else secrets.set(key, [cut]);
  }
  return [...secrets.values()].flatMap((places) => (places[0] ? [{ number: places[0].number, shape: places[0].shape, places }] : []));
}

function CutList({ answer, reading, onGo }: { answer: SourceAnswer; reading: boolean; onGo: (line: number) => void }) {
  const { cuts } = answer;
  const secrets = useMemo(() => secretsOf(cuts), [cuts]);
  return (
    <>
      <PaneHead
        title="Cut on the way in"
        facts={cuts.length === 0 ? '0' : `${formatCount(secrets.length)} in ${countOf(cuts.length, 'place')}`}
      />
      <div className={`scroll source-list ${cuts.length === 0 ? 'nothing' : ''}`}>
        {cuts.length === 0 ? <p>Nothing in this text looked like a secret.</p> : <CutTable secrets={secrets} onGo={onGo} />}
        {secrets.length > MOST_LISTED ? (
          <p className="empty">{formatCount(secrets.length - MOST_LISTED)} more secrets are cut, too.</p>
        ) : null}
      </div>
      <CutTypedText reading={reading} />
    </>
  );
}

const MOST_LINES = 12;

function CutTable({ secrets, onGo }: { secrets: readonly CutSecret[]; onGo: (line: number) => void }) {
  return (
    <table className="grid" aria-label="Cut secrets; equal numbers are equal secrets">
      <thead>
        <tr>
          <th scope="col" className="r">
            no.
          </th>
          <th scope="col" className="r">
            places
          </th>
          <th scope="col">kind, where, lines</th>
        </tr>
      </thead>
      <tbody>
        {secrets.slice(0, MOST_LISTED).map(({ number, shape, places }) => (
          <tr key={`${number} ${shape}`}>
            <td className="m r">{number}</td>
            <td className="m r">{formatCount(places.length)}</td>
            <td className="source-shape">
              {shapeName(shape)}
              <span className="source-place">{[...new Set(places.map(({ place }) => place))].slice(0, 4).join(', ')}</span>
              <span className="source-place m">
                {places.slice(0, MOST_LINES).map(({ line }, index) => (
                  <button
                    key={index}
                    type="button"
                    className="link source-line-link"
                    aria-label={`Go to line ${line}`}
                    onClick={() => onGo(line)}
                  >
                    {formatCount(line)}
                  </button>
                ))}
                {places.length > MOST_LINES ? ` and ${formatCount(places.length - MOST_LINES)} more` : ''}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
