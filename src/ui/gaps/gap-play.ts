// Plays the experiments from the panel: all takes of one gap, or of one gap after the other. A lesson that is open in its pane is
// played by its own player, so that pane and panel never say different things.

import { create } from 'zustand';
import type { Gap } from '../../model/projections/gap-signs.ts';
import type { Lesson } from '../../mock-agents/lesson.ts';
import { type InspectorState, useInspector } from '../inspector-store.ts';
import { endTurn, type LabPlayer, takeTurn } from '../lab-turn.ts';
import type { KnobValues } from '../lesson-rounds.ts';
import type { Page } from '../page.ts';
import { playRound } from '../page/episodes.ts';
import { inWords } from '../page/in-words.ts';

interface GapPlayState {
  /** The lesson that is being played, and how many of its takes are. */
  readonly playing: { readonly lesson: string; readonly taken: number } | undefined;
  /** Lessons that wait for their turn. */
  readonly waiting: readonly string[];
  readonly refused: { readonly lesson: string; readonly why: string } | undefined;
  readonly knobs: Readonly<Record<string, KnobValues>>;
  /** What a person chose, as long as the log on screen is of the same lesson. */
  readonly chosen: { readonly gap: Gap; readonly beside: string | undefined } | undefined;
}

export const useGapPlay = create<GapPlayState>(() => ({
  playing: undefined,
  waiting: [],
  refused: undefined,
  knobs: {},
  chosen: undefined,
}));
const set = useGapPlay.setState;

let under: { readonly end: AbortController; readonly turn: LabPlayer } | undefined;

/** Plays lessons one after the other; what was under way here is given up. Resolves when the last one is in its logs. */
export async function playGaps(page: Page, lessons: readonly Lesson[]): Promise<void> {
  stopGaps(page);
  const own = { end: new AbortController(), turn: turnOf(page) };
  const { signal } = own.end;
  under = own;
  takeTurn(own.turn);
  set({ refused: undefined, waiting: lessons.map(({ id }) => id) });
  for (const lesson of lessons) {
    // A lesson that is being played is waited for; one that begins meanwhile takes the lab.
    await page.player.settled();
    if (signal.aborted) return;
    set(({ waiting }) => ({ waiting: waiting.filter((id) => id !== lesson.id), playing: { lesson: lesson.id, taken: 0 } }));
    try {
      await playOne(page, lesson, signal);
    } catch (error) {
      if (!signal.aborted) set({ refused: { lesson: lesson.id, why: inWords(error) } });
    }
  }
  if (under !== own) return;
  under = undefined;
  endTurn(own.turn);
  set({ playing: undefined, waiting: [] });
  const { refused } = useGapPlay.getState();
  const played = lessons.length === 1 ? 'The experiment was played.' : `${lessons.length} experiments were played.`;
  useInspector.getState().say(refused === undefined ? played : `Not played: ${refused.why}`);
}

/** Who plays here gives way to whoever plays something else; the lesson's own player may play for it. */
function turnOf(page: Page): LabPlayer {
  return {
    giveWay: () => {
      const { playing, waiting } = useGapPlay.getState();
      stopGaps(page);
      const lesson = playing?.lesson ?? waiting[0];
      if (lesson !== undefined) set({ refused: { lesson, why: 'something else was played meanwhile. Run it again.' } });
    },
    lendsTo: ({ lesson }) => lesson !== undefined && lesson === useGapPlay.getState().playing?.lesson,
  };
}

/** Ends what is being played here; takes that are not whole are closed. */
export function stopGaps({ lab }: Page): void {
  if (!under) return;
  const { end, turn } = under;
  end.abort(new Error('It was stopped.'));
  under = undefined;
  endTurn(turn);
  lab.stop();
  set({ playing: undefined, waiting: [] });
}

async function playOne(page: Page, lesson: Lesson, signal: AbortSignal): Promise<void> {
  if (page.player.getSnapshot().context.lesson?.id === lesson.id) await page.runLesson();
  else {
    const order = {
      lesson,
      knobs: useGapPlay.getState().knobs[lesson.id] ?? {},
      policy: undefined,
      take: undefined,
      seed: undefined,
      first: true,
    };
    const tell = (taken: number) => set(({ playing }) => (playing?.lesson === lesson.id ? { playing: { lesson: lesson.id, taken } } : {}));
    const { engine, lab } = page;
    await playRound({ engine, lab, signal, tell }, order);
  }
  // Who plays it here wants to see what came of it; the cursor can go back.
  await page.last();
}

/** Turns knobs of a lesson that is in no pane: what is wanted from now on, and played at once. */
export function turnGap(page: Page, lesson: Lesson, knobs: KnobValues): void {
  set((state) => ({ knobs: { ...state.knobs, [lesson.id]: knobs } }));
  void playGaps(page, [lesson]);
}

/** The lesson whose episode is on screen. */
export const lessonOnScreen = ({ log, logs }: InspectorState): string | undefined => logs.find(({ id }) => id === log)?.lesson;

/** Comes into view in the panel, as long as the log on screen is of the same lesson. */
export function lookAtGap(gap: Gap): void {
  set({ chosen: { gap, beside: lessonOnScreen(useInspector.getState()) } });
}

/** Shows an episode at a row. */
export function showMoment(log: number, seq: number): void {
  const state = useInspector.getState();
  state.showLog(log);
  state.selectRow(seq);
}
