// The formats, in the order in which they are asked: one a row, detection apart from decoding. A text that two rows claim is the
// first one's: the more a row demands of a text, the earlier it stands.

import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';
import { walkJson } from '../base/json-scan.ts';
import { JSON_START } from './begins.ts';
import type { Conversation } from './conversation.ts';
import { readHar } from './har.ts';
import { readTranscript } from './http-transcript.ts';
import { looksLikeTranscript } from './http-transcript-lines.ts';
import { readJsonDocument } from './json-document.ts';
import { isZipkin } from './jaeger.ts';
import { readNdjson } from './ndjson.ts';
import type { Reading, SourceReader } from './reading.ts';
import type { ReadInner } from './saved.ts';
import { readSaved } from './saved.ts';
import { isTraceStoreStart } from './otlp.ts';
import { readJaeger, readOtlp, readZipkin } from './spans.ts';
import { readEventStream } from './sse-dump.ts';
import { readUnknown } from './unknown.ts';

/** The beginning of a source, as far as a format may look. */
export interface Probe {
  /** At most 64 Ki units. */
  readonly text: string;
  /** Whether that is all. */
  readonly whole: boolean;
  /** The first line that is not blank, without its line feed. */
  readonly firstLine: string;
  /** Whether that line is there to its end. */
  readonly lineWhole: boolean;
  /** Its value, when that line is JSON and whole. */
  readonly firstValue: Json | undefined;
  /** Whether a second line that is not blank follows. */
  readonly more: boolean;
  /** That line from its first unit that is not blank. */
  readonly secondLine: string;
}
export interface FormatTools {
  readonly reader: SourceReader;
  readonly talk: Conversation;
  readonly readInner: ReadInner;
}
export interface Format {
  /** A TraceReport format word. */
  readonly id: string;
  readonly label: string;
  readonly detect: (probe: Probe) => boolean;
  /** Whether a find in the first lines stands, whatever follows. */
  readonly early?: true;
  /** Whether it is read line by line, and a text may have its newest line first. */
  readonly lined?: true;
  /** Reads the source; returns where something else begins, if it may, and nothing where the whole of it is this format's. */
  readonly decode: (tools: FormatTools) => Reading<number | void>;
}

export const FORMATS: readonly Format[] = [
  {
    id: 'saved',
    label: 'a saved episode or trace',
    early: true,
    detect: ({ firstValue }) => isJsonObject(firstValue) && firstValue['delegationInspector'] === 'saved',
    decode: ({ reader, talk, readInner }) => readSaved(reader, talk, 0, readInner),
  },
  {
    id: 'sse',
    label: 'an event stream',
    early: true,
    detect: ({ firstLine, lineWhole }) =>
      /^(?:(?:data|event|id|retry):|:(?!(?:method|status|authority|path|scheme): ?\S))/.test(firstLine) ||
      (lineWhole && /^(?:data|event|id|retry)$/.test(firstLine.trimEnd())),
    decode: ({ reader, talk }) => readEventStream(reader, talk, 0),
  },
  {
    id: 'otlp',
    label: 'OTLP spans',
    detect: ({ text, firstValue }) =>
      isTraceStoreStart(text) ||
      (isJsonObject(firstValue)
        ? Object.keys(firstValue).some((key) => OTLP_MEMBER.test(key))
        : /^[\s\uFEFF[]*\{\s*"(resource[_A-Z][A-Za-z]{2,20})"/.test(text) && OTLP_MEMBER.test(/"(\w+)"/.exec(text)?.[1] ?? '')),
    decode: ({ reader, talk }) => readOtlp(reader, talk),
  },
  {
    id: 'har',
    label: 'a HAR',
    detect: ({ text, firstValue }) => {
      if (isJsonObject(firstValue)) return isJsonObject(firstValue['log']) && 'entries' in firstValue['log'];
      return /^[\s\uFEFF]*\{\s*"log"\s*:\s*\{/.test(text) && /"(?:entries|creator)"\s*:/.test(text);
    },
    decode: ({ reader, talk }) => readHar(reader, talk, 0),
  },
  {
    id: 'jaeger',
    label: 'a Jaeger download',
    detect: ({ text, firstValue }) =>
      isJsonObject(firstValue)
        ? isJaeger(firstValue)
        : /^[\s\uFEFF]*\{/.test(text) && /"data"\s*:\s*\[\s*\{\s*"(?:traceID|spans|processes)"/.test(text.slice(0, 2000)),
    decode: ({ reader, talk }) => readJaeger(reader, talk),
  },
  {
    id: 'json',
    label: 'Zipkin spans',
    detect: ({ text, firstValue }) =>
      firstValue === undefined ? /^[\s\uFEFF]*\[[\s[]*\{/.test(text) && isZipkinStart(text.slice(0, 2000)) : isZipkin(firstValue),
    decode: ({ reader, talk }) => readZipkin(reader, talk),
  },
  {
    id: 'ndjson',
    label: 'JSON, one value a line',
    early: true,
    lined: true,
    detect: ({ firstValue, secondLine }) =>
      typeof firstValue === 'object' && firstValue !== null && (/^[[{]/.test(secondLine) || looksLikeTurn(firstValue)),
    decode: ({ reader, talk }) => readNdjson(reader, talk, 0),
  },
  {
    id: 'json',
    label: 'JSON',
    detect: ({ text }) => beginsLikeJson(text),
    decode: ({ reader, talk }) => readJsonDocument(reader, talk, 0),
  },
  {
    id: 'curl',
    label: 'an HTTP transcript',
    detect: ({ text }) => looksLikeTranscript(text),
    decode: ({ reader, talk }) => readTranscript(reader, talk, 0),
  },
  {
    id: 'log',
    label: 'a log, or text with traffic in it',
    lined: true,
    detect: ({ text }) => !isBinary(text),
    decode: () => nothingYet(),
  },
  {
    id: 'unknown',
    label: 'no format this page knows',
    detect: () => true,
    decode: ({ reader }) => readUnknown(reader),
  },
];

/** The signals of OpenTelemetry: an export that begins with another one may hold spans, too. */
const OTLP_MEMBER = /^resource(?:_?[sS]pans|_?[lL]ogs|_?[mM]etrics|_?[pP]rofiles)$/;

/** The first span of a list, as far as its plain members come first. */
function isZipkinStart(text: string): boolean {
  const [members = ''] = /\{[^{}]*/.exec(text) ?? [];
  return /"traceId"\s*:/.test(members) && /"id"\s*:/.test(members) && !/"spanId"|"method"/.test(members);
}

/** Bytes that are no text: a picture, an archive, another encoding. */
function isBinary(text: string): boolean {
  const head = text.slice(0, 4096);

  const strange = head.match(/[\u0000-\u0008\u000e-\u001a\ufffd]/g)?.length ?? 0;
  return strange * 20 > head.length;
}

/** What begins where is found line by line. */

function* nothingYet(): Reading<number> {
  return 0;
}

function isJaeger(top: JsonObject): boolean {
  const { data } = top;
  const first = Array.isArray(data) ? (data as readonly Json[])[0] : undefined;
  return isJsonObject(first) && ('spans' in first || 'traceID' in first);
}

/** A line of an exchange log stands alone as one, where any other single line is a document. */
function looksLikeTurn(value: Json): boolean {
  return isJsonObject(value) && !('jsonrpc' in value) && ('direction' in value || 'dir' in value || ('url' in value && 'method' in value));
}

/** The first tokens are JSON's: a text in brackets is not yet JSON. */
function beginsLikeJson(text: string): boolean {
  const from = text.startsWith('\uFEFF') ? 1 : 0;
  if (!JSON_START.test(text.slice(0, 2000))) return false;
  const end = walkJson(text, from);
  return end.ok || end.at >= text.length || end.at > from + text.slice(from).search(/\S/) + 1;
}
