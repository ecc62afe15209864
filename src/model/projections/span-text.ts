// What a span says in one line, whatever format it stands in: on which side of a call it is, how long it took, what it asked for.

import { isJsonObject, member, textMember, type Json } from '../base/json.ts';

const KINDS = ['', 'internal', 'server', 'client', 'producer', 'consumer'];
/** Attributes that tell what a call was, in the order of the line. */
const TOLD = [
  'http.request.method',
  'http.method',
  'url.full',
  'http.url',
  'url.path',
  'http.target',
  'a2a.method.name',
  'rpc.method',
  'http.response.status_code',
];
const LISTS = ['attributes', 'tags', 'fields'] as const;

/** The line; undefined for a span that says nothing beyond its name. */
export function spanText(value: Json | undefined): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const attributes = attributesOf(value);
  const told = TOLD.flatMap((name) => attributes.get(name) ?? []);
  // A full address holds the path already.
  const [full] = ['url.full', 'http.url'].flatMap((name) => attributes.get(name) ?? []);
  const facts = full === undefined ? told : told.filter((text) => text === full || !full.includes(text) || /^\d+$/.test(text));
  const words = [kindOf(value, attributes), durationOf(value), facts.join(' ')].filter((word) => word !== undefined && word !== '');
  return words.length === 0 ? undefined : words.join(' · ');
}

function kindOf(span: Json, attributes: ReadonlyMap<string, string>): string | undefined {
  const kind = member(span, 'kind') ?? attributes.get('span.kind');
  if (typeof kind === 'number') return KINDS[kind];
  return typeof kind === 'string' ? kind.replace('SPAN_KIND_', '').toLowerCase().slice(0, 20) : undefined;
}

function durationOf(span: Json): string | undefined {
  const micros = member(span, 'duration');
  if (typeof micros === 'number') return spelled(micros / 1000);
  const [start, end] = [nanos(span, 'startTimeUnixNano', 'start_time_unix_nano'), nanos(span, 'endTimeUnixNano', 'end_time_unix_nano')];
  return start === undefined || end === undefined || end < start ? undefined : spelled(Number(end - start) / 1e6);
}

function spelled(ms: number): string {
  return ms >= 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${ms >= 100 ? Math.round(ms) : ms.toFixed(1)} ms`;
}

/** Whole nanoseconds: as numbers they are beyond double precision. */
function nanos(span: Json, ...names: readonly string[]): bigint | undefined {
  for (const name of names) {
    const value = member(span, name);
    if (typeof value === 'string' && /^\d{1,19}$/.test(value)) return BigInt(value);
    if (typeof value === 'number' && Number.isSafeInteger(Math.round(value / 1000))) return BigInt(Math.round(value / 1000)) * 1000n;
  }
  return undefined;
}

/** Attributes that are texts or numbers: listed with typed or plain values, or as members. */
function attributesOf(span: Json): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of LISTS) {
    const attributes = member(span, name);
    if (Array.isArray(attributes)) {
      for (const entry of attributes as readonly Json[]) put(found, textMember(entry, 'key'), plainValue(member(entry, 'value')));
    } else if (isJsonObject(attributes)) for (const key of Object.keys(attributes)) put(found, key, attributes[key]);
  }
  return found;
}

function plainValue(value: Json | undefined): Json | undefined {
  if (!isJsonObject(value)) return value;
  return Object.values(value)[0];
}

function put(found: Map<string, string>, name: string | undefined, value: Json | undefined): void {
  if (name !== undefined && (typeof value === 'string' || typeof value === 'number') && value !== '') found.set(name, String(value));
}
