// "Prove it": claims of a lesson, checked against the log of its episode. A claim is data, so that a lesson is.

import type { Json } from '../base/json.ts';
import type { AgentName } from '../protocol/task.ts';
import type { RowKind } from './row-kind.ts';

/** Which rows a claim is about. All given members must hold. */
export interface RowMatch {
  readonly kind: RowKind;
  readonly taskId?: string;
  readonly agent?: string;
  readonly state?: string;
  /** The row's short label: the method of a request (`POST /tasks/{id}/cancel`), the name of an artifact. */
  readonly label?: string;
  /** Member of the fact, by path, and the value it must have: `['url', 'https://…']`. */
  readonly fact?: readonly [path: string, value: Json];
}
interface ValuePlace {
  readonly of: RowMatch;
  readonly nth?: number;
  readonly path: string;
}
export type Claim = { readonly say: string } & (
  | { readonly check: 'count'; readonly of: RowMatch; readonly after?: RowMatch; readonly is: number }
  /** These occur in this order (each the first after the one before). */
  | { readonly check: 'order'; readonly of: readonly RowMatch[] }
  /** Virtual milliseconds of the first match. */
  | { readonly check: 'at'; readonly of: RowMatch; readonly is: number }
  /** Virtual milliseconds of every match. */
  | { readonly check: 'times'; readonly of: RowMatch; readonly are: readonly number[] }
  /** Last stored state with tick: `completed@3`. `agent`: whose task, where several agents count alike. */
  | { readonly check: 'stored'; readonly taskId: string; readonly agent?: string; readonly is: string }
  /** A member of the nth match's value (fact, or wire payload), by path. `from: 'end'` counts from the last. */
  | {
      readonly check: 'value';
      readonly of: RowMatch;
      readonly nth?: number;
      readonly from?: 'end';
      readonly path: string;
      readonly is: Json;
    }
  /** The keys of an object, in order. */
  | { readonly check: 'keys'; readonly of: RowMatch; readonly path: string; readonly is: readonly string[] }
  /** Every match has this value. */
  | { readonly check: 'every'; readonly of: RowMatch; readonly path: string; readonly is: Json }
  /** The values at a path over all matches, in order. */
  | { readonly check: 'values'; readonly of: RowMatch; readonly path: string; readonly are: readonly Json[] }
  /** The first filter of the directory that keeps this card from the caller; tags are those that were asked for. */
  | { readonly check: 'excluded'; readonly card: string; readonly by: 'self' | 'tenant' | 'classification' | 'tags' }
  /** Whose tasks lose something on the round trip that no adapter declares, by the way of the episode's own policy. */
  | { readonly check: 'undeclared-losses'; readonly are: readonly AgentName[] }
  /** Two values are equal, whatever the order of keys; of the first matches, or of the nth. */
  | { readonly check: 'same'; readonly a: ValuePlace; readonly b: ValuePlace }
);
export interface ClaimVerdict {
  readonly say: string;
  readonly holds: boolean;
  /** What was found, in words, when it does not hold. */
  readonly found?: string;
}

/** A claim about two episodes: what crossed the wire in one, laid beside what crossed in the other. Facts of the kernel do not count. */
export type AcrossClaim = {
  readonly say: string;
  /** Takes of the lesson, by id. */
  readonly takes: readonly [one: string, other: string];
} /** Nothing tells them apart up to this virtual time. */ & (
  | { readonly check: 'same-wire'; readonly until: number }
  /** The first thing that tells them apart is at this virtual time. */
  | { readonly check: 'wires-part'; readonly at: number }
);
/** One thing that crossed a wire, as text: equal lines crossed in the same way at the same time. */
export interface WireLine {
  /** Virtual milliseconds; undefined where the log states no time. */
  readonly at: number | undefined;
  readonly text: string;
}
