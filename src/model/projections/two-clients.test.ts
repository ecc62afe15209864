import { describe, expect, it } from 'vitest';
import { invariant } from '../base/assert.ts';
import { interopTask } from '../testing/interop-traffic.ts';
import { PeerEpisode } from '../testing/peer-episode.ts';
import { projectMovePairs } from './move-pairs.ts';
import { projectPeerStory, type PeerStory } from './peer-story.ts';
import { compareStories, crossingsOf, knownAt, unseenStates } from './two-clients.ts';

function storyOf(episode: PeerEpisode, end: number, how: 'done' | 'horizon' = 'done'): PeerStory {
  const story = projectPeerStory(episode.log(end, how));
  invariant(story, 'G.1', 'an episode with a client and a peer has a story');
  return story;
}
function begun(): PeerEpisode {
  const episode = new PeerEpisode();
  episode.create(20, [40, 201, interopTask('submitted', 30)]);
  episode.makes(30);
  episode.stores(30, 'submitted');
  episode.stores(130, 'working');
  return episode;
}
/** Silent from 140 on; `end` is when the completed state arrives, if ever. */
function quiet(end: number | undefined): PeerStory {
  const episode = begun();
  if (end !== undefined) episode.stores(end - 10, 'completed');
  const last = end === undefined ? [] : ([[end, 3, 'completed']] as const);
  episode.follow(40, [[60, 1, 'submitted'], [140, 2, 'working'], ...last], end);
  if (end !== undefined) episode.decides(end, { outcome: 'ok', artifacts: 1, complete: 'yes' });
  return storyOf(episode, end ?? 120_000, end === undefined ? 'horizon' : 'done');
}
const measured = (stories: readonly PeerStory[]) =>
  new Map(compareStories(stories).map(({ measure, values, differs }) => [measure, { values, differs }]));

describe('clients side by side', () => {
  it('[G.2] compares what came of it, and says which measures differ', () => {
    const differences = measured([quiet(15_240), quiet(undefined)]);
    expect(differences.get('outcome')).toEqual({ values: ['ok', undefined], differs: true });
    expect(differences.get('decided-at')).toEqual({ values: [15_240, undefined], differs: true });
    expect(differences.get('attempts')).toEqual({ values: [1, 1], differs: false });
    expect(differences.get('tasks-made')).toEqual({ values: [1, 1], differs: false });
    expect(differences.get('states-seen')).toEqual({ values: ['submitted → working → completed', 'submitted → working'], differs: true });
    expect(differences.has('note')).toBe(false);
  });

  it('[G.2] counts tries of a client that never came to an outcome', () => {
    const episode = begun();
    const failure = { kind: 'status', status: 503, detail: 'busy' } as const;
    episode.fact(60, 'orchestrator', { kind: 'retry-scheduled', attempt: 1, waitMs: 500, step: 'events', failure });
    expect(measured([storyOf(episode, 120_000, 'horizon')]).get('attempts')?.values).toEqual([2]);
  });

  it('[G.3] knows what a client knew at a moment', () => {
    const slow = quiet(15_240);
    expect([39, 60, 10_000, 15_239, 15_240].map((at) => knownAt(slow, at)?.state)).toEqual([
      undefined,
      'submitted',
      'working',
      'working',
      'completed',
    ]);
  });

  it('[G.3] says since when it knew it, however often it heard it again', () => {
    const episode = begun();
    episode.poll(200, 'working');
    episode.poll(300, 'working');
    expect(knownAt(storyOf(episode, 400), 400)).toMatchObject({ state: 'working', at: 220 });
  });

  it('[G.2] names the states that nobody saw', () => {
    const episode = begun();
    episode.stores(330, 'completed');
    episode.poll(1_040, 'completed');
    expect(unseenStates(storyOf(episode, 1_060)).map(({ state }) => state)).toEqual(['working']);
    expect(unseenStates(quiet(500))).toEqual([]);
  });
});

describe('a cancel and an end on their ways', () => {
  /** The cancel leaves at a time; completed is stored at 330 and arrives at 340. */
  function raced(cancel: number): PeerStory {
    const episode = begun();
    const late = cancel + 10 > 330;
    episode.stores(late ? 330 : cancel + 10, late ? 'completed' : 'canceled');
    episode.follow(40, [[60, 1, 'submitted'], [140, 2, 'working'], late ? [340, 3, 'completed'] : [cancel + 20, 3, 'canceled']], 360);
    const answer = late
      ? [cancel + 20, 409, { error: { code: 'TASK_TERMINAL', message: 'over' } }]
      : [cancel + 20, 200, interopTask('canceled', cancel + 10)];
    episode.ask(cancel, 'POST /tasks/task-1/cancel', { body: {}, answer: answer as [number, number, object] });
    return storyOf(episode, 400);
  }

  it('[G.4] cross where each leaves before the other arrives', () => {
    expect(crossingsOf(raced(325))).toMatchObject([
      { request: { at: 325 }, arrives: 335, stored: { at: 330, state: 'completed' }, seen: { at: 340 } },
    ]);
  });

  it('[G.4] cross as well where nobody waits any more for what comes', () => {
    const episode = begun();
    episode.stores(330, 'completed');
    episode.ask(325, 'POST /tasks/task-1/cancel', { body: {} });
    expect(crossingsOf(storyOf(episode, 400))).toMatchObject([{ arrives: 335, left: 330, seen: undefined }]);
  });

  it('[G.4] an end that only a later poll asks for was not on its way', () => {
    const episode = begun();
    episode.stores(330, 'completed');
    const over = { error: { code: 'TASK_TERMINAL', message: 'over' } };
    episode.ask(500, 'POST /tasks/task-1/cancel', { body: {}, answer: [520, 409, over] });
    episode.poll(1_040, 'completed');
    expect(crossingsOf(storyOf(episode, 1_060))).toEqual([]);
  });

  it('[G.4] do not where the cancel wins, or where the end was known before', () => {
    expect(crossingsOf(raced(300))).toEqual([]);
    expect(crossingsOf(raced(345))).toEqual([]);
    expect(crossingsOf(quiet(500))).toEqual([]);
  });
});

describe('the table of pairs', () => {
  it('[Q.5] [Q.6] has 64 pairs: 17 may follow each other in a stream, 33 in a poll', () => {
    const { pairs, streamCount, pollCount } = projectMovePairs();
    expect([pairs.length, streamCount, pollCount]).toEqual([64, 17, 33]);
    expect(pairs.filter(({ stream, poll }) => stream && !poll)).toEqual([]);
    expect(pairs.find(({ from, to }) => from === 'submitted' && to === 'completed')).toMatchObject({ stream: false, poll: true });
  });
});
