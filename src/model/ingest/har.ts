// A HAR (HTTP Archive 1.2): what a browser or a proxy saw. The document is walked and not parsed as one: each element of
// `log.entries` is a record with its own range, all else in it is framing. Entries overlap in time and may stand in any order, so
// they are told when all of them have been seen (acts.ts).

import { createValueBoundary, walkJson } from '../base/json-scan.ts';
import type { Json } from '../base/json.ts';
import type { Conversation } from './conversation.ts';
import { createEntryReader, type EntryReader } from './har-entries.ts';
import type { Reading, SourceReader, Stretch } from './reading.ts';

const SMALL = 1 << 8;
const LARGE = 1 << 16;

/** What the walk stands in: before the document, in it, in its `log`, in `log.entries`. */
type Place = 'top' | 'document' | 'log' | 'entries';
const INSIDE: Readonly<Record<string, { readonly name: string; readonly place: Place; readonly opens: string }>> = {
  document: { name: 'log', place: 'log', opens: '{' },
  log: { name: 'entries', place: 'entries', opens: '[' },
};

interface Walk {
  at: number;
  /** Where the framing begins that has not been told yet. */
  framed: number;
  readonly places: Place[];
  /** How an entry begins in this text, known from the first: where to go on after one that is damaged. */
  mark: string | undefined;
  /** Whether an entry was damaged: from then on none is searched for its end beyond the beginning of the next. */
  damaged: boolean;
  /** Whether none begins after this one. */
  last: boolean;
}

/** Reads a HAR from `from`; several documents one after the other are one trace. */
export function* readHar(reader: SourceReader, talk: Conversation, from: number): Reading<void> {
  const walk: Walk = { at: from, framed: from, places: [], mark: undefined, damaged: false, last: false };
  const entries = createEntryReader(reader, talk);
  for (;;) {
    const unit = yield* nextUnit(reader, walk);
    if (unit === undefined) break;
    yield* step(reader, walk, unit, entries);
    yield { wants: 'time', read: walk.framed };
  }
  endFraming(reader, walk);
  if (walk.places.length > 0) entries.cut({ from: walk.at, to: walk.at });
  yield* entries.tell(reader.text.length);
}

/** The first unit that is no white space; undefined at the end of the text. */
function* nextUnit(reader: SourceReader, walk: Walk): Reading<string | undefined> {
  for (let size = SMALL; ; size = Math.min(2 * size, LARGE)) {
    yield* reachFrom(reader, walk.at + 1, walk.framed);
    const piece = reader.text.slice(walk.at, walk.at + size);
    if (piece === '') return undefined;
    const blank = /^[\s\uFEFF]*/.exec(piece)?.[0].length ?? 0;
    walk.at += blank;
    if (blank < piece.length) return piece[blank];
  }
}

/** Waits for text; nothing after `read` has been looked through for secrets. */
function* reachFrom({ text }: SourceReader, to: number, read: number): Reading<void> {
  while (text.length < to && !text.complete) yield { wants: 'text', read };
}

function* step(reader: SourceReader, walk: Walk, unit: string, entries: EntryReader): Reading<void> {
  const place = walk.places.at(-1) ?? 'top';
  if (unit === '{' && place === 'entries') return yield* readEntry(reader, walk, entries);
  if (unit === '{' && place === 'top') return enter(walk, 'document');
  if (unit === '"' && (place === 'document' || place === 'log')) return yield* readMember(reader, walk, place);
  if (unit === (place === 'entries' ? ']' : '}') && place !== 'top') {
    walk.places.pop();
    walk.at += 1;
    return;
  }
  if (unit === ',' && place !== 'top') {
    walk.at += 1;
    return;
  }
  yield* skipStrange(reader, walk);
}

function enter(walk: Walk, place: Place): void {
  walk.places.push(place);
  walk.at += 1;
}

/** A member: the way to the entries is walked, any other is framing. */
function* readMember(reader: SourceReader, walk: Walk, place: Place): Reading<void> {
  const from = walk.at;
  walk.at = yield* valueEnd(reader, walk);
  const name = reader.text.slice(from, walk.at);
  if ((yield* nextUnit(reader, walk)) !== ':') return;
  walk.at += 1;
  const unit = yield* nextUnit(reader, walk);
  const inside = INSIDE[place];
  if (unit === undefined) return;
  if (inside && name === `"${inside.name}"` && unit === inside.opens) enter(walk, inside.place);
  else if ('{["'.includes(unit)) walk.at = yield* valueEnd(reader, walk);
  else yield* skipScalar(reader, walk);
  if (walk.at - walk.framed > LARGE) endFraming(reader, walk);
}

function* skipScalar(reader: SourceReader, walk: Walk): Reading<void> {
  for (;;) {
    yield* reachFrom(reader, walk.at + 1, walk.framed);
    const piece = reader.text.slice(walk.at, walk.at + SMALL);
    const end = piece.search(/[\s,\]}]/);
    walk.at += end < 0 ? piece.length : end;
    if (end >= 0 || piece === '') return;
  }
}

/** The end of the value that begins here, by its brackets and quotes, at most `limit` or the end of the text. */
function* valueEnd(reader: SourceReader, walk: Walk, limit = Number.POSITIVE_INFINITY): Reading<number> {
  const boundary = createValueBoundary();
  let at = walk.at;
  for (let size = SMALL; ; size = Math.min(2 * size, LARGE)) {
    yield* reachFrom(reader, Math.min(at + 1, limit), walk.framed);
    const piece = reader.text.slice(at, Math.min(at + size, limit));
    if (piece === '') return at;
    const end = boundary.feed(piece, 0);
    if (end >= 0) return at + end;
    at += piece.length;
    yield { wants: 'time', read: walk.framed };
  }
}

function endFraming(reader: SourceReader, walk: Walk): void {
  const at = { from: walk.framed, to: walk.at };
  walk.framed = walk.at;
  if (at.to === at.from) return;
  reader.admit(at, reader.text.slice(at.from, at.to));
  reader.framing(at, 'what a HAR says about itself, and brackets');
}

function* readEntry(reader: SourceReader, walk: Walk, entries: EntryReader): Reading<void> {
  endFraming(reader, walk);
  const from = walk.at;
  let to = yield* valueEnd(reader, walk, walk.damaged ? yield* nextMark(reader, walk) : undefined);
  const given = reader.text.slice(from, to);
  walk.mark ??= /^\{\s*"[^"\\]{1,100}"/.exec(given.slice(0, 400))?.[0];
  let value = parsed(given);
  if (value === undefined) {
    // Brackets or quotes are out of balance: the entry goes no further than to where the next begins.
    walk.damaged = true;
    const next = walk.mark === undefined ? -1 : given.indexOf(walk.mark, 1);
    if (next >= 0) to = from + next;
  }
  const at = { from, to };
  walk.at = to;
  walk.framed = to;
  const text = reader.admit(at, to - from === given.length ? given : given.slice(0, to - from));
  if (value === undefined) return unreadEntry(reader, at, entries, text);
  if (text !== given) value = parsed(text) ?? null;
  entries.read(value, at);
  reader.describe();
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // Where and why it is no JSON is found out by walking it, where that is needed.
    return undefined;
  }
}

/** Where the next entry begins, by its first key. */
function* nextMark({ text }: SourceReader, walk: Walk): Reading<number | undefined> {
  if (walk.mark === undefined || walk.last) return undefined;
  for (let searched = walk.at + 1; ; ) {
    const found = text.indexOf(walk.mark, searched);
    if (found >= 0) return found;
    walk.last = text.complete;
    if (text.complete) return undefined;
    searched = Math.max(searched, text.length - walk.mark.length + 1);
    yield { wants: 'text', read: walk.framed };
  }
}

function unreadEntry(reader: SourceReader, at: Stretch, entries: EntryReader, text: string): void {
  const given = reader.text.slice(at.from, at.to);
  const end = walkJson(given, 0);
  const [stop, why] = end.ok ? [end.end, 'there is more text after the value'] : [end.at, end.why];
  const reason = `no JSON: ${reader.place(at.from + stop)}: ${why}`;
  // Only a text that stops in the middle was cut; what stops before another entry is damaged.
  if (at.to < reader.text.length || stop < given.length) return reader.unread(at, reason);
  entries.cut(at, { text, why: reason });
}

/** What stands where nothing of the kind may stand is unread, a value as a whole. */
function* skipStrange(reader: SourceReader, walk: Walk): Reading<void> {
  endFraming(reader, walk);
  const from = walk.at;
  if ('{["'.includes(reader.text.slice(from, from + 1))) walk.at = yield* valueEnd(reader, walk);
  else {
    walk.at += 1;
    for (let end = -1; end < 0; ) {
      yield* reachFrom(reader, walk.at + 1, from);
      const piece = reader.text.slice(walk.at, walk.at + LARGE);
      end = piece.search(/[,{}[\]"\n]/);
      walk.at += end < 0 ? piece.length : end;
      if (piece === '') break;
      yield { wants: 'time', read: from };
    }
  }
  walk.framed = walk.at;
  const at = { from, to: walk.at };
  reader.admit(at, reader.text.slice(from, walk.at));
  reader.unread(at, `no HAR: ${reader.place(from)}: neither an entry nor a member of the log`);
}
