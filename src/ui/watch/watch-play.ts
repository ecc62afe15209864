// Plays lessons about a remote watch from the panel. What a button does is one more thing that happens on the way: a knob of the
// lesson, so that links, robots and recordings carry it, and a new episode beside the one before.

import { create } from 'zustand';
import type { LogId } from '../../model/engine/query.ts';
import { VIRTUAL_EPOCH } from '../../model/log/saved-form.ts';
import type { Json } from '../../model/base/json.ts';
import type { Lesson } from '../../mock-agents/lesson.ts';
import { changedKnobs, knobValue, refuseKnob } from '../../mock-agents/lessons/apply-knobs.ts';
import type { WatchAction } from '../../mock-agents/watch-scene.ts';
import { LESSONS } from '../../mock-agents/lessons/catalogue.ts';
import { useInspector } from '../inspector-store.ts';
import type { KnobValues } from '../lesson-rounds.ts';
import type { Page } from '../page.ts';
import { createPanelPlay, NOTHING_PLAYED, type PanelPlayState } from '../panel-play.ts';
import { lastRowBefore } from '../seek-time.ts';

/** What an episode on screen was played with. */
export interface ShownEpisode {
  readonly log: LogId;
  readonly lesson: string;
  readonly knobs: KnobValues;
  readonly seed: string;
  readonly take?: string | undefined;
}
interface WatchPlayState extends PanelPlayState {
  /** By lesson: what a person wants the next time, where nothing of the lesson is open yet. */
  readonly knobs: Readonly<Record<string, KnobValues>>;
  /** The episode that the panel shows. */
  readonly shown: ShownEpisode | undefined;
}
export const useWatchPlay = create<WatchPlayState>(() => ({ ...NOTHING_PLAYED, knobs: {}, shown: undefined }));

const watches = createPanelPlay(useWatchPlay, () => 'The watch was played.');

/** The lesson that the panel plays where nothing is open. */
export const THREE_WATCHES = 'three-watches';
export const ACTIONS_KNOB = 'actions';

export const watchLesson = (id: string | undefined): Lesson | undefined => LESSONS.find((lesson) => lesson.id === id && lesson.watch);

export interface WatchOrder {
  readonly lesson: Lesson;
  readonly knobs: KnobValues;
  readonly seed?: string | undefined;
  readonly take?: string | undefined;
}

/**
 * Plays a lesson with knobs.
 * @param until where the cursor is put: a virtual time, or the end
 * @returns whether it was played
 */
export async function playWatch(page: Page, order: WatchOrder, until: number | 'end'): Promise<boolean> {
  const { lesson } = order;
  const knobs = changedKnobs(lesson, order.knobs);
  useWatchPlay.setState((state) => ({ knobs: { ...state.knobs, [lesson.id]: knobs } }));
  if (!(await watches.play(page, [{ ...order, knobs, turns: true, toEnd: until === 'end' }]))) return false;
  if (until !== 'end') await seekTo(page, until);
  return true;
}

export const stopWatch = (page: Page): void => watches.stop(page);

/** Puts the cursor on the last row of the log on screen at a virtual time. */
async function seekTo({ engine }: Page, at: number): Promise<void> {
  const { log } = useInspector.getState();
  if (log === undefined) return;
  const summary = await engine.query(log, 'summary', {});
  const seq = await lastRowBefore(VIRTUAL_EPOCH + at, summary, engine);
  if (useInspector.getState().log === log) useInspector.getState().seek(seq);
}

/** What happens on the way under some knobs. */
export function actionsUnder(lesson: Lesson, knobs: KnobValues): readonly WatchAction[] {
  const knob = lesson.knobs.find(({ name }) => name === ACTIONS_KNOB);
  const value = knobs[ACTIONS_KNOB] ?? (knob ? knobValue(lesson, knob) : (lesson.watch?.actions ?? []));
  return value as unknown as readonly WatchAction[];
}

/** Why the lesson cannot take one more thing on its way, or these. */
export function refuseActions(lesson: Lesson, actions: readonly WatchAction[]): string | undefined {
  return refuseKnob(lesson, ACTIONS_KNOB, asJson(actions));
}

/** The knobs with other actions. */
export function withActions(knobs: KnobValues, actions: readonly WatchAction[]): KnobValues {
  return { ...knobs, [ACTIONS_KNOB]: asJson(actions) };
}

const asJson = (actions: readonly WatchAction[]): Json => actions;

const RATE_KNOB = 'rate';

/** The knobs with a rate at which pushes are let in, where the lesson has such a knob and nobody counts yet. */
export function withRate(lesson: Lesson, knobs: KnobValues, rate: number | undefined): KnobValues {
  const knob = lesson.knobs.find(({ name }) => name === RATE_KNOB);
  if (rate === undefined || knob === undefined || (knobs[RATE_KNOB] ?? knobValue(lesson, knob)) !== null) return knobs;
  return { ...knobs, [RATE_KNOB]: rate };
}

/** One more, as what was pressed last. An episode takes each at its time, and of an instant in this order. */
export function placed(actions: readonly WatchAction[], more: readonly WatchAction[]): readonly WatchAction[] {
  return [...actions, ...more];
}

export function inOrderOfTime(actions: readonly WatchAction[]): readonly WatchAction[] {
  return actions.toSorted((one, other) => one.at - other.at);
}

/** Those of the actions that are left, in the order in which they were pressed. */
export function asPressed(actions: readonly WatchAction[], left: readonly WatchAction[]): readonly WatchAction[] {
  const kept = new Set(left);
  return actions.filter((action) => kept.has(action));
}
