// The matrix: a row for each way in which a peer can misbehave, with what must come of it and what came.

import { Fragment, type KeyboardEvent, type ReactNode } from 'react';
import type { FaultMode } from '../../mock-agents/experiment.ts';
import { type MatrixRow } from '../chaos/matrix-rows.ts';
import type { ChaosPlay } from '../chaos/chaos-play.ts';
import { useChaos } from '../chaos/chaos-store.ts';
import { OWN_SETTINGS } from '../chaos/chaos-settings.ts';
import { tookInWords } from '../chaos/chaos-words.ts';
import { useChaosPlay } from '../chaos/use-chaos-play.ts';
import { AttemptBars, RunningBar, TimeTicks } from './chaos-bars.tsx';
import { VerdictMark } from './chaos-marks.tsx';

export const COLUMNS = 7;

/** `detail`: stands under the chosen row where there is no room beside the matrix. */
export function ChaosMatrix({ rows, head, detail }: { rows: readonly MatrixRow[]; head: ReactNode; detail: ReactNode }) {
  const longest = longestOf(rows);
  const matrix = rows.filter(({ fault }) => !fault.beyond);
  const beyond = rows.filter(({ fault }) => fault.beyond);
  return (
    <table className="grid cx-matrix" aria-label="Chaos matrix" onKeyDown={moveBetweenRows}>
      <thead>
        <tr>
          <th scope="col">mode</th>
          <th scope="col">expected</th>
          <th scope="col">observed</th>
          <th scope="col" className="r">
            attempts
          </th>
          <th scope="col" className="cx-over-time">
            <span className="visually-hidden">over virtual time</span>
            <TimeTicks longest={longest} words />
          </th>
          <th scope="col" className="r">
            took, virtual
          </th>
          <th scope="col">verdict</th>
        </tr>
      </thead>
      {head}
      <Rows rows={matrix} longest={longest} detail={detail} />
      <Rows rows={beyond} longest={longest} detail={detail} title={`Beyond the matrix: ${beyond.length} more`} />
    </table>
  );
}

/** The time axis is the same for all rows, and holds the longest. */
function longestOf(rows: readonly MatrixRow[]): number {
  return Math.max(32_500, ...rows.map(({ took = 0, runningAt = 0 }) => Math.max(took, runningAt)));
}

function Rows({ rows, title, longest, detail }: { rows: readonly MatrixRow[]; title?: string; longest: number; detail: ReactNode }) {
  const chosen = useChaos((state) => (state.chosen?.kind === 'cell' ? state.chosen.mode : undefined));
  return (
    <tbody>
      {title === undefined ? null : (
        <tr className="cx-group">
          <th scope="rowgroup" colSpan={COLUMNS}>
            {title}
          </th>
        </tr>
      )}
      {rows.map((row, index) => {
        const isChosen = row.fault.mode === chosen;
        return (
          <Fragment key={row.fault.mode}>
            <Row row={row} isChosen={isChosen} isFirst={chosen === undefined && title === undefined && index === 0} longest={longest} />
            {isChosen && detail ? (
              <tr className="cx-inline">
                <td colSpan={COLUMNS}>{detail}</td>
              </tr>
            ) : null}
          </Fragment>
        );
      })}
    </tbody>
  );
}

function Row({ row, isChosen, isFirst, longest }: { row: MatrixRow; isChosen: boolean; isFirst: boolean; longest: number }) {
  const play = useChaosPlay();
  const { fault, verdict, expected, attempts, delegation, runningAt, played } = row;
  const old = verdict === 'queued' || verdict === 'running' || verdict === 'other settings';
  const settings = useChaos((state) => state.settings);
  return (
    <tr
      className={rowClass(row, isChosen, old)}
      tabIndex={isChosen || isFirst ? 0 : -1}
      data-mode={fault.mode}
      aria-selected={isChosen}
      onClick={() => play.choose(fault.mode)}
      onDoubleClick={() => play.open(fault.mode)}
      onKeyDown={(event) => onRowKey(event, fault.mode, play)}
      onFocus={(event) => event.target === event.currentTarget && !isChosen && play.choose(fault.mode)}
    >
      <th scope="row">
        <span className="m md">{fault.mode}</span>
        <span className="cx-title i2">{fault.title}</span>
      </th>
      <td className="m cx-expected">{expected.outcome}</td>
      <td className="m cx-observed">
        <Observed row={row} old={old} />
      </td>
      <td className="m r cx-attempts">
        {attempts ?? 0} of {expected.attempts}
      </td>
      <td className="cx-over-time">
        {runningAt !== undefined ? (
          <RunningBar at={runningAt} settings={settings} longest={longest} />
        ) : delegation ? (
          <AttemptBars delegation={delegation} settings={played?.settings ?? settings} longest={longest} />
        ) : null}
      </td>
      <td className="m r cx-took">{runningAt !== undefined ? running(runningAt, settings) : tookOf(row)}</td>
      <td className="cx-verdict">
        <VerdictMark verdict={verdict} />
      </td>
    </tr>
  );
}

function rowClass({ verdict, observed, expected, played }: MatrixRow, isChosen: boolean, old: boolean): string {
  const quiet = verdict === 'queued' || verdict === 'not played' ? 'cx-quiet' : '';
  const differs = played && !old && observed !== expected.outcome ? 'cx-differs' : '';
  return `cx-row ${isChosen ? 'sel' : ''} ${quiet} ${differs}`;
}

function Observed({ row, old }: { row: MatrixRow; old: boolean }) {
  const play = useChaosPlay();
  const { fault, observed, expected, played, undecided, why } = row;
  if (!played) return <span className="i3">{why === undefined ? '' : 'refused'}</span>;
  const differs = !old && observed !== expected.outcome;
  return (
    <button
      type="button"
      className={`cx-outcome ${old ? 'i3' : differs ? 'sev-error' : ''}`}
      title="Open this episode in Timeline"
      aria-label={`${observed ?? 'no outcome'}: open the episode of ${fault.mode} in Timeline`}
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation();
        play.open(fault.mode);
      }}
    >
      {undecided ? 'no outcome' : observed}
    </button>
  );
}

function tookOf({ played, took }: MatrixRow): string {
  return played === undefined ? 'not yet' : tookInWords(took);
}

function running(at: number, { client, deadlineMs }: { readonly client?: string; readonly deadlineMs?: number }): string {
  const seconds = (at / 1_000).toFixed(1);
  return client === 'naive' ? `${seconds} s` : `${seconds} of ${(deadlineMs ?? OWN_SETTINGS.deadlineMs) / 1_000} s`;
}

/** Enter opens, R runs again; the keys of the page keep to themselves. */
function onRowKey(event: KeyboardEvent<HTMLTableRowElement>, mode: FaultMode, play: ChaosPlay): void {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key !== 'enter' && key !== 'r') return;
  event.preventDefault();
  event.stopPropagation();
  if (key === 'enter') play.open(mode);
  else play.run(mode);
}

/** Arrow keys move the focus from row to row, and with it what is looked at. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0 || !(event.target instanceof HTMLTableRowElement)) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLTableRowElement>('tr.cx-row')];
  const next = rows[rows.indexOf(event.target) + by];
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}
