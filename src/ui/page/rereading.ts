// What reads the text on screen again: with its rest, with more to cut, as another format.

import type { LogSummary } from '../../model/engine/query.ts';
import { READ_AS, type ReadAs } from '../../model/log/read-as.ts';
import type { EngineClient } from '../engine-client.ts';
import { countOf } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { isCutOff, tellReading } from './reading-told.ts';

const state = () => useInspector.getState();

/** The same text again, with more at its end or more to cut; the log before is closed when the new one is there. */
export function rereadActions(engine: EngineClient) {
  const reread = async (more: Parameters<EngineClient['reread']>[1]): Promise<LogSummary | undefined> => {
    const { log: before } = state();
    if (before === undefined) return undefined;
    const log = await engine.reread(before, more);
    const summary = await engine.settled(log);
    state().replaceLog(before, log);
    state().noteRevision(log, summary.revision);
    engine.close(before);
    const { cursor, selectedSeq } = state();
    // Rows keep their places in a text that only grew or was only cut; past the end there is nothing to look at.
    if (cursor >= summary.rowCount) state().seek(summary.rowCount - 1);
    if (selectedSeq !== undefined && selectedSeq >= summary.rowCount) state().clearSelection();
    state().followTo(summary.rowCount);
    return summary;
  };
  return {
    async appendText(text: string) {
      const summary = await reread({ append: text });
      if (!summary) return;
      await tellReading(engine, summary);
      if (summary.unreadCount > 0 || (await isCutOff(engine, summary.log))) return;
      state().setNotice({
        kind: 'info',
        text: `The rest was appended to ${summary.name}.`,
        detail: `${countOf(summary.rowCount, 'row')} and ${countOf(summary.taskCount, 'task')} now.`,
      });
    },
    async readAs(as: ReadAs) {
      const summary = await reread({ as });
      if (!summary) return;
      // What was said of the reading before, and the stretch chosen on its axis, mean nothing now.
      state().clearSelection();
      state().setRange(undefined);
      state().setNotice(undefined);
      await tellReading(engine, summary);
      state().say(`${summary.name} is read as ${READ_AS[as]}: ${countOf(summary.rowCount, 'row')}.`);
    },
    async cutText(text: string) {
      const { log } = state();
      if (log === undefined) return;
      const before = ownPlaces(await engine.query(log, 'summary', {}));
      const summary = await reread({ alsoCut: [text] });
      if (!summary) return;
      if (summary.rowCount === 0) state().markFailed(summary.log);
      const places = ownPlaces(summary);
      if (places === before) {
        const nowhere = 'That text stands nowhere in this log: nothing was cut.';
        state().setNotice({ kind: 'info', text: nowhere });
        return state().say(nowhere);
      }
      const words = `The text was cut everywhere. ${countOf(places, 'place')} chosen by hand so far.`;
      state().setNotice({ kind: 'info', text: words, detail: 'It is in no list, link, report or saved file any more.' });
      state().say(words);
    },
  };
}

/** At how many places something stood that a person chose to cut. */
function ownPlaces({ cutShapes }: LogSummary): number {
  return cutShapes.find(({ shape }) => shape === 'own')?.places ?? 0;
}
