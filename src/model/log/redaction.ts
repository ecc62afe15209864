// Secrets are cut on the way in (SPEC.md L.7): one list of places, used by whoever records and by whoever reads.
// A cut replaces the content of a string and never its quotes, or a number by a string, so a cut text is as good JSON as it
// was before.
// A placeholder names the shape and keeps equality: equal secrets have equal numbers. One that stands in a text already
// counts as a cut under its own number.

import type { HttpHeaders } from '../protocol/http.ts';
import { createOwnSearch } from './own-texts.ts';
import type { Cut } from './row.ts';
import { createSecretFinder } from './secret-places.ts';
import { withoutOverlaps, type FoundSecret, type Unsearched } from './secret-found.ts';
import { headerSecret } from './secret-names.ts';

/** A cut in a text that is no source (yet): positions in the text as it was before. */
export type TextCut = Omit<Cut, 'source'>;
/** A cut in a header: which one is in its place. */
export type HeaderCut = Pick<Cut, 'number' | 'shape' | 'place' | 'where'>;

export interface CutText {
  readonly text: string;
  /** In order of place; ranges in the original text. */
  readonly cuts: readonly TextCut[];
}

/** Numbers secrets in order of first sight. One per recording, or per reading of a log. */
export interface Cutter {
  cutHeaders(headers: HttpHeaders): { readonly headers: HttpHeaders; readonly cuts: readonly HeaderCut[] };
  /** Cuts a text that is JSON; what is broken after a point is searched without its structure. */
  cutJsonText(text: string): CutText;
  /** Cuts any text: JSON, an event stream, header lines. */
  cutBody(text: string): CutText;
  /** The cuts that `cutBody` would make, without making them. Quick on a text that has none. */
  findCuts(text: string): readonly TextCut[];
  /** Whether it looks for texts that a person has chosen, too. */
  readonly seeksOwn: boolean;
  /** What the text that was searched last has that could not be looked into, and why not. */
  unsearched(): readonly Unsearched[];
}

/** `[cut 3: token]`: needs no escape at any depth of JSON in JSON. */
export function placeholder(number: number, shape: string): string {
  return `[cut ${number}: ${shape}]`;
}

/** One, or several in a row: a secret that was torn apart has one for each piece. */
const WHOLE_PLACEHOLDER = /^(?:\[cut (\d{1,9}): ([a-z][a-z-]{0,31})\])+$/;

/** Whether a text is a placeholder and nothing else. */
export function isPlaceholder(text: string): boolean {
  return WHOLE_PLACEHOLDER.test(text);
}

/**
 * Starts a numbering. The secrets stay in this function's memory and nowhere else.
 * @param options.own texts that a person has chosen to have cut wherever they stand
 */
export function createCutter(options: { readonly own?: readonly string[] } = {}): Cutter {
  const own = createOwnSearch(options.own ?? []);
  const finder = createSecretFinder(own);
  const numberOf = createNumbering();
  const findCuts = (text: string): readonly TextCut[] => {
    const found = finder.find(text);
    return found.length === 0 ? NO_CUTS : withoutOverlaps(found).map((secret) => cutOf(text, secret, numberOf(secret.secret)));
  };
  const cutBody = (text: string): CutText => {
    const cuts = findCuts(text);
    return { text: cuts.length === 0 ? text : applyCuts(text, 0, cuts), cuts };
  };
  return {
    cutHeaders: (headers) => cutHeaders(headers, { numberOf, cutBody }),
    cutJsonText: cutBody,
    cutBody,
    findCuts,
    seeksOwn: own !== undefined,
    unsearched: finder.unsearched,
  };
}
const NO_CUTS: readonly TextCut[] = [];

function cutOf(text: string, found: FoundSecret, number: number): TextCut {
  return {
    from: found.from,
    to: found.to,
    number,
    // What was cut before keeps its shape, too, whichever way it is found the second time.
    shape: WHOLE_PLACEHOLDER.exec(found.secret)?.[2] ?? found.shape,
    place: found.place,
    where: found.where,
    ...(found.side ? { side: found.side } : {}),
    ...quotesOf(text, found),
  };
}

function cutHeaders(
  headers: HttpHeaders,
  { numberOf, cutBody }: { readonly numberOf: (secret: string) => number; readonly cutBody: (text: string) => CutText },
): { readonly headers: HttpHeaders; readonly cuts: readonly HeaderCut[] } {
  const cuts: HeaderCut[] = [];
  const entries = Object.entries(headers).map(([name, value]): [string, string] => {
    const secret = headerSecret(name, value);
    if (!secret) {
      // Any other header may hold what is known by its looks: the page before (`referer`) with a token in its URL.
      const other = cutBody(value);
      for (const { number, shape, place, where } of other.cuts)
        cuts.push({ number, shape, place, where: where === 'url' || where === 'query' ? where : 'header' });
      return [name, other.text];
    }
    const number = numberOf(value.slice(secret.from));
    cuts.push({ number, shape: secret.shape, place: secret.place, where: 'header' });
    return [name, value.slice(0, secret.from) + placeholder(number, secret.shape)];
  });
  return { headers: Object.fromEntries(entries), cuts };
}

/** Quotes are spelled as those of a name near by: at this depth of JSON in JSON they may be escaped. */
function quotesOf(text: string, { quote, wrap }: FoundSecret): Pick<Cut, 'quotes'> {
  if (wrap) return { quotes: wrap };
  const spelled = quote && text.slice(quote.from, quote.to);
  return spelled === undefined ? {} : { quotes: [spelled, spelled] };
}

/** A placeholder keeps its number; a new secret gets the next that no one has. */
function createNumbering(): (secret: string) => number {
  const numbers = new Map<string, number>();
  const taken = new Set<number>();
  let next = 1;
  return (secret) => {
    // A placeholder is known by its number alone: one secret may have been cut at places of different shapes.
    const stated = Number(WHOLE_PLACEHOLDER.exec(secret)?.[1] ?? 0);
    const key = stated > 0 ? `cut ${stated}` : `secret ${secret}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    while (taken.has(next)) next += 1;
    const number = stated > 0 && !taken.has(stated) ? stated : next;
    taken.add(number);
    numbers.set(key, number);
    return number;
  };
}

/**
 * Puts placeholders where a stretch of text overlaps a cut; what is cut shows in no window, however it is chosen.
 * @param text the stretch
 * @param from where it begins in the text that the cuts' ranges refer to
 * @param cuts in order of place, not overlapping
 */
export function applyCuts(text: string, from: number, cuts: readonly Pick<Cut, 'from' | 'to' | 'number' | 'shape' | 'quotes'>[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (let index = firstEndingAfter(cuts, from); index < cuts.length; index += 1) {
    const cut = cuts[index];
    if (cut === undefined || cut.from >= from + text.length) break;
    const [before = '', after = ''] = cut.quotes ?? [];
    pieces.push(text.slice(done, Math.max(cut.from - from, 0)), before, placeholder(cut.number, cut.shape), after);
    done = Math.min(cut.to - from, text.length);
  }
  return done === 0 ? text : pieces.join('') + text.slice(done);
}

function firstEndingAfter(cuts: readonly Pick<Cut, 'to'>[], from: number): number {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cuts[middle]?.to ?? 0) > from) high = middle;
    else low = middle + 1;
  }
  return low;
}
