// Two or more clients of one peer, laid side by side: what differs in what came of it, what no client saw, and what crossed on
// its way. Where their wires begin to differ is found in wire-lines.ts. Needs nothing but the stories, so the page may compare
// by itself.

import type { ObservedState } from '../protocol/task.ts';
import type { PeerRequest, PeerStory, SeenState, StoredState } from './peer-story.ts';

/** What is compared, in the order in which it is shown. */
export const MEASURES = [
  'outcome',
  'decided-at',
  'attempts',
  'tasks-made',
  'requests',
  'states-seen',
  'artifacts-stored',
  'handed-over',
  'complete',
  'note',
] as const;
export type Measure = (typeof MEASURES)[number];
export type MeasureValue = string | number | undefined;

export interface Difference {
  readonly measure: Measure;
  /** One a story, in their order; undefined where a story has none. */
  readonly values: readonly MeasureValue[];
  readonly differs: boolean;
}

const VALUE_OF: Readonly<Record<Measure, (story: PeerStory) => MeasureValue>> = {
  outcome: ({ outcomes }) => outcomes[0]?.outcome,
  'decided-at': ({ outcomes }) => outcomes[0]?.at,
  attempts: ({ outcomes, notes }) => outcomes[0]?.attempts ?? 1 + notes.filter(({ kind }) => kind === 'retry-scheduled').length,
  'tasks-made': ({ tasks }) => tasks.length,
  requests: ({ requests }) => requests.length,
  'states-seen': (story) => movesOf(story.seen).join(' → ') || undefined,
  'artifacts-stored': ({ artifacts }) => artifacts.length,
  'handed-over': ({ outcomes }) => outcomes[0]?.artifacts,
  complete: ({ outcomes }) => (outcomes[0] === undefined || outcomes[0].artifacts === 0 ? undefined : outcomes[0].complete),
  note: ({ outcomes }) => outcomes[0]?.note,
};

/** Every measure over all stories; rows that hold nothing at all are left out (SPEC.md G.2). */
export function compareStories(stories: readonly PeerStory[]): readonly Difference[] {
  return MEASURES.flatMap((measure) => {
    const values = stories.map(VALUE_OF[measure]);
    if (values.every((value) => value === undefined)) return [];
    return [{ measure, values, differs: values.some((value) => value !== values[0]) }];
  });
}

/** A list of states without those that only repeat the one before. */
function movesOf(seen: readonly { readonly state: ObservedState }[]): readonly ObservedState[] {
  return seen.map(({ state }) => state).filter((state, index, all) => state !== all[index - 1]);
}

/** States that the peer stored and its client never saw: gone by between two looks, or never asked for. */
export function unseenStates({ stored, seen }: PeerStory): readonly StoredState[] {
  const known = new Set(seen.map(({ taskId, state }) => `${state} ${taskId}`));
  return stored.filter(({ taskId, state }) => !known.has(`${state} ${taskId}`));
}

/** What a client knows of its task at a moment: the state that had come last by then, where it came first. */
export function knownAt({ seen }: PeerStory, at: number): SeenState | undefined {
  let known: SeenState | undefined;
  for (const state of seen) {
    if (state.at > at) break;
    if (state.state !== known?.state || state.taskId !== known.taskId) known = state;
  }
  return known;
}

/** A request on its way to the peer while news that would have made it needless is on its way to the client. */
export interface Crossing {
  readonly request: PeerRequest;
  /** When it reaches the peer, reckoned. */
  readonly arrives: number;
  readonly stored: StoredState;
  /** When the news left the peer; of a stream, when it was stored. */
  readonly left: number;
  /** Undefined where the client was gone before it came. */
  readonly seen: SeenState | undefined;
}

/** A task that was cancelled is what was asked for. */
const ENDS: ReadonlySet<ObservedState> = new Set<ObservedState>(['completed', 'failed', 'rejected']);

/** Cancels and ends that passed each other on the wire (SPEC.md G.4). */
export function crossingsOf({ requests, stored, seen, oneWay = 0 }: PeerStory): readonly Crossing[] {
  return requests.flatMap((request) => {
    if (request.step !== 'cancel') return [];
    const arrives = request.at + oneWay;
    const end = stored.find(({ state, taskId }) => ENDS.has(state) && (request.taskId === undefined || taskId === request.taskId));
    if (end === undefined) return [];
    const news = seen.find(({ state, taskId }) => state === end.state && taskId === end.taskId);
    // An answer leaves when it is asked for, however long the state has stood there.
    const left = news === undefined || news.channel === 'stream' ? end.at : news.at - oneWay;
    const comes = news?.at ?? left + oneWay;
    return left <= arrives && comes >= request.at ? [{ request, arrives, stored: end, left, seen: news }] : [];
  });
}
