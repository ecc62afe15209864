// A secret may be torn apart between two chunks of one answer: each line alone shows half of it, and half is a secret still
// (SPEC.md L.7). So what chunks say is searched once more as one text, and what is found is cut in every line it stands in.

import { decodeJsonString, walkJson, type PlacedText } from '../base/json-scan.ts';
import type { TextCut } from '../log/redaction.ts';
import type { Line, SourceReader } from './reading.ts';

export interface TornSecrets {
  /** Takes note of a chunk line; `whole` when an event ends in it. */
  add(exchange: number, line: Line, whole: boolean): void;
  /** The answer has ended, or the file has. */
  end(exchange: number): void;
}

/** More lines than this are no event. */
const MOST_LINES = 1 << 16;

/** Starts the search over the chunk lines of one source, which have been admitted one by one. */
export function createTornSecrets(reader: SourceReader): TornSecrets {
  const open = new Map<number, OpenLine[]>();
  const search = (lines: readonly OpenLine[]): void => {
    if (lines.length > 1) cutAcross(reader, lines);
  };
  return {
    add: (exchange, line, whole) => {
      const lines = open.get(exchange) ?? [];
      lines.push({ line, from: 0, cut: [] });
      open.set(exchange, lines);
      if (!whole && lines.length < MOST_LINES) return;
      search(lines);
      const left = leftOpen(lines.at(-1));
      if (left) open.set(exchange, [left]);
      else open.delete(exchange);
    },
    end: (exchange) => {
      search(open.get(exchange) ?? []);
      open.delete(exchange);
    },
  };
}

interface OpenLine {
  readonly line: Line;
  /** Where in what the line says the event that is open begins. */
  readonly from: number;
  /** What was cut here by this search. */
  readonly cut: TextCut[];
}

/** Most lines end with their event, and nothing is open: that shows without a walk. */
const ENDS_WITH_EVENT = /(?:\\r)?\\n(?:\\r)?\\n"\}\s*$/;

function leftOpen(last: OpenLine | undefined): OpenLine | undefined {
  if (!last || ENDS_WITH_EVENT.test(last.line.text.slice(-16))) return undefined;
  const text = chunkText(last.line.text)?.value ?? '';
  const end = Array.from(text.matchAll(/(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r)/g)).at(-1);
  const from = end ? end.index + end[0].length : last.from;
  return from < text.length ? { ...last, from } : undefined;
}

function cutAcross({ cutter, sink, source }: SourceReader, lines: readonly OpenLine[]): void {
  const texts = lines.map(({ line, from }) => textFrom(chunkText(line.text), from));
  const cuts = cutter.findCuts(texts.map((text) => text?.value ?? '').join(''));
  let start = 0;
  lines.forEach(({ line, cut: cutHere }, index) => {
    const text = texts[index];
    if (!text) return;
    const end = start + text.value.length;
    const here = cuts.filter((cut) => cut.from < end && cut.to > start);
    const known = here.length === 0 ? [] : [...cutter.findCuts(line.text), ...cutHere];
    for (const cut of here) {
      const range = { from: text.at(Math.max(cut.from, start) - start), to: text.at(Math.min(cut.to, end) - start) };
      for (const rest of withoutKnown(range, known)) {
        const piece = { ...cut, ...rest, ...quotesHere(cut, { first: cut.from >= start, last: cut.to <= end }) };
        cutHere.push(piece);
        sink.cut({ ...piece, source, from: line.from + rest.from, to: line.from + rest.to });
      }
    }
    start = end;
  });
}

/** A line is JSON around what it says, so its quotes are escaped once more; what is torn has one at each end. */
function quotesHere({ quotes }: TextCut, { first, last }: { readonly first: boolean; readonly last: boolean }): Pick<TextCut, 'quotes'> {
  if (!quotes) return {};
  const [before, after] = quotes.map((quote) => JSON.stringify(quote).slice(1, -1));
  return { quotes: [first ? (before ?? '') : '', last ? (after ?? '') : ''] };
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** What is left of a range without the ranges that are cut already. */
function withoutKnown(range: Range, known: readonly Range[]): readonly Range[] {
  let left: readonly Range[] = [range];
  for (const { from, to } of known) {
    left = left.flatMap((piece) => [
      { from: piece.from, to: Math.min(piece.to, from) },
      { from: Math.max(piece.from, to), to: piece.to },
    ]);
    left = left.filter((piece) => piece.from < piece.to);
  }
  return left;
}

function textFrom(text: PlacedText | undefined, from: number): PlacedText | undefined {
  return text && { value: text.value.slice(from), at: (index) => text.at(from + index) };
}

/** The text that a chunk line carries, with the way back into the line. */
function chunkText(line: string): PlacedText | undefined {
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
