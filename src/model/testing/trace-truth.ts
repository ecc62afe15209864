// What a trace shows of its tasks, folded from rows and their values: the figures of a trace report, and what the golden files
// state. Counting rules: every state in order of its time stamps when all have one, repeats collapsed, a copy of an older state
// no change; artifacts after applying append; a second stream of a task that is open beside the first tells nothing new.

import { observe } from '../adapters/adapters.ts';
import type { Observation, Said } from '../adapters/observation.ts';
import type { Json } from '../base/json.ts';
import type { RowDraft } from '../log/row.ts';
import type { Message } from '../protocol/message.ts';
import type { TaskArtifactUpdate } from '../protocol/stream-event.ts';
import type { Artifact, ObservedState, Task } from '../protocol/task.ts';

export interface TaskTruth {
  readonly id: string;
  readonly contextId?: string;
  readonly states: readonly string[];
  readonly final: string | null;
  readonly artifacts: readonly { readonly artifactId: string; readonly name?: string; readonly parts: number; readonly text: string }[];
}
export interface TraceTruth {
  readonly tasks: readonly TaskTruth[];
  readonly messages: number;
  readonly events: number;
  readonly errors: readonly { readonly code: number | string; readonly reason?: string; readonly message: string }[];
  readonly push: number;
  readonly agents: readonly string[];
}
/** The rows of a trace in order, and how to get at what they are about. */
export interface TraceRows {
  readonly rows: Iterable<RowDraft>;
  valueOf(row: RowDraft): Json | undefined;
  /** Who was asked, by host or name, in order of first sight: the agents of a trace without cards. */
  readonly servers: readonly string[];
}

const TERMINAL: ReadonlySet<string> = new Set(['completed', 'canceled', 'failed', 'rejected']);
const TEXT_LENGTH = 200;

interface FoldedTask {
  contextId: string | undefined;
  readonly states: { readonly state: ObservedState; readonly timestamp: string | undefined }[];
  readonly artifacts: Map<string, Artifact>;
  /** The open stream whose chunks count; others that are open beside it bring the same ones. */
  leader: number | undefined;
}
interface Fold {
  readonly tasks: Map<string, FoldedTask>;
  readonly messages: Set<string>;
  readonly cards: Set<string>;
  readonly errors: TraceTruth['errors'][number][];
  events: number;
  push: number;
}

/** Folds a trace. */
export function foldTrace(trace: TraceRows): TraceTruth {
  const fold: Fold = { tasks: new Map(), messages: new Set(), cards: new Set(), errors: [], events: 0, push: 0 };
  for (const row of trace.rows) foldRow(fold, row, trace);
  return {
    tasks: [...fold.tasks].map(([id, task]) => taskTruth(id, task)),
    messages: fold.messages.size,
    events: fold.events,
    errors: fold.errors,
    push: fold.push,
    agents: fold.cards.size > 0 ? [...fold.cards] : trace.servers,
  };
}

function foldRow(fold: Fold, row: RowDraft, trace: TraceRows): void {
  switch (row.kind) {
    case 'message-sent':
      if (row.channel === 'push') fold.push += 1;
      return foldValue(fold, row, trace, 'request');
    case 'card-seen':
      if (row.label !== undefined) fold.cards.add(row.label);
      return;
    case 'status-update':
    case 'artifact-update':
    case 'task-snapshot':
    case 'message-received':
    case 'call-settled':
      if (row.channel === 'stream') fold.events += 1;
      return foldValue(fold, row, trace, row.channel === 'stream' ? 'event' : 'response');
    case 'stream-ended':
      for (const task of fold.tasks.values()) if (task.leader === row.exchange) task.leader = undefined;
      return;
    default:
      return;
  }
}

function foldValue(fold: Fold, row: RowDraft, trace: TraceRows, direction: 'request' | 'response' | 'event'): void {
  const value = trace.valueOf(row);
  const observation = value === undefined ? undefined : observe(value, { direction });
  if (row.kind === 'call-settled' && row.failed) fold.errors.push(errorTruth(row, observation));
  if (!observation) return;
  for (const message of messagesIn(observation.said)) if (message.messageId !== '') fold.messages.add(message.messageId);
  foldSaid(fold, row, observation.said);
}

function foldSaid(fold: Fold, row: RowDraft, said: Said): void {
  if (said.kind === 'task') foldSnapshot(fold, row, said.task);
  else if (said.kind === 'status-update') {
    const { taskId, contextId, status, final } = said.update;
    const task = taskOf(fold, taskId, contextId);
    noteState(task, status.state, status.timestamp);
    lead(task, row, final || TERMINAL.has(status.state));
  } else if (said.kind === 'artifact-update') {
    const task = taskOf(fold, said.update.taskId, said.update.contextId);
    if (lead(task, row, false)) applyUpdate(task, said.update);
  }
}

function taskOf(fold: Fold, taskId: string, contextId: string): FoldedTask {
  const known = fold.tasks.get(taskId);
  if (known) {
    known.contextId ??= contextId === '' ? undefined : contextId;
    return known;
  }
  const task: FoldedTask = { contextId: contextId === '' ? undefined : contextId, states: [], artifacts: new Map(), leader: undefined };
  fold.tasks.set(taskId, task);
  return task;
}

/** A snapshot tells all artifacts as they were; what it says of one that a stream is still bringing, or that is older, is no news. */
function foldSnapshot(fold: Fold, row: RowDraft, seen: Task<ObservedState>): void {
  const task = taskOf(fold, seen.taskId, seen.contextId);
  const { state, timestamp } = seen.status;
  const late = task.states.some((known) => isLater(known.timestamp, timestamp));
  noteState(task, state, timestamp);
  const leads = row.channel === 'stream' ? lead(task, row, TERMINAL.has(state)) : task.leader === undefined;
  for (const artifact of seen.artifacts) {
    if ((leads && !late) || !task.artifacts.has(artifact.artifactId)) task.artifacts.set(artifact.artifactId, artifact);
  }
}

function isLater(known: string | undefined, other: string | undefined): boolean {
  return known !== undefined && other !== undefined && instant(known) > instant(other);
}

function instant(timestamp: string): number {
  return Date.parse(timestamp);
}

/** Whether a row of a stream counts: the first stream that is open leads until it ends. */
function lead(task: FoldedTask, row: RowDraft, ends: boolean): boolean {
  if (row.channel !== 'stream' || row.exchange === undefined) return true;
  task.leader ??= row.exchange;
  const leads = task.leader === row.exchange;
  if (leads && ends) task.leader = undefined;
  return leads;
}

function noteState(task: FoldedTask, state: ObservedState, timestamp: string | undefined): void {
  // The same state with the same time stamp is a copy of what was seen.
  if (timestamp !== undefined && task.states.some((known) => known.state === state && known.timestamp === timestamp)) return;
  task.states.push({ state, timestamp });
}

function applyUpdate(task: FoldedTask, update: TaskArtifactUpdate): void {
  const { artifact } = update;
  const known = update.append ? task.artifacts.get(artifact.artifactId) : undefined;
  const parts = known ? [...known.parts, ...artifact.parts] : artifact.parts;
  task.artifacts.set(artifact.artifactId, { ...artifact, name: artifact.name || (known?.name ?? ''), parts });
}

function taskTruth(id: string, task: FoldedTask): TaskTruth {
  const dated = task.states.every(({ timestamp }) => timestamp !== undefined && !Number.isNaN(instant(timestamp)));
  const ordered = dated ? [...task.states].sort((a, b) => instant(a.timestamp ?? '') - instant(b.timestamp ?? '')) : task.states;
  const states = ordered.map(({ state }) => state).filter((state, index, all) => state !== all[index - 1]);
  const last = states.at(-1);
  return {
    id,
    ...(task.contextId === undefined ? {} : { contextId: task.contextId }),
    states,
    final: last !== undefined && TERMINAL.has(last) ? last : null,
    artifacts: [...task.artifacts.values()].map((artifact) => ({
      artifactId: artifact.artifactId,
      ...(artifact.name === '' ? {} : { name: artifact.name }),
      parts: artifact.parts.length,
      text: artifact.parts
        .map((part) => part.text ?? '')
        .join('')
        .slice(0, TEXT_LENGTH),
    })),
  };
}

function messagesIn(said: Said): readonly Message[] {
  switch (said.kind) {
    case 'request':
      return said.message ? [said.message] : [];
    case 'message':
      return [said.message];
    case 'task':
      return messagesOfTask(said.task);
    case 'tasks':
      return said.tasks.flatMap(messagesOfTask);
    case 'status-update':
      return said.update.status.message ? [said.update.status.message] : [];
    default:
      return [];
  }
}

function messagesOfTask(task: Task<ObservedState>): readonly Message[] {
  return [...task.history, ...(task.status.message ? [task.status.message] : [])];
}

/** The code of an error body; where there was none, the HTTP status that the row's label carries. */
function errorTruth(row: RowDraft, observation: Observation | undefined): TraceTruth['errors'][number] {
  if (observation?.said.kind === 'error') {
    const { code, reason, message } = observation.said;
    return { code, ...(reason === undefined ? {} : { reason }), message };
  }
  const code = /^(?:HTTP|error) (-?\d+)$/.exec(row.label ?? '')?.[1];
  return { code: code === undefined ? (row.label ?? 'lost') : Number(code), message: '' };
}
