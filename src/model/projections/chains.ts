// Chains: who handed work to whom, on whose behalf, and how we know. Three standings are told apart: declared (the server
// recorded it from the caller it verified, or both ends of an exchange were seen), inferred (from nesting or names), claimed.

import type { ObservedState } from '../protocol/task.ts';

export type HopStanding = 'declared' | 'inferred' | 'claimed';

export interface ChainNode {
  readonly id: string;
  readonly agent: string;
  readonly taskId?: string;
  readonly contextId?: string;
  readonly state?: ObservedState;
  readonly classification?: string;
  readonly tenant?: string;
  readonly userId?: string;
  readonly depth: number;
  readonly time?: number;
  readonly seq?: number;
  /** The agent is its own ancestor. */
  readonly cycle?: boolean;
  /** At or past the depth limit asked about. */
  readonly pastLimit?: boolean;
  readonly standing: HopStanding;
}
export interface ChainHop {
  readonly from: string;
  readonly to: string;
  readonly standing: HopStanding;
  /** In words, where it is known from: `task-created by sanctions-screening-agent`. */
  readonly evidence: string;
  readonly seq?: number;
  readonly channel?: string;
  readonly refused?: boolean;
}
export interface Chain {
  readonly id: string;
  readonly title: string;
  readonly contextId?: string;
  readonly depth: number;
  readonly nodes: readonly ChainNode[];
  readonly hops: readonly ChainHop[];
  /** Indented lines for copying. */
  readonly text: string;
}
export interface ChainsAnswer {
  readonly chains: readonly Chain[];
  readonly limit: number;
  /** Sentences: what cannot be known from this log. */
  readonly unknown: readonly string[];
}
