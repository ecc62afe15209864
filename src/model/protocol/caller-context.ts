// Who is delegating. Everything about discovery and admission is relative to this.

import type { AgentName } from './task.ts';

export interface CallerContext {
  readonly agentId: AgentName;
  readonly tenant: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  /** A word of CLASSIFICATIONS, or whatever the caller claims: unknown words are judged where they are read. */
  readonly dataClassification: string;
  /** On whose behalf the caller acts, outermost first, without the caller itself. */
  readonly delegationChain: readonly AgentName[];
}
