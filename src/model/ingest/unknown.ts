// What no format claims, and what a format claims that is not read yet: every unit of it is accounted for, with what was tried.

import { walkJson } from '../base/json-scan.ts';
import { fileKindOf } from './file-kinds.ts';
import type { Reading, SourceReader } from './reading.ts';

const PIECE = 1 << 20;
/** What is searched as one text, so that its structure is seen. */
const LONG_PIECE = 1 << 26;

/** The whole text as unread, with the formats that were tried and where the nearest one stopped. */
export function* readUnknown(reader: SourceReader): Reading<void> {
  yield* admitWhole(reader);
  if (reader.text.length === 0) return;
  reader.unread({ from: 0, to: reader.text.length }, unknownReason(reader));
}

/** Why nothing of a text could be read: the formats that were tried, and where the nearest one stopped. */
export function unknownReason(reader: SourceReader): string {
  const kind = fileKindOf(reader.text.slice(0, 1 << 10));
  if (kind !== undefined) return kind;
  const head = reader.text.slice(0, PIECE);
  const end = walkJson(head, head.startsWith('\uFEFF') ? 1 : 0);
  const why = end.ok ? 'there is more text after the value' : end.why;
  const place = reader.place(end.ok ? end.end : end.at);
  return `no format fits: tried as JSON (${place}: ${why}), JSON lines, an event stream, the saved form, an HTTP transcript, a log`;
}

/** Secrets are cut in what is not read, too. A piece ends with a line, however long that is: a torn secret would not be found. */
function* admitWhole(reader: SourceReader): Reading<void> {
  for (let at = 0; ; ) {
    yield* reader.reach(at + LONG_PIECE);
    let feed = reader.text.indexOf('\n', at + LONG_PIECE);
    while (feed < 0 && !reader.text.complete) {
      yield { wants: 'text', read: at };
      feed = reader.text.indexOf('\n', at + LONG_PIECE);
    }
    const to = feed < 0 ? reader.text.length : feed + 1;
    if (to === at) return;
    reader.admit({ from: at, to }, reader.text.slice(at, to));
    at = to;
    yield { wants: 'time', read: at };
  }
}
