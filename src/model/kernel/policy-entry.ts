// What a policy is made of: entries with a name a person can read, in ordered tables and in strategies.

import type { OperationError } from '../protocol/operation.ts';

export interface PolicyEntry {
  /** Unique within its table: `depth`, `callback-host`. */
  readonly id: string;
  readonly title: string;
  /** Number of the weakness that the entry has or mends (`R02`); absent where the critique has none. */
  readonly critique?: string;
  /** Whether it holds unless a person swaps it. */
  readonly default: boolean;
}

/** One question of a table: why not, or nothing. */
export interface Check<Question> extends PolicyEntry {
  check(question: Question): OperationError | undefined;
}

/** The first objection of a table in its order. */
export function firstObjection<Question>(table: readonly Check<Question>[], question: Question): OperationError | undefined {
  for (const entry of table) {
    const objection = entry.check(question);
    if (objection) return objection;
  }
  return undefined;
}
