// The delegating side, over whatever carries operations: a server's `execute` in one process, or a binding over a wire.
// It makes the messages and owns the caller's context; the callee cannot be trusted with either. SPEC.md T.12.

import type { JsonObject } from '../base/json.ts';
import type { PublishedCard } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { Message } from '../protocol/message.ts';
import type { Operation, OperationResult } from '../protocol/operation.ts';
import type { Part } from '../protocol/part.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';
import type { ContextId, Task } from '../protocol/task.ts';
import { countedIds, type IdSource } from './identifiers.ts';
import { refusal } from './kernel-error.ts';
import { dataPart, textPart } from './parts.ts';

/** Carries one operation to an agent and its result back; errors are results. */
export type Transport = (
  operation: Operation,
  caller: CallerContext,
  options: { readonly signal: AbortSignal },
) => Promise<OperationResult>;

/** What is delegated. `data` is for the callee's program, `text` for its model and for people. */
export interface DelegatedWork {
  readonly text: string;
  readonly data?: JsonObject;
  /** Groups tasks into one story; the callee makes one up where it is absent. */
  readonly contextId?: ContextId;
}

/** Which task a reply answers. */
type TaskReference = Pick<Task, 'taskId' | 'contextId'>;

export interface Client {
  card(caller: CallerContext): Promise<PublishedCard>;
  /** Waits for the task; rejects with a KernelError that carries the callee's code and text. */
  delegate(caller: CallerContext, work: DelegatedWork): Promise<Task>;
  /** Events as they come; throws as `delegate` rejects. */
  delegateStreaming(caller: CallerContext, work: DelegatedWork): AsyncIterable<StreamEvent>;
  reply(caller: CallerContext, task: TaskReference, text: string): Promise<Task>;
}

/** A client that numbers its messages `msg-1`, `msg-2`, … */
export function createClient(transport: Transport, options: { readonly ids?: IdSource; readonly signal?: AbortSignal } = {}): Client {
  const { ids = countedIds(), signal = new AbortController().signal } = options;
  const first = ({ text, data, contextId }: DelegatedWork): Message => ({
    messageId: ids.next('msg'),
    role: 'user',
    parts: [textPart(text), ...(data === undefined ? [] : [dataPart(data)])] satisfies Part[],
    ...given('contextId', contextId),
  });
  const ask = async (operation: Operation, caller: CallerContext): Promise<OperationResult> =>
    orThrow(await transport(operation, caller, { signal }));
  return {
    async card(caller) {
      const result = await ask({ kind: 'card' }, caller);
      return result.kind === 'card' ? result.card : unexpected(result);
    },
    async delegate(caller, work) {
      return taskOf(await ask({ kind: 'send', message: first(work), ...given('contextId', work.contextId) }, caller));
    },
    async *delegateStreaming(caller, work) {
      const result = await ask({ kind: 'stream', message: first(work), ...given('contextId', work.contextId) }, caller);
      if (result.kind !== 'events') unexpected(result);
      yield* result.events;
    },
    async reply(caller, task, text) {
      const { taskId, contextId } = task;
      const message: Message = { messageId: ids.next('msg'), role: 'user', parts: [textPart(text)], taskId, contextId };
      return taskOf(await ask({ kind: 'send', message }, caller));
    },
  };
}

function taskOf(result: OperationResult): Task {
  return result.kind === 'task' ? result.task : unexpected(result);
}

function orThrow(result: OperationResult): OperationResult {
  if (result.kind === 'error') throw refusal(result.error.code, result.error.message);
  return result;
}

function unexpected(result: OperationResult): never {
  throw refusal('INTERNAL', `the callee answered with ${result.kind}`);
}

function given<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]: V });
}
