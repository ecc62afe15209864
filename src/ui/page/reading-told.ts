// What is told when a text has been read: in one notice, what of it could not be read, is missing, or was cut.

import type { LogId, LogSummary } from '../../model/engine/query.ts';
import { cutWords, secretCount } from '../cut-words.ts';
import type { EngineClient } from '../engine-client.ts';
import { countOf, sentence } from '../format.ts';
import { useInspector } from '../inspector-store.ts';

const state = () => useInspector.getState();

/** Whether a text stops inside a value: a person may have the rest of it. */
export async function isCutOff(engine: EngineClient, log: LogId): Promise<boolean> {
  return (await engine.query(log, 'findings', { from: 0, count: 1, rule: 'truncated-input' })).total > 0;
}

/** Tells what came of reading, once it has ended. */
export async function tellReading(engine: EngineClient, summary: LogSummary): Promise<void> {
  // A log may be closed as soon as it is read: then there is nobody to tell.
  afterReading(summary, await isCutOff(engine, summary.log).catch(() => false));
}

/** Tells, in one notice, what of a paste could not be read. */
function afterReading(summary: LogSummary, isCut: boolean): void {
  if (summary.rowCount === 0) state().markFailed(summary.log);
  if (state().log !== summary.log) return;
  state().noteRevision(summary.log, summary.revision);
  state().followTo(summary.rowCount);
  state().say(`${summary.name} is read: ${countOf(summary.rowCount, 'row')}, ${countOf(summary.taskCount, 'task')}.`);
  if (summary.reading === 'canceled')
    state().setNotice({
      kind: 'info',
      text: 'This is a part of the file.',
      detail: `${countOf(summary.rowCount, 'row')} were read before it was canceled. What comes later is not known, nor how anything ended.`,
      action: { label: 'Show what is unread', run: () => state().openPanel('source') },
    });
  else if (summary.length === 0)
    state().setNotice({
      kind: 'error',
      text: `${summary.name} is empty.`,
      detail: 'There is nothing in it to read. Open another file, or paste a text.',
    });
  else if (isCut) {
    state().setNotice({
      kind: 'warning',
      text: `${summary.name} stops inside a value.`,
      detail: `${sentence(summary.notices[0] ?? 'What is there was read')} The rest can be appended.`,
      action: { label: 'Append the rest', run: () => state().setDialog('append') },
    });
  } else if (summary.rowCount === 0 || (summary.protocol === 'none' && summary.taskCount === 0 && summary.unreadCount > 0)) {
    const detail = summary.notices[0];
    state().setNotice({
      kind: 'error',
      text: 'Nothing here could be read as A2A or ACP.',
      ...(detail === undefined ? {} : { detail: sentence(detail) }),
      action: { label: 'Show the text', run: () => state().openPanel('source') },
    });
  } else if (summary.unreadCount > 0) {
    state().setNotice({
      kind: 'error',
      text: `${countOf(summary.unreadCount, 'part')} of ${summary.name} could not be read.`,
      ...(summary.notices[0] === undefined ? {} : { detail: sentence(summary.notices[0]) }),
      action: { label: 'Show in Source', run: () => state().openPanel('source') },
    });
  } else if (summary.redacted > 0) {
    state().setNotice({
      kind: 'info',
      text: `${countOf(secretCount(summary), 'secret')} ${secretCount(summary) === 1 ? 'was' : 'were'} cut before anything was kept.`,
      detail: `${cutWords(summary)}. Equal secrets have equal placeholders.`,
      action: { label: 'Show them in Source', run: () => state().openPanel('source') },
    });
  }
}
