// Each attempt with its requests and answers, whether there was another one, and why; and the steps of the work it was for.

import type { ChaosAnswer, Delegation, DelegationAttempt, DelegationCall } from '../../model/projections/chaos.ts';
import { answerInWords, requestInWords, retryInWords, timeInWords } from '../chaos/chaos-words.ts';
import { Glyph } from '../pieces/Glyph.tsx';
import { JsonView } from '../pieces/JsonView.tsx';
import { SeverityMark } from '../pieces/Mark.tsx';

export interface InLog {
  /** Times are virtual. */
  readonly virtual: boolean;
  /** Opens a row of the log that it is about. */
  readonly open: (seq: number) => void;
}

export function AttemptTable({ delegation, virtual, open }: { delegation: Delegation } & InLog) {
  const { attempts } = delegation;
  const before = (index: number): readonly DelegationCall[] => attempts.slice(0, index).flatMap(({ calls }) => calls);
  return (
    <table className="grid cx-attempt-table" aria-label="Attempts">
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{virtual ? 'at, virtual' : 'at'}</th>
          <th scope="col">attempt</th>
          <th scope="col">retry?</th>
        </tr>
      </thead>
      <tbody>
        {attempts.map((attempt, index) => (
          <tr key={attempt.number}>
            <td className="m i3">{attempt.number}</td>
            <td className="m nw">{timeInWords(attempt.at, virtual)}</td>
            <td>
              <Calls attempt={attempt} earlier={before(index)} open={open} />
            </td>
            <td>
              <Retry attempt={attempt} delegation={delegation} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Calls({ attempt, earlier, open }: { attempt: DelegationAttempt; earlier: readonly DelegationCall[]; open: InLog['open'] }) {
  const { calls, callsTotal } = attempt;
  const left = callsTotal - calls.length;
  return (
    <ul className="cx-calls">
      {calls.map((call) => (
        <li key={call.seq} className={call.answer?.failed ? 'bad' : ''}>
          <button type="button" className="link m" title={`Row ${call.seq} in Timeline`} onClick={() => open(call.seq)}>
            {requestInWords(call, earlier)}
          </button>{' '}
          {answerInWords(call)}
        </li>
      ))}
      {calls.length === 0 ? <li className="i3">No request is in this log.</li> : null}
      {left > 0 ? <li className="i3">{left} more</li> : null}
    </ul>
  );
}

function Retry({ attempt, delegation }: { attempt: DelegationAttempt; delegation: Delegation }) {
  const words = retryInWords(attempt, delegation);
  if (!words) return <span className="i3">not decided yet</span>;
  const ended = !words.retried && delegation.decided?.outcome !== 'ok';
  return <span className={ended ? 'sev-error' : 'i2'}>{words.say}</span>;
}

/** The step log of whoever delegated, and its report. */
export function StepLog({ answer, virtual, open }: { answer: ChaosAnswer } & InLog) {
  const { steps } = answer;
  // One step alone says no more than the delegation that it was.
  if (steps.length < 2) return null;
  const report = steps.findLast((step) => step.report !== undefined)?.report;
  return (
    <section aria-label="Step log">
      <h3 className="sub">Step log</h3>
      <table className="grid" aria-label="Steps">
        <tbody>
          {steps.map((step) => (
            <tr key={step.seq}>
              <td className="m nw">{timeInWords(step.at, virtual)}</td>
              <td>
                <button type="button" className="link m" onClick={() => open(step.seq)}>
                  {step.step}
                </button>
              </td>
              <td className="nw">
                {step.status === 'OK' ? (
                  <span className="st st-completed">
                    <Glyph name="check" /> OK
                  </span>
                ) : (
                  <SeverityMark severity={step.status === 'DEGRADED' ? 'warning' : 'error'}> {step.status ?? 'not stated'}</SeverityMark>
                )}
              </td>
              <td className="i2">{step.detail}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {report === undefined ? null : <JsonView label="The report" value={report} />}
    </section>
  );
}
