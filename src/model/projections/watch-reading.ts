// What one request at a callback or about one says, read again from its text when it is shown: address, whether a token came with it
// and whether two tokens are the same, what the body claims. The token itself is cut on the way in and is nowhere here.

import { canonicalJson } from '../base/canonical-json.ts';
import { isJsonObject, member, parseJson, textMember, type Json } from '../base/json.ts';
import { digestOf } from '../base/text-digest.ts';
import { readInstant } from '../base/wire-time.ts';
import type { Said } from '../adapters/observation.ts';
import type { LogView } from '../log/log-view.ts';
import { BoundedMemory } from './bounded-memory.ts';
import { besideLog } from './log-index.ts';
import { observeRow } from './observed-row.ts';
import { partsText } from './row-text.ts';

const KEPT_READINGS = 4_000;
/** A longer carrier is not read for the sake of its head. */
const CARRIER_UNITS = 1 << 20;
const MOST_HEAD_LINES = 200;
const MOST_WORDS = 160;
const TOKEN_HEADER = 'x-a2a-notification-token';

/** What proves a delivery: whether it is there, and a number that equal ones share. */
export interface Proof {
  readonly has: boolean;
  /** Undefined where the text does not tell tokens apart (masked by whoever wrote it). */
  readonly number?: number;
}
export interface CallbackHead {
  readonly url?: string;
  readonly token: Proof;
  readonly authorization: Proof;
  readonly length?: number;
}
export interface BodyReading {
  /** Equal bodies have equal numbers; undefined where there is none that can be read. */
  readonly digest?: number;
  /** When the sender says the status is from. */
  readonly statusAt?: number;
  /** The words of the status. */
  readonly words?: string;
  readonly says?: Said['kind'];
  readonly length: number;
}
export interface DeliveryReading {
  /** Undefined where the log does not hold it. */
  readonly head: CallbackHead | undefined;
  readonly body: BodyReading;
}

const readingsOf = besideLog(() => new BoundedMemory<DeliveryReading>(KEPT_READINGS));
const bodiesOf = besideLog(() => new BoundedMemory<BodyReading>(KEPT_READINGS));

/** A delivery as it stands in the text. */
export function readDelivery(log: LogView, row: number): DeliveryReading {
  const readings = readingsOf(log);
  const known = readings.find(String(row));
  if (known) return known;
  const reading = { head: log.kind(row) === 'message-sent' ? headOf(log, row) : undefined, body: readBody(log, row) };
  readings.keep(String(row), reading);
  return reading;
}

/** What a row says of a task's status. */
export function readBody(log: LogView, row: number): BodyReading {
  const bodies = bodiesOf(log);
  const known = bodies.find(String(row));
  if (known) return known;
  const reading = bodyOf(log, row);
  bodies.keep(String(row), reading);
  return reading;
}

function bodyOf(log: LogView, row: number): BodyReading {
  const value = log.value(row);
  const { from, to } = log.row(row);
  if (value === undefined) return { length: to - from };
  const text = canonicalJson(value);
  const said = observeRow(log, row)?.said;
  const status = said?.kind === 'task' ? said.task.status : said?.kind === 'status-update' ? said.update.status : undefined;
  const statusAt = readInstant(status?.timestamp);
  const words = status?.message === undefined ? undefined : partsText(status.message.parts).slice(0, MOST_WORDS);
  return {
    length: text.ok ? text.value.length : to - from,
    ...(text.ok ? { digest: digestOf(text.value) } : {}),
    ...(statusAt === undefined ? {} : { statusAt }),
    ...(words === undefined || words === '' ? {} : { words }),
    ...(said === undefined ? {} : { says: said.kind }),
  };
}

/** The head of a request, from a record that carries it as members or as lines. */
function headOf(log: LogView, row: number): CallbackHead | undefined {
  const { source, from, to } = log.row(row);
  if (to - from > CARRIER_UNITS) return undefined;
  const text = log.sourceView(source)?.read(from, to) ?? '';
  const read = parseJson(text);
  const record = read.ok ? (member(read.value, 'request') ?? read.value) : undefined;
  const headers = record === undefined ? headLines(text) : headerMembers(member(record, 'headers'));
  if (headers === undefined) return undefined;
  const url = record === undefined ? addressIn(text, headers) : addressOf(record, headers);
  const length = Number(headers.get('content-length') ?? Number.NaN);
  return {
    ...(url === undefined ? {} : { url }),
    token: proofOf(headers.get(TOKEN_HEADER)),
    authorization: proofOf(headers.get('authorization')),
    ...(Number.isSafeInteger(length) && length >= 0 ? { length } : {}),
  };
}

/** Headers as an object, or as a list of names and values. */
function headerMembers(value: Json | undefined): ReadonlyMap<string, string> | undefined {
  const headers = new Map<string, string>();
  if (Array.isArray(value)) {
    for (const each of value as readonly Json[]) {
      const name = textMember(each, 'name');
      if (name !== undefined) headers.set(name.toLowerCase(), textMember(each, 'value') ?? '');
    }
    return headers;
  }
  if (!isJsonObject(value)) return undefined;
  for (const [name, held] of Object.entries(value)) {
    const first = Array.isArray(held) ? (held as readonly Json[])[0] : held;
    if (typeof first === 'string' || typeof first === 'number') headers.set(name.toLowerCase(), String(first));
  }
  return headers;
}

/** Headers as lines up to the first empty one, with or without the mark that a dump puts before them. */
function headLines(text: string): ReadonlyMap<string, string> | undefined {
  const headers = new Map<string, string>();
  let from = 0;
  for (let line = 0; line < MOST_HEAD_LINES && from < text.length; line += 1) {
    const end = text.indexOf('\n', from);
    const words = text
      .slice(from, end < 0 ? text.length : end)
      .replace(/^[<>*] ?/, '')
      .trim();
    if (words === '' && headers.size > 0) break;
    const colon = words.indexOf(':');
    const name = words.slice(0, Math.max(colon, 0)).toLowerCase();
    if (/^[a-z0-9-]{1,60}$/.test(name)) headers.set(name, words.slice(colon + 1).trim());
    if (end < 0) break;
    from = end + 1;
  }
  return headers.size > 0 ? headers : undefined;
}

function addressOf(record: Json, headers: ReadonlyMap<string, string>): string | undefined {
  const path = textMember(record, 'url') ?? textMember(record, 'path');
  const host = headers.get('host') ?? textMember(record, 'to');
  return path?.startsWith('/') && host !== undefined ? `${host}${path}` : path;
}

function addressIn(text: string, headers: ReadonlyMap<string, string>): string | undefined {
  const path = /^[<>*]? ?POST (\S{1,2000})/m.exec(text.slice(0, 20_000))?.[1];
  const host = headers.get('host');
  return path?.startsWith('/') && host !== undefined ? `${host}${path}` : path;
}

const CUT = /\[cut (\d+):/;

/** Whether something is there, and which of the cut secrets it is. */
export function proofOf(value: string | undefined): Proof {
  if (value === undefined || value.trim() === '') return { has: false };
  const number = CUT.exec(value)?.[1];
  return number === undefined ? { has: true } : { has: true, number: Number(number) };
}

/** Whether two addresses name one callback: a log may leave out the scheme, and the port where it is the usual one. */
export function isSameAddress(one: string, other: string): boolean {
  return plainAddress(one) === plainAddress(other);
}

function plainAddress(url: string): string {
  const bare = url.replace(/^https?:\/\//i, '').replace(/[?#].*$/, '');
  const slash = bare.indexOf('/');
  const host = (slash < 0 ? bare : bare.slice(0, slash)).toLowerCase().replace(/:(?:80|443)$/, '');
  return `${host}${slash < 0 ? '' : bare.slice(slash).replace(/\/$/, '')}`;
}
