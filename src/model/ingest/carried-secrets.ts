// The text lines of a saved file carry a source in pieces, and a piece may end inside a secret or far from the name that makes it one
// (SPEC.md L.7). So what is found when the embedded source is read as a whole is cut in the lines that carry it, too: the
// outer text is shown no sooner than that.

import { decodeJsonString, walkJson, type PlacedText } from '../base/json-scan.ts';
import { countBelow } from '../log/column.ts';
import { isPlaceholder } from '../log/redaction.ts';
import type { Cut } from '../log/row.ts';
import type { Line, SourceReader, Stretch } from './reading.ts';
import type { IngestSink } from './sink.ts';

/** The lines that carry one embedded source. */
export interface CarriedText {
  /** Takes note of a line and of how much text it carries; finds the secrets of what else stands in the line. */
  add(line: Line, text: string): void;
  /** The sink that the embedded source is read into: every cut of it is told for the carrying lines as well. */
  sink(source: number): IngestSink;
  /** Where the line begins that carries a position of the embedded text; the first line's begin for 0. */
  carrierOf(position: number): number;
}

/** A line as this project writes it has nothing in it beside the text. */
const HEAD = /^\{"line":"text","source":\d{1,9},"text":/;

/** Starts the bookkeeping for one embedded source of a saved file. */
export function createCarriedText(reader: SourceReader): CarriedText {
  const lines: Line[] = [];
  const starts: number[] = [];
  let length = 0;
  let opened: { readonly line: Line; readonly text: PlacedText | undefined } | undefined;
  const told: Stretch[] = [];
  const textOf = (index: number): PlacedText | undefined => {
    const line = lines[index];
    if (!line) return undefined;
    // Cuts come in order, many a line: each line is opened once.
    if (opened?.line !== line) opened = { line, text: carriedBy(line.text) };
    return opened.text;
  };
  const cutCarriers = (cut: Cut): void => {
    const first = Math.max(0, countBelow(starts.length, (index) => starts[index] ?? 0, cut.from + 1) - 1);
    const slices: (Stretch & { readonly index: number })[] = [];
    let secret = '';
    for (let index = first; index < lines.length && (starts[index] ?? 0) < cut.to; index += 1) {
      const text = textOf(index);
      const start = starts[index] ?? 0;
      if (!text) continue;
      const [from, to] = [Math.max(cut.from - start, 0), Math.min(cut.to - start, text.value.length)];
      if (to <= from) continue;
      secret += text.value.slice(from, to);
      slices.push({ index, from: (lines[index]?.from ?? 0) + text.at(from), to: (lines[index]?.from ?? 0) + text.at(to) });
    }
    // What was cut before counts in the embedded source and not a second time here.
    if (isPlaceholder(secret)) return;
    slices.forEach((slice, number) => {
      if (told.some((other) => other.from < slice.to && slice.from < other.to)) return;
      const quotes = quotesHere(cut, { first: number === 0, last: number === slices.length - 1 });
      reader.sink.cut({ ...cut, ...quotes, source: reader.source, from: slice.from, to: slice.to });
    });
  };
  return {
    add: (line, text) => {
      lines.push(line);
      starts.push(length);
      length += text.length;
      if (!isPlain(line.text, text)) told.push(...admitCarrier(reader, line));
    },
    sink: (source) => ({
      ...reader.sink,
      cut: (cut) => {
        if (cut.source === source) cutCarriers(cut);
        reader.sink.cut(cut);
      },
    }),
    carrierOf: (position) => lines[Math.max(0, countBelow(starts.length, (index) => starts[index] ?? 0, position + 1) - 1)]?.from ?? 0,
  };
}

/** Finds the secrets of a line that carries a source or names one; what was cut before counts in the source. */
export function admitCarrier({ cutter, sink, source }: SourceReader, line: Line): readonly Stretch[] {
  const found: Stretch[] = [];
  for (const cut of cutter.findCuts(line.text)) {
    if (isPlaceholder(line.text.slice(cut.from, cut.to))) continue;
    const placed = { ...cut, source, from: line.from + cut.from, to: line.from + cut.to };
    found.push(placed);
    sink.cut(placed);
  }
  return found;
}

function isPlain(line: string, text: string): boolean {
  const head = HEAD.exec(line)?.[0].length ?? 0;
  const end = line.endsWith('\r') ? 2 : 1;
  return head > 0 && line.length === head + JSON.stringify(text).length + end;
}

/** A line is JSON around what it says, so its quotes are escaped once more; what is torn has one at each end. */
export function quotesHere(
  { quotes }: Pick<Cut, 'quotes'>,
  { first, last }: { readonly first: boolean; readonly last: boolean },
): Pick<Cut, 'quotes'> {
  if (!quotes) return {};
  const [before, after] = quotes.map((quote) => JSON.stringify(quote).slice(1, -1));
  return { quotes: [first ? (before ?? '') : '', last ? (after ?? '') : ''] };
}

/** The text that a line carries in its member `text`, with the way back into the line. */
export function carriedBy(line: string): PlacedText | undefined {
  let depth = 0;
  let isText = false;
  let found: PlacedText | undefined;
  walkJson(line, 0, {
    open: () => void (depth += 1),
    close: () => void (depth -= 1),
    key: (from, to) => void (isText = depth === 1 && line.slice(from, to) === 'text'),
    string: (from, to) => {
      if (isText && depth === 1) found = decodeJsonString(line, from, to);
    },
  });
  return found;
}
