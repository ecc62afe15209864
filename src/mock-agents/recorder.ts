// Writes an episode's recording: text in the saved form, line by line, as things happen. Secrets are cut as it writes: the
// wire of the lab carries them, as a wire must, and the text never does (SPEC.md L.7).

import { createCutter, type Cutter } from '../model/log/redaction.ts';
import type { RecordedLine, SavedHeader } from '../model/log/saved-form.ts';
import { savedLine } from '../model/log/saved-form.ts';

export type Recorder = (line: RecordedLine) => void;
type Chunk = Extract<RecordedLine, { line: 'chunk' }>;

/** Writes the header at once, then every line it is given; a piece of an event waits for the rest of it. */
export function createRecorder(header: SavedHeader, onText: (text: string) => void): Recorder {
  const cutter = createCutter();
  const pieces = createPieces();
  const write = (line: RecordedLine): void => onText(savedLine(cutLine(line, cutter)));
  onText(savedLine(header));
  return (line) => {
    if (line.line === 'chunk') {
      const whole = pieces.add(line);
      if (whole) write(whole);
      return;
    }
    if (line.line === 'end' || line.line === 'lost' || line.line === 'hung-up') pieces.take(line.exchange).forEach(write);
    if (line.line === 'episode-ended') pieces.takeAll().forEach(write);
    write(line);
  };
}

function cutLine(line: RecordedLine, cutter: Cutter): RecordedLine {
  switch (line.line) {
    case 'request':
    case 'response':
      return { ...line, headers: cutter.cutHeaders(line.headers).headers, body: cutter.cutBody(line.body).text };
    case 'head':
      return { ...line, headers: cutter.cutHeaders(line.headers).headers };
    case 'chunk':
      return { ...line, text: cutter.cutBody(line.text).text };
    case 'fact':
      return cutFact(line, cutter);
    case 'end':
    case 'lost':
    case 'hung-up':
    case 'episode-ended':
      return line;
  }
}

/** Where a fact repeats words of an agent, which are no better there than they were on the wire. */
const AGENTS_WORDS = ['text', 'cause', 'why', 'reason', 'detail', 'what'] as const;

function cutFact(line: Extract<RecordedLine, { line: 'fact' }>, cutter: Cutter): RecordedLine {
  const { fact } = line;
  // A card is its agent's own word, whoever brought it into the directory.
  if (fact.kind === 'card-published') return { ...line, by: fact.card.name };
  const cut = Object.fromEntries(
    AGENTS_WORDS.flatMap((name) => {
      const words = (fact as Readonly<Record<string, unknown>>)[name];
      return typeof words === 'string' ? [[name, cutter.cutBody(words).text]] : [];
    }),
  );
  return { ...line, fact: { ...fact, ...cut } };
}

interface Pieces {
  /** What is whole with this chunk: everything up to the last end of an event in it. */
  add(chunk: Chunk): Chunk | undefined;
  /** What an exchange left open. */
  take(exchange: number): readonly Chunk[];
  takeAll(): readonly Chunk[];
}

/** A secret may be torn apart between two chunks, and half of one is a secret still: what is written ends where an event does. */
function createPieces(): Pieces {
  const open = new Map<number, Chunk & { readonly tail: string }>();
  const take = (exchange: number): readonly Chunk[] => {
    const piece = open.get(exchange);
    open.delete(exchange);
    return piece ? [{ at: piece.at, line: 'chunk', exchange, text: piece.text }] : [];
  };
  return {
    add: (chunk) => {
      const { text: before = '', tail = '' } = open.get(chunk.exchange) ?? {};
      const text = before + chunk.text;
      // Only the new text is looked at, however long the event has become; its blank line may itself be torn apart.
      const fresh = tail + chunk.text;
      const ended = lastEventEnd(fresh);
      const end = ended === 0 ? 0 : text.length - fresh.length + ended;
      open.delete(chunk.exchange);
      if (end < text.length)
        open.set(chunk.exchange, { ...chunk, text: text.slice(end), tail: fresh.slice(Math.max(ended, fresh.length - 3)) });
      return end > 0 ? { ...chunk, text: text.slice(0, end) } : undefined;
    },
    take,
    takeAll: () => [...open.keys()].flatMap(take),
  };
}

/** Where the last blank line of a text ends, 0 when there is none. */
function lastEventEnd(text: string): number {
  const found = Array.from(text.matchAll(/(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r)/g)).at(-1);
  return found ? found.index + found[0].length : 0;
}
