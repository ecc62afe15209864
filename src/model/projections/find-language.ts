// What may be typed into the find field: words, and `key:value` filters. Everything must hold at once; a comma gives choices, a
// leading minus turns a condition round, quotes keep spaces. What cannot be read is told in words and is no condition: a key that
// nobody knows is never quietly taken for text.

import type { Issue } from '../base/result.ts';
import { CHANNELS, ROW_KINDS } from '../log/row-kind.ts';
import { TASK_STATES } from '../protocol/task.ts';
import { readDuration, readTimes, type DurationBounds, type TimeBounds } from './find-values.ts';

/** The columns whose words are looked into. */
export type FindColumn = 'task' | 'agent' | 'channel' | 'kind' | 'state' | 'label';
export type FindCondition = { readonly except: boolean } & (
  | { readonly kind: 'word'; readonly text: string }
  /** Any of the texts is in the column, whatever its case. */
  | { readonly kind: 'column'; readonly column: FindColumn; readonly texts: readonly string[] }
  | { readonly kind: 'exchange'; readonly numbers: readonly number[] }
  | { readonly kind: 'failed' }
  /** A row that a finding points at, by the name of its rule or its severity. */
  | { readonly kind: 'finding'; readonly texts: readonly string[] }
  | { readonly kind: 'time'; readonly bounds: TimeBounds }
  | { readonly kind: 'duration'; readonly bounds: DurationBounds }
);
export interface FindQuery {
  readonly conditions: readonly FindCondition[];
  /** The words that are wanted, one space between them: what a search of the text looks for. */
  readonly text: string;
  /** What could not be read, each with the way out; `path` is the piece that was typed. */
  readonly issues: readonly Issue[];
}

/** Every key, with an example for whoever has to be told. */
export const FIND_KEYS: Readonly<Record<string, string>> = {
  task: 'task:t-77aa',
  agent: 'agent:screening',
  channel: 'channel:stream',
  kind: 'kind:status-update',
  state: 'state:failed,rejected',
  label: 'label:"error -32001"',
  exchange: 'exchange:12',
  finding: 'finding:error',
  time: 'time:02:14..02:15',
  duration: 'duration:>2s',
  failed: 'failed:yes',
};
/** Longest text that is read: what is longer is no question of a person. */
const LONGEST = 2_000;

type Reading = { readonly condition: FindCondition } | { readonly why: string };
type Read = (value: FindValue, except: boolean) => Reading;
interface FindValue {
  readonly text: string;
  /** Its choices: one where it stands in quotes. */
  readonly texts: readonly string[];
}

const column =
  (name: FindColumn, words?: readonly string[]): Read =>
  ({ texts }, except) => {
    const unknown = words === undefined ? undefined : texts.find((text) => !words.some((word) => word.includes(text)));
    if (unknown !== undefined) return { why: `There is no ${name} “${unknown}”. Known are ${(words ?? []).join(', ')}.` };
    return { condition: { kind: 'column', column: name, texts, except } };
  };

const READERS: Readonly<Record<string, Read>> = {
  task: column('task'),
  agent: column('agent'),
  channel: column('channel', CHANNELS),
  kind: column('kind', ROW_KINDS),
  state: column('state', [...TASK_STATES, 'unknown']),
  label: column('label'),
  exchange: ({ texts }, except) => {
    const numbers = texts.map((text) => (/^\d{1,9}$/.test(text) ? Number(text) : -1));
    return numbers.includes(-1) ? { why: 'An exchange is a number.' } : { condition: { kind: 'exchange', numbers, except } };
  },
  finding: ({ texts }, except) => ({ condition: { kind: 'finding', texts, except } }),
  failed: ({ text }, except) => {
    const value = text.toLowerCase();
    if (value !== 'yes' && value !== 'no') return { why: 'Failed is yes or no.' };
    return { condition: { kind: 'failed', except: except === (value === 'yes') } };
  },
  time: ({ text }, except) => {
    const bounds = readTimes(text);
    return 'why' in bounds ? bounds : { condition: { kind: 'time', bounds, except } };
  },
  duration: ({ text }, except) => {
    const bounds = readDuration(text);
    return 'why' in bounds ? bounds : { condition: { kind: 'duration', bounds, except } };
  },
};

/** Reads what was typed. Never fails as a whole: what can be read holds, what cannot is told. SPEC.md P.44. */
export function readFind(typed: string): FindQuery {
  const conditions: FindCondition[] = [];
  const issues: Issue[] = [];
  const words: string[] = [];
  if (typed.length > LONGEST) issues.push({ path: '', message: `Only the first ${LONGEST} characters are looked at.` });
  for (const piece of piecesOf(typed.slice(0, LONGEST))) {
    const { key, except } = piece;
    if (key === undefined) {
      if (piece.value === '') continue;
      conditions.push({ kind: 'word', text: piece.value.toLowerCase(), except });
      if (!except) words.push(piece.value);
      continue;
    }
    const read = readPiece(key, piece);
    if ('why' in read) issues.push({ path: piece.typed, message: read.why });
    else conditions.push(read.condition);
  }
  return { conditions, text: words.join(' '), issues };
}

function readPiece(key: string, { value, isQuoted, except, typed }: Piece): Reading {
  const reader = Object.hasOwn(READERS, key) ? READERS[key] : undefined;
  if (!reader) {
    const quoted = typed.replace(/^-/, '').replaceAll('"', '');
    return { why: `“${key}:” is no filter. There are ${Object.keys(FIND_KEYS).join(', ')}. As text: "${quoted}"` };
  }
  const texts = isQuoted
    ? [value.toLowerCase()]
    : value
        .toLowerCase()
        .split(',')
        .filter((text) => text !== '');
  if (value === '' || texts.length === 0) return { why: `“${key}:” needs a value, such as ${FIND_KEYS[key] ?? ''}` };
  return reader({ text: value, texts }, except);
}

interface Piece {
  readonly typed: string;
  readonly key?: string;
  readonly value: string;
  readonly isQuoted: boolean;
  readonly except: boolean;
}

/** A key begins with a letter, so that a time is none; what goes on with `//` is an address. */
const KEY = /([A-Za-z][\w-]{0,30}):(?!\/\/)/y;

/** The pieces between spaces; quotes that are not closed reach to the end. */
function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text[at] ?? '')) {
      at += 1;
      continue;
    }
    const from = at;
    const except = text[at] === '-' && /\S/.test(text[at + 1] ?? ' ');
    if (except) at += 1;
    KEY.lastIndex = at;
    const key = KEY.exec(text)?.[1]?.toLowerCase();
    if (key !== undefined) at = KEY.lastIndex;
    const isQuoted = text[at] === '"';
    const end = isQuoted ? text.indexOf('"', at + 1) : nextSpace(text, at);
    const to = end < 0 ? text.length : end;
    const value = text.slice(isQuoted ? at + 1 : at, to);
    at = isQuoted ? to + 1 : to;
    pieces.push({ typed: text.slice(from, at), value, isQuoted, except, ...(key === undefined ? {} : { key }) });
  }
  return pieces;
}

function nextSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && !/\s/.test(text[at] ?? '')) at += 1;
  return at;
}
