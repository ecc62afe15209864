// Which open logs are episodes of a lesson that belong together: played with the same knobs and seed, one for each of its takes. A
// saved episode that was opened from a file counts as well as one that was played here.

import type { LogId, LogSummary } from '../model/engine/query.ts';
import type { EpisodeIdentity } from '../model/log/saved-form.ts';
import type { Lesson, Take } from '../mock-agents/lesson.ts';

export interface LessonEpisodes {
  /** What they were played with; undefined where none is open. Its take is that of one of them. */
  readonly identity: EpisodeIdentity | undefined;
  /** In the order of the lesson's takes; `take` is undefined where a lesson has none. */
  readonly episodes: readonly { readonly take: Take | undefined; readonly log: LogId }[];
}

/**
 * The episodes that were played with the same as one of them; of several alike the newest.
 * @param beside the log of that one; the newest episode of the lesson where it is none of its episodes
 */
export function lastPlayed(lesson: Lesson, summaries: readonly (LogSummary | undefined)[], beside?: LogId): LessonEpisodes {
  const played = summaries
    .filter((summary) => summary?.episode?.lesson === lesson.id && summary.reading === 'read')
    .filter((summary) => summary !== undefined)
    .toSorted((a, b) => Number(b.log === beside) - Number(a.log === beside) || b.log - a.log);
  const identity = played[0]?.episode;
  if (identity === undefined) return { identity, episodes: [] };
  const alike = JSON.stringify([identity.knobs, identity.seed]);
  const episodes = (lesson.takes ?? [undefined]).flatMap((take) => {
    const found = played.find(({ episode }) => episode?.take === take?.id && JSON.stringify([episode?.knobs, episode?.seed]) === alike);
    return found ? [{ take, log: found.log }] : [];
  });
  return { identity, episodes };
}
