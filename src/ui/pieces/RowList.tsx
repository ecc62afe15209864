// The rows of a log, as many as there are. What is after the cursor is grey; a filter says how many rows it hides.

import { type CSSProperties, type KeyboardEvent, memo, useEffect, useId } from 'react';
import type { LogSummary } from '../../model/engine/query.ts';
import type { RowView } from '../../model/projections/row-view.ts';
import type { EngineClient } from '../engine-client.ts';
import { countOf, formatDelta, shortAgent, shortId } from '../format.ts';
import { useAskedFilter } from '../find/find-filter.ts';
import { useInspector } from '../inspector-store.ts';
import { type LogTime, logTime } from '../log-time.ts';
import { usePage } from '../page.ts';
import { useAnswer, useEngine } from '../queries.ts';
import { useChosenRows, useFindingMarks } from '../use-findings.ts';
import { useMedia } from './media.ts';
import { ChannelMark, type Severity, SeverityMark, TaskStateMark } from './Mark.tsx';
import { EmptyState, FailedState, PaneNote, Skeleton } from './Pane.tsx';
import { useVirtualRows } from './virtual-rows.ts';

const BLOCK = 200;

export function RowList({ summary }: { summary: LogSummary | undefined }) {
  const page = usePage();
  const engine = useEngine();
  const filter = useAskedFilter();
  const listFollows = useInspector((state) => state.listFollows);
  const followEnd = useInspector((state) => state.followEnd);
  const cursor = useInspector((state) => state.cursor);
  const selected = useInspector((state) => state.selectedSeq);
  const narrow = useMedia('(max-width: 599px)');
  const coarse = useMedia('(pointer: coarse)');
  const rowHeight = narrow ? 48 : coarse ? 44 : 24;
  const id = useId();
  const marks = useFindingMarks();
  const chosenRows = useChosenRows();
  const head = useAnswer('rows', { from: 0, count: 1, filter });
  const total = head.data?.total ?? 0;
  const rows = useVirtualRows(total, rowHeight);
  const from = Math.floor(rows.first / BLOCK) * BLOCK;
  const next = Math.floor((rows.first + rows.count) / BLOCK) * BLOCK;
  const one = useAnswer('rows', { from, count: BLOCK, filter }, { enabled: total > 0 });
  const two = useAnswer('rows', { from: next, count: BLOCK, filter }, { enabled: total > 0 && next !== from });
  const rowAt = (index: number): RowView | undefined =>
    index < from + BLOCK
      ? one.isPrevious
        ? undefined
        : one.data?.rows[index - from]
      : two.isPrevious
        ? undefined
        : two.data?.rows[index - next];

  const { reveal, ready } = rows;
  const unfiltered = total === (head.data?.unfiltered ?? total);
  useEffect(() => {
    // The cursor of a log that was opened is at its end, and what a person reads first are the first rows: they stay in view
    // until the cursor is moved, or the list is told to follow.
    if (cursor < 0 || summary === undefined || !ready || (followEnd && !listFollows)) return;
    if (unfiltered) return reveal(cursor);
    let gone = false;
    void placeOf(engine, summary.log, cursor, { filter, total }).then((place) => !gone && place >= 0 && reveal(place));
    return () => {
      gone = true;
    };
    // Only a moved cursor or a grown list scrolls: `reveal` is new on every render and must not.
  }, [cursor, unfiltered, total, summary?.log, ready, followEnd, listFollows]);

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: rows.page, PageUp: -rows.page, ArrowRight: rows.page, ArrowLeft: -rows.page }[
      event.key
    ];
    if (event.key === 'Enter') useInspector.getState().toggleDetail(true);
    else if (by !== undefined) void page.step(by);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (one.error) return <FailedState what={`The rows did not come: ${one.error.message}`} />;
  if (!head.data) return <Skeleton rows={8} />;
  if (total === 0) return <NoRows summary={summary} hidden={head.data.unfiltered} />;
  const time = logTime(summary);
  const hidden = head.data.unfiltered - total;
  const current = selected ?? cursor;
  const isDrawn = Array.from({ length: rows.count }, (_, at) => rowAt(rows.first + at)?.seq).includes(current);
  const columns = { '--seq-width': `${Math.max(String(head.data.unfiltered).length * 8, 28)}px` } as CSSProperties;
  return (
    <>
      {narrow ? null : (
        <div className="list" aria-hidden="true" style={columns}>
          <div className="lr head rows-grid">
            <span className="r">#</span>
            <span className={time.unit === 'virtual' ? 'r' : ''}>{time.head}</span>
            <span className="r delta">Δ s</span>
            <span>
              <span className="ch-word">channel</span>
            </span>
            <span>who and what</span>
            <span>task</span>
            <span>state</span>
            <span />
          </div>
        </div>
      )}
      <div
        ref={rows.ref}
        className="list scroll rows"
        role="grid"
        aria-label="Rows"
        aria-rowcount={total}
        aria-colcount={7}
        tabIndex={0}
        aria-activedescendant={isDrawn ? `${id}-${current}` : undefined}
        onScroll={rows.onScroll}
        onKeyDown={onKeyDown}
      >
        <div className="rows-track" style={{ ...columns, height: rows.track }}>
          {Array.from({ length: rows.count }, (_, at) => {
            const index = rows.first + at;
            const view = rowAt(index);
            const style = { transform: `translateY(${rows.offset(index)}px)`, height: rowHeight };
            if (!view)
              return (
                <div key={index} className="lr rows-grid waiting" style={style} aria-hidden="true">
                  <i />
                  <i />
                  <i />
                </div>
              );
            return (
              <Row
                key={index}
                id={`${id}-${view.seq}`}
                view={view}
                before={index > 0 ? rowAt(index - 1)?.time : undefined}
                time={time}
                finding={marks.get(view.seq)}
                ofChosen={chosenRows.has(view.seq)}
                offset={style.transform}
                height={rowHeight}
                index={index}
                narrow={narrow}
                selected={view.seq === selected}
                cursorHere={view.seq === cursor}
                after={view.seq > cursor}
                named={(summary?.agents.length ?? 0) > 0}
              />
            );
          })}
        </div>
      </div>
      <PaneNote>
        {hidden > 0 ? (
          <span>
            {countOf(hidden, 'row')} hidden by filter.{' '}
            <button type="button" className="link" onClick={() => useInspector.getState().setFilter({})}>
              Clear filter
            </button>
          </span>
        ) : (
          <span>0 hidden by filter</span>
        )}
        <span className="grow" />
        <span className="wide">
          <kbd>J</kbd> <kbd>K</kbd> move <kbd>,</kbd> <kbd>.</kbd> in lane <kbd>Space</kbd> play
        </span>
      </PaneNote>
    </>
  );
}

function NoRows({ summary, hidden }: { summary: LogSummary | undefined; hidden: number }) {
  const { setFilter, openPanel } = useInspector.getState();
  if (hidden > 0)
    return (
      <EmptyState action={{ label: 'Clear filter', run: () => setFilter({}) }}>
        No row matches. {countOf(hidden, 'row')} hidden by filter.
      </EmptyState>
    );
  if (summary?.reading === 'reading') return <EmptyState>Reading. Rows appear here as they are read.</EmptyState>;
  return (
    <EmptyState action={{ label: 'Show the text', run: () => openPanel('source') }}>
      No row came out of this text. Source shows what it was taken for, and why.
    </EmptyState>
  );
}

/** Index among the filtered rows of the last one at or before a seq, by halving. */
async function placeOf(
  engine: EngineClient,
  log: number,
  seq: number,
  among: { readonly filter: ReturnType<typeof useInspector.getState>['filter']; readonly total: number },
): Promise<number> {
  let low = 0;
  let high = among.total - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const row = (await engine.query(log, 'rows', { from: middle, count: 1, filter: among.filter })).rows[0];
    if (row && row.seq <= seq) low = middle;
    else high = middle - 1;
  }
  return high;
}

interface RowProps {
  readonly id: string;
  readonly view: RowView;
  readonly before: number | undefined;
  readonly time: LogTime;
  /** The worst severity of a finding that points here. */
  readonly finding: Severity | undefined;
  readonly ofChosen: boolean;
  readonly offset: string;
  readonly height: number;
  readonly index: number;
  readonly narrow: boolean;
  readonly selected: boolean;
  readonly cursorHere: boolean;
  readonly after: boolean;
  /** Whether the log names any agent: where none is, not being named says nothing about a row. */
  readonly named: boolean;
}

/** The words of a row after who it is from: what it is called, and what it says. */
function whatOf(view: RowView): string {
  if (view.kind === 'message-sent') return view.label ?? 'request';
  // The text often begins with the label; once is enough.
  const label = view.label && view.label !== view.kind && !view.text?.startsWith(view.label) ? ` ${view.label}` : '';
  return `${view.kind}${label}`;
}

/** What a row is called and what it says, in one line: for lists that show a row by itself. */
export function rowWords(view: RowView): string {
  return view.text ? `${whatOf(view)} ${view.text}` : whatOf(view);
}

const Row = memo(function Row(props: RowProps) {
  const { view, time, before } = props;
  const who = view.agent === undefined ? (view.kind === 'episode-ended' ? 'lab' : undefined) : shortAgent(view.agent);
  // On a narrow screen an empty first line would say nothing.
  const isNamed = who !== undefined || props.named;
  // Where an answer or an event goes is told by its request: the room is for what it says.
  const asks = view.kind === 'message-sent' || view.kind === 'push-received';
  const names = view.agent === undefined ? (who ?? 'nobody named') : view.peer === undefined ? view.agent : `${view.agent} → ${view.peer}`;
  const full = `${names}: ${whatOf(view)}${view.text ? `, ${view.text}` : ''}`;
  const cells = {
    seq: <span className="m r i3">{view.seq}</span>,
    time:
      view.time === undefined ? (
        <span className="i3">not stated</span>
      ) : (
        <RowTime text={time.text(view.time)} before={before === undefined ? undefined : time.text(before)} />
      ),
    who: (
      <>
        {isNamed ? <b className="md">{who ?? <span className="i3">not stated</span>}</b> : null}
        {asks && view.peer !== undefined && view.peer !== view.agent ? <span> → {shortAgent(view.peer)}</span> : null}
      </>
    ),
    what: (
      <>
        <span className="i2">{whatOf(view)}</span>
        {view.text ? <span className="row-text"> {view.text}</span> : null}
      </>
    ),
    state: view.state ? <TaskStateMark state={view.state} grey={props.after} /> : null,
    mark: props.finding ? (
      <span title={`A finding points here: ${props.finding}`}>
        <SeverityMark severity={props.finding} />
      </span>
    ) : view.failed ? (
      <span title="This row shows a failure">
        <SeverityMark severity="error" />
      </span>
    ) : view.kernelNote ? (
      <span title={`Our kernel would refuse this: ${view.kernelNote}`}>
        <SeverityMark severity="info" />
      </span>
    ) : null,
  };
  const className = `lr ${props.narrow ? 'rows-narrow' : 'rows-grid'} ${props.selected ? 'sel' : ''} ${props.cursorHere ? 'here' : ''} ${props.after ? 'future' : ''} ${props.ofChosen ? 'of-finding' : ''}`;
  return (
    <div
      id={props.id}
      role="row"
      aria-rowindex={props.index + 1}
      aria-selected={props.selected}
      aria-label={`Row ${view.seq}, ${view.channel}, ${full}${view.state ? `, ${view.state}` : ''}${view.failed ? ', failed' : ''}${props.finding ? `, a finding: ${props.finding}` : ''}${props.ofChosen ? ', shows the chosen finding' : ''}`}
      className={className}
      style={{ transform: props.offset, height: props.height }}
      title={full}
      onClick={() => useInspector.getState().selectRow(view.seq)}
      onDoubleClick={() => useInspector.getState().toggleDetail(true)}
    >
      {props.narrow ? (
        <>
          <span role="gridcell" className="tr">
            {isNamed ? cells.who : cells.what}
          </span>
          <span role="gridcell" className="row at-end">
            {cells.state}
            {cells.mark}
          </span>
          <span role="gridcell" className="row second">
            {cells.seq}
            {cells.time}
            <ChannelMark channel={view.channel} />
            {isNamed ? <span className="tr">{cells.what}</span> : null}
          </span>
          <span role="gridcell" className="m i2 at-end">
            {view.taskId === undefined ? '' : shortId(view.taskId)}
          </span>
        </>
      ) : (
        <>
          <span role="gridcell" className="r">
            {cells.seq}
          </span>
          <span role="gridcell" className={time.unit === 'virtual' ? 'r' : ''}>
            {cells.time}
          </span>
          <span role="gridcell" className="m r i2 delta">
            {view.time === undefined || before === undefined ? '' : <Delta milliseconds={view.time - before} />}
          </span>
          <span role="gridcell">
            <ChannelMark channel={view.channel} />
          </span>
          <span role="gridcell">
            {cells.who} {cells.what}
          </span>
          <span role="gridcell" className="m i2">
            {view.taskId === undefined ? '' : shortId(view.taskId)}
          </span>
          <span role="gridcell">{cells.state}</span>
          <span role="gridcell">{cells.mark}</span>
        </>
      )}
    </div>
  );
});

function Delta({ milliseconds }: { milliseconds: number }) {
  return milliseconds < 0 ? (
    <span className="sev-warning" title="Earlier than the row before it">
      {formatDelta(milliseconds)}
    </span>
  ) : (
    formatDelta(milliseconds)
  );
}

/** The part that is equal to the row above is grey. */
function RowTime({ text, before }: { text: string; before: string | undefined }) {
  let same = 0;
  while (before !== undefined && same < text.length && text[same] === before[same]) same++;
  // Cut at a colon or point, so that no number is half grey.
  while (same > 0 && same < text.length && !/[:.]/.test(text[same - 1] ?? '')) same--;
  return (
    <span className="m">
      <span className="i3">{text.slice(0, same)}</span>
      {text.slice(same)}
    </span>
  );
}
