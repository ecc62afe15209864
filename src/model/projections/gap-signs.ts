// What a log can show of the six things that the protocols leave open. A sign is a place in the log, not a fault: whoever
// sent it broke no rule, and whoever read it had to decide something that nothing decides for them.

/** By number: polls see samples · a create is not repeatable · slow or dead · a cancel races · artifacts of what failed · a card proves nothing. */
export const GAPS = [1, 2, 3, 4, 5, 6] as const;
export type Gap = (typeof GAPS)[number];

export const GAP_SIGNS = {
  'unseen-states': 1,
  'watched-by-polls': 1,
  'asked-again': 2,
  'create-without-reference': 2,
  silence: 3,
  'cancel-too-late': 4,
  'artifacts-of-unfinished': 5,
  'unsigned-card': 6,
  'card-not-kept': 6,
} as const satisfies Readonly<Record<string, Gap>>;
export type GapSignKind = keyof typeof GAP_SIGNS;

/** One place where it shows: a sentence, and the rows that it rests on, first to last. */
export interface GapPlace {
  readonly say: string;
  readonly seqs: readonly number[];
}

/** Places that are told in full, of each kind. */
export const MOST_PLACES = 20;

/** Places of one kind as an index finds them: the first few in full, or those that weigh most, and how many there are. */
export class Places<T> {
  readonly kept: T[] = [];
  count = 0;
  readonly #weight: ((place: T) => number) | undefined;

  constructor(weight?: (place: T) => number) {
    this.#weight = weight;
  }

  add(place: T): void {
    this.count += 1;
    if (this.kept.length < MOST_PLACES) this.kept.push(place);
    else if (this.#weight !== undefined) this.#makeRoom(place, this.#weight);
  }

  #makeRoom(place: T, weight: (place: T) => number): void {
    const weights = this.kept.map(weight);
    const least = Math.min(...weights);
    if (weight(place) > least) this.kept[weights.indexOf(least)] = place;
  }
}
