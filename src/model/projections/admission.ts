// Admission, explained: every card against every check, all denials, what each check read and what it did not, and the
// smallest change that would admit. The checks themselves are kernel/admission.ts.

import type { DelegationDenial } from '../log/fact.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { AgentName } from '../protocol/task.ts';
import type { DiscoveryFilter, StatedQuestion, WhatIf } from './discovery.ts';

export interface CheckCell {
  /** `depth` `cycle` `tenant` `classification` `auth`, more under other policies. */
  readonly check: string;
  readonly passed: boolean;
  readonly code?: string;
  readonly reason?: string;
  /** What was compared, short: `2 < 4`, `wholesale, retail`. */
  readonly read: string;
}
export interface AdmissionRow {
  readonly card: AgentName;
  readonly admitted: boolean;
  readonly cells: readonly CheckCell[];
  readonly denials: readonly DelegationDenial[];
  /** Sentences; empty when admitted. */
  readonly smallestChange: readonly string[];
  /** Filtered before admission: not a candidate for this caller and these tags. */
  readonly notVisible?: boolean;
  /** The filter that stopped it first. */
  readonly hiddenBy?: DiscoveryFilter;
  /** The smallest change as a question that can be asked at once, on top of the one asked. */
  readonly admittedBy?: WhatIf;
  /** The checks could not be run on this card (an unknown classification); cells and denials are then empty. */
  readonly error?: string;
}
export interface AdmissionAnswer {
  readonly stated: StatedQuestion;
  readonly tags: readonly string[];
  /** Cards known at the cursor; none: the panel says so. */
  readonly cardCount: number;
  readonly checks: readonly { readonly id: string; readonly title: string; readonly reads: readonly string[] }[];
  readonly caller: CallerContext;
  readonly callerUnknown: readonly (keyof CallerContext)[];
  readonly platformUnknown: readonly AgentName[];
  readonly maxDepth: number;
  /** Visible cards in rank order, then the others by name; the first of `rowsTotal`, at most SHOWN_CARDS. */
  readonly rows: readonly AdmissionRow[];
  readonly rowsTotal: number;
  /** Fields of caller and card that no check reads. */
  readonly fieldsNotRead: readonly string[];
  /** For chain lengths 0 … maxDepth + 1 (around the edge only where that is long): whether the depth check admits. */
  readonly depthBoundary: readonly { readonly length: number; readonly admitted: boolean }[];
  readonly policy: string;
  /** Decisions that the log itself records up to the cursor; the last of `recordedTotal`, at most SHOWN_CARDS. */
  readonly recorded: readonly {
    readonly seq: number;
    readonly caller: AgentName;
    readonly maxDepth: number;
    readonly callee: AgentName;
    readonly chain: readonly AgentName[];
    readonly denials: readonly DelegationDenial[];
    readonly atCursor: boolean;
  }[];
  readonly recordedTotal: number;
  readonly error?: string;
}
