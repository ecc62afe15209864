// Records of a structured log: an object that says when, where and how loud, and somewhere in it what crossed: as JSON, as text that
// is JSON, as text that holds JSON after some words, at several depths. Collectors wrap such records once more, and exports hold lists of
// them, often the newest first: those are read in the order of their times (SPEC.md N.13).

import { observe } from '../adapters/adapters.ts';
import type { Observation } from '../adapters/observation.ts';
import { looksLikeEventStream, splitEventStream } from '../base/event-stream.ts';
import { isJsonObject, parseJson, type Json } from '../base/json.ts';
import { memberStep } from '../log/value-path.ts';
import { findEmbedded } from './embedded.ts';
import { isExchange, isTurn } from './exchange-words.ts';
import { shapeFault } from './text-faults.ts';

export interface LoggedValue {
  readonly value: Json;
  readonly path: string;
  /** What the log says right before it: the names of the members that lead to it, its message, the words in its text. */
  readonly words: string;
  /** Whether it is a line of an exchange log, and tells itself how it crossed. */
  readonly exchange?: true;
}

/** Looks no deeper and at no more than this: a record is small, and what is not is no record. */
const DEEPEST = 8;
const MOST = 4000;

/** Whether a value is agent traffic, or what another protocol says in its place. */
export function isTraffic(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  // A row of a table, a time beside a line: what its cells hold is looked for in them.
  if (Array.isArray(value) && !(value as readonly Json[]).every(isJsonObject)) return false;
  return saysSomething(observe(value), value);
}

function saysSomething({ said, stateWord }: Observation, value: Json): boolean {
  switch (said.kind) {
    case 'nothing':
      return false;
    case 'unrecognised':
      return shapeFault('value', said) !== undefined;
    case 'request':
      return said.operation !== 'other' || (isJsonObject(value) && 'jsonrpc' in value);
    case 'task':
    case 'status-update':
      // Many a log record has an id and a status: a task has a state.
      return stateWord !== undefined;
    case 'message':
      // Whatever a log holds under the name `message` is no message for that.
      return said.message.messageId !== '' || said.message.parts.length > 0;
    case 'several':
      return said.items.length === 0 || said.items.some((item) => saysSomething(item.observation, item.value));
    case 'error':
      return isJsonObject(value) && ('jsonrpc' in value || 'error' in value);
    default:
      return true;
  }
}

/** What crossed, in a record: the values on the first depth that has any, each once. */
export function trafficIn(record: Json, path: string, words = ''): readonly LoggedValue[] {
  let level: readonly LoggedValue[] = [{ value: record, path, words }];
  let looked = 0;
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth += 1) {
    const hits: LoggedValue[] = [];
    const next: LoggedValue[] = [];
    for (const node of level) {
      if (depth > 0 && isExchangeLine(node.value)) hits.push({ ...node, exchange: true });
      else if (depth > 0 && isTraffic(node.value)) hits.push(node);
      else if ((looked += 1) <= MOST) for (const inner of insideOf(node)) next.push(inner);
    }
    if (hits.length > 0) return withoutCopies(hits);
    level = next;
  }
  return [];
}

/** Whether a value is a line of an exchange log; one of many calls that a program logs is none, unless agents talk in it. */
export function isExchangeLine(value: Json): boolean {
  if (isTurn(value)) return true;
  return isJsonObject(value) && isExchange(value) && trafficIn(value, '').length > 0;
}

/** A record may hold the same as text and as JSON. */
function withoutCopies(hits: readonly LoggedValue[]): readonly LoggedValue[] {
  if (hits.length === 1) return hits;
  const seen = new Set<string>();
  return hits.filter(({ value }) => {
    const text = JSON.stringify(value);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

/** What one node holds: members and elements, and for a text what it says. */
function insideOf({ value, path, words }: LoggedValue): readonly LoggedValue[] {
  if (typeof value === 'string') return insideText(value, path, words);
  if (Array.isArray(value)) return (value as readonly Json[]).map((item, index) => ({ value: item, path: `${path}/[${index}]`, words }));
  if (!isJsonObject(value)) return [];
  const said = `${words} ${messageOf(value)}`;
  return Object.keys(value).map((name) => ({
    value: value[name] ?? null,
    path: `${path}/${memberStep(name)}`,
    words: AS_WRITTEN.has(name) ? '' : `${said} ${name}`,
  }));
}

/** Members that hold a line as a program wrote it: what leads to them are the words of a collector, and tell nothing of it. */
const AS_WRITTEN: ReadonlySet<string> = new Set(['_raw', 'original', '@rawstring', 'rawMessage']);

function insideText(text: string, path: string, words: string): readonly LoggedValue[] {
  if (!/[{[(]/.test(text)) return [];
  if (looksLikeEventStream(text)) {
    return splitEventStream(text).flatMap((frame, index) => {
      const read = parseJson(frame.data);
      return read.ok ? [{ value: read.value, path: `${path}/sse:${index}/json`, words: `${words} event` }] : [];
    });
  }
  const whole = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  if (whole?.ok) return [{ value: whole.value, path: `${path}/json`, words }];
  return findEmbedded(text).found.map(({ value, from, to, steps }) => ({
    value,
    path: `${path}/part:${from}:${to}/${steps}`,
    words: `${words} ${text.slice(Math.max(0, from - 200), from)}`,
  }));
}

const MESSAGES = ['message', 'msg', 'event', 'MESSAGE', '@message', '@mt', '@m', 'Message', 'body', 'text'];

/** The words of a record: what its message says where that is short, as far as no value begins in it. */
function messageOf(record: Json): string {
  if (!isJsonObject(record)) return '';
  for (const name of MESSAGES) {
    const text = Object.hasOwn(record, name) ? record[name] : undefined;
    const words = typeof text === 'string' && text.length < 200 ? /^[^{[(]*/.exec(text)?.[0].trim() : '';
    if (words) return words;
  }
  return '';
}
