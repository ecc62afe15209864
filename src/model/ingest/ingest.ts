// The face of ingest: a text in, rows out. What the text is, is found out by its beginning; what is in it, record by record.
// Nothing is dropped silently (SPEC.md N.1): rows, stretches set aside, unread stretches and framing cover every unit of the text.

import { createCutter } from '../log/redaction.ts';
import type { Cutter } from '../log/redaction.ts';
import { invariant } from '../base/assert.ts';
import { parseJson } from '../base/json.ts';
import type { ReadAs } from '../log/read-as.ts';
import { createConversation } from './conversation.ts';
import { beginsLikeJson } from './format-fits.ts';
import { FORMATS, fittingFormats, readingOf, rivalsOf } from './formats.ts';
import type { FittingFormat, Format, FormatTools, Probe } from './formats.ts';
import { readMixed } from './mixed.ts';
import { newestFirstRecords, readerOf } from './newest-first.ts';
import { createTranscript } from './http-transcript.ts';
import { createSourceReader } from './reading.ts';
import type { Reading, SourceReader, Stretch } from './reading.ts';
import type { ReadInner } from './saved.ts';
import type { IngestSink, ReadProgress, SourceText } from './sink.ts';

const PROBE = 1 << 16;
const MAX_LAYERS = 4;

export interface ReadOptions {
  /** Shared by the sources of one log, so that equal secrets have equal numbers in all of them. */
  readonly cutter?: Cutter;
  /** What the text is to be read as, whatever it looks like. */
  readonly as?: ReadAs | undefined;
}

/**
 * Reads a source from beginning to end: detects its format, decodes its records, puts what they say into the sink.
 * Yields `time` after each record and `text` when it needs more of a text that is still growing; linear in the text's length.
 * Any text will do: what cannot be read ends as unread, never as a throw.
 * @param source the index that rows, cuts and stretches carry
 */
export function* readSource(
  text: SourceText,
  source: number,
  sink: IngestSink,
  options: ReadOptions = {},
): Generator<ReadProgress, void, void> {
  yield* readAnySource(createSourceReader({ text, source, sink, cutter: options.cutter ?? createCutter(), layer: 0 }), options.as);
}

/** Reads, and tells how far: whoever holds the text shows no more of it. */
function* readAnySource(reader: SourceReader, as?: ReadAs): Reading<void> {
  const { sink, source } = reader;
  for (const step of decodeSource(reader, as)) {
    sink.searched?.(source, step.read);
    yield step;
  }
  sink.searched?.(source, reader.text.length);
}

function* decodeSource(reader: SourceReader, as?: ReadAs): Reading<void> {
  const format = yield* detectFormat(reader, as);
  reader.describe(format.id);
  const talk = createConversation(reader);
  const readInner: ReadInner = (inner, { source, sink, as: chosen }) => readLayer({ ...reader, sink, source }, inner, chosen);
  const records = format.lined ? yield* newestFirstRecords(reader) : undefined;
  if (records) yield* readBackwards({ reader, talk, readInner }, records);
  else yield* readForwards({ reader, talk, readInner }, format);
  talk.streams.finish(reader.text.isCut ? 'cut' : 'complete');
  reader.describe();
}

function* readForwards(tools: FormatTools, format: Format): Reading<void> {
  const to = yield* format.decode(tools);
  if (typeof to !== 'number') return;
  const http = createTranscript(tools.reader, tools.talk);
  yield* readMixed(tools, { from: to, format: to > 0 ? format.id : undefined, readHttp: (from) => http.readFrom(from) });
  http.finish();
}

/** What has been read lies all over the text, so nothing is told to be done with before everything is. */
function* readBackwards(tools: FormatTools, records: readonly Stretch[]): Reading<void> {
  const kinds = new Set<string>();
  for (const record of records) {
    const reader = readerOf(tools.reader, record);
    const part = { from: record.from, format: undefined, kinds, readHttp: nowhere };
    for (const _step of readMixed({ ...tools, reader }, part)) yield { wants: 'time', read: 0 };
  }
}

/** A record of a log is no transcript. */

function* nowhere(from: number): Reading<number> {
  return from;
}

/** A source inside a source; a text that nests without end is not followed. */
function* readLayer(outer: SourceReader, text: SourceText, as: ReadAs | undefined): Reading<void> {
  const reader = createSourceReader({ ...outer, text, layer: outer.layer + 1 });
  if (reader.layer <= MAX_LAYERS) return yield* readAnySource(reader, as);
  reader.describe('unknown');
  reader.admit({ from: 0, to: text.length }, text.slice(0, text.length));
  reader.sink.searched?.(reader.source, text.length);
  reader.unread({ from: 0, to: text.length }, `a saved file inside more than ${MAX_LAYERS} others`);
}

/**
 * Waits for as much of the beginning as tells the format: its first lines where those are enough, else 64 Ki units or all there is.
 * @param as what a person has chosen
 */
function* detectFormat(reader: SourceReader, as: ReadAs | undefined): Reading<Format> {
  for (let looked = -1; ; ) {
    const { text } = reader;
    const whole = text.complete && text.length <= PROBE;
    const enough = whole || text.length > PROBE;
    // Looked at again only after it has doubled, so that a text that comes in small pieces is not looked at over and over.
    if (enough || text.length > 2 * looked) {
      looked = text.length;
      const fitting = fittingFormats(makeProbe(text.slice(0, PROBE), whole));
      const [best] = fitting;
      if (best && (enough || (best.format.early && best.sure >= EARLY))) return chosenFormat(reader, fitting, as);
    }
    yield { wants: 'text', read: 0 };
  }
}

/** What the first lines show surely is not changed by what follows. */
const EARLY = 0.8;

/** The format that a person chose, else the one that fits best; tells what the text may be as well. */
function chosenFormat({ sink, source }: SourceReader, fitting: readonly FittingFormat[], as: ReadAs | undefined): Format {
  const [best] = fitting;
  const byHand = as === undefined ? undefined : FORMATS.find((format) => format.as === as);
  const format = byHand ?? best?.format;
  if (!format || !best) invariant(false, 'N.70', 'every text fits some format');
  const others = byHand ? (best.format === byHand ? [] : readingOf(best)) : rivalsOf(fitting);
  const why = byHand ? 'it was chosen by hand' : best.why;
  if (format.as !== undefined && (byHand || others.length > 0))
    sink.doubted?.(source, { chosen: { as: format.as, why }, byHand: byHand !== undefined, others });
  return format;
}

function makeProbe(text: string, whole: boolean): Probe {
  const start = /[^\s\uFEFF]/.exec(text)?.index ?? text.length;
  const feed = text.indexOf('\n', start);
  const lineWhole = feed >= 0 || whole;
  const firstLine = text.slice(start, feed < 0 ? text.length : feed);
  const read = lineWhole && firstLine !== '' ? parseJson(firstLine) : undefined;
  const rest = feed < 0 ? '' : text.slice(feed + 1);
  const second = rest.search(/\S/);
  // The second line counts when it is there to its end. One look for that end: a pattern would look from every place of a long line.
  const secondFeed = second < 0 ? -1 : rest.indexOf('\n', second);
  const more = second >= 0 && (secondFeed >= 0 || whole);
  const secondLine = more ? rest.slice(second, secondFeed < 0 ? rest.length : secondFeed) : '';
  const firstValue = read?.ok ? read.value : undefined;
  return { text, whole, firstLine, lineWhole, firstValue, beginsLikeJson: beginsLikeJson(text), more, secondLine };
}
