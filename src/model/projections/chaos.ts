// What became of delegations to a peer that misbehaves: try by try, as their client told it, beside what the lab did to the wire.
// A log without a client's own facts holds no outcome: then the failed calls are told, and what this client would make of each.

import { retryRule } from '../kernel/retry-table.ts';
import { countBelow } from '../log/column.ts';
import type { LogView } from '../log/log-view.ts';
import type { RowKind } from '../log/row-kind.ts';
import type { DelegationOutcome, PeerFailure, PeerStep } from '../protocol/peer.ts';
import { injectedFault, lateCompletion, loggedStep, type InjectedFault, type LateCompletion, type LoggedStep } from './chaos-facts.ts';
import { delegationOf, type Delegation, type DelegationRows } from './delegation-attempts.ts';
import { countUpTo } from './known-caller.ts';
import { type LogIndex, perLog } from './log-index.ts';
import { httpHeadOf } from './row-detail.ts';

export type { Delegation, DelegationAttempt } from './delegation-attempts.ts';
export type { DelegationCall } from './delegation-calls.ts';

/** A call that failed on the wire, and what the retry table says of such a failure. */
export interface FailedCall {
  readonly seq: number;
  readonly at?: number;
  readonly client?: string;
  readonly peer?: string;
  readonly operation?: string;
  readonly label?: string;
  readonly status?: number;
  /** Undefined where no status was seen and no connection was lost: an error inside the protocol is an answer. */
  readonly rule?: { readonly outcome: DelegationOutcome; readonly next: 'retry' | 'stop' | 'look'; readonly why: string };
}
export interface ChaosAnswer {
  /** In order of their beginning; the first 50. */
  readonly delegations: readonly Delegation[];
  /** How many were decided, or have begun and been tried again. */
  readonly delegationsTotal: number;
  /** The first 100, and how many there are. */
  readonly faults: readonly InjectedFault[];
  readonly faultsTotal: number;
  /** The first 100. */
  readonly steps: readonly LoggedStep[];
  readonly lateCompletions: readonly LateCompletion[];
  readonly workersEnded: number;
  /** Where no client tells how it ended: the first 50 failed calls. */
  readonly failedCalls: readonly FailedCall[];
  readonly failedCallsTotal: number;
}

const MOST_DELEGATIONS = 50;
const MOST_RETRIES = 100;
const MOST_FACTS = 100;
const MOST_FAILED = 50;

/**
 * Tells of the delegations up to the cursor.
 * Source: SPEC.md Q.1, Q.2, Q.10.
 */
export function projectChaos(log: LogView, { cursor }: { readonly cursor: number }): ChaosAnswer {
  const { stretches, total } = clientsOf(log).stretchesUpTo(log, cursor);
  const delegations = stretches.flatMap((rows) => delegationOf(log, rows, cursor) ?? []);
  const failed = failedOf(log).upTo(cursor);
  return {
    delegations,
    delegationsTotal: total,
    faults: factsUpTo(log, 'fault-injected', cursor, MOST_FACTS).map((row) => injectedFault(log, row)),
    faultsTotal: countUpTo(log, log.rowsOfKind('fault-injected'), cursor),
    steps: factsUpTo(log, 'step-logged', cursor, MOST_FACTS).map((row) => loggedStep(log, row)),
    lateCompletions: factsUpTo(log, 'late-completion', cursor, MOST_FACTS).map((row) => lateCompletion(log, row)),
    workersEnded: countUpTo(log, log.rowsOfKind('worker-ended'), cursor),
    failedCalls: total > 0 ? [] : failed.rows.map((row) => failedCall(log, row)),
    failedCallsTotal: failed.total,
  };
}

function factsUpTo(log: LogView, kind: RowKind, cursor: number, most: number): readonly number[] {
  const rows = log.rowsOfKind(kind);
  const count = Math.min(countUpTo(log, rows, cursor), most);
  return Array.from({ length: count }, (_, index) => rows[index] ?? -1);
}

/** Rows at which clients decided something, in order. */
class ClientIndex implements LogIndex {
  readonly #seqs: number[] = [];
  readonly #rows: number[] = [];

  add(log: LogView, row: number, seq: number): void {
    const kind = log.kind(row);
    if (kind !== 'retry-scheduled' && kind !== 'outcome-decided') return;
    this.#seqs.push(seq);
    this.#rows.push(row);
  }

  /** Decided delegations and those that are under way, by their last row: the first 50, and how many there are. */
  stretchesUpTo(log: LogView, cursor: number): { readonly stretches: readonly DelegationRows[]; readonly total: number } {
    const count = countBelow(this.#seqs.length, (index) => this.#seqs[index] ?? 0, cursor + 1);
    const open = new Map<string, { retries: number[]; from: number }>();
    const stretches: DelegationRows[] = [];
    let total = 0;
    const put = (rows: DelegationRows): void => {
      total += 1;
      if (stretches.length < MOST_DELEGATIONS) stretches.push(rows);
    };
    for (let index = 0; index < count; index += 1) {
      const row = this.#rows[index] ?? -1;
      const seq = this.#seqs[index] ?? 0;
      const client = log.agent(row) ?? '';
      const { retries, from } = open.get(client) ?? { retries: [], from: 0 };
      if (log.kind(row) === 'outcome-decided') {
        put({ client, retries, decided: row, from, to: seq });
        open.set(client, { retries: [], from: seq + 1 });
      } else {
        if (retries.length < MOST_RETRIES) retries.push(row);
        open.set(client, { retries, from });
      }
    }
    for (const [client, { retries, from }] of open) if (retries.length > 0) put({ client, retries, decided: undefined, from, to: cursor });
    return { stretches, total };
  }
}
const clientsOf = perLog(() => new ClientIndex());

/** Calls that ended in a failure, in order. */
class FailedIndex implements LogIndex {
  readonly #seqs: number[] = [];
  readonly #rows: number[] = [];

  add(log: LogView, row: number, seq: number): void {
    if (log.kind(row) !== 'call-settled' || !log.failed(row)) return;
    this.#seqs.push(seq);
    this.#rows.push(row);
  }

  /** The first 50, and how many there are. */
  upTo(cursor: number): { readonly rows: readonly number[]; readonly total: number } {
    const total = countBelow(this.#seqs.length, (index) => this.#seqs[index] ?? 0, cursor + 1);
    return { rows: this.#rows.slice(0, Math.min(total, MOST_FAILED)), total };
  }
}
const failedOf = perLog(() => new FailedIndex());

const STEP_OF: Readonly<Record<string, PeerStep>> = {
  card: 'card',
  send: 'create',
  stream: 'create',
  subscribe: 'events',
  get: 'get',
  cancel: 'cancel',
};

function failedCall(log: LogView, row: number): FailedCall {
  const at = log.time(row);
  const label = log.label(row);
  const status = httpHeadOf(log, row)?.status;
  // Who answered is the peer; a call that was lost has no other end either.
  const client = log.peer(row);
  const peer = log.agent(row);
  const operation = log.exchangeOf(row)?.operation;
  const rule = ruleOf(operation, failureOf(log, row, status));
  return {
    seq: log.seqOf(row),
    ...(at === undefined ? {} : { at }),
    ...(client === undefined ? {} : { client }),
    ...(peer === undefined ? {} : { peer }),
    ...(operation === undefined ? {} : { operation }),
    ...(label === undefined ? {} : { label }),
    ...(status === undefined ? {} : { status }),
    ...(rule && { rule }),
  };
}

function ruleOf(operation: string | undefined, failure: PeerFailure | undefined): FailedCall['rule'] {
  const step = operation === undefined || !Object.hasOwn(STEP_OF, operation) ? undefined : STEP_OF[operation];
  if (step === undefined || failure === undefined) return undefined;
  const { outcome, next, why } = retryRule(step, failure);
  return { outcome, next, why };
}

/** Statuses that mean the same whatever protocol is spoken: others may carry an answer of it. */
const OF_TRANSPORT: ReadonlySet<number> = new Set([401, 403, 407, 408, 421, 425, 429, 511]);

function failureOf(log: LogView, row: number, status: number | undefined): PeerFailure | undefined {
  if (status !== undefined && status >= 300) {
    const speaksInterop = log.source(log.row(row).source)?.protocols.includes('interop') === true;
    return speaksInterop || status >= 500 || OF_TRANSPORT.has(status) ? { kind: 'status', status, detail: '' } : undefined;
  }
  return log.label(row)?.startsWith('lost') ? { kind: 'connection-lost', detail: '' } : undefined;
}
