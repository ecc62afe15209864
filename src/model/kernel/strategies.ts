// The four decisions of a policy that are mechanisms rather than yes or no: which task a write is applied to, what a stream
// emits, what the end of a handler means, and where ids, contexts and chains come from. The reference's choices are here
// with the critique numbers of what is weak about them; stronger ones have the same shapes.

import type { CallerContext } from '../protocol/caller-context.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';
import type { AgentName, ContextId, Task, TaskId } from '../protocol/task.ts';
import type { TaskWork } from './agent-handler.ts';
import type { IdSource } from './identifiers.ts';
import type { PolicyEntry } from './policy-entry.ts';

/** How a write finds its task. */
export interface WriteStrategy extends PolicyEntry {
  /** The task that a write is applied to, from the writer's copy and what is stored under its id (if anything is). */
  base(copy: Task, stored: Task | undefined): Task;
}

/** One handler at work, as an emission sees it. Reading `yielded` is what drives the handler. */
export interface HandlerRun {
  /** What the handler yields; ends or throws as the handler does. */
  readonly yielded: AsyncIterable<StreamEvent>;
  /** Calls back for every status and artifact stored for this task; returns how to stop that. */
  onWritten(listener: (event: StreamEvent) => void): () => void;
}

/** What a stream emits between its first status and its last task. */
export interface EmissionStrategy extends PolicyEntry {
  emit(run: HandlerRun): AsyncIterable<StreamEvent>;
}

/** What it means that a handler came to its end. Both may write through `work`, or throw to end the turn in an error. */
export interface EndStrategy extends PolicyEntry {
  returned(work: TaskWork): void;
  threw(work: TaskWork, thrown: unknown): void;
}

/** Where ids, contexts and chains come from. */
export interface OriginStrategy extends PolicyEntry {
  taskId(ids: IdSource): TaskId;
  contextId(asked: ContextId | undefined, ids: IdSource): ContextId;
  /** The chain of a new task (SPEC.md A.7). */
  chain(caller: CallerContext): readonly AgentName[];
}

/** The writer's copy is written, whatever has happened since it was made. */
export const WRITE_THE_COPY: WriteStrategy = {
  id: 'write-copy',
  title: "A write is applied to the writer's copy",
  critique: 'R20',
  default: true,
  base: (copy) => copy,
};

/** A stream says what the handler says, true or not. */
export const EMIT_AS_YIELDED: EmissionStrategy = {
  id: 'emit-yielded',
  title: 'A stream passes on what the handler yields',
  critique: 'R25',
  default: true,
  emit: (run) => run.yielded,
};

/** A handler that ends leaves its task as it is; what it throws ends the turn and changes nothing. */
export const END_MEANS_NOTHING: EndStrategy = {
  id: 'end-means-nothing',
  title: 'A handler may end or throw in any state',
  critique: 'R22',
  default: true,
  returned: () => undefined,
  threw: (_work, thrown) => {
    throw thrown;
  },
};

/** Counted ids; the caller's context where it names one (an empty text names none); the chain is the caller's plus the caller. */
export const CALLER_EXTENDS_CHAIN: OriginStrategy = {
  id: 'caller-extends-chain',
  title: "The chain is the caller's chain and the caller; a context may be the caller's",
  critique: 'R07',
  default: true,
  taskId: (ids) => ids.next('task'),
  contextId: (asked, ids) => (asked === undefined || asked === '' ? ids.next('ctx') : asked),
  chain: (caller) => [...caller.delegationChain, caller.agentId],
};
