// The decisions of a policy that are mechanisms rather than yes or no: which task a write is applied to, what a stream emits and
// who drives it, what the end of a handler means, and where ids, contexts and chains come from. The reference's choices are here
// with the critique numbers of what is weak about them; stronger ones have the same shapes.

import type { CallerContext } from '../protocol/caller-context.ts';
import type { Message } from '../protocol/message.ts';
import type { PushNotificationConfig } from '../protocol/push-notification.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';
import type { AgentName, Artifact, ContextId, Sequence, Task, TaskId } from '../protocol/task.ts';
import type { ArtifactPiece, TaskWork } from './agent-handler.ts';
import type { IdSource } from './identifiers.ts';
import type { PolicyEntry } from './policy-entry.ts';

/** How a write finds its task, and what becomes of one that a check refuses. */
export interface WriteStrategy extends PolicyEntry {
  /** Absent: the writer is thrown at. `dropped`: it gets the task as stored, and the refusal is a fact. */
  readonly refused?: 'dropped';
  /** The task that a write is applied to, from the writer's copy and what is stored under its id (if anything is). */
  base(copy: Task, stored: Task | undefined): Task;
}

/** What becomes of an artifact whose id the task has already. */
export interface ArtifactStrategy extends PolicyEntry {
  /** All artifacts after this one; undefined: it is added at the end. */
  add(artifacts: Sequence<Artifact>, artifact: Artifact, piece: ArtifactPiece): Sequence<Artifact> | undefined;
}

/** A message as the server keeps it and hands it on. */
export interface IntakeStrategy extends PolicyEntry {
  take(message: Message): Message;
  /** What a handler writes, as it is kept. */
  keep<T extends Message | Artifact>(written: T): T;
}

/** Which messages are one wish, asked for again. */
export interface RepeatStrategy extends PolicyEntry {
  /** A name that equal wishes of one caller share; undefined: the message is a wish of its own. */
  nameOf(asked: { readonly message: Message; readonly clientRef?: string | undefined }): string | undefined;
}

/** Which callbacks a task keeps. */
export interface CallbackStrategy extends PolicyEntry {
  keep(held: readonly PushNotificationConfig[], config: PushNotificationConfig): readonly PushNotificationConfig[];
}

/** Who drives a turn: whoever reads its events, or the server. */
export interface DrivingStrategy extends PolicyEntry {
  readonly apart: boolean;
}

/** Whether callers show a chain or prove it; a carrier is chosen by this. */
export interface ChainStrategy extends PolicyEntry {
  readonly signed: boolean;
}

/** Whether a caller asks admission itself, over the directory's card, before a byte leaves. */
export interface SendingStrategy extends PolicyEntry {
  readonly asksFirst: boolean;
}

/** Which card an agent publishes where a protocol has two ways to write one. */
export interface PublishingStrategy extends PolicyEntry {
  readonly strictCard: boolean;
}

/** What a task becomes on its way to ACP: the envelope of the reference, or a real run with its request. */
export interface TranslationStrategy extends PolicyEntry {
  readonly way: 'envelope' | 'run';
}

/** What a directory does about cards that it cannot judge, and about cards that admission would refuse. */
export interface DiscoveryStrategy extends PolicyEntry {
  /** Whether a card of an unknown classification is left out, and told, instead of ending the answer. */
  readonly skipsUnreadable: boolean;
  /** Whether only what admission takes is shown. */
  readonly onlyAdmissible: boolean;
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

/** Ends the task as failed, with a text for its caller and a cause for the operator; once it has ended, only the cause is told. */
export type FailTask = (text: string, cause?: string) => void;

/** What it means that a handler came to its end. Both may write, or throw to end the turn in an error. */
export interface EndStrategy extends PolicyEntry {
  returned(work: TaskWork, fail: FailTask): void;
  threw(work: TaskWork, thrown: unknown, fail: FailTask): void;
}

/** Where ids, contexts and chains come from. */
export interface OriginStrategy extends PolicyEntry {
  taskId(ids: IdSource): TaskId;
  /** @param isKnown whether a context of that id has been used */
  contextId(asked: ContextId | undefined, ids: IdSource, isKnown: (contextId: ContextId) => boolean): ContextId;
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

/** Each artifact is one more, whatever its id. */
export const ARTIFACTS_PILE_UP: ArtifactStrategy = {
  id: 'artifacts-pile-up',
  title: 'An artifact is added beside those of the same id',
  critique: 'R47',
  default: true,
  add: () => undefined,
};

/** A message is kept as it came: with the role that its sender chose, and shared with whoever else holds it. */
export const TAKE_AS_SENT: IntakeStrategy = {
  id: 'take-as-sent',
  title: 'A message is taken as it was sent',
  critique: 'R30',
  default: true,
  take: (message) => message,
  keep: (written) => written,
};

/** Only a wish that its caller names is known again; a message that is sent twice is done twice. */
export const REPEATS_BY_NAME: RepeatStrategy = {
  id: 'repeats-by-name',
  title: 'A wish is done once where its caller names it',
  critique: 'R28',
  default: true,
  nameOf: ({ clientRef }) => clientRef,
};

/** A second callback takes the place of the first. */
export const ONE_CALLBACK: CallbackStrategy = {
  id: 'one-callback',
  title: 'A task has one callback',
  critique: 'R05',
  default: true,
  keep: (_held, config) => [config],
};

/** Nothing happens that nobody reads; closing the stream ends the handler. */
export const DRIVEN_BY_READER: DrivingStrategy = {
  id: 'driven-by-reader',
  title: 'A handler works while its stream is read',
  critique: 'R24',
  default: true,
  apart: false,
};

/** A chain is what its caller says. */
export const CHAINS_CLAIMED: ChainStrategy = {
  id: 'chains-claimed',
  title: 'A chain is what its caller says',
  critique: 'R14',
  default: true,
  signed: false,
};

/** Whether a delegation is allowed is for the callee to say, by its own card. */
export const SEND_UNASKED: SendingStrategy = {
  id: 'send-unasked',
  title: 'The callee alone asks admission',
  critique: 'R52',
  default: true,
  asksFirst: false,
};

/** The card of ten members that the vectors pin: its `securitySchemes` is a list, and other clients cannot read it. */
export const PUBLISH_PINNED_CARD: PublishingStrategy = {
  id: 'publish-pinned-card',
  title: 'A card is written as the reference writes it',
  critique: 'R57',
  default: true,
  strictCard: false,
};

/** Texts joined, data merged, files gone: what the neutral task of the reference keeps. */
export const TRANSLATE_AS_ENVELOPE: TranslationStrategy = {
  id: 'translate-as-envelope',
  title: 'A task is translated into one text and one bag of data',
  critique: 'R34',
  default: true,
  way: 'envelope',
};

/** One card of an unknown classification ends the answer for everybody who may meet it. */
export const DISCOVER_ALL_OR_NOTHING: DiscoveryStrategy = {
  id: 'discover-all-or-nothing',
  title: 'Discovery fails on a card that it cannot judge, and shows what admission refuses',
  critique: 'R15',
  default: true,
  skipsUnreadable: false,
  onlyAdmissible: false,
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
