// Plays the experiments from the panel: all takes of one gap, or of one gap after the other. A lesson that is open in its pane is
// played by its own player, so that pane and panel never say different things.

import { create } from 'zustand';
import type { Gap } from '../../model/projections/gap-signs.ts';
import type { Lesson } from '../../mock-agents/lesson.ts';
import { useInspector } from '../inspector-store.ts';
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

let under: AbortController | undefined;

/** Plays lessons one after the other; what was under way here is given up. Resolves when the last one is in its logs. */
export async function playGaps(page: Page, lessons: readonly Lesson[]): Promise<void> {
  stopGaps(page);
  const own = new AbortController();
  under = own;
  set({ refused: undefined, waiting: lessons.map(({ id }) => id) });
  for (const lesson of lessons) {
    if (own.signal.aborted) return;
    set(({ waiting }) => ({ waiting: waiting.filter((id) => id !== lesson.id), playing: { lesson: lesson.id, taken: 0 } }));
    try {
      await playOne(page, lesson, own.signal);
    } catch (error) {
      if (!own.signal.aborted) set({ refused: { lesson: lesson.id, why: inWords(error) } });
    }
  }
  if (under !== own) return;
  under = undefined;
  set({ playing: undefined, waiting: [] });
}

/** Ends what is being played here; takes that are not whole are closed. */
export function stopGaps({ lab }: Page): void {
  if (!under) return;
  under.abort(new Error('It was stopped.'));
  under = undefined;
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

/** Shows an episode at a row. */
export function showMoment(log: number, seq: number): void {
  const state = useInspector.getState();
  state.showLog(log);
  state.selectRow(seq);
}
