// The engine's end of reading: what a reader finds goes into the log, and nowhere else.

import type { IngestSink } from '../ingest/sink.ts';
import { GivenText } from '../log/given-text.ts';
import type { Log } from '../log/log.ts';

/** A sink that appends to a log. */
export function logSink(log: Log): IngestSink {
  return {
    openSource(name, text) {
      const given = new GivenText(name);
      given.append(text);
      given.finish();
      const source = log.addSource(given);
      log.sourceView(source)?.withhold();
      return source;
    },
    row: (draft) => log.append(draft),
    exchange: (facts) => log.addExchange(facts),
    cut: (cut) => log.addCut(cut),
    searched: (source, to) => log.sourceView(source)?.release(to),
    unread: (stretch) => log.addUnread(stretch),
    setAside: (stretch) => log.addSetAside(stretch),
    source: (facts) => log.describeSource(facts),
    saved: (header) => log.describeSaved(header),
  };
}
