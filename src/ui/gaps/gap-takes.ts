// Which episodes of a lesson lie side by side: of all logs that are open, those of its newest round, one a take. A saved episode
// that was opened from a file counts as well as one that was played here.

import { useMemo } from 'react';
import type { LogId, LogSummary } from '../../model/engine/query.ts';
import type { EpisodeIdentity } from '../../model/log/saved-form.ts';
import type { PeerStory } from '../../model/projections/peer-story.ts';
import type { Lesson, Take } from '../../mock-agents/lesson.ts';
import { asTaken } from '../../mock-agents/lessons/apply-knobs.ts';
import { useInspector } from '../inspector-store.ts';
import { lastPlayed } from '../lesson-episodes.ts';
import { useAnswers } from '../queries.ts';

export interface SeenTake {
  readonly take: Take;
  readonly log: LogId;
  readonly story: PeerStory;
}
export interface SeenRound {
  readonly lesson: Lesson;
  readonly knobs: EpisodeIdentity['knobs'];
  readonly takes: readonly SeenTake[];
  /** Takes of the lesson that are not open. */
  readonly missing: readonly Take[];
}

/** The newest round of each lesson, by the lesson's id. */
export function useSeenRounds(lessons: readonly Lesson[]): ReadonlyMap<string, SeenRound> {
  const logs = useInspector((state) => state.logs);
  const ids = useMemo(() => logs.map(({ id }) => id), [logs]);
  const summaries = useAnswers('summary', {}, ids);
  const chosen = useMemo(() => lessons.map((lesson) => ({ lesson, ...newestRound(lesson, summaries) })), [lessons, summaries]);
  const wanted = useMemo(() => chosen.flatMap(({ takes }) => takes.map(({ log }) => log)), [chosen]);
  const stories = useAnswers('peerStory', {}, wanted);
  return useMemo(() => {
    const storyOf = new Map(wanted.map((log, index) => [log, stories[index]]));
    return new Map(chosen.map((round): [string, SeenRound] => [round.lesson.id, seenRound(round, (log) => storyOf.get(log))]));
  }, [chosen, wanted, stories]);
}

/** A round with the stories of its episodes, as far as they are known. */
export function seenRound(
  { lesson, knobs, takes }: Pick<SeenRound, 'lesson' | 'knobs'> & { readonly takes: readonly ChosenTake[] },
  storyOf: (log: LogId) => PeerStory | undefined,
): SeenRound {
  const seen = takes.flatMap(({ take, log }) => {
    const story = storyOf(log);
    return story ? [{ take, log, story }] : [];
  });
  const missing = (lesson.takes ?? []).filter(({ id }) => !seen.some(({ take }) => take.id === id));
  return { lesson, knobs, takes: seen, missing };
}

interface ChosenTake {
  readonly take: Take;
  readonly log: LogId;
}

/** The newest episode says what the round was played with; each take is the newest that was played with the same. */
export function newestRound(
  lesson: Lesson,
  summaries: readonly (LogSummary | undefined)[],
): { readonly knobs: EpisodeIdentity['knobs']; readonly takes: readonly ChosenTake[] } {
  const { identity, episodes } = lastPlayed(lesson, summaries);
  return { knobs: identity?.knobs ?? {}, takes: episodes.flatMap(({ take, log }) => (take ? [{ take, log }] : [])) };
}

/** Takes with the same client and another peer: what can only be told apart by what the wire shows. */
export function peerPairs({ lesson, takes }: SeenRound): readonly (readonly [SeenTake, SeenTake])[] {
  const settings = takes.map((seen) => ({ seen, experiment: asTaken(lesson, seen.take.id)?.lesson.experiment }));
  return settings.flatMap(({ seen, experiment }, index) =>
    settings.slice(index + 1).flatMap((other): (readonly [SeenTake, SeenTake])[] => {
      if (experiment === undefined || other.experiment === undefined) return [];
      const sameClient = JSON.stringify(experiment.client) === JSON.stringify(other.experiment.client);
      const samePeer =
        JSON.stringify([experiment.fault, experiment.specialist]) === JSON.stringify([other.experiment.fault, other.experiment.specialist]);
      return sameClient && !samePeer ? [[seen, other.seen]] : [];
    }),
  );
}
