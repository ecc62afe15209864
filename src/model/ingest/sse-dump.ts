// The body of an event stream as a terminal or a file keeps it. A block is a row; comments and pings go with the block they stand in
// or are framing; a line that is no field of an event stream is unread.

import { readBlock } from '../base/event-stream.ts';
import { parseJson } from '../base/json.ts';
import type { Conversation } from './conversation.ts';
import type { Line, Reading, SourceReader, Stretch } from './reading.ts';

const FIELD = /^\uFEFF?(?:data|event|id|retry)?(?::|\r?$)/;

/** Reads all blocks from `from`. */
export function* readEventStream(reader: SourceReader, talk: Conversation, from: number): Reading<void> {
  for (let at = from; ; ) {
    const block = yield* blockAt(reader, at);
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
function* blockAt(reader: SourceReader, from: number): Reading<Block | undefined> {
  const lines: Line[] = [];
  for (let at = from; ; ) {
    const line = yield* reader.lineAt(at);
    if (!line) return lines.length === 0 ? undefined : { from, to: at, lines };
    lines.push(line);
    at = line.to;
    if (line.text === '' || line.text === '\r') return { from, to: at, lines };
    if (lines.length % 1000 === 0) yield { wants: 'time', read: from };
  }
}

function readStreamBlock(reader: SourceReader, talk: Conversation, block: Block): void {
  const text = block.lines.map((line) => line.text).join('\n');
  const strange = block.lines.filter((line) => !FIELD.test(line.text));
  reader.admit(block, text);
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
