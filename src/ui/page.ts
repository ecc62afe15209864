// What a person can do here, as functions: buttons, keys, palette, links and window.inspector all call these. Evidence goes
// to the engine, an episode comes from the lab as text and goes the same way.

import { createContext, useContext } from 'react';
import type { LogId } from '../model/engine/query.ts';
import type { ReadAs } from '../model/log/read-as.ts';
import type { Lesson } from '../mock-agents/lesson.ts';
import { LESSONS } from '../mock-agents/lessons/catalogue.ts';
import type { EngineClient } from './engine-client.ts';
import { useInspector } from './inspector-store.ts';
import type { LabClient } from './lab-client.ts';
import { endTurn, type LabPlayer, takeTurn } from './lab-turn.ts';
import { createLessonPlayer } from './lesson-player.ts';
import type { KnobValues, PlayedRound, PlayedTake, RoundChoice } from './lesson-rounds.ts';
import { type LessonSeat, seatLessonPlayer } from './lesson-seat.ts';
import { playRound, showTake } from './page/episodes.ts';
import { inWords } from './page/in-words.ts';
import { openActions } from './page/opening.ts';
import { rereadActions } from './page/rereading.ts';
import { saveActions } from './page/saving.ts';
import { timeActions } from './page/stepping.ts';
import { loadSamples, type Sample } from './samples.ts';

export interface LessonOptions extends RoundChoice {
  readonly knobs?: KnobValues;
  readonly seed?: string;
}
export interface Page {
  readonly engine: EngineClient;
  readonly lab: LabClient;
  readonly player: LessonSeat;
  /** @param packed the text as it came in a link */
  openText(text: string, name: string, packed?: string): Promise<LogId>;
  /** Several open as several logs; the last one comes into view. */
  openFiles(files: readonly File[]): Promise<void>;
  /** Reads the log on screen again with more text at its end; it takes the place of the one before. */
  appendText(text: string): Promise<void>;
  /** Cuts a text at every place where it stands, in the log on screen. */
  cutText(text: string): Promise<void>;
  /** Reads the text of the log again as a format that a person chose. */
  readAs(as: ReadAs): Promise<void>;
  openSample(sample: Sample): Promise<LogId>;
  /** Opens a lesson that is there; a policy or a take that it does not have changes nothing (refuseChoice tells). */
  openLesson(id: string, options?: LessonOptions): Lesson | undefined;
  /** Plays the lesson that is open, predicted or not; resolves when all its takes are in logs. Rejects with the lab's reason. */
  runLesson(): Promise<PlayedRound>;
  /** Looks at a take of a round, at the same virtual time. */
  showTake(take: PlayedTake): Promise<void>;
  leave(): void;
  closeLog(log: LogId): void;
  /** Moves the cursor and the selection by rows; `inLane`: among the rows of the selected row's task, else its agent. */
  step(by: number, inLane?: boolean): Promise<void>;
  /** The same for the cursor alone; the selection comes along where there is one. */
  advance(by: number): Promise<void>;
  first(): void;
  last(): Promise<void>;
  togglePlay(): Promise<void>;
  /** The saved form of the log on screen, and the file name for it. */
  savedForm(): Promise<{ readonly name: string; readonly text: string } | undefined>;
  /** Downloads the saved form. */
  save(): Promise<void>;
  copySaved(): Promise<void>;
  pasteFromClipboard(): Promise<void>;
}

const PageContext = createContext<Page | undefined>(undefined);
export const PageProvider = PageContext.Provider;

/** @throws Error outside the provider, which would be our own bug */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('[U.1] an action was asked for outside the page');
  return page;
}

const state = () => useInspector.getState();

export function createPage(engine: EngineClient, lab: LabClient): Page {
  const machine = createLessonPlayer(async (order, signal) => {
    // Nobody stops a lesson that is being played: who comes later waits for it.
    const turn: LabPlayer = { lesson: order.lesson.id, giveWay: () => undefined };
    takeTurn(turn);
    try {
      return await playRound({ engine, lab, signal, tell: (taken) => player.send({ type: 'taken', taken }) }, order);
    } finally {
      endTurn(turn);
    }
  });
  const player: LessonSeat = seatLessonPlayer(machine, tellRestart);
  player.subscribe(({ context: { lesson, knobs, policy, seed } }) => {
    const { lesson: shown, setLesson } = state();
    if (lesson && (shown?.id !== lesson.id || shown.knobs !== knobs || shown.policy !== policy || shown.seed !== seed))
      setLesson({ id: lesson.id, knobs, ...(policy === undefined ? {} : { policy }), ...(seed === undefined ? {} : { seed }) });
  });
  return {
    engine,
    lab,
    player,
    ...openActions(engine, player),
    showTake: (take) => showTake(engine, take),
    ...rereadActions(engine),
    ...timeActions(engine),
    ...saveActions(engine),
  };
}

/** The lesson is closed with the player that stopped; what it had played stays open. */
function tellRestart(error: unknown): void {
  state().setLesson(undefined);
  state().setMachine('restarted');
  state().setNotice({
    kind: 'error',
    text: 'The lesson player stopped and was started again.',
    detail: `${inWords(error)} Open the lesson again to go on.`,
  });
}

export { LESSONS, loadSamples };
