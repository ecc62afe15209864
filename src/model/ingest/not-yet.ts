// What is recognised and not read yet. It is unread and not set aside (SPEC.md N.8): it may well hold agent traffic, so nobody
// may take it for looked through. The reason says what it is, how much of it there is, and what a person can do instead.

/** The words of `Said.looksLike` and of the formats that are recognised only. */
export type NotYet = 'curl';

interface Recognisable {
  readonly is: string;
  /** What it consists of, one and several. */
  readonly of: readonly [one: string, several: string];
  readonly reads: string;
  readonly instead: string;
  readonly count: (text: string) => number | undefined;
}

const SAVE_BODIES = 'Save the bodies as .sse or .ndjson and open those.';

const RECOGNISED: Readonly<Record<NotYet, Recognisable>> = {
  curl: {
    is: 'an HTTP transcript',
    of: ['request', 'requests'],
    reads: 'transcripts',
    instead: SAVE_BODIES,
    count: (text) => text.match(/^> [A-Z]+ \S+ HTTP\//gm)?.length,
  },
};

/** Whether a word names something that is recognised and not read yet. */
export function isNotYet(word: string | undefined): word is NotYet {
  return word !== undefined && Object.hasOwn(RECOGNISED, word);
}

/** The reason. `count` is left out where nobody has counted. */
export function notYetReason(what: NotYet, count?: number): string {
  const { is, of, reads, instead } = RECOGNISED[what];
  const size = count === undefined ? '' : ` of ${count} ${count === 1 ? of[0] : of[1]}`;
  return `This is ${is}${size}; this page does not read ${reads} yet. ${instead}`;
}

/** A text of more units than this is not counted: only its reason would profit. */
const MOST_UNITS = 1 << 24;

/** How much a text holds; undefined where it is too long or nothing of it is found. */
export function countIn(what: NotYet, text: string): number | undefined {
  return text.length > MOST_UNITS ? undefined : RECOGNISED[what].count(text);
}
