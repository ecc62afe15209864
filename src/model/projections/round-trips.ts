// The round trip: a task as it was on the wire → internal → ACP envelope → internal again, field by field. The comparison
// is with the original document, not with a parsed copy.

import type { Json } from '../base/json.ts';
import type { Provenance } from '../log/row-kind.ts';
import type { ObservedState } from '../protocol/task.ts';

export const FIELD_VERDICTS = ['undeclared-loss', 'declared-loss', 'defaulted', 'renamed', 'kept'] as const;
export type FieldVerdict = (typeof FIELD_VERDICTS)[number];

export interface FieldFate {
  readonly verdict: FieldVerdict;
  /** Paths and short texts of the value at each station; undefined: not there. */
  readonly original?: { readonly path: string; readonly value: string };
  readonly internal?: { readonly path: string; readonly value: string };
  readonly acp?: { readonly path: string; readonly value: string };
  readonly back?: { readonly path: string; readonly value: string };
  readonly remark: string;
}
export interface RoundTripAnswer {
  readonly taskId: string;
  /** Which dialect the original is in: `A2A 0.3`, `A2A 1.0`. */
  readonly dialect: string;
  readonly originalSeq: number;
  /** `synthesised`: no whole task was seen; the document was put together from the updates up to the cursor. */
  readonly provenance: Provenance;
  /** Whether the translations that the log itself recorded (`translated`) say the same; undefined where it recorded none. */
  readonly recorded?: { readonly seqs: readonly number[]; readonly agrees: boolean };
  readonly fields: readonly FieldFate[];
  readonly counts: Readonly<Record<FieldVerdict, number>>;
  readonly documents: { readonly original: Json; readonly internal: Json; readonly acp: Json; readonly back: Json };
  /** Whether the internal form came back equal. */
  readonly identical: boolean;
  readonly error?: string;
}
export interface RoundTripDocument {
  readonly taskId: string;
  readonly agent?: string;
  readonly state?: ObservedState;
  readonly counts: Readonly<Record<FieldVerdict, number>>;
  readonly provenance: Provenance;
}
/** The words of the four vocabularies for each state. */
export interface VocabularyRow {
  readonly a2a: string;
  readonly internal: string;
  readonly acp: string;
  readonly backInternal: string;
  readonly lossy: boolean;
}
