// How an episode comes into view: the lab plays it as text into a log of its own, and it opens where it can be looked at.

import type { LogSummary } from '../../model/engine/query.ts';
import type { EngineClient } from '../engine-client.ts';
import { type OpenLog, useInspector } from '../inspector-store.ts';
import type { LabClient } from '../lab-client.ts';
import type { EpisodeOrder, PlayedEpisode } from '../lesson-player.ts';

const state = () => useInspector.getState();

/** Plays one episode into a log of its own. @throws Error with the lab's sentence when it is refused */
export async function playEpisode(engine: EngineClient, lab: LabClient, order: EpisodeOrder): Promise<PlayedEpisode> {
  const { lesson, knobs, seed } = order;
  const played = state().logs.filter((log) => log.lesson === lesson.id).length;
  const name = `${lesson.title} ${played + 1}`;
  const { log: before, cursor } = state();
  const atEnd = !order.first && before !== undefined && cursor >= (await engine.query(before, 'summary', {})).rowCount - 1;
  state().setMachine('episode');
  const log = await engine.begin({ name });
  try {
    const request = { lesson: lesson.id, knobs, ...(seed === undefined ? {} : { seed }) };
    const outcome = await lab.play(request, (text) => engine.append(log, text));
    if (!outcome.ok) throw new Error(outcome.why);
    engine.finish(log);
    const summary = await engine.settled(log);
    showEpisode({ id: log, name, lesson: lesson.id }, summary, atEnd);
    return { log, name, knobs };
  } catch (error) {
    engine.cancel(log);
    engine.close(log);
    throw error;
  } finally {
    if (!lab.busy) state().setMachine('ready');
  }
}

/** An episode opens on its first row, ready to be played; after a turned knob the end stays in view if it was. */
function showEpisode(log: OpenLog, summary: LogSummary, atEnd: boolean): void {
  state().addLog(log, atEnd, atEnd);
  state().noteRevision(log.id, summary.revision);
  if (atEnd) state().followTo(summary.rowCount);
  else state().seek(summary.rowCount > 0 ? 0 : -1);
}
