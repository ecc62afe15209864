// The lines of a source in a window: as many are asked for as are near, never more than a thousand. Very long texts scroll
// by a scaled height, because browsers bound how tall a box may be.

import { type CSSProperties, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SourceAnswer, SourceLine } from '../../model/projections/sources.ts';
import { formatCount } from '../format.ts';
import { SeverityMark } from '../pieces/Mark.tsx';

const LINE_HEIGHT = 18;
const TALLEST = 6_000_000;
/** Lines asked for at once, and the step in which the window moves, so that few questions differ. */
export const WINDOW = 600;
const STEP = 200;

export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** The first line (from 1) of the window in which a line stands, with room before it. */
function windowStart(line: number): number {
  return Math.max(1, Math.floor((line - 1 - STEP) / STEP) * STEP + 1);
}

/** Scrolls, draws what is in view, and says which window it needs. */
export function SourceLines(props: {
  answer: SourceAnswer;
  /** Lines of the chosen row, tinted. */
  evidence: LineRange | undefined;
  /** A line to bring into view; a new object scrolls again. */
  target: { readonly line: number } | undefined;
  onWindow: (from: number) => void;
  onRow: (seq: number) => void;
}) {
  const { answer, target, onWindow } = props;
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const natural = answer.lineCount * LINE_HEIGHT;
  const total = Math.min(natural, TALLEST);
  const shownCount = Math.ceil(height / LINE_HEIGHT) + 2;
  const travel = Math.max(1, total - height);
  const lastFirst = Math.max(1, answer.lineCount - Math.floor(height / LINE_HEIGHT) + 1);
  const first = natural <= TALLEST ? Math.floor(top / LINE_HEIGHT) + 1 : 1 + Math.round((Math.min(top, travel) / travel) * (lastFirst - 1));
  const offset = natural <= TALLEST ? (first - 1) * LINE_HEIGHT : Math.min(top, total - height);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = new ResizeObserver(() => setHeight(element.clientHeight));
    measure.observe(element);
    return () => measure.disconnect();
  }, []);
  useEffect(() => onWindow(windowStart(first)), [first, onWindow]);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || target === undefined) return;
    const line = Math.max(1, target.line - 4);
    element.scrollTop = natural <= TALLEST ? (line - 1) * LINE_HEIGHT : ((line - 1) / Math.max(1, lastFirst - 1)) * travel;
  }, [target, natural, lastFirst, travel]);

  const lines = answer.lines.filter(({ number }) => number >= first && number < first + shownCount);
  const step = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = { PageDown: shownCount - 3, PageUp: 3 - shownCount }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.currentTarget.scrollTop += by * LINE_HEIGHT;
  };
  return (
    <div
      ref={box}
      className="source-box"
      role="region"
      aria-label={`Text of ${answer.name}`}
      tabIndex={0}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={step}
    >
      <div style={{ height: total, minWidth: '100%', width: 'max-content', position: 'relative' }}>
        <ol className="source-lines m" style={{ transform: `translateY(${offset}px)` }} aria-label="Lines">
          {lines.map((line) => (
            <Line key={line.number} line={line} evidence={isWithin(props.evidence, line.number)} onRow={props.onRow} />
          ))}
        </ol>
      </div>
    </div>
  );
}

function isWithin(range: LineRange | undefined, line: number): boolean {
  return range !== undefined && line >= range.first && line <= range.last;
}

function Line({ line, evidence, onRow }: { line: SourceLine; evidence: boolean; onRow: (seq: number) => void }) {
  const style: CSSProperties = { height: LINE_HEIGHT };
  return (
    <li className={`source-line mark-${line.mark} ${evidence ? 'evidence' : ''}`} style={style} value={line.number}>
      <span className="source-number" aria-hidden="true">
        {formatCount(line.number)}
      </span>
      <span className="source-mark">
        <LineMark line={line} onRow={onRow} />
      </span>
      <code>
        {line.skipped === undefined ? null : <span className="source-cut">{`${formatCount(line.skipped)} characters before …`}</span>}
        <MarkedText line={line} />
        {line.truncated ? <span className="source-cut">… the line goes on; its first 2{'\u202f'}000 characters are shown</span> : null}
      </code>
    </li>
  );
}

/** The text of a line with what was asked for marked; a mark far to the right is scrolled to. */
function MarkedText({ line: { text, marked } }: { line: SourceLine }) {
  const mark = useRef<HTMLElement>(null);
  const start = marked?.from;
  useLayoutEffect(() => {
    if (start !== undefined) bringIntoView(mark.current);
  }, [start, text]);
  if (marked === undefined || marked.to <= marked.from) return text;
  return (
    <>
      {text.slice(0, marked.from)}
      <mark ref={mark} className="source-marked">
        {text.slice(marked.from, marked.to)}
      </mark>
      {text.slice(marked.to)}
    </>
  );
}

/** To the side only: up and down the list scrolls by lines. */
function bringIntoView(mark: HTMLElement | null): void {
  const box = mark?.closest<HTMLElement>('.source-box');
  if (!mark || !box) return;
  const [at, view] = [mark.getBoundingClientRect(), box.getBoundingClientRect()];
  if (at.left < view.left + 120 || at.left > view.right - 120) box.scrollLeft += at.left - view.left - view.width / 3;
}

function LineMark({ line, onRow }: { line: SourceLine; onRow: (seq: number) => void }) {
  const [seq] = line.seqs;
  if (seq !== undefined) {
    const more = line.seqs.length - 1;
    const rows = more === 0 ? `row #${seq}` : `row #${seq} and ${more} more`;
    return (
      <button
        type="button"
        className="link"
        aria-label={`Line ${line.number}: go to ${rows}`}
        title={`Go to ${rows}`}
        onClick={() => onRow(seq)}
      >
        #{seq}
        {more > 0 ? ` +${more}` : ''}
      </button>
    );
  }
  if (line.mark === 'unread') {
    return (
      <span title={line.why}>
        <SeverityMark severity="error">unread</SeverityMark>
      </span>
    );
  }
  if (line.mark === 'set-aside') {
    return (
      <span title={line.why}>
        <SeverityMark severity="info">set aside</SeverityMark>
      </span>
    );
  }
  return null;
}
