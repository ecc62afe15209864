// Ids of tasks and contexts that do not fit where they stand.

import type { CallCase, Casebook, FrameSeen, StreamCase, TaskCase, TaskSighting } from '../casebook/casebook.ts';
import { inPortions, type Rule, type Verdicts } from '../rule.ts';
import { isForeign, judgeOf } from './judging-version.ts';
import { isTerminal } from '../../kernel/transition-table.ts';
import { sendsMessage, taskAnswered, tasksNamed } from './named-tasks.ts';
import { isListOfNouns } from './stream-coverage.ts';
import { createVerdictSheet, type VerdictSheet } from './verdict-sheet.ts';

function checkTaskIds(book: Casebook): Verdicts {
  const sheet = createVerdictSheet();
  for (const stream of book.streams) if (!isListOfNouns(stream)) judgeStream(book, sheet, stream);
  for (const call of book.calls) judgeAnswers(book, sheet, call);
  return sheet.verdicts();
}

/** Where a stream stands: its task, the frame with which it began, whether the task has ended. */
interface Stand {
  task: TaskCase | undefined;
  begin: FrameSeen;
  ended: boolean;
}

function judgeStream(book: Casebook, sheet: VerdictSheet, stream: StreamCase): void {
  const [begin] = stream.frames;
  if (!begin) return;
  const stand: Stand = { task: stream.task, begin, ended: false };
  for (const frame of stream.frames) {
    const { sighting } = frame;
    if (!sighting || sighting.task.id === '') continue;
    const isForeign = stand.task !== undefined && sighting.task.id !== stand.task.id;
    if (!isForeign) stand.ended ||= isTerminal(sighting.state) || sighting.final === true;
    else if (stream.call === undefined && isAnotherStream(frame, stand)) {
      sheet.pass(sighting.task, [frame.row, stand.begin.row], 'Two streams follow one another in this text: each has its own task.');
      Object.assign(stand, { task: sighting.task, begin: frame, ended: isTerminal(sighting.state) });
    } else {
      const version = judgeOf(book, { version: sighting.version, stream, task: stream.task });
      const why = `The stream is about ${stand.task?.id ?? ''}, this event about ${sighting.task.id}.`;
      const rows = [frame.row, stream.call?.request?.row ?? stand.begin.row];
      sheet.find({ task: sighting.task, severity: 'error', rows, why, version });
    }
  }
}

/** Whether a text without requests goes on with another stream: under another JSON-RPC id, or with a task after an end. */
function isAnotherStream(frame: FrameSeen, { begin, ended }: Stand): boolean {
  return frame.rpcId !== begin.rpcId || (ended && frame.kind === 'task');
}

function judgeAnswers(book: Casebook, sheet: VerdictSheet, call: CallCase): void {
  const { request, operation } = call;
  if (request?.taskId === undefined || request.taskId === '' || operation === 'push' || operation === 'list') return;
  for (const { row, sighting } of call.answers) {
    if (!sighting || sighting.kind === 'message' || sighting.task.id === '' || sighting.task.id === request.taskId) continue;
    const why = `The request names ${request.taskId}, the answer is about ${sighting.task.id}.`;
    sheet.find({ task: sighting.task, severity: 'error', rows: [row, request.row], why, version: judgeOf(book, { call }) });
  }
}

/** The context of a task: what a whole task stated first, else an event. */
function contextOf(task: TaskCase): TaskSighting | undefined {
  let event: TaskSighting | undefined;
  for (const seen of task.sightings) {
    if (seen.contextId === undefined || seen.contextId === '' || seen.kind === 'message') continue;
    if (seen.kind === 'snapshot') return seen;
    event ??= seen;
  }
  return event;
}

function* checkContextIds(book: Casebook): Generator<void, Verdicts, void> {
  const sheet = createVerdictSheet();
  const stated = new Map<TaskCase, TaskSighting>();
  yield* inPortions(book.tasks, (task) => {
    const first = contextOf(task);
    if (!first) return;
    stated.set(task, first);
    for (const seen of task.sightings) {
      if (seen.contextId === undefined || seen.contextId === first.contextId) continue;
      find(sheet, { task, own: first, other: seen.contextId, row: seen.row, version: judgeOf(book, { ...seen, task }) });
    }
  });
  for (const { task, contextId, row, call, version } of book.strayMessages) {
    // A case without incident is not among those above; what it says of its context is in it all the same.
    const own = stated.get(task) ?? contextOf(task);
    if (own && contextId !== own.contextId)
      find(sheet, { task, own, other: contextId, row, version: judgeOf(book, { version, call, task }) });
  }
  for (const [call, task] of tasksNamed(book)) {
    const { request } = call;
    const own = stated.get(task);
    if (!own || !request || !sendsMessage(call) || request.contextId === undefined || request.contextId === own.contextId) continue;
    find(sheet, { task, own, other: request.contextId, row: request.row, version: judgeOf(book, { call, task }) });
  }
  return sheet.verdicts();
}

interface OtherContext {
  readonly task: TaskCase;
  readonly own: TaskSighting;
  readonly other: string;
  readonly row: number;
  readonly version: string;
}

function find(sheet: VerdictSheet, { task, own, other, row, version }: OtherContext): void {
  // 0.1 knows sessions and no contexts, ACP lets a run stand in any session.
  if (version === '0.1' || isForeign(version)) return;
  const why = `${task.id} belongs to context ${own.contextId ?? ''}, here stands ${other === '' ? 'an empty one' : other}.`;
  sheet.find({ task, severity: 'error', rows: [row, own.row], why, version });
}

function* checkReplacedContexts(book: Casebook): Generator<void, Verdicts, void> {
  const sheet = createVerdictSheet();
  yield* inPortions(book.calls, (call) => {
    const asked = contextAsked(call);
    const made = asked === undefined ? undefined : taskAnswered(call);
    const given = made?.contextId ?? made?.task.contextId;
    if (asked === undefined || !made || !given || given === asked.contextId) return;
    const rows = [made.row, asked.row];
    const version = judgeOf(book, { call, task: made.task });
    if (wasThereBefore(made, asked.row)) {
      sheet.pass(made.task, rows, 'The call was answered with a task that had been there before: its context is its own.');
    } else if (version !== '0.1' && !isForeign(version)) {
      const why = `The client gave context ${asked.contextId}, the new task ${made.task.id} has ${given}.`;
      sheet.find({ task: made.task, severity: version === '1.0' ? 'error' : 'info', rows, why, version });
    }
  });
  return sheet.verdicts();
}

/** The context that a message asks for, where it names no task. */
function contextAsked(call: CallCase): { readonly contextId: string; readonly row: number } | undefined {
  const { request } = call;
  if (!request || !sendsMessage(call) || !request.contextId) return undefined;
  return request.taskId === undefined || request.taskId === '' ? { contextId: request.contextId, row: request.row } : undefined;
}

function wasThereBefore({ task }: TaskSighting, row: number): boolean {
  return (task.sightings[0]?.row ?? 0) < row;
}

export const IDENTITY_RULES: readonly Rule[] = [
  {
    id: 'task-id-mismatch',
    title: 'An answer or event about another task',
    meaning: 'A stream brings an event of another task than its own, or an answer is about another task than the request names.',
    remedy: 'The server must answer with the task that the message names, or refuse the message.',
    channels: ['S', 'R', 'P'],
    severities: 'error',
    spec: {
      '': 'A2A 0.3.0 §7.1, §7.2',
      '0.1': 'A2A 0.1 §7.2 (MUST match)',
      '0.2': 'A2A 0.2 §7.1, §7.2',
      '0.3': 'A2A 0.3.0 §7.1, §7.2',
      '1.0': 'A2A 1.0 §3.1.2, §3.4.2',
      acp: 'ACP: the run named in the path',
    },
    check: checkTaskIds,
  },
  {
    id: 'context-id-mismatch',
    title: 'Another context than the one of the task',
    meaning:
      'An event, or a message that names a task (sent, in a status or in a history), has another contextId than the task; an empty one counts, an absent one does not.',
    remedy:
      'Whoever wrote it must copy the contextId of the task; the server must reject messages whose contextId is not the one of their task.',
    channels: ['S', 'R', 'P'],
    severities: 'error',
    spec: {
      '': 'A2A 0.3.0 TaskStatusUpdateEvent, TaskArtifactUpdateEvent (contextId is required)',
      '1.0': 'A2A 1.0 §3.4.3; a2a.proto Message',
    },
    check: checkContextIds,
  },
  {
    id: 'context-id-replaced',
    title: 'A context of the client that was replaced',
    meaning: 'The client gave a contextId and no taskId, and the task that was made has another contextId.',
    remedy: 'The server must take the contextId that it is given, or reject the message; the client must go on with the one of the answer.',
    channels: ['R', 'P', 'S'],
    severities: 'error in 1.0; info in 0.2 and 0.3, which leave it to the server',
    spec: { '': 'A2A 0.3.0 leaves the choice of contextId to the server', '1.0': 'A2A 1.0 §3.4.1 (MUST NOT)' },
    check: checkReplacedContexts,
  },
];
