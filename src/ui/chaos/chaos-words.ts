// Answers, failures and decisions of a delegation in words.

import { VIRTUAL_EPOCH } from '../../model/log/saved-form.ts';
import type { Delegation, DelegationAttempt, DelegationCall } from '../../model/projections/chaos.ts';
import { formatClock, formatDuration, formatSeconds } from '../format.ts';

/** `0.360 s` of a virtual clock, a UTC clock anywhere else. */
export function timeInWords(at: number | undefined, virtual: boolean): string {
  if (at === undefined) return 'not stated';
  return virtual ? `${formatSeconds(at - VIRTUAL_EPOCH)} s` : formatClock(at);
}

export function tookInWords(milliseconds: number | undefined): string {
  return milliseconds === undefined ? 'not over' : `${formatSeconds(milliseconds)} s`;
}

/** `answered 503`, `connection lost`, `submitted, working, completed, then the reader left`, `no answer`. */
export function answerInWords(call: DelegationCall): string {
  const { answer } = call;
  const told = call.states.map(({ state }) => state);
  const states = call.moreStates ? [...told, '…'] : told;
  const end = answer === undefined ? (states.length > 0 ? 'nothing more' : 'no answer') : endInWords(answer);
  if (states.length === 0) return end;
  return end === '' ? states.join(', ') : `${states.join(', ')}; ${end}`;
}

function endInWords({ status, label, state, failed }: NonNullable<DelegationCall['answer']>): string {
  if (label?.startsWith('lost')) return 'connection lost';
  if (label === 'reader gone') return 'then the reader left';
  if (status !== undefined) return state === undefined ? `answered ${status}` : `answered ${status} ${state}`;
  if (failed) return label ?? 'failed';
  return '';
}

/** A request by its route, and whether it names the wish of an earlier one. */
export function requestInWords(call: DelegationCall, earlier: readonly DelegationCall[]): string {
  const label = call.operation === 'card' ? 'GET card' : (call.label ?? call.operation ?? 'a request');
  const isRepeat = call.clientRef !== undefined && earlier.some((other) => other.clientRef === call.clientRef);
  return isRepeat ? `${label}, same client_ref` : label;
}

export interface RetryWords {
  readonly retried: boolean;
  readonly say: string;
}

/** Whether there was another try after this one, and why; undefined while nobody knows. */
export function retryInWords(attempt: DelegationAttempt, delegation: Delegation): RetryWords | undefined {
  const { retry } = attempt;
  if (retry) {
    const pause = retry.waitMs === undefined ? '' : `, after ${formatDuration(retry.waitMs)}`;
    return { retried: true, say: `yes: ${retry.why ?? 'the client says so'}${pause}` };
  }
  const { decided } = delegation;
  if (!decided) return undefined;
  if (decided.outcome === 'ok') return { retried: false, say: 'no need' };
  // The failure itself stands in the column before.
  const why = decided.why?.split('; ').at(-1) ?? 'the client gives no reason';
  return { retried: false, say: why === 'no try is left' ? `no: limit ${attempt.number}` : `no: ${why}` };
}

/** `ok after 3 attempts` as its two halves. */
export function attemptsInWords(count: number | undefined): string {
  if (count === undefined) return 'after an unknown number of attempts';
  return count === 1 ? 'after 1 attempt' : `after ${count} attempts`;
}
