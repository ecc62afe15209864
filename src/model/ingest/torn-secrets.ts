// A secret may be torn apart between two chunks of one answer: each line alone shows half of it, and half is a secret still
// (SPEC.md L.7). So what chunks say is searched once more as one text, and what is found is cut in every line it stands in.

import type { PlacedText } from '../base/json-scan.ts';
import type { TextCut } from '../log/redaction.ts';
import { carriedBy, quotesHere } from './carried-secrets.ts';
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
  const text = carriedBy(last.line.text)?.value ?? '';
  const end = Array.from(text.matchAll(/(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r)/g)).at(-1);
  const from = end ? end.index + end[0].length : last.from;
  return from < text.length ? { ...last, from } : undefined;
}

function cutAcross({ cutter, sink, source }: SourceReader, lines: readonly OpenLine[]): void {
  const texts = lines.map(({ line, from }) => textFrom(carriedBy(line.text), from));
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

interface Range {
  readonly from: number;
  readonly to: number;
}

/** What is left of a range without the ranges that are cut already. */
export function withoutKnown(range: Range, known: readonly Range[]): readonly Range[] {
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
