// Who asks, as far as the log states it at the cursor: the caller, the tags it looks for and the depth limit it is held to.
// A field that nothing states gets a default *and* is named as unknown; the two never come apart (P.21).

import { MAX_DELEGATION_DEPTH } from '../kernel/admission.ts';
import type { LogReader } from '../log/log-reader.ts';
import type { RowKind } from '../log/row-kind.ts';
import type { CallerContext, StatedOfCaller } from '../protocol/caller-context.ts';

/** What stands in for fields that nothing states: the reference's own defaults. */
export const DEFAULT_CALLER: CallerContext = {
  agentId: 'unknown',
  tenant: 'unknown',
  userId: 'unknown',
  scopes: [],
  dataClassification: 'internal',
  delegationChain: [],
};
export interface KnownQuestion {
  readonly caller: CallerContext;
  readonly unknown: readonly StatedOfCaller[];
  readonly tags: readonly string[];
  readonly maxDepth: number;
  /** The row that states the caller; undefined where none does. */
  readonly callerSeq?: number;
  /** The row that states the need (tags). */
  readonly needSeq?: number;
}

const NEED: readonly RowKind[] = ['need-stated'];
const DECISIONS: readonly RowKind[] = ['delegation-admitted', 'delegation-denied'];

/**
 * Reads the question in force at the cursor.
 * @param asks `discovery`: a stated need goes before decisions, which may be about a later hop; `admission`: whatever was stated last
 * Source: SPEC.md P.21.
 */
export function knownQuestion(log: LogReader, cursor: number, asks: 'discovery' | 'admission'): KnownQuestion {
  const need = lastRow(log, NEED, cursor);
  const decision = lastRow(log, DECISIONS, cursor);
  const needFirst = asks === 'discovery' || (decision ?? -1) < (need ?? -1);
  const stating = needFirst ? (need ?? decision) : (decision ?? need);
  const fact = stating === undefined ? undefined : questionOf(log, stating);
  const stated = need === undefined ? undefined : questionOf(log, need);
  return {
    ...completeCaller(fact?.caller),
    tags: stated?.tags ?? [],
    maxDepth: fact?.maxDepth ?? MAX_DELEGATION_DEPTH,
    ...(stating === undefined ? {} : { callerSeq: stating }),
    ...(need === undefined ? {} : { needSeq: need }),
  };
}

/** Puts defaults where a field is not stated, and names those fields. */
function completeCaller(stated: Partial<CallerContext> | undefined): {
  readonly caller: CallerContext;
  readonly unknown: readonly StatedOfCaller[];
} {
  const keys = Object.keys(DEFAULT_CALLER) as StatedOfCaller[];
  const unknown = keys.filter((key) => stated?.[key] === undefined);
  const caller = { ...DEFAULT_CALLER, ...stated };
  return { caller: unknown.length === 0 ? caller : { ...caller, ...pick(DEFAULT_CALLER, unknown) }, unknown };
}

function pick(from: CallerContext, keys: readonly StatedOfCaller[]): Partial<CallerContext> {
  return Object.fromEntries(keys.map((key) => [key, from[key]]));
}

function questionOf(
  log: LogReader,
  seq: number,
): { readonly caller: CallerContext; readonly tags?: readonly string[]; readonly maxDepth: number } | undefined {
  const fact = log.fact(log.rowAt(seq));
  switch (fact?.kind) {
    case 'need-stated':
    case 'delegation-admitted':
    case 'delegation-denied':
      return fact;
    default:
      return undefined;
  }
}

/** The last place at or before the cursor with a row of one of these kinds. */
function lastRow(log: LogReader, kinds: readonly RowKind[], cursor: number): number | undefined {
  let last: number | undefined;
  for (const kind of kinds) {
    const rows = log.rowsOfKind(kind);
    const count = countUpTo(log, rows, cursor);
    const row = count === 0 ? undefined : rows[count - 1];
    if (row === undefined) continue;
    const seq = log.seqOf(row);
    if (last === undefined || seq > last) last = seq;
  }
  return last;
}

/** How many of these rows (in order of seq) lie at or before the cursor. */
export function countUpTo(log: LogReader, rows: ArrayLike<number>, cursor: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row !== undefined && log.seqOf(row) <= cursor) low = middle + 1;
    else high = middle;
  }
  return low;
}
