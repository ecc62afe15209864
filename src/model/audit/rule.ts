// What a rule is. Rules are judged on what was observed, never on what a kernel of ours would do: false alarms are worse than
// silence. The vocabulary (ids, severities, meanings) is fixed; SPEC.md lists where it comes from.

import type { LogSettings } from '../log/saved-form.ts';
import type { Casebook } from './casebook/casebook.ts';
import type { HopFinder } from './hops/hops.ts';

export type Severity = 'error' | 'warning' | 'info';

/** Codes of the channels that a rule can be judged on: S stream, P sample, W webhook, R request, C card, T span, L text. */
export type ChannelCode = 'S' | 'P' | 'W' | 'R' | 'C' | 'T' | 'L';

/** A range of a source: UTF-16 units, end excluded. */
export interface TextRange {
  readonly source: number;
  readonly from: number;
  readonly to: number;
}

/** A task by its id and by who keeps it, '' where nothing tells: two agents may give one id. Of a task that was seen, its case. */
export interface NamedTask {
  readonly id: string;
  readonly endpoint: string;
}

/** What a rule found, before it is put in order with all others. */
export interface Found {
  /** The task that the finding names; null where no task is meant. */
  readonly task: NamedTask | null;
  readonly severity: Severity;
  /** Rows that show it, the decisive one first; at most 100 are kept. */
  readonly rows: readonly number[];
  /** One plain sentence: what was seen, and why it is a fault. */
  readonly why: string;
  /** Where in a text it stands, where that is narrower than its rows. */
  readonly at?: TextRange | undefined;
  /** The version whose specification judges it; undefined where none does. */
  readonly version?: string | undefined;
}

/** Something that looks like a fault and was deliberately not reported. */
export interface LetPass {
  readonly task: NamedTask | null;
  readonly rows: readonly number[];
  /** One sentence: what was seen, and why it is no fault. */
  readonly why: string;
}

export interface Verdicts {
  readonly found: readonly Found[];
  readonly letPass?: readonly LetPass[];
}

/** All that a rule may look at. Its tasks, calls and streams are those that may have something to tell; packed ones have not. */
export interface Evidence extends Casebook {
  readonly hops: HopFinder;
  /** With those that are packed: for rules that hold cases against each other. */
  readonly all: Pick<Casebook, 'tasks' | 'calls' | 'streams'>;
}

/** What is judged: a book as it is now. */
export function evidenceOf(book: Casebook, hops: HopFinder): Evidence {
  const { tasks, calls, streams } = book;
  return {
    ...book,
    hops,
    all: { tasks, calls, streams },
    tasks: tasks.filter(({ isPacked }) => !isPacked),
    calls: calls.filter(({ isPacked }) => !isPacked),
    streams: streams.filter(({ isPacked }) => !isPacked),
  };
}

export interface Rule {
  readonly id: string;
  /** In a few words, for lists. */
  readonly title: string;
  /** The rule in one or two plain sentences. */
  readonly meaning: string;
  /** What to change, in one sentence that names who. */
  readonly remedy: string;
  readonly channels: readonly ChannelCode[];
  /** Severity by version in words for people; what each finding has is decided by `check`. */
  readonly severities: string;
  /** The clause of a version; `''` stands for the versions that are not listed. */
  readonly spec: Readonly<Record<string, string>>;
  /** The threshold it depends on. */
  readonly threshold?: keyof LogSettings;
  /** In one go, or in steps where it goes through many cases. Looks at no threshold but its own. */
  readonly check: (book: Evidence, settings: LogSettings) => Verdicts | Generator<void, Verdicts, void>;
}

/** What a rule says, with pauses where it makes some. */
export function* verdictsInSteps(rule: Rule, book: Evidence, settings: LogSettings): Generator<void, Verdicts, void> {
  const told = rule.check(book, settings);
  return 'next' in told ? yield* told : told;
}

/** What a rule says, in one go. */
export function verdictsOf(rule: Rule, book: Evidence, settings: LogSettings): Verdicts {
  const steps = verdictsInSteps(rule, book, settings);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const PORTION = 256;

/** Looks at many things, and pauses now and then. */
export function* inPortions<T>(items: Iterable<T>, look: (item: T) => void): Generator<void, void, void> {
  let count = 0;
  for (const item of items) {
    look(item);
    count += 1;
    if (count % PORTION === 0) yield;
  }
}
