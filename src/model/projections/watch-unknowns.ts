// What the rows about a task cannot tell, although somebody who looks at them may think so.

import type { WatchStory } from './watch.ts';

export type WatchUnknown =
  /** A config stands and no delivery is there: sent nowhere, lost, or seen by another recorder. */
  | { readonly kind: 'no-deliveries' }
  /** Deliveries and no look after: nobody looked, or another recorder saw it. */
  | { readonly kind: 'no-looks' }
  /** Deliveries whose config is nowhere in the log. */
  | { readonly kind: 'no-config' }
  /** Deliveries whose headers are not in the log: whether they prove anything is unknown. */
  | { readonly kind: 'no-heads'; readonly count: number }
  /** Deliveries whose receiver's answer is not in the log. */
  | { readonly kind: 'no-answers'; readonly count: number }
  /** Tokens that cannot be told apart: masked by whoever wrote the log. */
  | { readonly kind: 'no-comparison' }
  /** Streams without an end: how long they were held is known up to their last event. */
  | { readonly kind: 'open-streams'; readonly count: number }
  | { readonly kind: 'no-times' }
  /** How late it was heard: nobody says since when it was so. */
  | { readonly kind: 'no-origin'; readonly count: number };

/** What facts tell beside the wire, and leaves less unknown. */
export interface ToldBeside {
  /** Whoever keeps the task tells of it: what it did not say that it sent was not sent. */
  readonly isSenderHeard: boolean;
  /** Whoever watches the task tells of it: a look that it does not tell of was not taken. */
  readonly isWatcherHeard: boolean;
  /** The lab records the end of every stream: one without an end is open. */
  readonly isEpisode: boolean;
}

/** In the order in which they matter; heads and streams are counted among those that are listed. */
export function unknownsOf(story: Omit<WatchStory, 'unknowns'>, told: ToldBeside): readonly WatchUnknown[] {
  const { configs, deliveries, streams, states } = story;
  const unknowns: WatchUnknown[] = [];
  const stands = configs.some(({ fate }) => fate === 'set' || fate === 'deleted');
  if (stands && story.deliveriesTotal === 0 && !told.isSenderHeard) unknowns.push({ kind: 'no-deliveries' });
  if (!told.isWatcherHeard && story.deliveriesTotal > 0 && deliveries.every(({ doorbell }) => doorbell === 'not-looked'))
    unknowns.push({ kind: 'no-looks' });
  if (story.deliveriesTotal > 0 && configs.length === 0) unknowns.push({ kind: 'no-config' });
  const headless = deliveries.filter(({ proof }) => proof === 'unknown').length;
  if (headless > 0) unknowns.push({ kind: 'no-heads', count: headless });
  const unanswered = story.deliveriesTotal - story.deliveriesAnswered;
  if (unanswered > 0) unknowns.push({ kind: 'no-answers', count: unanswered });
  if (configs.some(({ token }) => token?.has && token.number === undefined) && deliveries.some(({ proof }) => proof === 'token'))
    unknowns.push({ kind: 'no-comparison' });
  const open = told.isEpisode ? 0 : streams.filter(({ endSeq }) => endSeq === undefined).length;
  if (open > 0) unknowns.push({ kind: 'open-streams', count: open });
  return [...unknowns, ...unknownTimes(states)];
}

function unknownTimes(states: WatchStory['states']): readonly WatchUnknown[] {
  if (states.length > 0 && states.every(({ at }) => at === undefined)) return [{ kind: 'no-times' }];
  const undated = states.filter(({ since, at }) => at !== undefined && since === undefined).length;
  return undated > 0 ? [{ kind: 'no-origin', count: undated }] : [];
}
