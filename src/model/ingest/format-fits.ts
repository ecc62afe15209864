// How well formats fit that others are easily taken for: what speaks for each, and how much. Where two fit about equally, that is told,
// with what was chosen (SPEC.md N.70).

import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';
import { walkJson } from '../base/json-scan.ts';
import { JSON_START } from './begins.ts';
import { fileKindOf } from './file-kinds.ts';
import type { Probe } from './formats.ts';
import { looksLikeTranscript } from './http-transcript-lines.ts';
import { isZipkin } from './jaeger.ts';
import { momentIn } from './log-words.ts';
import { isTraceStoreStart } from './otlp.ts';

/** How surely a text is of a format: near 1 where it says so itself, about ½ where it only looks like one. */
export interface Fit {
  readonly sure: number;
  /** What speaks for it, as half a sentence. */
  readonly why: string;
}
export type FitOf = (probe: Probe) => Fit | undefined;

const SURE = 0.95;
const HALF = 0.5;
const START = 2000;

/** The first tokens are JSON's: a text in brackets is not yet JSON. */
export function beginsLikeJson(text: string): boolean {
  const from = text.startsWith('\uFEFF') ? 1 : 0;
  if (!JSON_START.test(text.slice(0, START))) return false;
  const end = walkJson(text, from);
  return end.ok || end.at >= text.length || end.at > from + text.slice(from).search(/\S/) + 1;
}

/** The names of the members of the object that a text begins with, as far as it goes. */
function namesIn(text: string): readonly string[] {
  const from = text.startsWith('\uFEFF') ? 1 : 0;
  if (!/^[\s\uFEFF]*\{/.test(text.slice(0, START))) return [];
  const names: string[] = [];
  let depth = 0;
  walkJson(text, from, {
    open: () => void (depth += 1),
    close: () => void (depth -= 1),
    key: (start, end) => void (depth === 1 && names.push(text.slice(start, end))),
  });
  return names;
}

const FIELD = /^(?:(?:data|event|id|retry):|:(?!(?:method|status|authority|path|scheme): ?\S))/;

/** A line of data is an event stream's; of the other fields there must be more than one, as other texts have such lines, too. */
export const fitSse: FitOf = ({ firstLine, lineWhole, more, secondLine, whole }) => {
  const bare = lineWhole && /^(?:data|event|id|retry)$/.test(firstLine.trimEnd());
  if (!bare && !FIELD.test(firstLine)) return undefined;
  if (bare || /^data:|^:/.test(firstLine)) return { sure: SURE, why: 'it begins with a field of an event stream' };
  if (more ? FIELD.test(secondLine) : whole) return { sure: SURE, why: 'it begins with fields of an event stream' };
  return { sure: HALF, why: `its first line is a field of an event stream, but the second is none` };
};

/** The signals of OpenTelemetry: an export that begins with another one may hold spans, too. */
const OTLP_MEMBER = /^resource(?:_?[sS]pans|_?[lL]ogs|_?[mM]etrics|_?[pP]rofiles)$/;

export const fitOtlp: FitOf = ({ text, firstValue }) => {
  if (isTraceStoreStart(text)) return { sure: SURE, why: 'it begins like the answer of a trace store' };
  const name = isJsonObject(firstValue)
    ? Object.keys(firstValue).find((key) => OTLP_MEMBER.test(key))
    : (/^[\s\uFEFF]*\[[\s[]*\{\s*"(resource[_A-Z][A-Za-z]{2,20})"/.exec(text)?.[1] ?? namesIn(text).find((key) => OTLP_MEMBER.test(key)));
  return name !== undefined && OTLP_MEMBER.test(name) ? { sure: SURE, why: `it has the member "${name}"` } : undefined;
};

export const fitHar: FitOf = ({ text, firstValue }) => {
  if (isJsonObject(firstValue)) {
    const { log } = firstValue;
    return isJsonObject(log) && 'entries' in log ? harOf(log['entries'] ?? null, 'creator' in log) : undefined;
  }
  if (!/"log"\s*:\s*\{/.test(text) || !/"(?:entries|creator)"\s*:/.test(text) || !namesIn(text).includes('log')) return undefined;
  return /"(?:creator|request|startedDateTime)"\s*:/.test(text) ? HAR : HAR_PERHAPS;
};

const HAR: Fit = { sure: SURE, why: 'its "log" has the entries of a HAR' };
const HAR_PERHAPS: Fit = { sure: HALF, why: 'its "log" has "entries", but no creator, and the first has no request' };

function harOf(entries: Json, hasCreator: boolean): Fit {
  const first = Array.isArray(entries) ? (entries as readonly Json[])[0] : undefined;
  return hasCreator || first === undefined || (isJsonObject(first) && 'request' in first) ? HAR : HAR_PERHAPS;
}

export const fitJaeger: FitOf = ({ text, firstValue }) => {
  if (!isJsonObject(firstValue)) {
    const [, name] = /^[\s\uFEFF]*\{/.test(text)
      ? (/"data"\s*:\s*\[\s*\{\s*"(traceID|spans|processes)"/.exec(text.slice(0, START)) ?? [])
      : [];
    if (name === undefined) return undefined;
    return name === 'traceID' && !/"spans"\s*:/.test(text) ? JAEGER_PERHAPS : JAEGER;
  }
  const { data } = firstValue;
  const first = Array.isArray(data) ? (data as readonly Json[])[0] : undefined;
  if (!isJsonObject(first)) return undefined;
  return 'spans' in first ? JAEGER : 'traceID' in first ? JAEGER_PERHAPS : undefined;
};

const JAEGER: Fit = { sure: SURE, why: 'its "data" holds traces with their spans' };
const JAEGER_PERHAPS: Fit = { sure: HALF, why: 'its "data" begins with a "traceID", but shows no "spans"' };

/** Only spans have these. */
const OF_SPANS = /"(?:localEndpoint|remoteEndpoint|duration|annotations|parentId|kind|shared)"\s*:/;
/** Only records of a log have these. */
const OF_RECORDS = /"(?:message|msg|level|severity|severityText|body|log|logger|payload|textPayload|jsonPayload)"\s*:/;

export const fitZipkin: FitOf = ({ text, firstValue }) => {
  const head = text.slice(0, START);
  const is = firstValue === undefined ? /^[\s\uFEFF]*\[[\s[]*\{/.test(text) && isZipkinStart(head) : isZipkin(firstValue);
  if (!is) return undefined;
  const first = firstMembers(firstValue, head);
  const [span, record] = [OF_SPANS.test(first), OF_RECORDS.test(first)];
  if (span && !record) return { sure: SURE, why: 'it is a list of spans' };
  if (record && !span) return { sure: 0.2, why: 'its elements have the ids of spans, and else are records of a log' };
  return {
    sure: HALF,
    why: record
      ? 'its elements have ids of spans, and members of spans and of log records'
      : 'its elements have "traceId" and "id", and nothing else that spans have',
  };
};

/** The names of the first element, as text. */
function firstMembers(value: Json | undefined, head: string): string {
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  const span: unknown = Array.isArray(first) ? first[0] : first;
  if (!isJsonObject(span)) return head.slice(0, head.indexOf('}') + 1 || head.length);
  return Object.keys(span)
    .map((name) => `"${name}":`)
    .join(' ');
}

/** The first span of a list, as far as its plain members come first. */
function isZipkinStart(text: string): boolean {
  const [members = ''] = /\{[^{}]*/.exec(text) ?? [];
  return /"traceId"\s*:/.test(members) && /"id"\s*:/.test(members) && !/"spanId"|"method"/.test(members);
}

export const fitNdjson: FitOf = ({ firstValue, secondLine }) =>
  typeof firstValue === 'object' && firstValue !== null && (/^[[{]/.test(secondLine) || looksLikeTurn(firstValue))
    ? { sure: 0.8, why: 'its first line is a whole value' }
    : undefined;

/** A line of an exchange log stands alone as one, where any other single line is a document. */
function looksLikeTurn(value: Json | JsonObject): boolean {
  return isJsonObject(value) && !('jsonrpc' in value) && ('direction' in value || 'dir' in value || ('url' in value && 'method' in value));
}

const LOOKED = 40;
const HEAD = 200;

/**
 * A log that quotes requests and answers looks like a transcript, too: how many of its lines begin with a time decides. Where JSON stands
 * first, the text is no transcript from its beginning: whoever reads JSON goes on with what follows.
 */
export const fitTranscript: FitOf = ({ text, beginsLikeJson }) => {
  if (!looksLikeTranscript(text)) return undefined;
  if (beginsLikeJson) return { sure: 0.3, why: 'after a value, it holds requests and answers of HTTP' };
  return datedShare(text) >= HALF
    ? { sure: HALF, why: 'it holds the first lines of HTTP requests or answers' }
    : { sure: 0.75, why: 'it holds requests and answers of HTTP' };
};

export const fitLog: FitOf = ({ text }) => {
  if (isBinary(text)) return undefined;
  return datedShare(text) >= HALF
    ? { sure: HALF, why: 'most of its lines begin with a time' }
    : { sure: 0.1, why: 'it is text, and no other format fits' };
};

/** The share of the first lines that begin with a time. */
function datedShare(text: string): number {
  const lines = text.split('\n', LOOKED).filter((line) => line.trim() !== '');
  const dated = lines.filter((line) => STARTS_WITH_DIGIT.test(line) && momentIn(line.slice(0, HEAD)) !== undefined);
  return lines.length < 2 ? 0 : dated.length / lines.length;
}

const STARTS_WITH_DIGIT = /^\W{0,3}\d/;

/** Bytes that are no text: a picture, an archive, another encoding. */
function isBinary(text: string): boolean {
  if (fileKindOf(text.slice(0, 1 << 10)) !== undefined) return true;
  const head = text.slice(0, 4096);
  const strange = head.match(/[\u0000-\u0008\u000e-\u001a\ufffd]/g)?.length ?? 0;
  return strange * 20 > head.length;
}
