// Who is delegating. Everything about discovery and admission is relative to this.

import type { AgentName } from './task.ts';

/** What a carrier found out about the chain that a caller shows. The token is a credential: it goes on to the next hop only. */
export type ChainProof =
  | { readonly kind: 'verified'; readonly token: string; readonly left: number }
  | { readonly kind: 'unverified'; readonly why: string };

export interface CallerContext {
  readonly agentId: AgentName;
  readonly tenant: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  /** A word of CLASSIFICATIONS, or whatever the caller claims: unknown words are judged where they are read. */
  readonly dataClassification: string;
  /** On whose behalf the caller acts, outermost first, without the caller itself. */
  readonly delegationChain: readonly AgentName[];
  /** Absent where the carrier carries no proofs. On no wire and in no fact: each receiver finds out for itself. */
  readonly chainProof?: ChainProof;
}

/** What a caller can state of itself; a proof is found out by whoever receives it. */
export type StatedOfCaller = Exclude<keyof CallerContext, 'chainProof'>;
