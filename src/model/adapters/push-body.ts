// The body of a push, of either version: a bare task (A2A 0.3 §9.5), or a stream response of which one member says what it is
// (A2A 1.0 §4.3.3). Unknown members are let be.

import { isJsonObject, member, textMember, type Json } from '../base/json.ts';
import type { Message } from '../protocol/message.ts';
import type { ObservedState, TaskStatus } from '../protocol/task.ts';
import type { Said } from './observation.ts';
import { observe } from './observing/observe.ts';

/** Where the id of the task stands, in the order in which it is looked for. */
export const PUSHED_TASK_ID_PLACES = ['task.id', 'status_update.task_id', 'artifact_update.task_id', 'message.task_id'] as const;

/** The members of a stream response, as JSON spells them and as its definition does, in the same order. */
const UNION: readonly (readonly string[])[] = [
  ['task'],
  ['statusUpdate', 'status_update'],
  ['artifactUpdate', 'artifact_update'],
  ['message', 'msg'],
];
const SUB_STATE_NAMES = ['sub_state', 'subState'];

export interface PushedStatus {
  readonly state: ObservedState;
  readonly subState?: string;
  readonly text?: string;
}
export interface PushedBody {
  readonly remoteTaskId: string;
  readonly status?: PushedStatus;
}

/**
 * Reads the body of a push.
 * @returns which task it is about and what it says of its status; undefined where it is no push or names no task. Never throws
 */
export function readPushBody(body: Json): PushedBody | undefined {
  if (!isJsonObject(body)) return undefined;
  for (const names of UNION) {
    const name = names.find((each) => isJsonObject(member(body, each)));
    const read = name === undefined ? undefined : readSaid(body[name] as Json, names[0] ?? '');
    if (read) return read;
  }
  return read03(body);
}

/** Version 0.3 sends the thing itself, with its kind inside. */
function read03(body: Json): PushedBody | undefined {
  return UNION.some((names) => names.some((name) => isJsonObject(member(body, name)))) ? undefined : bodyOf(observe(body).said);
}

function readSaid(value: Json, name: string): PushedBody | undefined {
  const read = bodyOf(observe({ [name]: value }).said);
  if (read) return read;
  // A member that is not whole enough to be read still names its task: the id is all that a doorbell needs.
  const remoteTaskId = textMember(value, name === 'task' ? 'id' : 'taskId') ?? textMember(value, name === 'task' ? 'id' : 'task_id');
  return remoteTaskId === undefined || remoteTaskId === '' ? undefined : { remoteTaskId };
}

function bodyOf(said: Said): PushedBody | undefined {
  switch (said.kind) {
    case 'task':
      return named(said.task.taskId, said.task.status);
    case 'status-update':
      return named(said.update.taskId, said.update.status);
    case 'artifact-update':
      return named(said.update.taskId);
    case 'message':
      return named(said.message.taskId);
    default:
      return undefined;
  }
}

function named(remoteTaskId: string | undefined, status?: TaskStatus<ObservedState>): PushedBody | undefined {
  if (remoteTaskId === undefined || remoteTaskId === '') return undefined;
  return { remoteTaskId, ...(status ? { status: toldStatus(status) } : {}) };
}

/** A status as a watcher takes it, whether pushed, streamed or fetched: the state, a sub-state of its message's metadata, its text. */
export function toldStatus({ state, message }: TaskStatus<ObservedState>): PushedStatus {
  if (!message) return { state };
  const subState = SUB_STATE_NAMES.map((name) => textMember(message.metadata, name)).find((word) => word !== undefined);
  return { state, text: textOf(message), ...(subState === undefined ? {} : { subState }) };
}

function textOf({ parts }: Message): string {
  return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
}
