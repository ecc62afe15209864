// What a projection may read of a log. Rows are numbered by arrival (`row`, never changes); `seq` is the place in order.
// Lists per key hold rows in order of seq. `value` parses again from the text, so ask for it only for what is shown or folded.

import type { Json } from '../base/json.ts';
import type { ObservedState } from '../protocol/task.ts';
import type { Fact } from './fact.ts';
import type { ExchangeFacts, RowDraft, SourceFacts } from './row.ts';
import type { RowKind } from './row-kind.ts';
import type { TaskNames } from './task-keys.ts';
import type { EpisodeIdentity, LogSettings } from './saved-form.ts';

export interface LogReader {
  readonly rowCount: number;
  readonly settings: LogSettings;
  readonly episode: EpisodeIdentity | undefined;
  readonly hasKernelRows: boolean;
  rowAt(seq: number): number;
  seqOf(row: number): number;
  /** All columns of a row as one object; for one or a few rows. */
  row(row: number): RowDraft;
  kind(row: number): RowKind;
  time(row: number): number | undefined;
  state(row: number): ObservedState | undefined;
  /** Of the task that it is about: one for each task, and never another one. What is shown is its name (`tasks`). */
  taskKey(row: number): string | undefined;
  readonly tasks: TaskNames;
  agent(row: number): string | undefined;
  /** In order of first appearance. */
  taskKeys(): readonly string[];
  agents(): readonly string[];
  rowsOfTask(key: string): ArrayLike<number>;
  rowsOfAgent(agent: string): ArrayLike<number>;
  rowsOfKind(kind: RowKind): ArrayLike<number>;
  /** Rows of the exchange that a row belongs to, itself included; only itself where it belongs to none. */
  rowsOfExchange(row: number): ArrayLike<number>;
  exchangeOf(row: number): ExchangeFacts | undefined;
  source(index: number): SourceFacts | undefined;
  /** The value the row is about, parsed from its range by its path, secrets cut; undefined when it cannot be parsed. */
  value(row: number): Json | undefined;
  /** The fact of a kernel row. */
  fact(row: number): Fact | undefined;
}
