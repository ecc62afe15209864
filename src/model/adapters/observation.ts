// What one JSON value from a wire says, in our words: the read direction of every dialect and binding, as one answer.
// Nothing is guessed silently: each axis (version, binding) is undefined where the value does not tell.

import type { Issue } from '../base/result.ts';
import type { Json } from '../base/json.ts';
import type { PublishedCard } from '../protocol/agent-card.ts';
import type { Message } from '../protocol/message.ts';
import type { OperationKind } from '../protocol/operation.ts';
import type { TaskArtifactUpdate, TaskStatusUpdate } from '../protocol/stream-event.ts';
import type { ContextId, ObservedState, Task, TaskId } from '../protocol/task.ts';

/** What is known about a value from around it: the request it answers, the URL it was sent to. */
export interface ObserveHint {
  readonly direction?: 'request' | 'response' | 'event';
  readonly operation?: OperationKind;
  readonly binding?: Binding;
  readonly version?: string;
  /** Of the HTTP exchange that carried the value. */
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}
export type Binding = 'jsonrpc' | 'rest' | 'webhook';
/** `a2a-v03-proto` is 0.3 as its REST binding writes it: the enum names of 1.0, but `content` for parts. */
export type Dialect = 'a2a-v03' | 'a2a-v03-proto' | 'a2a-v1' | 'a2a-v1-dump' | 'acp' | 'interop';

/** A wire card as read, with what the internal form has no place for. */
export interface ObservedCard {
  readonly card: PublishedCard;
  readonly interfaces: readonly { readonly url: string; readonly binding: string; readonly version?: string }[];
  /** What is wrong with the card by its own version's rules; paths are in the wire card. */
  readonly problems: readonly Issue[];
}

export type Said =
  | {
      readonly kind: 'request';
      readonly operation: OperationKind | 'other';
      readonly method: string;
      readonly rpcId?: Json;
      readonly taskId?: TaskId;
      readonly contextId?: ContextId;
      readonly message?: Message;
      readonly callbackUrl?: string;
    }
  | { readonly kind: 'task'; readonly task: Task<ObservedState> }
  | { readonly kind: 'tasks'; readonly tasks: readonly Task<ObservedState>[] }
  | { readonly kind: 'status-update'; readonly update: TaskStatusUpdate<ObservedState> }
  | { readonly kind: 'artifact-update'; readonly update: TaskArtifactUpdate }
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'card'; readonly card: ObservedCard }
  | { readonly kind: 'push-config'; readonly taskId?: TaskId; readonly url: string }
  | { readonly kind: 'push-configs'; readonly taskId?: TaskId; readonly urls: readonly string[] }
  | { readonly kind: 'error'; readonly code: number | string; readonly reason?: string; readonly message: string }
  /** Several things in one value (a batch, a list of events or of manifests), each as if it stood alone; their `payloadPath` starts from the value given. */
  | { readonly kind: 'several'; readonly items: readonly { readonly value: Json; readonly observation: Observation }[] }
  /** An empty answer: null, `{}` or nothing at all. */
  | { readonly kind: 'nothing' }
  /** Valid JSON that is no agent traffic we know; `looksLike` names it where it is recognised (`otlp`, `mcp`, `agent-client-protocol`). */
  | { readonly kind: 'unrecognised'; readonly why: string; readonly looksLike?: string };

/** What the Agent Communication Protocol says and the nouns have no member for. */
export interface AcpFacts {
  /** The agent that a run or its request names. */
  readonly agentName?: string;
  /** The event's own name: `message.part`. */
  readonly event?: string;
  /** How the answer is to come: `sync`, `async`, `stream`. */
  readonly mode?: string;
  /** A request that takes up a run that waits. */
  readonly resumes?: true;
  /** A run at work whose end has been asked for (`cancelling`). */
  readonly cancelRequested?: true;
}

export interface Observation {
  readonly said: Said;
  readonly dialect?: Dialect;
  /** `Major.Minor` of the protocol, where the value tells. */
  readonly version?: string;
  readonly binding?: Binding;
  /** JSON-RPC id of the envelope, where there was one. */
  readonly rpcId?: Json;
  /** ValuePath steps from the value given to the payload (`/.result/.statusUpdate`), `''` when it is the payload. */
  readonly payloadPath: string;
  /** Whether every required member is there under its name and type, and nothing that the version does not know: then no rule about shapes need look. */
  readonly wellFormed?: true;
  /** The sender's own spelling of the state. */
  readonly stateWord?: string;
  /** With dialect `acp` only. */
  readonly acp?: AcpFacts;
  readonly issues: readonly Issue[];
}
