// The formats, in the order in which they are asked: one a row, detection apart from decoding. A text that two rows claim is the
// first one's: the more a row demands of a text, the earlier it stands.

import { isJsonObject, parseJson, type Json, type JsonObject } from '../base/json.ts';
import { walkJson } from '../base/json-scan.ts';
import type { Conversation } from './conversation.ts';
import { readHar } from './har.ts';
import { readJsonDocument } from './json-document.ts';
import type { NotYet } from './not-yet.ts';
import { readNdjson } from './ndjson.ts';
import type { Reading, SourceReader } from './reading.ts';
import type { ReadInner } from './saved.ts';
import { readSaved } from './saved.ts';
import { readEventStream } from './sse-dump.ts';
import { readNotYet, readUnknown } from './unknown.ts';

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
  readonly decode: (tools: FormatTools) => Reading<void>;
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
      /^(?:data|event|id|retry)?:/.test(firstLine) || (lineWhole && /^(?:data|event|id|retry)$/.test(firstLine.trimEnd())),
    decode: ({ reader, talk }) => readEventStream(reader, talk, 0),
  },
  otherFormat('otlp', 'OTLP spans', (top) => 'resourceSpans' in top || 'resource_spans' in top, /^\s*\{\s*"resource_?[sS]pans"/),
  {
    id: 'har',
    label: 'a HAR',
    detect: ({ text, firstValue }) => {
      if (isJsonObject(firstValue)) return isJsonObject(firstValue['log']) && 'entries' in firstValue['log'];
      return /^[\s\uFEFF]*\{\s*"log"\s*:\s*\{/.test(text) && /"(?:entries|creator)"\s*:/.test(text);
    },
    decode: ({ reader, talk }) => readHar(reader, talk, 0),
  },
  otherFormat('jaeger', 'a Jaeger download', (top) => isJaeger(top), /^\s*\{\s*"data"\s*:\s*\[\s*\{\s*"(?:traceID|spans|processes)"/),
  {
    id: 'ndjson',
    label: 'JSON, one value a line',
    early: true,
    detect: ({ firstValue, more }) => typeof firstValue === 'object' && firstValue !== null && (more || looksLikeTurn(firstValue)),
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
    detect: ({ text }) => /^(?:\$ )?curl\s/m.test(text) || (/^> [A-Z]+ \S+ HTTP\//m.test(text) && /^< HTTP\//m.test(text)),
    decode: ({ reader }) => readNotYet(reader, 'curl'),
  },
  {
    id: 'unknown',
    label: 'no format this page knows',
    detect: () => true,
    decode: ({ reader }) => readUnknown(reader),
  },
];

/** A format that is recognised and not read. */
function otherFormat(id: NotYet, label: string, isTop: (top: JsonObject) => boolean, start: RegExp): Format {
  return {
    id,
    label,
    detect: ({ text, firstValue, whole }) => {
      if (isJsonObject(firstValue)) return isTop(firstValue);
      if (start.test(text.slice(0, 2000))) return true;
      const all = whole ? parseJson(text) : undefined;
      return all?.ok === true && isJsonObject(all.value) && isTop(all.value);
    },
    decode: ({ reader }) => readNotYet(reader, id),
  };
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
  if (!/^\s*[[{]/.test(text.slice(from))) return false;
  const end = walkJson(text, from);
  return end.ok || end.at >= text.length || end.at > from + text.slice(from).search(/\S/) + 1;
}
