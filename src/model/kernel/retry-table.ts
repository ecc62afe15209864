// What a failure means to a delegating client: one row for each HTTP status and each way in which an answer or a stream may
// end. Tried again is only what time may mend; garbage and refused credentials never are. SPEC.md Q.2.

import { unreachable } from '../base/assert.ts';
import type { DelegationOutcome, PeerFailure, PeerFailureKind, PeerStep } from '../protocol/peer.ts';

export interface RetryRule {
  readonly id: string;
  readonly failure: PeerFailureKind | 'any';
  /** Statuses of this row, the last one included; without it the row takes all that came so far down. */
  readonly statuses?: readonly (number | readonly [from: number, to: number])[];
  /** Requests of this row; without it the row takes all. */
  readonly steps?: readonly PeerStep[];
  /** How the delegation ends where this failure is the last word. */
  readonly outcome: DelegationOutcome;
  /** `look`: no failure of the delegation, the task's own state decides. */
  readonly next: 'retry' | 'stop' | 'look';
  readonly why: string;
}

const AFTER_CREATE: readonly PeerStep[] = ['events', 'get', 'input'];

/** The first row that fits is the answer; the last row of each failure takes whatever is left. */
export const RETRY_TABLE: readonly RetryRule[] = [
  status('cancel-refused', [404, 409, 410], 'canceled_deadline', 'look', 'the task had ended before the cancel arrived', ['cancel']),
  {
    id: 'cancel-failed',
    failure: 'any',
    steps: ['cancel'],
    outcome: 'canceled_deadline',
    next: 'stop',
    why: 'the time was up before, and one cancel is all that is sent',
  },
  status('unauthorized', [401], 'auth_failed', 'stop', 'the same credential gets the same answer, and may lock an account'),
  status('not-permitted', [403, 407, 511], 'auth_failed', 'stop', 'the credential is known and does not suffice'),
  status('request-timeout', [408], 'unavailable', 'retry', 'the peer gave up waiting; it may wait next time'),
  status('misdirected', [421], 'unavailable', 'retry', 'another connection may reach who is meant'),
  status('too-early', [425], 'unavailable', 'retry', 'the peer asks for the same request again'),
  status('too-many-requests', [429], 'unavailable', 'retry', 'the peer asks for a pause, and may say how long'),
  status('no-agent', [404, 410], 'unavailable', 'stop', 'no agent is at this address', ['card']),
  status('forgotten', [404], 'unavailable', 'retry', 'the peer forgot a task that it made: a restart, or another replica', AFTER_CREATE),
  status('gone', [410], 'unavailable', 'stop', 'the peer says that the task is gone for good', AFTER_CREATE),
  status('no-such-route', [404, 405, 410], 'protocol_violation', 'stop', 'the peer lacks a route of the protocol', ['create']),
  status('input-not-awaited', [409], 'protocol_violation', 'look', 'the task went on without the answer', ['input']),
  status('order-refused', [[400, 499]], 'rejected', 'stop', 'the peer refuses this order, and would again', ['create', 'input']),
  status('request-refused', [[400, 499]], 'protocol_violation', 'stop', 'the peer refuses a request that the protocol allows'),
  status('not-implemented', [501, 505], 'unavailable', 'stop', 'the peer cannot do this, and time will not teach it'),
  status('server-error', [[500, 599]], 'unavailable', 'retry', 'a server error may pass'),
  status('redirect', [[300, 399]], 'protocol_violation', 'stop', 'a redirect is not followed: the credential is for this address'),
  { id: 'other-status', failure: 'status', outcome: 'protocol_violation', next: 'stop', why: 'this status is no answer to such a request' },
  transient('connection-refused', 'nobody listened; somebody may next time'),
  transient('connection-lost', 'a lost connection says nothing about the next one'),
  transient('stream-cut', 'the connection broke inside an event; the task may be well'),
  transient('stream-ended-early', 'the stream ended, the task did not'),
  garbage('wrong-content-type', 'an answer of another type is another protocol'),
  garbage('not-json', 'a peer that answers garbage will again'),
  garbage('wrong-shape', 'a peer that answers what it should not will again'),
  garbage('too-big', 'an answer without measure is none'),
  garbage('wrong-task', 'the answer is about another task than was asked about'),
  garbage('bad-signature', 'a card that nobody known answers for may be by anybody'),
];

/** What to do about a failure of a request. Total: whatever the status, a row answers. */
export function retryRule(step: PeerStep, failure: PeerFailure): RetryRule {
  const rule = RETRY_TABLE.find((row) => (row.failure === failure.kind || row.failure === 'any') && fits(row, step, failure.status));
  return rule ?? unreachable(failure.kind as never);
}

function fits(row: RetryRule, step: PeerStep, seen: number | undefined): boolean {
  if (row.steps && !row.steps.includes(step)) return false;
  if (!row.statuses) return true;
  return row.statuses.some((one) => (typeof one === 'number' ? one === seen : seen !== undefined && seen >= one[0] && seen <= one[1]));
}

function status(
  id: string,
  statuses: NonNullable<RetryRule['statuses']>,
  outcome: DelegationOutcome,
  ...[next, why, steps]: readonly [RetryRule['next'], string, (readonly PeerStep[])?]
): RetryRule {
  return { id, failure: 'status', statuses, outcome, next, why, ...(steps ? { steps } : {}) };
}

function transient(failure: PeerFailureKind, why: string): RetryRule {
  return { id: failure, failure, outcome: 'unavailable', next: 'retry', why };
}

function garbage(failure: PeerFailureKind, why: string): RetryRule {
  return { id: failure, failure, outcome: 'protocol_violation', next: 'stop', why };
}
