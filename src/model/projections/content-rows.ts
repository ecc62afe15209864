// The rows that hold content of a task: whole documents, updates, and translations that the log recorded. Per task and in
// order, so that a document at a cursor is put together from its own rows only (SPEC.md P.2, R.20).

import { countBelow, counts } from '../log/column.ts';
import type { LogView } from '../log/log-view.ts';
import type { RowKind } from '../log/row-kind.ts';
import { perLog, type LogIndex } from './log-index.ts';

const PIECE_KINDS: ReadonlySet<RowKind> = new Set<RowKind>(['status-update', 'artifact-update', 'message-received']);

export interface TaskContent {
  /** Rows that may hold the whole task. Requests carry none, except a delivery at a callback. */
  readonly wholes: number[];
  readonly pieces: number[];
  readonly translations: number[];
}

class ContentRows implements LogIndex {
  readonly #contents = new Map<string, TaskContent>();
  /** Tasks in order of the first row that holds content of them, and where that is. */
  readonly #names: string[] = [];
  readonly #firstSeqs = counts();

  add(log: LogView, row: number, seq: number): void {
    const task = log.taskKey(row);
    if (task === undefined) return;
    const kind = log.kind(row);
    if (kind === 'translated') this.#contentOf(task).translations.push(row);
    const isWhole = mayBeWhole(log, row, kind);
    if (!isWhole && !PIECE_KINDS.has(kind)) return;
    const { wholes, pieces } = this.#contentOf(task);
    if (wholes.length + pieces.length === 0) {
      this.#names.push(task);
      this.#firstSeqs.push(seq);
    }
    (isWhole ? wholes : pieces).push(row);
  }

  countUpTo(cursor: number): number {
    return countBelow(this.#firstSeqs.length, (index) => this.#firstSeqs.at(index), cursor + 1);
  }

  /** The task at a place in order of first content. */
  taskAt(place: number): string {
    return this.#names[place] ?? '';
  }

  ofTask(task: string): TaskContent | undefined {
    return this.#contents.get(task);
  }

  #contentOf(task: string): TaskContent {
    const known = this.#contents.get(task);
    if (known !== undefined) return known;
    const content = { wholes: [], pieces: [], translations: [] };
    this.#contents.set(task, content);
    return content;
  }
}

/** An error holds no task; whether another answer does is known when it is read. */
function mayBeWhole(log: LogView, row: number, kind: RowKind): boolean {
  switch (kind) {
    case 'task-snapshot':
      return true;
    case 'call-settled':
      return !log.failed(row);
    case 'message-sent':
      return log.channel(row) === 'push';
    default:
      return false;
  }
}

export const contentRowsOf = perLog(() => new ContentRows());
