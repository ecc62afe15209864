// The small REST protocol ⇄ our nouns. The mismatch: messages have neither ids nor free members, a task has no context, parts
// are text or data and files do not exist, the text of a status is one string, and a create names a skill. Nothing here is
// tolerant of other spellings: the protocol is ours, and whoever speaks it otherwise is at fault.
// protocol/interop.ts; SPEC.md I.1–I.4. Reading is in interop-decode.ts, writing in interop-encode.ts, cards in interop-card.ts.

import { success, failure, type Result } from '../../base/result.ts';
import type { Json } from '../../base/json.ts';
import type { PublishedCard } from '../../protocol/agent-card.ts';
import type { Part } from '../../protocol/part.ts';
import type { Task, TaskState } from '../../protocol/task.ts';
import { readInteropCard, type InteropCardFacts } from './interop-card.ts';
import {
  readInteropCancel,
  readInteropCreate,
  readInteropEvent,
  readInteropInput,
  readInteropTask,
  type InteropOrder,
  type InteropTaskFacts,
  type ReadInteropEvent,
} from './interop-decode.ts';
import type { DeclaredLoss } from './losses.ts';
import { decodeStrictly } from './reading.ts';

/** What this dialect loses, each way. */
export const LOSSES: readonly DeclaredLoss[] = [
  { when: 'encode', path: 'contextId', why: 'tasks of this protocol stand alone' },
  { when: 'encode', path: 'status.tick', why: 'a tick is a fact of the server that counted it; the wire has times' },
  { when: 'encode', path: 'status.message.parts', why: 'the text of a status is one string: its texts, joined by spaces' },
  { when: 'encode', path: 'message.messageId', why: 'messages have no ids' },
  { when: 'encode', path: 'message.taskId', why: 'the task it is in says so' },
  { when: 'encode', path: 'message.contextId', why: 'tasks of this protocol stand alone' },
  { when: 'encode', path: 'message.metadata', why: 'a message has no free member' },
  { when: 'encode', path: 'message.referenceTaskIds', why: 'a message names no task' },
  { when: 'encode', path: 'part.kind=file', why: 'a part is text or data' },
  { when: 'encode', path: 'part.metadata', why: 'a part has no free member' },
  { when: 'encode', path: 'part.mimeType', why: 'a part has no media type' },
  { when: 'encode', path: 'part.name', why: 'a part has no name' },
  { when: 'encode', path: 'artifactUpdate', why: 'a stream tells states and nothing else; artifacts are fetched with the task' },
  { when: 'encode', path: 'card.skills[].name', why: 'a skill is known by its id' },
  { when: 'encode', path: 'card.skills[].examples', why: 'a skill has no examples' },
  { when: 'encode', path: 'card.protocolVersion', why: 'the protocol has no versions' },
  { when: 'encode', path: 'card.defaultInputModes', why: 'a part has no media type' },
  { when: 'encode', path: 'card.defaultOutputModes', why: 'a part has no media type' },
  { when: 'encode', path: 'card.pushNotifications', why: 'nobody is called back' },
  { when: 'decode', path: 'task.skill', why: 'a task does not say what it was asked for: it stands beside it' },
  { when: 'decode', path: 'task.client_ref', why: 'a name that its caller gave it stands beside the task' },
  { when: 'decode', path: 'task.created_at', why: 'a task has no time of its beginning' },
  { when: 'decode', path: 'task.last_progress_at', why: 'a sign of life is no part of a task' },
];

export interface DecodedInteropTask {
  readonly task: Task;
  readonly facts: InteropTaskFacts;
}
/** A frame of a stream, in a state of ours. */
export interface DecodedInteropEvent {
  readonly update: ReadInteropEvent['update'] & { readonly status: { readonly state: TaskState } };
  readonly seq: number;
  readonly lastProgressAt?: string;
}

/** Decodes a card strictly: any fault refuses it, each with its path. */
export const decodeInteropCard = (value: Json): Result<{ readonly card: PublishedCard; readonly facts: InteropCardFacts }> =>
  decodeStrictly(value, readInteropCard);
/** Decodes what a create asks. */
export const decodeInteropCreate = (value: Json): Result<InteropOrder> => decodeStrictly(value, readInteropCreate);
/** Decodes the answer to a task that asks. */
export const decodeInteropInput = (value: Json): Result<readonly Part[]> => decodeStrictly(value, readInteropInput);
/** Decodes why a task is cancelled. */
export const decodeInteropCancel = (value: Json): Result<string | undefined> => decodeStrictly(value, readInteropCancel);

/** Decodes a task; a state that the protocol does not have is a fault as any other. */
export function decodeInteropTask(value: Json): Result<DecodedInteropTask> {
  const read = decodeStrictly(value, readInteropTask);
  if (!read.ok) return read;
  const { task, facts } = read.value;
  const { state } = task.status;
  if (state === 'unknown') return failure({ path: 'status.state', message: 'is no state of this protocol' });
  return success({ task: { ...task, status: { ...task.status, state } }, facts });
}

/** Decodes a frame of a stream. */
export function decodeInteropEvent(value: Json): Result<DecodedInteropEvent> {
  const read = decodeStrictly(value, readInteropEvent);
  if (!read.ok) return read;
  const { update } = read.value;
  const { state } = update.status;
  if (state === 'unknown') return failure({ path: 'state', message: 'is no state of this protocol' });
  return success({ ...read.value, update: { ...update, status: { ...update.status, state } } });
}
