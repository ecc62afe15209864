// The body of an event stream as a terminal or a file keeps it. A block is a row; comments and pings go with the block they stand in
// or are framing; a line that is no field of an event stream is unread.

import { readBlock } from '../base/event-stream.ts';
import { parseJson } from '../base/json.ts';
import type { Conversation } from './conversation.ts';
import type { Line, Reading, SourceReader, Stretch } from './reading.ts';
import type { SourceText } from './sink.ts';

const FIELD = /^\uFEFF?(?:data|event|id|retry)?(?::|$)/;

/** Reads all blocks from `from`. */
export function* readEventStream(reader: SourceReader, talk: Conversation, from: number): Reading<void> {
  const ends = createLineEnds(reader.text);
  for (let at = from; ; ) {
    const block = yield* blockAt(ends, at);
    if (!block) return;
    readStreamBlock(reader, talk, block);
    at = block.to;
    reader.describe();
    yield { wants: 'time', read: at };
  }
}

interface Block extends Stretch {
  readonly lines: readonly Line[];
}

/** Lines up to a blank one, and the blank one: more blank lines are blocks of their own, so that no text is waited for. */
function* blockAt(ends: LineEnds, from: number): Reading<Block | undefined> {
  const lines: Line[] = [];
  for (let at = from; ; ) {
    const line = ends.lineAt(at);
    if (line === 'not yet') {
      // The lines before this one have not been looked through: none of the block is done with.
      yield { wants: 'text', read: from };
      continue;
    }
    if (!line) return lines.length === 0 ? undefined : { from, to: at, lines };
    lines.push(line);
    at = line.to;
    if (line.text === '') return { from, to: at, lines };
    if (lines.length % 1000 === 0) yield { wants: 'time', read: from };
  }
}

/** Lines of an event stream: CR, LF and both together end one, and a file may mix them. */
interface LineEnds {
  /** The line at a position, without its end; undefined after the last. Positions must not go back. */
  lineAt(from: number): Line | 'not yet' | undefined;
}

function createLineEnds(text: SourceText): LineEnds {
  const nextFeed = createFinder(text, '\n');
  const nextReturn = createFinder(text, '\r');
  return {
    lineAt: (from) => {
      const [feed, carriage] = [nextFeed(from), nextReturn(from)];
      const isFeed = feed >= 0 && (carriage < 0 || feed < carriage);
      const end = isFeed ? feed : carriage;
      if (end < 0) {
        if (!text.complete) return 'not yet';
        return text.length > from ? { from, to: text.length, text: text.slice(from, text.length) } : undefined;
      }
      // Whether a line feed follows on a carriage return may be still to come.
      if (!isFeed && end + 1 >= text.length && !text.complete) return 'not yet';
      return { from, to: !isFeed && feed === end + 1 ? end + 2 : end + 1, text: text.slice(from, end) };
    },
  };
}

/** The next of one unit at or after a position, -1 while there is none; looks at each unit of the text once. */
function createFinder(text: SourceText, unit: string): (from: number) => number {
  let found = -1;
  let searched = 0;
  return (from) => {
    if (found >= from) return found;
    const start = Math.max(from, searched);
    found = start < text.length ? text.indexOf(unit, start) : -1;
    searched = found < 0 ? text.length : found + 1;
    return found;
  };
}

function readStreamBlock(reader: SourceReader, talk: Conversation, block: Block): void {
  const given = reader.text.slice(block.from, block.to);
  const strange = block.lines.filter((line) => !FIELD.test(line.text));
  const text = reader.admit(block, given);
  const frame = readBlock(text, true);
  if (!frame) {
    if (strange.length > 0) reader.unread(block, `no field of an event stream: ${reader.place(strange[0]?.from ?? block.from)}`);
    else reader.framing(block, text.trim() === '' ? 'a blank line' : 'a comment or a ping');
    return;
  }
  for (const line of strange)
    reader.sink.unread({ source: reader.source, from: line.from, to: line.to, why: 'no field of an event stream' });
  if (frame.data === '[DONE]') return reader.setAside(block, 'the end marker of a stream');
  const read = parseJson(frame.data);
  if (read.ok) talk.value({ value: read.value, at: block, path: 'sse:0/json', frame: 'stream' });
  else
    reader.unread(
      block,
      `the data of the event at ${reader.place(block.from)} is ${read.issues[0]?.message.replace(/^.*?not JSON/, 'no JSON') ?? 'no JSON'}`,
    );
}
