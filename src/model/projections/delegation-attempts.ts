// A delegation to a peer, try by try: which requests belong to which try, how each ended, and whether there was another one and
// why. The client tells its decisions as facts; requests and answers are from the wire.

import { retryRule } from '../kernel/retry-table.ts';
import { countBelow } from '../log/column.ts';
import type { LogView } from '../log/log-view.ts';
import { decidedOutcome, scheduledRetry, type DecidedOutcome, type ScheduledRetry } from './chaos-facts.ts';
import { delegationCall, type DelegationCall } from './delegation-calls.ts';

export interface DelegationAttempt {
  /** From 1. */
  readonly number: number;
  /** When its first request left. */
  readonly at?: number;
  /** The first 40. */
  readonly calls: readonly DelegationCall[];
  readonly callsTotal: number;
  /** What was decided after it; undefined while it is under way, and for the last one where the outcome says all. */
  readonly retry?: ScheduledRetry & { readonly why?: string };
}
export interface Delegation {
  readonly client: string;
  readonly peer?: string;
  /** What was ordered, where the order states it. */
  readonly skill?: string;
  /** Its first row, and the last one that belongs to it. */
  readonly fromSeq: number;
  readonly toSeq: number;
  /** When its first request left. */
  readonly at?: number;
  /** The first 100. */
  readonly attempts: readonly DelegationAttempt[];
  /** How it ended; undefined where nothing has been decided at the cursor. */
  readonly decided?: DecidedOutcome;
}

/** Rows of a client's delegation: a run of its facts, with its requests between them. */
export interface DelegationRows {
  readonly client: string;
  /** `retry-scheduled` rows, in order; the first 100. */
  readonly retries: readonly number[];
  /** Its `outcome-decided` row. */
  readonly decided: number | undefined;
  /** Requests count from here on, and up to the end; as seq, both included. */
  readonly from: number;
  readonly to: number;
}

const MOST_CALLS = 40;
const MOST_LOOKED = 5_000;

/** @returns undefined where the client asked for nothing in that stretch and decided nothing */
export function delegationOf(log: LogView, rows: DelegationRows, cursor: number): Delegation | undefined {
  const requests = requestsOf(log, rows);
  const decided = rows.decided === undefined ? undefined : decidedOutcome(log, rows.decided);
  if (requests.length === 0 && decided === undefined && rows.retries.length === 0) return undefined;
  const attempts = attemptsOf(log, { requests, retries: rows.retries, cursor, isOver: decided !== undefined });
  const first = attempts[0]?.calls[0];
  return {
    client: rows.client,
    ...aboutOf(attempts),
    fromSeq: first?.seq ?? decided?.seq ?? rows.from,
    toSeq: decided?.seq ?? Math.min(rows.to, cursor),
    attempts,
    ...(decided && { decided }),
  };
}

/** Whom it asks, for what, and since when. */
function aboutOf(attempts: readonly DelegationAttempt[]): Pick<Delegation, 'peer' | 'skill' | 'at'> {
  const calls = attempts.flatMap((attempt) => attempt.calls);
  const skill = calls.find((call) => call.skill !== undefined)?.skill;
  const peer = calls[0]?.peer;
  const at = calls[0]?.at;
  return { ...(peer === undefined ? {} : { peer }), ...(skill === undefined ? {} : { skill }), ...(at === undefined ? {} : { at }) };
}

/** Requests of the client in the stretch, in order. */
function requestsOf(log: LogView, { client, from, to }: DelegationRows): readonly number[] {
  const all = log.rowsOfAgent(client);
  const seqAt = (index: number): number => log.seqOf(all[index] ?? 0);
  const first = countBelow(all.length, seqAt, from);
  const last = Math.min(countBelow(all.length, seqAt, to + 1), first + MOST_LOOKED);
  const requests: number[] = [];
  for (let index = first; index < last; index += 1) {
    const row = all[index] ?? -1;
    if (log.kind(row) === 'message-sent' && log.channel(row) !== 'push') requests.push(row);
  }
  return requests;
}

interface Stretch {
  readonly requests: readonly number[];
  readonly retries: readonly number[];
  readonly cursor: number;
  readonly isOver: boolean;
}

function attemptsOf(log: LogView, { requests, retries, cursor, isOver }: Stretch): readonly DelegationAttempt[] {
  const attempts: DelegationAttempt[] = [];
  let next = 0;
  const take = (until: number): readonly number[] => {
    const first = next;
    while (next < requests.length && log.seqOf(requests[next] ?? 0) < until) next += 1;
    return requests.slice(first, next);
  };
  for (const row of retries) {
    const scheduled = scheduledRetry(log, row);
    attempts.push({
      ...attemptOf(log, { number: attempts.length + 1, requests: take(scheduled.seq), cursor }),
      retry: explained(scheduled),
    });
  }
  const left = take(Number.POSITIVE_INFINITY);
  if (left.length > 0 || (isOver && attempts.length === 0))
    attempts.push(attemptOf(log, { number: attempts.length + 1, requests: left, cursor }));
  return attempts;
}

function attemptOf(
  log: LogView,
  { number, requests, cursor }: { readonly number: number; readonly requests: readonly number[]; readonly cursor: number },
): DelegationAttempt {
  const calls = requests.slice(0, MOST_CALLS).map((row) => delegationCall(log, row, cursor));
  const at = calls[0]?.at;
  return { number, ...(at === undefined ? {} : { at }), calls, callsTotal: requests.length };
}

/** Why the client's own table tries such a failure again. */
function explained(scheduled: ScheduledRetry): ScheduledRetry & { readonly why?: string } {
  const { step, failure } = scheduled;
  if (step === undefined || failure === undefined) return scheduled;
  const { next, why } = retryRule(step, failure);
  return next === 'retry' ? { ...scheduled, why } : scheduled;
}
