// Tasks as seen up to the cursor: the moves in order, the conversation, the artifacts assembled, and where on the
// lifecycle drawing the task has been.

import { lifecycleDrawing } from '../kernel/transition-table.ts';
import { countBelow } from '../log/column.ts';
import type { LogView } from '../log/log-view.ts';
import type { Channel, RowKind } from '../log/row-kind.ts';
import type { Message } from '../protocol/message.ts';
import type { Artifact, ObservedState } from '../protocol/task.ts';
import { observeRow } from './observed-row.ts';
import { MOST_ROWS } from './row-view.ts';
import { taskMovesOf } from './task-moves.ts';

export interface TaskSummary {
  /** Its name: the id, with who keeps it where two tasks have that id. */
  readonly taskId: string;
  readonly contextId?: string;
  readonly agent?: string;
  readonly state?: ObservedState;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly rowCount: number;
  readonly artifactCount: number;
}
export interface TaskMove {
  readonly from?: ObservedState;
  readonly to: ObservedState;
  readonly seq: number;
  readonly time?: number;
  readonly channel: Channel;
  /** The kernel's tick, where a kernel row stated it. */
  readonly tick?: number;
  readonly text?: string;
  /** What our kernel would say against it. */
  readonly kernelNote?: string;
}
export interface TaskView extends TaskSummary {
  readonly moves: readonly TaskMove[];
  readonly messages: readonly { readonly message: Message; readonly seq: number }[];
  /** Chunks assembled by `append`. `complete` is undefined where no row said lastChunk either way. */
  readonly artifacts: readonly {
    readonly artifact: Artifact;
    readonly seq: number;
    readonly complete?: boolean;
    readonly chunks: number;
  }[];
  readonly delegationChain?: readonly string[];
  /** Moves seen, as `from>to`; the drawing lights these. */
  readonly visitedMoves: readonly string[];
  readonly visitedStates: readonly ObservedState[];
  /** Names of other tasks that have its id. */
  readonly namesakes?: readonly string[];
  /** A long task: messages and artifacts are those of its last rows only, so many of them. */
  readonly readBackRows?: number;
  /** Earlier messages that are not in the list. */
  readonly messagesLeftOut?: number;
}

/** The lifecycle as drawn: read off the machine. */
export interface LifecycleDrawing {
  readonly states: readonly { readonly state: ObservedState; readonly terminal: boolean; readonly interrupted: boolean }[];
  readonly moves: readonly { readonly from: ObservedState; readonly to: ObservedState }[];
}

const WHOLE_TASK: ReadonlySet<RowKind> = new Set<RowKind>(['task-snapshot', 'call-settled']);
/** How many of a task's rows are looked at for something that nearly every row tells. */
const LOOK_AT = 16;

/** Tasks that had been shown by the cursor, as they were then. An id that is only asked for is no task (SPEC.md P.10). */
export function projectTasks(
  log: LogView,
  ask: { readonly cursor: number; readonly from: number; readonly count: number },
): { readonly total: number; readonly tasks: readonly TaskSummary[] } {
  const moves = taskMovesOf(log);
  const total = moves.taskCountUpTo(ask.cursor);
  const from = Math.max(0, ask.from);
  const shown = moves.tasksBetween(from, Math.min(total, from + Math.min(MOST_ROWS, Math.max(0, ask.count))));
  return { total, tasks: shown.flatMap((task) => taskSummary(log, task, ask.cursor) ?? []) };
}

/**
 * @param task its key
 * @returns undefined where the task had not appeared by the cursor
 */
export function taskSummary(log: LogView, task: string, cursor: number): TaskSummary | undefined {
  const rows = log.rowsOfTask(task);
  const rowCount = rowsUpTo(log, rows, cursor);
  const first = rows[0];
  const last = rows[rowCount - 1];
  if (first === undefined || last === undefined) return undefined;
  const moves = taskMovesOf(log);
  const state = moves.stateAt(task, cursor);
  const agent = moves.ownerOf(task, cursor);
  const contextId = contextOf(log, rows, rowCount);
  return {
    taskId: log.tasks.nameOf(task),
    ...(contextId === undefined ? {} : { contextId }),
    ...(agent === undefined ? {} : { agent }),
    ...(state === undefined ? {} : { state }),
    firstSeq: log.seqOf(first),
    lastSeq: log.seqOf(last),
    rowCount,
    artifactCount: Math.max(moves.artifactsUpTo(task, cursor), artifactsInLastSnapshot(log, rows, rowCount)),
  };
}

/** How many of a list of rows lie at or before a cursor. */
function rowsUpTo(log: LogView, rows: ArrayLike<number>, cursor: number): number {
  return countBelow(rows.length, (index) => log.seqOf(rows[index] ?? 0), cursor + 1);
}

function contextOf(log: LogView, rows: ArrayLike<number>, count: number): string | undefined {
  for (let index = 0; index < Math.min(count, LOOK_AT); index += 1) {
    const { contextId } = log.row(rows[index] ?? 0);
    if (contextId !== undefined) return contextId;
  }
  return undefined;
}

/** Artifacts that never came up in updates show in the last whole task. */
function artifactsInLastSnapshot(log: LogView, rows: ArrayLike<number>, count: number): number {
  for (let index = count - 1; index >= Math.max(0, count - LOOK_AT); index -= 1) {
    const row = rows[index] ?? 0;
    if (!WHOLE_TASK.has(log.kind(row)) || log.state(row) === undefined) continue;
    const said = observeRow(log, row)?.said;
    if (said?.kind === 'task') return said.task.artifacts.length;
  }
  return 0;
}

/** The lifecycle as the machine has it. */
export function projectLifecycle(): LifecycleDrawing {
  return lifecycleDrawing();
}
