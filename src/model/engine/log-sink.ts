// The engine's end of reading: what a reader finds goes into the log, and past the auditor, who sees it while it is in hand.

import type { Auditor } from '../audit/audit.ts';
import type { IngestSink } from '../ingest/sink.ts';
import { GivenText } from '../log/given-text.ts';
import type { Log } from '../log/log.ts';
import { OWN_SHAPE } from '../log/own-texts.ts';
import { keeperOfKernelRow } from './task-keeper.ts';

/** A sink that appends to a log and shows the auditor what is appended. */
export function logSink(log: Log, auditor: Auditor): IngestSink {
  return {
    openSource(name, text) {
      const given = new GivenText(name);
      given.append(text);
      given.finish();
      const source = log.addSource(given);
      log.sourceView(source)?.withhold();
      return source;
    },
    row: (draft, sight) => {
      const row = log.rowCount;
      if (sight) auditor.see(row, draft, sight);
      log.append(draft, sight ? auditor.keeperOf(draft, sight) : keeperOfKernelRow(draft, log.tasks));
    },
    noted: ({ source }, sight) => auditor.note(log.rowCount - 1, source, sight),
    exchange: (facts) => log.addExchange(facts),
    cut: (cut) => {
      log.addCut(cut);
      // What a person chose to cut tells nothing about who sent it.
      if (cut.shape !== OWN_SHAPE) auditor.cut(cut);
    },
    searched: (source, to) => log.sourceView(source)?.release(to),
    unread: (stretch) => log.addUnread(stretch),
    setAside: (stretch) => log.addSetAside(stretch),
    source: (facts) => {
      log.describeSource(facts);
      auditor.protocol(facts.source, facts.protocols);
    },
    doubted: (source, doubt) => {
      const view = log.sourceView(source);
      if (view) view.doubt = doubt;
    },
    saved: (header) => log.describeSaved(header),
  };
}
