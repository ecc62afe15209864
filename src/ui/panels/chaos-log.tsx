// What the log on screen itself tells of delegations to a peer, up to the cursor; and where no client tells anything, what can and
// what cannot be known.

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ChaosAnswer, Delegation, FailedCall } from '../../model/projections/chaos.ts';
import type { LogSummary } from '../../model/engine/query.ts';
import type { FaultRow } from '../../mock-agents/faults/fault-table.ts';
import { playedOf, useChaos } from '../chaos/chaos-store.ts';
import { tookMs, type Expected } from '../chaos/chaos-verdict.ts';
import { attemptsInWords, timeInWords, tookInWords } from '../chaos/chaos-words.ts';
import { expectedInLog } from '../chaos/matrix-rows.ts';
import { countOf, formatCount, sentence } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { KeyValue } from '../pieces/KeyValue.tsx';
import { PaneHead } from '../pieces/Pane.tsx';
import { RowLink } from '../pieces/RowLink.tsx';
import { useAnswer } from '../queries.ts';
import { AttemptTable, StepLog } from './chaos-attempts.tsx';
import { AttemptBars } from './chaos-bars.tsx';
import { DelegationLanes } from './chaos-lanes.tsx';
import { VerdictMark, type RowVerdict } from './chaos-marks.tsx';
import { COLUMNS } from './chaos-matrix.tsx';

export interface LogRow {
  readonly delegation: Delegation;
  readonly fault: FaultRow | undefined;
  /** Undefined where the knobs of its episode were turned, or where nobody wrote down what must come of it. */
  readonly expected: Expected | undefined;
  readonly verdict: RowVerdict;
}
export interface LogDelegations {
  readonly name: string;
  readonly answer: ChaosAnswer;
  readonly rows: readonly LogRow[];
  readonly virtual: boolean;
  readonly isEpisode: boolean;
  readonly isAtEnd: boolean;
  readonly rowCount: number;
}

/** Undefined where no log is open, or the log on screen is an episode of a row below. */
export function useLogDelegations(): LogDelegations | undefined {
  const log = useInspector((state) => state.log);
  const cursor = useInspector((state) => state.cursor);
  const isCell = useChaos((state) => Object.values(state.cells).some((cell) => playedOf(cell)?.log === log));
  const summary = useAnswer('summary', {}).data;
  const answer = useAnswer('chaos', { cursor }, { enabled: !isCell }).data;
  if (log === undefined || isCell || !summary || !answer) return undefined;
  return {
    name: summary.name,
    answer,
    rows: answer.delegations.map((delegation) => logRow(delegation, answer, summary)),
    virtual: summary.episode !== undefined,
    isEpisode: summary.hasKernelRows,
    isAtEnd: cursor >= summary.rowCount - 1,
    rowCount: summary.rowCount,
  };
}

function logRow(delegation: Delegation, answer: ChaosAnswer, { episode }: LogSummary): LogRow {
  const { fault, expected } = expectedInLog(delegation, answer, episode);
  const { decided } = delegation;
  const pass = decided?.outcome === expected?.outcome && decided?.attempts === expected?.attempts;
  return { delegation, fault, expected, verdict: !decided ? 'running' : !expected ? 'not judged' : pass ? 'pass' : 'fail' };
}

export function LogRows({ inLog, inline }: { inLog: LogDelegations | undefined; inline: ReactNode }) {
  const chosen = useChaos((state) => (state.chosen?.kind === 'log' ? state.chosen.index : undefined));
  if (!inLog) return null;
  return (
    <tbody>
      <tr className="cx-group">
        <th scope="rowgroup" colSpan={COLUMNS}>
          In this log: {inLog.name}
        </th>
      </tr>
      {inLog.rows.map((row, index) => (
        <LogDelegationRow key={row.delegation.fromSeq} row={row} index={index} isChosen={index === chosen} />
      ))}
      {chosen !== undefined && inline && inLog.rows[chosen] ? (
        <tr className="cx-inline">
          <td colSpan={COLUMNS}>{inline}</td>
        </tr>
      ) : null}
      {inLog.answer.delegationsTotal > inLog.rows.length ? (
        <tr>
          <td colSpan={COLUMNS} className="i2">
            {formatCount(inLog.answer.delegationsTotal - inLog.rows.length)} more delegations are not listed.
          </td>
        </tr>
      ) : null}
      {inLog.rows.length === 0 ? (
        <tr>
          <td colSpan={COLUMNS}>
            <NothingDecided inLog={inLog} />
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}

const chooseInLog = (index: number) => useChaos.setState({ chosen: { kind: 'log', index } });

function LogDelegationRow({ row, index, isChosen }: { row: LogRow; index: number; isChosen: boolean }) {
  const { delegation, fault, expected, verdict } = row;
  const { decided } = delegation;
  const took = tookMs(delegation);
  const differs = expected !== undefined && decided !== undefined && decided.outcome !== expected.outcome;
  return (
    <tr
      className={`cx-row ${isChosen ? 'sel' : ''}`}
      tabIndex={0}
      aria-selected={isChosen}
      onClick={() => chooseInLog(index)}
      onFocus={(event) => event.target === event.currentTarget && chooseInLog(index)}
    >
      <th scope="row">
        <span className="m md">{delegation.skill ?? 'an order'}</span>
        <span className="cx-title i2">
          {delegation.client} to {delegation.peer ?? 'a peer'}
          {fault === undefined ? '' : `, ${fault.mode}`}
        </span>
      </th>
      <td className="m cx-expected">{expected?.outcome ?? <span className="i3">not written down</span>}</td>
      <td className={`m cx-observed ${differs ? 'sev-error' : ''}`}>{decided ? (decided.outcome ?? 'an unknown word') : ''}</td>
      <td className="m r cx-attempts">
        {decided?.attempts ?? delegation.attempts.length}
        {expected === undefined ? '' : ` of ${expected.attempts}`}
      </td>
      <td className="cx-over-time">
        <AttemptBars delegation={delegation} settings={{ client: 'naive' }} longest={Math.max(32_500, took ?? 0)} />
      </td>
      <td className="m r cx-took">{tookInWords(took)}</td>
      <td className="cx-verdict">
        <VerdictMark verdict={verdict} />
      </td>
    </tr>
  );
}

function NothingDecided({ inLog }: { inLog: LogDelegations }) {
  const { answer, isEpisode, isAtEnd, rowCount } = inLog;
  const { seek } = useInspector.getState();
  if (isEpisode && !isAtEnd)
    return (
      <p className="cx-unknown">
        Nothing has been decided at the cursor.{' '}
        <button type="button" className="link" onClick={() => seek(rowCount - 1)}>
          Go to the end
        </button>
      </p>
    );
  return (
    <div className="cx-unknown">
      <p>
        No client says here how a delegation ended. An outcome, the number of attempts and the reason for each are decisions of a client:
        they never cross a wire, so a trace cannot show them.{' '}
        {answer.failedCallsTotal === 0
          ? 'No call failed up to the cursor.'
          : `What it shows: ${countOf(answer.failedCallsTotal, 'call')} that failed, and what this client would make of each.`}
      </p>
      {answer.failedCalls.length > 0 ? (
        <FailedCalls calls={answer.failedCalls} total={answer.failedCallsTotal} virtual={inLog.virtual} />
      ) : null}
    </div>
  );
}

function FailedCalls({ calls, total, virtual }: { calls: readonly FailedCall[]; total: number; virtual: boolean }) {
  return (
    <>
      <table className="grid" aria-label="Failed calls">
        <thead>
          <tr>
            <th scope="col">row</th>
            <th scope="col">at</th>
            <th scope="col">call</th>
            <th scope="col">failed with</th>
            <th scope="col">this client</th>
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <tr key={call.seq}>
              <td>
                <RowLink seq={call.seq} />
              </td>
              <td className="m nw">{timeInWords(call.at, virtual)}</td>
              <td>
                {call.operation ?? 'a request'} {call.peer === undefined ? '' : `to ${call.peer}`}
              </td>
              <td className="m">{call.status ?? call.label ?? 'not stated'}</td>
              <td className="i2">{ruleInWords(call)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > calls.length ? <p className="i2">The first {formatCount(calls.length)} are listed.</p> : null}
    </>
  );
}

function ruleInWords({ rule }: FailedCall): string {
  if (!rule) return 'An error inside the protocol is an answer: the task decides.';
  const next =
    rule.next === 'retry' ? 'would try again' : rule.next === 'stop' ? `would end with ${rule.outcome}` : 'would look at the task';
  return `${next}: ${rule.why}`;
}

export function LogDelegationDetail({ row, inLog }: { row: LogRow; inLog: LogDelegations }) {
  const { selectRow, openPanel } = useInspector.getState();
  const { delegation, expected, verdict, fault } = row;
  const { decided } = delegation;
  const open = (seq: number) => {
    selectRow(seq);
    openPanel('timeline');
  };
  return (
    <div className="cx-detail">
      <PaneHead
        title={
          <span className="row">
            <span className="m">{delegation.skill ?? 'an order'}</span> <VerdictMark verdict={verdict} />
          </span>
        }
      >
        <button type="button" className="btn" onClick={() => open(decided?.seq ?? delegation.fromSeq)}>
          Show in Timeline
        </button>
        <button
          type="button"
          className="btn ghost icon"
          aria-label="Close the detail"
          onClick={() => useChaos.setState({ chosen: undefined })}
        >
          <X size={14} strokeWidth={1.5} aria-hidden />
        </button>
      </PaneHead>
      <div className="scroll" tabIndex={0} role="region" aria-label="The delegation explained">
        <KeyValue
          label="Expected and observed"
          entries={[
            {
              name: 'Expected',
              value: expected ? `${expected.outcome} ${attemptsInWords(expected.attempts)}` : <span className="i3">not written down</span>,
            },
            {
              name: 'Observed',
              value: decided ? `${decided.outcome ?? 'an unknown word'} ${attemptsInWords(decided.attempts)}` : 'not decided at the cursor',
            },
            ...(fault === undefined ? [] : [{ name: 'Fault', value: fault.says }]),
            ...(decided?.why === undefined ? [] : [{ name: 'Why', value: sentence(decided.why) }]),
            ...(decided?.note === undefined ? [] : [{ name: 'Note', value: sentence(decided.note) }]),
          ]}
        />
        <section aria-label="What happened">
          <h3 className="sub">What happened</h3>
          <DelegationLanes delegation={delegation} />
          <AttemptTable delegation={delegation} virtual={inLog.virtual} open={open} />
        </section>
        <StepLog answer={inLog.answer} virtual={inLog.virtual} open={open} />
      </div>
    </div>
  );
}
