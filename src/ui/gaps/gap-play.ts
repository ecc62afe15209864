// Plays the experiments from the panel: all takes of one gap, or of one gap after the other (panel-play.ts).

import { create } from 'zustand';
import type { Gap } from '../../model/projections/gap-signs.ts';
import type { Lesson } from '../../mock-agents/lesson.ts';
import { type InspectorState, useInspector } from '../inspector-store.ts';
import type { KnobValues } from '../lesson-rounds.ts';
import type { Page } from '../page.ts';
import { createPanelPlay, NOTHING_PLAYED, type PanelPlayState } from '../panel-play.ts';

interface GapPlayState extends PanelPlayState {
  readonly knobs: Readonly<Record<string, KnobValues>>;
  /** What a person chose, as long as the log on screen is of the same lesson. */
  readonly chosen: { readonly gap: Gap; readonly beside: string | undefined } | undefined;
}

export const useGapPlay = create<GapPlayState>(() => ({ ...NOTHING_PLAYED, knobs: {}, chosen: undefined }));
const set = useGapPlay.setState;

const gaps = createPanelPlay(useGapPlay, (lessons) =>
  lessons === 1 ? 'The experiment was played.' : `${lessons} experiments were played.`,
);

/** Plays lessons one after the other; what was under way here is given up. Resolves when the last one is in its logs. */
export async function playGaps(page: Page, lessons: readonly Lesson[]): Promise<void> {
  const { knobs } = useGapPlay.getState();
  await gaps.play(
    page,
    lessons.map((lesson) => ({ lesson, knobs: knobs[lesson.id] ?? {}, toEnd: true })),
  );
}

/** Ends what is being played here; takes that are not whole are closed. */
export const stopGaps = (page: Page): void => gaps.stop(page);

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
