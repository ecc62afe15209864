// The neutral task: what a core that speaks several protocols would keep. Not A2A's shape and not ACP's. The mismatch with
// our nouns: it keeps one input text, one output text, one bag of data and the names of the artifacts; it has its own state
// words; everything else of a task stays outside. These are the reference's semantics, weaknesses included (critique R34 to
// R37): the round trip is there to show them.

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { failure, success, type Result } from '../../base/result.ts';
import type { Message } from '../../protocol/message.ts';
import type { ObservedState, Task, TaskState } from '../../protocol/task.ts';
import type { DeclaredLoss } from './losses.ts';

/** Our own state words, a superset that each protocol maps onto. */
export const INTERNAL_STATES = [
  'queued',
  'running',
  'awaiting_input',
  'awaiting_auth',
  'succeeded',
  'cancelled',
  'failed',
  'rejected',
] as const;
export type InternalState = (typeof INTERNAL_STATES)[number];

export interface InternalTask {
  readonly taskId: string;
  readonly contextId: string;
  readonly state: InternalState;
  readonly inputText: string;
  readonly outputText: string;
  readonly structured: JsonObject;
  /** As read: an envelope may hold anything here, and the reference believes it (critique R38, R43). */
  readonly delegationChain: readonly Json[];
  readonly artifacts: readonly Json[];
}

/** What a task loses by design on the way in: bookkeeping of one protocol. Content that is lost is not declared. */
export const LOSSES: readonly DeclaredLoss[] = [
  { when: 'encode', path: 'history[].messageId', why: 'the neutral task keeps texts, not messages' },
  { when: 'encode', path: 'history[].role', why: 'goes with its message' },
  { when: 'encode', path: 'history[].taskId', why: 'the task it is in says so' },
  { when: 'encode', path: 'history[].contextId', why: 'the task it is in says so' },
  { when: 'encode', path: 'artifacts[].artifactId', why: 'artifacts are known by name' },
  { when: 'encode', path: 'status.timestamp', why: 'the neutral task has no times' },
  { when: 'encode', path: 'status.message.messageId', why: 'the neutral task keeps texts, not messages' },
  { when: 'encode', path: 'status.message.role', why: 'goes with its message' },
  { when: 'encode', path: 'status.message.taskId', why: 'the task it is in says so' },
  { when: 'encode', path: 'status.message.contextId', why: 'the task it is in says so' },
];

/** Every A2A state has a word of its own inside (invariant 9). */
export const A2A_TO_INTERNAL: Readonly<Record<TaskState, InternalState>> = {
  submitted: 'queued',
  working: 'running',
  'input-required': 'awaiting_input',
  'auth-required': 'awaiting_auth',
  completed: 'succeeded',
  canceled: 'cancelled',
  failed: 'failed',
  rejected: 'rejected',
};

/** The same table read backwards. */
export const INTERNAL_TO_A2A: Readonly<Record<InternalState, TaskState>> = {
  queued: 'submitted',
  running: 'working',
  awaiting_input: 'input-required',
  awaiting_auth: 'auth-required',
  succeeded: 'completed',
  cancelled: 'canceled',
  failed: 'failed',
  rejected: 'rejected',
};

/** Whether a word is one of our internal states. */
export function isInternalState(word: unknown): word is InternalState {
  return (INTERNAL_STATES as readonly unknown[]).includes(word);
}

/** The text of a message: its text parts that are not empty, joined by one space. */
export function messageText(message: Message): string {
  return message.parts.flatMap((part) => (part.kind === 'text' && part.text !== '' ? [part.text] : [])).join(' ');
}

/**
 * A task as the neutral task. Fails on a state that A2A does not know; nothing else can go wrong.
 * Texts of artifacts are joined by one space (R35), data merged with the last writer winning (R36), files and descriptions
 * dropped (R34), and of the conversation only the first user's text is kept (R37).
 */
export function internalFromTask(task: Task<ObservedState>): Result<InternalTask> {
  const { state } = task.status;
  if (state === 'unknown') return failure({ path: 'status.state', message: 'is no state that the neutral task has a word for' });
  const texts: string[] = [];
  const structured = new Map<string, Json>();
  const names: string[] = [];
  for (const artifact of task.artifacts) {
    names.push(artifact.name);
    for (const part of artifact.parts) {
      if (part.kind === 'text' && part.text !== '') texts.push(part.text);
      if (part.kind === 'data' && isJsonObject(part.data)) for (const [key, value] of Object.entries(part.data)) structured.set(key, value);
    }
  }
  const first = firstUserMessage(task.history);
  return success({
    taskId: task.taskId,
    contextId: task.contextId,
    state: A2A_TO_INTERNAL[state],
    inputText: first ? messageText(first) : '',
    outputText: texts.join(' '),
    structured: Object.fromEntries(structured),
    delegationChain: task.delegationChain,
    artifacts: names,
  });
}

function firstUserMessage(history: Iterable<Message>): Message | undefined {
  for (const message of history) if (message.role === 'user') return message;
  return undefined;
}

/** The neutral task as plain JSON, the document that a round trip shows. */
export function internalDocument(task: InternalTask): JsonObject {
  return { ...task };
}
