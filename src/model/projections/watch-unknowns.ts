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

/** In the order in which they matter; counts are of what is listed. */
export function unknownsOf(story: Omit<WatchStory, 'unknowns'>): readonly WatchUnknown[] {
  const { configs, deliveries, streams, states } = story;
  const unknowns: WatchUnknown[] = [];
  const stands = configs.some(({ fate }) => fate === 'set' || fate === 'deleted');
  if (stands && story.deliveriesTotal === 0) unknowns.push({ kind: 'no-deliveries' });
  if (story.deliveriesTotal > 0 && deliveries.every(({ doorbell }) => doorbell === 'not-looked')) unknowns.push({ kind: 'no-looks' });
  if (story.deliveriesTotal > 0 && configs.length === 0) unknowns.push({ kind: 'no-config' });
  const headless = deliveries.filter(({ proof }) => proof === 'unknown').length;
  if (headless > 0) unknowns.push({ kind: 'no-heads', count: headless });
  const unanswered = deliveries.filter(({ answerSeq }) => answerSeq === undefined).length;
  if (unanswered > 0) unknowns.push({ kind: 'no-answers', count: unanswered });
  if (configs.some(({ token }) => token?.has && token.number === undefined) && deliveries.some(({ proof }) => proof === 'token'))
    unknowns.push({ kind: 'no-comparison' });
  const open = streams.filter(({ endSeq }) => endSeq === undefined).length;
  if (open > 0) unknowns.push({ kind: 'open-streams', count: open });
  if (states.length > 0 && states.every(({ at }) => at === undefined)) unknowns.push({ kind: 'no-times' });
  else {
    const undated = states.filter(({ since, at }) => at !== undefined && since === undefined).length;
    if (undated > 0) unknowns.push({ kind: 'no-origin', count: undated });
  }
  return unknowns;
}
