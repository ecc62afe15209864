// One JSON value a line. A line that is none is unread, and the next one is tried: a broken line costs itself alone.

import { parseJson } from '../base/json.ts';
import { walkJson } from '../base/json-scan.ts';
import type { Conversation } from './conversation.ts';
import { readLogValue } from './exchange-log.ts';
import type { Line, Reading, SourceReader } from './reading.ts';

/** Reads all lines from `from`. */
export function* readNdjson(reader: SourceReader, talk: Conversation, from: number): Reading<void> {
  for (let at = from; ; ) {
    const line = yield* reader.lineAt(at);
    if (!line) return;
    readLine(reader, talk, line);
    at = line.to;
    reader.describe();
    yield { wants: 'time', read: at };
  }
}

function readLine(reader: SourceReader, talk: Conversation, line: Line): void {
  if (line.text.trim() === '') return reader.framing(line, 'a blank line');
  const read = parseJson(reader.admit(line, line.text));
  if (read.ok) readLogValue(talk, read.value, line, 'json');
  else reader.unread(line, whereItStopped(reader, line));
}

/** Where and why a line stops being JSON, with the place in the source. */
export function whereItStopped(reader: SourceReader, line: Line): string {
  const end = walkJson(line.text, line.text.startsWith('\uFEFF') ? 1 : 0);
  const [at, why] = end.ok ? [end.end, 'there is more text after the value'] : [end.at, end.why];
  return `no JSON: ${reader.place(line.from + at)}: ${why}`;
}
