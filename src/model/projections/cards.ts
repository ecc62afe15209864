// Cards: what each agent promises, as it was on the wire, beside what only the platform knows.

import type { Issue } from '../base/result.ts';
import type { Json } from '../base/json.ts';
import type { PlatformMetadata, PublishedCard } from '../protocol/agent-card.ts';

export interface CardView {
  readonly name: string;
  readonly seq: number;
  /** The card as it crossed the wire, when it was seen there; else as this page would publish it. */
  readonly wire?: { readonly document: Json; readonly version?: string; readonly seq: number };
  /** Other documents of the same agent that were on the wire before this one, oldest first; at most 8. */
  readonly earlier?: readonly { readonly document: Json; readonly version?: string; readonly seq: number }[];
  readonly published: PublishedCard;
  readonly wouldPublish: Json;
  /** Undefined: nothing in the log states it. */
  readonly platform?: PlatformMetadata;
  readonly problems: readonly Issue[];
  /** Promise beside conduct, counted up to the cursor. */
  readonly conduct: {
    readonly streams: number;
    readonly pushes: number;
    readonly tasks: number;
    readonly completed: number;
    readonly failed: number;
    readonly rejected: number;
  };
}
