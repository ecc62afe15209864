// One task in full, as it was at the cursor: a fold over its own rows, with checkpoints, so that stepping back and forth
// folds a few rows and a long task never folds all of them.

import type { Said } from '../adapters/observation.ts';
import type { LogView } from '../log/log-view.ts';
import type { RowKind } from '../log/row-kind.ts';
import type { Message } from '../protocol/message.ts';
import { applyArtifactUpdate, applySnapshot, type AssembledArtifact } from './artifact-assembly.ts';
import { BoundedMemory } from './bounded-memory.ts';
import { besideLog } from './log-index.ts';
import { observeRow } from './observed-row.ts';
import { partsText } from './row-text.ts';
import { kernelNote, taskMovesOf } from './task-moves.ts';
import { taskSummary, type TaskMove, type TaskView } from './tasks.ts';

/** Rows of a task that are folded at most, and the step in which the beginning moves on behind a longer task. */
const FOLDED_ROWS = 4_096;
const FOLD_STEP = 1_024;
const CHECKPOINT_EVERY = 64;
const KEPT_CHECKPOINTS = 256;
const MOST_MOVES = 1_000;
const MOST_MESSAGES = 1_000;
const MOST_NAMESAKES = 20;

interface TaskFold {
  readonly messages: readonly { readonly message: Message; readonly seq: number }[];
  readonly artifacts: readonly AssembledArtifact[];
  readonly delegationChain?: readonly string[];
}
const EMPTY: TaskFold = { messages: [], artifacts: [] };

/** Folds kept by task, first row and count of rows. Rows that arrive later leave them as they are. */
const checkpointsOf = besideLog(() => new BoundedMemory<TaskFold>(KEPT_CHECKPOINTS));

/**
 * @param ask `taskId`: a name; of several tasks with one id it means the first that had appeared
 * @returns undefined where the task had not appeared by the cursor. Source: SPEC.md P.4–P.6, P.9.
 */
export function projectTask(log: LogView, ask: { readonly taskId: string; readonly cursor: number }): TaskView | undefined {
  const { cursor } = ask;
  const task = log.tasks.named(ask.taskId).find((key) => taskSummary(log, key, cursor) !== undefined);
  const summary = task === undefined ? undefined : taskSummary(log, task, cursor);
  if (task === undefined || !summary) return undefined;
  const from = firstFolded(summary.rowCount);
  const fold = foldTask(log, { task, from, to: summary.rowCount });
  const moves = movesOf(log, task, cursor);
  const { delegationChain } = fold;
  const namesakes = log.tasks.named(log.tasks.idOf(task)).filter((key) => key !== task);
  return {
    ...summary,
    artifactCount: Math.max(summary.artifactCount, fold.artifacts.length),
    moves,
    messages: fold.messages.slice(-MOST_MESSAGES),
    artifacts: fold.artifacts,
    ...(delegationChain === undefined ? {} : { delegationChain }),
    visitedMoves: [...new Set(moves.flatMap(({ from: before, to }) => (before === undefined ? [] : [`${before}>${to}`])))],
    visitedStates: [...new Set(moves.flatMap(({ from: before, to }) => (before === undefined ? [to] : [before, to])))],
    ...(namesakes.length === 0 ? {} : { namesakes: namesakes.slice(0, MOST_NAMESAKES).map((key) => log.tasks.nameOf(key)) }),
    ...(fold.messages.length > MOST_MESSAGES ? { messagesLeftOut: fold.messages.length - MOST_MESSAGES } : {}),
    ...(from === 0 ? {} : { readBackRows: summary.rowCount - from }),
  };
}

function firstFolded(count: number): number {
  return count <= FOLDED_ROWS ? 0 : Math.ceil((count - FOLDED_ROWS) / FOLD_STEP) * FOLD_STEP;
}

function foldTask(log: LogView, stretch: { readonly task: string; readonly from: number; readonly to: number }): TaskFold {
  const { task, from, to } = stretch;
  const rows = log.rowsOfTask(task);
  const checkpoints = checkpointsOf(log);
  const keyAt = (place: number): string => `${from} ${place} ${task}`;
  let place = to;
  let fold: TaskFold | undefined;
  // Checkpoints stand at multiples of CHECKPOINT_EVERY; the first look is at the place itself.
  while (place > from && !(fold = checkpoints.find(keyAt(place)))) place = Math.floor((place - 1) / CHECKPOINT_EVERY) * CHECKPOINT_EVERY;
  let current = fold ?? EMPTY;
  for (place = Math.max(place, from); place < to; place += 1) {
    if (place > from && place % CHECKPOINT_EVERY === 0) checkpoints.keep(keyAt(place), current);
    current = applyRow(log, current, rows[place] ?? 0);
  }
  checkpoints.keep(keyAt(to), current);
  return current;
}

function applyRow(log: LogView, fold: TaskFold, row: number): TaskFold {
  const fact = log.fact(row);
  if (fact) return fact.kind === 'task-created' ? { ...fold, delegationChain: fact.delegationChain } : fold;
  const seq = log.seqOf(row);
  const said = observeRow(log, row)?.said;
  // The message that opened a task could not name it yet: it stands on the request that this row answers.
  const opening = openingMessage(log, row);
  const messages = [...(opening ? [opening] : []), ...messagesOf(said).map((message) => ({ message, seq }))];
  const fresh = messages.filter(({ message }, index) => !isKnown(fold.messages, message) && !isKnown(messages.slice(0, index), message));
  return {
    ...fold,
    ...(fresh.length > 0 ? { messages: [...fold.messages, ...fresh] } : {}),
    ...artifactsOf(fold, said, seq),
  };
}

/** Equal ids are one message, wherever it is repeated; a message without an id is never taken for another. */
function isKnown(messages: TaskFold['messages'], { messageId }: Message): boolean {
  return messageId !== '' && messages.some((known) => known.message.messageId === messageId);
}

function openingMessage(log: LogView, row: number): { readonly message: Message; readonly seq: number } | undefined {
  const request = log.rowsOfExchange(row)[0];
  if (request === undefined || request === row || log.kind(request) !== 'message-sent' || log.taskKey(request) !== undefined)
    return undefined;
  const said = observeRow(log, request)?.said;
  return said?.kind === 'request' && said.message ? { message: said.message, seq: log.seqOf(request) } : undefined;
}

function messagesOf(said: Said | undefined): readonly Message[] {
  switch (said?.kind) {
    case 'request':
    case 'message':
      return said.message ? [said.message] : [];
    case 'status-update':
      return said.update.status.message ? [said.update.status.message] : [];
    case 'task':
      return [...said.task.history, ...(said.task.status.message ? [said.task.status.message] : [])];
    default:
      return [];
  }
}

function artifactsOf(fold: TaskFold, said: Said | undefined, seq: number): Partial<TaskFold> {
  if (said?.kind === 'artifact-update') return { artifacts: applyArtifactUpdate(fold.artifacts, said.update, seq) };
  if (said?.kind !== 'task') return {};
  const { artifacts, delegationChain } = said.task;
  return {
    artifacts: applySnapshot(fold.artifacts, artifacts, seq),
    // What the server recorded goes before what a wire document claims.
    ...(fold.delegationChain === undefined && delegationChain.length > 0 ? { delegationChain } : {}),
  };
}

/** The last moves up to the cursor, each with its text; the text is parsed again from its row. */
function movesOf(log: LogView, task: string, cursor: number): readonly TaskMove[] {
  const index = taskMovesOf(log);
  const numbers = index.movesOfTask(task);
  const count = index.countUpTo(numbers, cursor);
  return numbers.slice(Math.max(0, count - MOST_MOVES), count).map((number) => {
    const move = index.move(number);
    const row = log.rowAt(move.seq);
    const time = log.time(row);
    const fact = log.fact(row);
    const stored = fact?.kind === 'status-stored' ? fact : undefined;
    const text = stored ? stored.text : statusText(log, row);
    const note = move.refused ? kernelNote(move.from, move.to) : undefined;
    return {
      ...(move.from === undefined ? {} : { from: move.from }),
      to: move.to,
      seq: move.seq,
      ...(time === undefined ? {} : { time }),
      channel: log.channel(row),
      ...(stored === undefined ? {} : { tick: stored.tick }),
      ...(text === undefined ? {} : { text }),
      ...(note === undefined ? {} : { kernelNote: note }),
    };
  });
}

const SHOWS_STATUS: ReadonlySet<RowKind> = new Set<RowKind>(['status-update', 'task-snapshot', 'call-settled', 'message-sent']);

function statusText(log: LogView, row: number): string | undefined {
  if (!SHOWS_STATUS.has(log.kind(row))) return undefined;
  const said = observeRow(log, row)?.said;
  const message =
    said?.kind === 'status-update' ? said.update.status.message : said?.kind === 'task' ? said.task.status.message : undefined;
  return message && partsText(message.parts);
}
