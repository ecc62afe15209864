// The body of an event stream as a terminal or a file keeps it. A block is a row; comments and pings go with the block they stand in
// or are framing. What people's copies do to a stream is read all the same and said: data that goes on without `data:`, events that
// no blank line parts, a last event without its blank line, a text that stops inside a value.

import { readBlock } from '../base/event-stream.ts';
import { parseJson, type Json } from '../base/json.ts';
import { walkJson } from '../base/json-scan.ts';
import { unprefixedEvent } from '../log/split-lines.ts';
import type { TextFault } from '../adapters/sight.ts';
import { isBeat, NOT_JSON, readBrokenEvent } from './broken-event.ts';
import { UNTERMINATED, type Conversation } from './conversation.ts';
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
  else unreadable(spot, data, NOT_JSON);
}

/** Data that is not JSON as a whole. */
function readBroken(spot: Spot, data: string, event: string | undefined): void {
  const { values, fault } = readBrokenEvent(data);
  const isWhole = fault !== RUN_TOGETHER;
  for (const { value, steps } of values) {
    readData(isWhole ? spot : { ...spot, block: { ...spot.block, complete: true } }, value, `sse:0/${steps}`, fault);
  }
  if (values.length > 0) return;
  if (isBeat(event)) return spot.reader.setAside(spot.block, 'a ping');
  unreadable(spot, data, fault);
}

/** Tells why: the text stops here, no blank line ended the event, or a whole event is not JSON. */
function unreadable({ reader, talk, block }: Spot, data: string, fault: TextFault): void {
  const end = walkJson(data, 0);
  const why = end.ok ? 'there is more text after the value' : end.why;
  const cut = block.last && !block.complete && !end.ok && end.at >= data.length;
  reader.unread(block, `the data of the event at ${reader.place(block.from)} is no JSON: ${why}`);
  const told = cut ? TRUNCATED : block.complete ? fault : UNTERMINATED;
  reader.note(block, { as: 'text', call: talk.streams.call, fault: told });
  if (cut) talk.streams.finish('cut');
}
