// The formats, one a row, detection apart from decoding. A text is read as what fits it best; of equals the first one is chosen (the more
// a row demands of a text, the earlier it stands), and what it may be as well is told (SPEC.md N.70).

import { isJsonObject, type Json } from '../base/json.ts';
import type { FormatReading, ReadAs } from '../log/read-as.ts';
import type { Conversation } from './conversation.ts';
import { fitHar, fitJaeger, fitLog, fitNdjson, fitOtlp, fitSse, fitTranscript, fitZipkin, type Fit, type FitOf } from './format-fits.ts';
import { readHar } from './har.ts';
import { readTranscript } from './http-transcript.ts';
import { readJsonDocument } from './json-document.ts';
import { readNdjson } from './ndjson.ts';
import type { Reading, SourceReader } from './reading.ts';
import type { ReadInner } from './saved.ts';
import { readSaved } from './saved.ts';
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
  /** Whether its first tokens are JSON's: a text in brackets is not yet JSON. */
  readonly beginsLikeJson: boolean;
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
  /** The word by which a person chooses it; undefined where none would. */
  readonly as: ReadAs | undefined;
  /** A TraceReport format word. */
  readonly id: string;
  /** How well it fits; undefined where it does not. */
  readonly fit: FitOf;
  /** Whether a sure find in the first lines stands, whatever follows. */
  readonly early?: true;
  /** Whether it is read line by line, and a text may have its newest line first. */
  readonly lined?: true;
  /** Reads the source; returns where something else begins, if it may, and nothing where the whole of it is this format's. */
  readonly decode: (tools: FormatTools) => Reading<number | void>;
}

export const FORMATS: readonly Format[] = [
  {
    as: 'saved',
    id: 'saved',
    early: true,
    fit: ({ firstValue }) =>
      isJsonObject(firstValue) && firstValue['delegationInspector'] === 'saved' ? { sure: 1, why: 'it says so itself' } : undefined,
    decode: ({ reader, talk, readInner }) => readSaved(reader, talk, 0, readInner),
  },
  { as: 'sse', id: 'sse', early: true, fit: fitSse, decode: ({ reader, talk }) => readEventStream(reader, talk, 0) },
  { as: 'otlp', id: 'otlp', fit: fitOtlp, decode: ({ reader, talk }) => readOtlp(reader, talk) },
  { as: 'har', id: 'har', fit: fitHar, decode: ({ reader, talk }) => readHar(reader, talk, 0) },
  { as: 'jaeger', id: 'jaeger', fit: fitJaeger, decode: ({ reader, talk }) => readJaeger(reader, talk) },
  { as: 'zipkin', id: 'json', fit: fitZipkin, decode: ({ reader, talk }) => readZipkin(reader, talk) },
  { as: 'ndjson', id: 'ndjson', early: true, lined: true, fit: fitNdjson, decode: ({ reader, talk }) => readNdjson(reader, talk, 0) },
  {
    as: 'json',
    id: 'json',
    fit: ({ beginsLikeJson }) => (beginsLikeJson ? { sure: 0.5, why: 'it begins like JSON' } : undefined),
    decode: ({ reader, talk }) => readJsonDocument(reader, talk, 0),
  },
  { as: 'http', id: 'curl', fit: fitTranscript, decode: ({ reader, talk }) => readTranscript(reader, talk, 0) },
  { as: 'log', id: 'log', lined: true, fit: fitLog, decode: () => nothingYet() },
  { as: undefined, id: 'unknown', fit: () => ({ sure: 0, why: 'no format fits' }), decode: ({ reader }) => readUnknown(reader) },
];

/** A format with how well it fits. */
export interface FittingFormat extends Fit {
  readonly format: Format;
}

/** Fits that differ by less than this are about equal; what fits worse than half is no other reading. */
const ABOUT = 0.2;
const LEAST = 0.5;

/** The formats that fit a beginning, the surest first; of equals the one that is asked first. */
export function fittingFormats(probe: Probe): readonly FittingFormat[] {
  const fitting: FittingFormat[] = [];
  for (const format of FORMATS) {
    const fit = format.fit(probe);
    // What says itself what it is may be nothing else.
    if (fit?.sure === 1) return [{ format, ...fit }];
    if (fit) fitting.push({ format, ...fit });
  }
  return fitting.sort((a, b) => b.sure - a.sure);
}

/** What else a text may be read as, where that fits about as well. JSON is read the same one a line or not. */
export function rivalsOf(fitting: readonly FittingFormat[]): readonly FormatReading[] {
  const [best, ...rest] = fitting;
  if (!best) return [];
  return rest
    .filter(({ format, sure }) => sure >= LEAST && best.sure - sure < ABOUT && familyOf(format) !== familyOf(best.format))
    .flatMap(readingOf);
}

function familyOf({ as }: Format): string | undefined {
  return as === 'ndjson' ? 'json' : as;
}

/** A reading in words; none for what no person would choose. */
export function readingOf({ format: { as }, why }: FittingFormat): readonly FormatReading[] {
  return as === undefined ? [] : [{ as, why }];
}

/** What begins where is found line by line. */

function* nothingYet(): Reading<number> {
  return 0;
}
