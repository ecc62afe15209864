// Which episodes of a watch lesson the panel shows, and what is asked of them: of those that were played with the same as the one on
// screen, one for each take; each up to the moment in view.

import { useCallback, useMemo } from 'react';
import { useQueries } from '@tanstack/react-query';
import type { LogId, LogSummary } from '../../model/engine/query.ts';
import { type EpisodeIdentity, VIRTUAL_EPOCH } from '../../model/log/saved-form.ts';
import type { DoorbellAnswer } from '../../model/projections/doorbell-tries.ts';
import type { StandInAnswer } from '../../model/projections/stand-in-story.ts';
import type { WatchAnswer } from '../../model/projections/watch.ts';
import type { Lesson, Take } from '../../mock-agents/lesson.ts';
import { asTaken } from '../../mock-agents/lessons/apply-knobs.ts';
import type { WatchAction } from '../../mock-agents/watch-scene.ts';
import { useInspector } from '../inspector-store.ts';
import { lastPlayed } from '../lesson-episodes.ts';
import { useAnswers, useAnswersTo, useEngine } from '../queries.ts';
import { lastRowBefore } from '../seek-time.ts';
import { actionsUnder } from './watch-play.ts';

/** A cursor behind every row. */
export const TO_THE_END = 2 ** 31 - 1;

/** One episode, whole. */
export interface SeenWatch {
  readonly take: Take | undefined;
  readonly log: LogId;
  readonly summary: LogSummary;
  readonly stood: StandInAnswer;
  readonly heard: WatchAnswer;
  readonly doorbell: DoorbellAnswer;
}
export interface WatchRound {
  readonly lesson: Lesson;
  readonly identity: EpisodeIdentity | undefined;
  readonly watches: readonly SeenWatch[];
  /** Takes of the lesson that are not open. */
  readonly missing: readonly Take[];
  readonly actions: readonly WatchAction[];
  /** Answers about episodes that are open are not all here yet: this is what there was before, where there was something. */
  readonly isAwaited: boolean;
  /** How long a request is on its way. */
  readonly hopMs: number;
}

const NO_LOGS: readonly LogId[] = [];

export function useWatchRound(lesson: Lesson | undefined): WatchRound | undefined {
  const logs = useInspector((state) => state.logs);
  const shown = useInspector((state) => state.log);
  const ids = useMemo(() => (lesson === undefined ? NO_LOGS : logs.map(({ id }) => id)), [logs, lesson]);
  const summaries = useAnswers('summary', {}, ids);
  const played = useMemo(() => lesson && lastPlayed(lesson, summaries, shown), [lesson, summaries, shown]);
  const wanted = useMemo(() => played?.episodes.map(({ log }) => log) ?? NO_LOGS, [played]);
  const stories = useAnswers('standIn', { cursor: TO_THE_END }, wanted);
  const heard = useAnswers('watch', { cursor: TO_THE_END }, wanted);
  const doorbells = useAnswers('doorbell', { cursor: TO_THE_END }, wanted);
  return useMemo(() => {
    if (lesson === undefined || played === undefined) return undefined;
    const watches = played.episodes.flatMap(({ take, log }, place): SeenWatch[] => {
      const [stood, hears, doorbell] = [stories[place], heard[place], doorbells[place]];
      const summary = summaries.find((each) => each?.log === log);
      return stood && hears && doorbell && summary ? [{ take, log, summary, stood, heard: hears, doorbell }] : [];
    });
    const { identity } = played;
    return {
      lesson,
      identity,
      watches,
      missing: (lesson.takes ?? []).filter(({ id }) => !played.episodes.some(({ take }) => take?.id === id)),
      isAwaited: watches.length < played.episodes.length,
      actions: actionsUnder(asTaken(lesson, identity?.take)?.lesson ?? lesson, identity?.knobs ?? {}),
      hopMs: lesson.hopMs ?? 0,
    };
  }, [lesson, played, summaries, stories, heard, doorbells]);
}

/** The episode on screen, if it is one of them; while one is awaited, that of the same take before it. */
export function useShownWatch(round: WatchRound | undefined): SeenWatch | undefined {
  const log = useInspector((state) => state.log);
  const takeOnScreen = useInspector((state) => state.logs.find(({ id }) => id === log)?.take);
  return (
    round?.watches.find((each) => each.log === log) ??
    (round?.isAwaited ? round.watches.find(({ take }) => take?.id === takeOnScreen) : undefined)
  );
}

/** The last row of an episode at a virtual time. */
export function useRowOfTime(seen: SeenWatch | undefined): ((at: number) => Promise<number>) | undefined {
  const engine = useEngine();
  const find = useCallback(
    (at: number) => (seen === undefined ? Promise.resolve(0) : lastRowBefore(VIRTUAL_EPOCH + at, seen.summary, engine)),
    [engine, seen],
  );
  return seen && find;
}

/** One episode up to the moment in view. */
export interface WatchNow {
  readonly seen: SeenWatch;
  readonly stood: StandInAnswer | undefined;
  readonly doorbell: DoorbellAnswer | undefined;
}

/** All episodes at one moment: the one on screen up to the cursor, the others up to the same virtual time. */
export function useWatchesAt(round: WatchRound, at: number | undefined): readonly WatchNow[] {
  const engine = useEngine();
  const log = useInspector((state) => state.log);
  const cursor = useInspector((state) => state.cursor);
  const { watches } = round;
  const rows = useQueries({
    queries: watches.map((seen) => ({
      queryKey: [seen.log, 'last-row-at', seen.summary.revision, at],
      enabled: at !== undefined && seen.log !== log,
      queryFn: () => lastRowBefore(VIRTUAL_EPOCH + (at ?? 0), seen.summary, engine),
    })),
  }).map(({ data }) => data);
  const asks = watches.map((seen, place) => {
    const row = seen.log === log ? cursor : at === undefined ? TO_THE_END : rows[place];
    return { log: seen.log, ask: row === undefined ? undefined : { cursor: row } };
  });
  const stories = useAnswersTo('standIn', asks);
  const doorbells = useAnswersTo('doorbell', asks);
  return watches.map((seen, place) => ({ seen, stood: stories[place], doorbell: doorbells[place] }));
}

/** Virtual milliseconds of a row's time. */
export const virtual = (time: number | undefined): number => (time === undefined ? 0 : time - VIRTUAL_EPOCH);
