// Exports of spans: a document, or one a line, in which the spans lie a few levels down. What leads to them is walked member by
// member and is framing; each span is a record with its own range. What stands around the spans and is needed to read them
// (the resource, the processes of a trace) may follow them in the text: then it is looked up first.

import { parseJson, type Json } from '../base/json.ts';
import type { Reading, SourceReader, Stretch } from './reading.ts';
import type { Extent } from './spans-cursor.ts';
import { TextCursor } from './spans-cursor.ts';

export type Shape =
  /** `listed`: where lists of records may stand in a record's place, as well. */
  | { readonly is: 'record'; readonly listed?: true }
  | { readonly is: 'context' }
  | { readonly is: 'list'; readonly of: Shape }
  | ObjectShape;

interface ObjectShape {
  readonly is: 'object';
  readonly members: Readonly<Record<string, Shape>>;
  /** The member that the records in the others need: a context. */
  readonly first?: string;
}

export interface EnvelopeListener {
  /** An object begins of which `first` is told: undefined where it has none. What was told before holds no longer. */
  context(value: Json | undefined): void;
  record(value: Json, at: Stretch): void;
  /** A value of the outermost level that has no member of the shape. */
  foreign(value: Json, at: Stretch): void;
  /** Why a member that the shape does not name is set aside; undefined for one that belongs to the envelope. */
  asideOf(name: string): string | undefined;
}

interface Walk {
  readonly reader: SourceReader;
  readonly cursor: TextCursor;
  readonly listener: EnvelopeListener;
  readonly outermost: Shape;
  /** Whether a value may go over line ends: where a text has one document a line, a broken one costs its line alone. */
  readonly lines: boolean;
}
/** Whether the walk goes on after a value, or has already left what it was in. */
type GoesOn = boolean;

const BRACE = 0x7b;
const BRACKET = 0x5b;
const END_BRACE = 0x7d;
const END_BRACKET = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const QUOTE = 0x22;
const PIECE = 1 << 20;

/** Reads all documents from `from`; a document of the outermost level is an `object` shape, or a list of what `shape` says. */
export function* readEnvelopes(reader: SourceReader, from: number, shape: Shape, listener: EnvelopeListener): Reading<void> {
  const cursor = new TextCursor(reader, from);
  const walk: Walk = { reader, cursor, listener, outermost: shape, lines: yield* goesOverLines(reader, from) };
  for (;;) {
    const unit = yield* cursor.skipSpace(true);
    if (unit === -1) return envelope(walk);
    if (unit === BRACKET) yield* readList(walk, shape.is === 'list' ? shape.of : shape);
    else if (unit === BRACE && shape.is === 'object') yield* readDocument(walk, shape);
    else yield* leave(walk, 'a list or an object of spans was expected', true);
    reader.describe();
    yield { wants: 'time', read: cursor.done };
  }
}

/** A text has one document a line where its first line is one, or the second begins like the first. */
function* goesOverLines(reader: SourceReader, from: number): Reading<boolean> {
  yield* reader.reach(from + PIECE / 16);
  const head = reader.text.slice(from, from + PIECE / 16).trimStart();
  const [first = '', second] = head.split('\n', 2);
  if (second === undefined) return false;
  const begins = first.trimEnd().slice(0, 12);
  return !(parseJson(first).ok || (begins.length === 12 && second.startsWith(begins)));
}

/** What the walk went past since the last record. */
function envelope({ reader, cursor }: Walk): void {
  reader.framing({ from: cursor.done, to: cursor.at }, 'what leads to the spans');
  cursor.done = cursor.at;
}

function* readDocument(walk: Walk, shape: ObjectShape): Reading<GoesOn> {
  if (yield* hasMember(walk, shape)) return yield* readObject(walk, shape);
  envelope(walk);
  const at = yield* wholeValue(walk);
  if (at === undefined) return false;
  const value = parsed(walk, at);
  if (value !== undefined) walk.listener.foreign(value, at);
  return true;
}

/** Looks ahead for a member of the shape; usually it is the first. */
function* hasMember(walk: Walk, shape: ObjectShape): Reading<boolean> {
  const { cursor } = walk;
  const { at } = cursor;
  const found = yield* goToMember(walk, (name) => Object.hasOwn(shape.members, name));
  cursor.at = at;
  return found;
}

/** From an object's bracket, or from after a member of it, to the value of a member; false where the object or the text ends first. */
function* goToMember(walk: Walk, fits: (name: string) => boolean): Reading<boolean> {
  const { cursor, lines } = walk;
  for (;;) {
    const unit = yield* cursor.skipSpace(lines);
    if (unit === BRACE || unit === COMMA) {
      cursor.at += 1;
      continue;
    }
    if (unit !== QUOTE) return false;
    const name = yield* memberName(walk);
    if (name === undefined) return false;
    if (fits(name)) return true;
    if ((yield* cursor.skipValue(lines)) !== 'whole') return false;
  }
}

/** Reads a member's name and goes to its value; undefined where there is none. */
function* memberName({ cursor, reader, lines }: Walk): Reading<string | undefined> {
  const from = cursor.at;
  if ((yield* cursor.skipValue(lines)) !== 'whole') return undefined;
  const name = parseJson(reader.text.slice(from, cursor.at));
  if ((yield* cursor.skipSpace(lines)) !== COLON) return undefined;
  cursor.at += 1;
  yield* cursor.skipSpace(lines);
  return name.ok && typeof name.value === 'string' ? name.value : undefined;
}

function* readValue(walk: Walk, shape: Shape): Reading<GoesOn> {
  const { cursor, reader, listener } = walk;
  const unit = yield* cursor.unit();
  if (unit === BRACKET && shape.is === 'list') return yield* readList(walk, shape.of);
  if (unit === BRACKET && shape.is === 'record' && shape.listed) return yield* readList(walk, { is: 'record' });
  if (unit === BRACE && shape.is === 'object') return yield* shape === walk.outermost ? readDocument(walk, shape) : readObject(walk, shape);
  envelope(walk);
  const at = yield* wholeValue(walk);
  if (at === undefined) return false;
  const value = parsed(walk, at);
  if (value === undefined) return true;
  if (unit === BRACE && shape.is === 'record') listener.record(value, at);
  else if (value === null || shape.is === 'context') reader.framing(at, 'what leads to the spans');
  else reader.setAside(at, 'no span stands here, where one should');
  yield* cursor.breathe();
  return true;
}

function* readList(walk: Walk, of: Shape): Reading<GoesOn> {
  const { cursor, lines } = walk;
  cursor.at += 1;
  for (;;) {
    const unit = yield* cursor.skipSpace(lines);
    if (unit === END_BRACKET || unit === COMMA) {
      cursor.at += 1;
      if (unit === COMMA) continue;
      envelope(walk);
      return true;
    }
    if (unit === -1 || unit === END_BRACE || unit === COLON) return yield* leave(walk, 'an element or "]" was expected');
    if (!(yield* readValue(walk, of))) return false;
  }
}

function* readObject(walk: Walk, shape: ObjectShape): Reading<GoesOn> {
  const { cursor, lines } = walk;
  cursor.at += 1;
  if (shape.first !== undefined) yield* tellContext(walk, shape.first);
  for (;;) {
    const unit = yield* cursor.skipSpace(lines);
    if (unit === END_BRACE || unit === COMMA) {
      cursor.at += 1;
      if (unit === COMMA) continue;
      envelope(walk);
      return true;
    }
    const keyAt = cursor.at;
    const name = unit === QUOTE ? yield* memberName(walk) : undefined;
    if (name === undefined) return yield* leave(walk, 'a member in quotes or "}" was expected');
    const member = Object.hasOwn(shape.members, name) ? shape.members[name] : undefined;
    const goesOn = member ? yield* readValue(walk, member) : yield* readOther(walk, name, keyAt);
    if (!goesOn) return false;
  }
}

/** A member that no shape names: looked through for secrets, and set aside where it might have held something. */
function* readOther(walk: Walk, name: string, keyAt: number): Reading<GoesOn> {
  const { cursor, reader, listener } = walk;
  const valueAt = cursor.at;
  cursor.at = keyAt;
  envelope(walk);
  cursor.at = valueAt;
  const value = yield* wholeValue(walk);
  if (value === undefined) return false;
  const at = { from: keyAt, to: value.to };
  reader.admit(at, reader.text.slice(at.from, at.to));
  const aside = listener.asideOf(name);
  if (aside === undefined) reader.framing(at, 'what leads to the spans');
  else reader.setAside(at, aside);
  return true;
}

/** Tells what an object says of all that is in it, wherever in it that stands. */
function* tellContext(walk: Walk, first: string): Reading<void> {
  const { cursor, reader, listener, lines } = walk;
  const { at } = cursor;
  let context: Json | undefined;
  if (yield* goToMember(walk, (name) => name === first)) {
    const from = cursor.at;
    if ((yield* cursor.skipValue(lines)) === 'whole') {
      // Its cuts are told where it stands; what is taken from it here is without its secrets all the same.
      const read = parseJson(reader.cutter.cutJsonText(reader.text.slice(from, cursor.at)).text);
      if (read.ok) context = read.value;
    }
  }
  listener.context(context);
  cursor.at = at;
}

/** The range of the value here, accounted for by the caller; undefined where it does not end: then the walk has left it. */
function* wholeValue(walk: Walk): Reading<Stretch | undefined> {
  const { cursor } = walk;
  const from = cursor.at;
  const extent = yield* cursor.skipValue(walk.lines);
  if (extent === 'whole') {
    cursor.done = cursor.at;
    return { from, to: cursor.at };
  }
  yield* leave(walk, WHY[extent]);
  return undefined;
}

const WHY: Readonly<Record<Exclude<Extent, 'whole'>, string>> = {
  cut: 'the text ends inside a value',
  broken: 'a value does not end where its line does',
};

/** The value of a range, secrets cut; undefined where it is none, and then it is unread. */
function parsed({ reader }: Walk, at: Stretch): Json | undefined {
  const read = parseJson(reader.admit(at, reader.text.slice(at.from, at.to)));
  if (read.ok) return read.value;
  reader.unread(at, `no JSON: ${read.issues[0]?.message ?? ''}`);
  return undefined;
}

/** Gives up what the walk is in: to the end of the line where lines are documents, else to the end of the text. Always false. */
function* leave(walk: Walk, why: string, toLineEnd = !walk.lines): Reading<false> {
  const { reader, cursor } = walk;
  const place = reader.place(cursor.at);
  const cut = (yield* cursor.unit()) === -1;
  const from = cursor.done;
  for (let to = from; ; ) {
    const feed = yield* lineEndAfter(walk, toLineEnd ? cursor.at : to + PIECE);
    const end = feed < 0 ? reader.text.length : feed + 1;
    if (end > to) reader.admit({ from: to, to: end }, reader.text.slice(to, end));
    to = end;
    cursor.done = to;
    if (toLineEnd || feed < 0) break;
    yield { wants: 'time', read: to };
  }
  cursor.at = cursor.done;
  const at = { from, to: cursor.done };
  const fault = cut ? { rule: 'truncated-input' as const, why: 'The text stops inside a list of spans: it was cut.' } : undefined;
  if (at.to > at.from) reader.unread(at, `no JSON: ${place}: ${why}`, '', fault);
  else if (fault) reader.note(at, { as: 'text', fault });
  return false;
}

/** The line end at or after a place, -1 where the text ends first. Waits for text. */
function* lineEndAfter({ reader, cursor }: Walk, from: number): Reading<number> {
  for (let searched = from; ; ) {
    const feed = reader.text.indexOf('\n', Math.min(searched, reader.text.length));
    if (feed >= from || reader.text.complete) return feed;
    searched = Math.max(searched, reader.text.length);
    yield { wants: 'text', read: cursor.done };
  }
}
