// How a delegation to a peer ends: one of seven outcomes, whatever the peer does. SPEC.md Q.1.

import type { Message } from '../protocol/message.ts';
import type { DelegationOutcome, PeerCard, PeerStep } from '../protocol/peer.ts';
import type { Artifact, TaskId, TaskState } from '../protocol/task.ts';

/** What became of a task that accepts nothing more, as its caller sees it. */
const OUTCOME_OF_END: Readonly<Partial<Record<TaskState, DelegationOutcome>>> = {
  completed: 'ok',
  failed: 'failed',
  rejected: 'rejected',
  // The peer's own doing: a cancel that the client asked for is the deadline's business.
  canceled: 'failed',
};

/** The outcome that a terminal state stands for; undefined for a state that goes on. SPEC.md Q.1. */
export function outcomeOfEnd(state: TaskState): DelegationOutcome | undefined {
  return OUTCOME_OF_END[state];
}

/** A state that was seen: by which request, and when by the client's clock. */
export interface SeenState {
  readonly at: number;
  readonly step: PeerStep;
  readonly state: TaskState;
}

export interface PeerOutcome {
  readonly outcome: DelegationOutcome;
  /** Tries in all, the last one included. */
  readonly attempts: number;
  readonly why: string;
  readonly note?: string;
  readonly taskId?: TaskId;
  /** The last state that was seen. */
  readonly state?: TaskState;
  readonly artifacts: readonly Artifact[];
  /** Whether they are all there will be: `no` where the task did not complete, `unknown` where nobody said. */
  readonly artifactsComplete: 'yes' | 'no' | 'unknown';
  readonly messages: readonly Message[];
  /** What is left behind at the peer: a task in this state, one that nobody knows about, or none. */
  readonly remote: TaskState | 'unknown' | 'none';
  readonly observed: readonly SeenState[];
  /** The card as it was read, for the next order. */
  readonly card?: PeerCard;
}

/** How a step of a larger work went: without its helper it is degraded where partial results exist, else it failed. SPEC.md Q.12. */
export function stepStatus(outcome: DelegationOutcome, hasPartialResults: boolean): 'OK' | 'DEGRADED' | 'FAILED' {
  if (outcome === 'ok') return 'OK';
  return hasPartialResults ? 'DEGRADED' : 'FAILED';
}
