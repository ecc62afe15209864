// Facts: what only a kernel (or the lab) knows, as plain JSON. They travel in their own lane, marked with their author,
// and are recorded beside the wire. No fact carries a secret: a push config's token is not part of any of them.

import type { Json } from '../base/json.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { DelegationOutcome, PeerFailure, PeerStep } from '../protocol/peer.ts';
import type { AgentName, ContextId, TaskId, TaskState } from '../protocol/task.ts';
import type { WatchFact } from './watch-fact.ts';

/** One reason why a delegation is refused (SPEC.md A.1). */
export interface DelegationDenial {
  readonly code: string;
  readonly reason: string;
}

export type Fact =
  | { readonly kind: 'card-published'; readonly card: AgentCard }
  | { readonly kind: 'need-stated'; readonly caller: CallerContext; readonly tags: readonly string[]; readonly maxDepth: number }
  | {
      readonly kind: 'cards-ranked';
      readonly names: readonly AgentName[];
      /** Cards that could not be judged and were left out. */
      readonly skipped?: readonly { readonly name: AgentName; readonly reason: string }[];
    }
  /** The directory gave no answer, not even an empty one (SPEC.md D.2). */
  | { readonly kind: 'discovery-refused'; readonly caller: AgentName; readonly reason: string }
  | {
      readonly kind: 'delegation-admitted';
      readonly caller: CallerContext;
      readonly callee: AgentName;
      readonly maxDepth: number;
      readonly taskId?: TaskId;
    }
  | {
      readonly kind: 'delegation-denied';
      readonly caller: CallerContext;
      readonly callee: AgentName;
      readonly maxDepth: number;
      readonly denials: readonly DelegationDenial[];
      readonly taskId?: TaskId;
    }
  | {
      readonly kind: 'task-created';
      readonly taskId: TaskId;
      readonly contextId: ContextId;
      readonly delegationChain: readonly AgentName[];
    }
  | {
      readonly kind: 'status-stored';
      readonly taskId: TaskId;
      readonly contextId: ContextId;
      readonly state: TaskState;
      readonly tick: number;
      readonly text?: string;
      /** Why, for the operator: what a handler threw. Never on a wire. */
      readonly cause?: string;
    }
  | {
      readonly kind: 'artifact-stored';
      readonly taskId: TaskId;
      readonly contextId: ContextId;
      readonly artifactId: string;
      readonly name: string;
    }
  | {
      readonly kind: 'transition-refused';
      readonly taskId?: TaskId;
      readonly from: TaskState;
      readonly to: TaskState;
      readonly reason: string;
    }
  | { readonly kind: 'write-refused'; readonly taskId: TaskId; readonly reason: string }
  | { readonly kind: 'push-config-set'; readonly taskId: TaskId; readonly url: string }
  | { readonly kind: 'push-config-refused'; readonly taskId: TaskId; readonly url: string; readonly code: string; readonly reason: string }
  | { readonly kind: 'push-config-deleted'; readonly taskId: TaskId; readonly url: string }
  | { readonly kind: 'push-sent'; readonly taskId: TaskId; readonly url: string; readonly state: TaskState; readonly tick: number }
  | {
      readonly kind: 'translated';
      readonly step: 'a2a-to-internal' | 'internal-to-acp' | 'acp-to-internal';
      readonly taskId: TaskId;
      readonly document: Json;
    }
  | { readonly kind: 'worker-started'; readonly agent: AgentName }
  | { readonly kind: 'worker-ended'; readonly agent: AgentName; readonly why: string }
  /** A failed try that will be followed by another one, after a pause. */
  | {
      readonly kind: 'retry-scheduled';
      /** The try that failed, from 1. */
      readonly attempt: number;
      readonly waitMs: number;
      readonly step: PeerStep;
      readonly failure: PeerFailure;
      readonly taskId?: TaskId;
    }
  /** How a delegation to a peer ended: once, whatever the peer did. */
  | {
      readonly kind: 'outcome-decided';
      readonly outcome: DelegationOutcome;
      readonly attempts: number;
      readonly taskId?: TaskId;
      /** The last state that was seen of the task. */
      readonly state?: TaskState;
      readonly why: string;
      readonly note?: string;
      /** How many artifacts the caller is handed, and whether they are all there are. */
      readonly artifacts: number;
      readonly complete: 'yes' | 'no' | 'unknown';
    }
  /** A terminal state that was seen although a cancel had been sent. */
  | { readonly kind: 'late-completion'; readonly taskId: TaskId; readonly state: TaskState }
  /** What the lab did to a peer's wire on purpose. */
  | { readonly kind: 'fault-injected'; readonly mode: string; readonly what: string; readonly exchange?: string }
  /** A line of an agent's own step log; the last one carries its report. */
  | {
      readonly kind: 'step-logged';
      readonly step: string;
      readonly status: 'OK' | 'DEGRADED' | 'FAILED';
      readonly detail: string;
      readonly report?: Json;
    }
  /** Of a remote watch. */
  | WatchFact;
export type FactKind = Fact['kind'];
