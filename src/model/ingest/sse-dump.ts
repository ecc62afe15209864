// The body of an event stream as a terminal or a file keeps it. A block is a row; comments and pings go with the block they stand in
// or are framing. What people's copies do to a stream is read all the same and said: data that goes on without `data:`, events that
// no blank line parts, a last event without its blank line, a text that stops inside a value.

import { readBlock } from '../base/event-stream.ts';
import { parseJson, type Json } from '../base/json.ts';
import { walkJson } from '../base/json-scan.ts';
import { readPrinted } from '../base/printed-value.ts';
import { unprefixedEvent } from '../log/split-lines.ts';
import type { TextFault } from '../adapters/sight.ts';
import { NOT_JSON, UNTERMINATED, type Conversation } from './conversation.ts';
import type { Reading, SourceReader } from './reading.ts';
import { createBlocks, type Block } from './sse-blocks.ts';
import { RUN_TOGETHER, TRUNCATED, UNPREFIXED } from './text-faults.ts';

/** Reads blocks from `from` on; returns where the first line stands that is none of a stream, or the end of the text. */
export function* readEventStream(reader: SourceReader, talk: Conversation, from: number): Reading<number> {
  const blocks = createBlocks(reader.text);
  for (let at = from; ; ) {
    const block = yield* blocks.at(at);
    if (!block) return at;
    readStreamBlock({ reader, talk, block });
    at = block.to;
    reader.describe();
    yield { wants: 'time', read: at };
  }
}

interface Spot {
  readonly reader: SourceReader;
  readonly talk: Conversation;
  readonly block: Block;
}

function readStreamBlock(spot: Spot): void {
  const { reader, block } = spot;
  const given = reader.text.slice(block.from, block.to);
  const text = reader.admit(block, given);
  if (block.unprefixed) return readUnprefixed(spot, text);
  const frame = readBlock(text, true);
  if (!frame) {
    if (block.strange.length > 0)
      reader.unread(block, `no field of an event stream: ${reader.place(block.strange[0]?.from ?? block.from)}`);
    else reader.framing(block, text.trim() === '' ? 'a blank line' : 'a comment or a ping');
    return;
  }
  for (const line of block.strange) {
    reader.sink.unread({ source: reader.source, from: line.from, to: line.to, why: 'no field of an event stream' });
  }
  if (frame.data.trim() === '[DONE]') return reader.setAside(block, 'the end marker of a stream');
  const read = parseJson(frame.data);
  if (read.ok) readData(spot, read.value, 'sse:0/json');
  else readBroken(spot, frame.data, frame.event);
}

/** Reads the value of an event and says that no blank line ends it where none does. */
function readData({ reader, talk, block }: Spot, value: Json, path: string, fault?: TextFault): void {
  const { call } = talk.value({ value, at: block, path, frame: 'stream' });
  if (fault) reader.note(block, { as: 'text', call, fault });
  if (!block.complete) reader.note(block, { as: 'text', call, fault: UNTERMINATED });
}

/** `data: {` and the rest of the value in lines without a field, as documents print it. */
function readUnprefixed(spot: Spot, text: string): void {
  const data = unprefixedEvent(text);
  const read = parseJson(data);
  if (read.ok) readData(spot, read.value, 'event/json', UNPREFIXED);
  else unreadable(spot, data);
}

const PING = /^(?:ping|heartbeat|keep-?alive)$/i;

/** Data that is not JSON as a whole: one value a line, a printed value, a ping's word, or nothing that can be read. */
function readBroken(spot: Spot, data: string, event: string | undefined): void {
  const lines = data.split('\n');
  const values = lines.length > 1 ? lines.map((line) => (line.trim() === '' ? undefined : parseJson(line))) : [];
  if (values.length > 1 && values.every((value) => value === undefined || value.ok)) {
    values.forEach((value, index) => {
      if (value?.ok) readData({ ...spot, block: { ...spot.block, complete: true } }, value.value, `sse:0/line:${index}/json`, RUN_TOGETHER);
    });
    return;
  }
  const printed = readPrinted(data);
  if (printed.ok && typeof printed.value === 'object' && data.slice(printed.end).trim() === '') {
    return readData(spot, printed.value, 'sse:0/printed', NOT_JSON);
  }
  if (PING.test(event ?? '') || PING.test(data.trim())) return spot.reader.setAside(spot.block, 'a ping');
  unreadable(spot, data);
}

/** Tells why: the text stops here, no blank line ended the event, or a whole event is not JSON. */
function unreadable({ reader, talk, block }: Spot, data: string): void {
  const end = walkJson(data, 0);
  const why = end.ok ? 'there is more text after the value' : end.why;
  const cut = block.last && !block.complete && !end.ok && end.at >= data.length;
  reader.unread(block, `the data of the event at ${reader.place(block.from)} is no JSON: ${why}`);
  const fault = cut ? TRUNCATED : block.complete ? NOT_JSON : UNTERMINATED;
  reader.note(block, { as: 'text', call: talk.streams.call, fault });
  if (cut) talk.streams.finish('cut');
}
