// Writes our nouns as bodies of the small REST protocol. What has no place there is in the losses of interop.ts.
// protocol/interop.ts; SPEC.md I.1–I.3.

import type { JsonObject } from '../../base/json.ts';
import type {
  InteropArtifact,
  InteropCancel,
  InteropCreate,
  InteropError,
  InteropEvent,
  InteropInput,
  InteropMessage,
  InteropPart,
  InteropState,
  InteropTask,
} from '../../protocol/interop.ts';
import type { Message } from '../../protocol/message.ts';
import type { Part } from '../../protocol/part.ts';
import type { Artifact, Task, TaskId, TaskStatus } from '../../protocol/task.ts';
import { CHAIN_KEY } from '../carriers.ts';
import { messageText } from './internal-task.ts';
import type { InteropOrder, InteropTaskFacts } from './interop-decode.ts';
import { INTEROP_WORD } from './interop-words.ts';

/** Writes a task, with the chain in its metadata (SPEC.md X.2). `at` is when its status was stored, ISO 8601. */
export function encodeInteropTask(task: Task, facts: InteropTaskFacts, at: string): InteropTask {
  const chain: JsonObject = task.delegationChain.length > 0 ? { [CHAIN_KEY]: task.delegationChain } : {};
  return {
    id: task.taskId,
    ...(facts.clientRef !== undefined && { client_ref: facts.clientRef }),
    skill: facts.skill,
    status: { ...stateAndText(task.status), at },
    messages: Array.from(task.history, encodeMessage),
    artifacts: Array.from(task.artifacts, encodeArtifact),
    created_at: facts.createdAt,
    ...(facts.lastProgressAt !== undefined && { last_progress_at: facts.lastProgressAt }),
    ...((task.metadata || task.delegationChain.length > 0) && { metadata: { ...task.metadata, ...chain } }),
  };
}

/** Writes a frame of a stream of states. */
export function encodeInteropEvent(
  taskId: TaskId,
  status: TaskStatus,
  told: { readonly seq: number; readonly at: string; readonly lastProgressAt?: string | undefined },
): InteropEvent {
  return {
    task_id: taskId,
    seq: told.seq,
    ...stateAndText(status),
    at: told.at,
    ...(told.lastProgressAt !== undefined && { last_progress_at: told.lastProgressAt }),
  };
}

/** Writes what a create asks. */
export function encodeInteropCreate({ skill, clientRef, parts, metadata }: InteropOrder): InteropCreate {
  return {
    ...(clientRef !== undefined && { client_ref: clientRef }),
    skill,
    input: parts.flatMap(encodePart),
    ...(metadata && { metadata }),
  };
}

/** Writes the answer to a task that asks. */
export function encodeInteropInput(parts: readonly Part[]): InteropInput {
  return { input: parts.flatMap(encodePart) };
}

/** Writes a cancel. */
export function encodeInteropCancel(reason: string | undefined): InteropCancel {
  return reason === undefined ? {} : { reason };
}

/** Writes an error. */
export function encodeInteropError(code: string, message: string): InteropError {
  return { error: { code, message } };
}

function stateAndText({ state, message }: TaskStatus): { readonly state: InteropState; readonly message?: string } {
  return { state: INTEROP_WORD[state], ...(message && { message: messageText(message) }) };
}

function encodeMessage({ role, parts }: Message): InteropMessage {
  return { role, parts: parts.flatMap(encodePart) };
}

function encodeArtifact({ artifactId, name, description, parts, metadata }: Artifact): InteropArtifact {
  return {
    id: artifactId,
    name,
    ...(description !== '' && { description }),
    parts: parts.flatMap(encodePart),
    ...(metadata && { metadata }),
  };
}

/** Texts and data; a file has no place (SPEC.md I.3). */
function encodePart(part: Part): readonly InteropPart[] {
  if (part.kind === 'text') return [{ kind: 'text', text: part.text }];
  return part.kind === 'data' ? [{ kind: 'data', data: part.data }] : [];
}
