// One episode of the matrix: played by the lab into a log of its own, which stays out of the list of open logs until somebody
// wants to look into it.

import type { PlayRequest } from '../../mock-agents/lab-face.ts';
import type { LogId } from '../../model/engine/query.ts';
import type { EngineClient } from '../engine-client.ts';
import { useInspector } from '../inspector-store.ts';
import type { LabClient } from '../lab-client.ts';
import type { ChaosSettings } from './chaos-settings.ts';
import type { PlayedCell } from './chaos-store.ts';

export type EpisodeResult = PlayedCell | { readonly phase: 'failed'; readonly why: string };

export interface EpisodeWish {
  readonly request: PlayRequest;
  readonly settings: ChaosSettings;
  readonly name: string;
  /** Told the virtual time that the episode has come to, a few times a second. */
  readonly onTime: (at: number) => void;
}

const TELL_EVERY_MS = 80;
const AT = /^\{"at":(\d+)/;

/** Plays one episode to its end. Never rejects: what the lab refuses comes back with its reason. */
export async function playChaosEpisode(engine: EngineClient, lab: LabClient, wish: EpisodeWish): Promise<EpisodeResult> {
  const { request, settings, name, onTime } = wish;
  const log = await engine.begin({ name });
  try {
    const outcome = await lab.play(request, tellTime(engine, log, onTime));
    if (!outcome.ok) throw new Error(outcome.why);
    engine.finish(log);
    const { rowCount, revision } = await engine.settled(log);
    const answer = await engine.query(log, 'chaos', { cursor: rowCount - 1 });
    const { lesson, take } = request;
    return { phase: 'done', settings, log, name, lesson, ...(take === undefined ? {} : { take }), rowCount, revision, answer };
  } catch (error) {
    engine.cancel(log);
    engine.close(log);
    return { phase: 'failed', why: error instanceof Error ? error.message : String(error) };
  }
}

function tellTime(engine: EngineClient, log: LogId, onTime: (at: number) => void): (text: string) => void {
  let told = 0;
  return (text) => {
    engine.append(log, text);
    const now = performance.now();
    if (now - told < TELL_EVERY_MS) return;
    const at = AT.exec(text)?.[1];
    if (at === undefined) return;
    told = now;
    onTime(Number(at));
  };
}

/** Lets go of an episode's log, unless it was opened meanwhile. */
export function dropEpisode(engine: EngineClient, cell: PlayedCell | undefined): void {
  if (cell === undefined || useInspector.getState().logs.some(({ id }) => id === cell.log)) return;
  engine.close(cell.log);
}

/** Logs that were opened here: one that is not open any more has been closed by a person, and is gone. */
const opened = new Set<LogId>();

/** Opens an episode's log in Timeline, at a row or at its end. @returns false where the log was closed meanwhile */
export function showEpisode(cell: PlayedCell, seq: number | undefined): boolean {
  const { log, name, lesson, take, rowCount, revision } = cell;
  const state = useInspector.getState();
  const isOpen = state.logs.some(({ id }) => id === log);
  if (!isOpen && opened.has(log)) return false;
  opened.add(log);
  if (isOpen) state.showLog(log);
  else state.addLog({ id: log, name, lesson, ...(take === undefined ? {} : { take }) });
  state.noteRevision(log, revision);
  if (seq === undefined) state.seek(rowCount - 1);
  else state.selectRow(seq);
  state.openPanel('timeline');
  return true;
}
