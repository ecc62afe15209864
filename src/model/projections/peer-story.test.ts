import { describe, expect, it } from 'vitest';
import { INTEROP_ARTIFACT, INTEROP_CARD, interopRecording, interopTask } from '../testing/interop-traffic.ts';
import { logFromText } from '../testing/log-from-text.ts';
import { PeerEpisode } from '../testing/peer-episode.ts';
import { projectPeerStory } from './peer-story.ts';

/** A healthy task that is polled: its client never sees it at work. */
function polled(): PeerEpisode {
  const episode = new PeerEpisode();
  episode.card(0);
  episode.create(20, [40, 201, interopTask('submitted', 30)]);
  episode.makes(30);
  episode.stores(30, 'submitted');
  episode.stores(130, 'working');
  episode.fact(230, 'specialist', {
    kind: 'artifact-stored',
    taskId: 'task-1',
    contextId: 'ctx-1',
    artifactId: 'art-1',
    name: 'statistics',
  });
  episode.stores(330, 'completed');
  episode.poll(1_040, 'completed', { artifacts: [INTEROP_ARTIFACT] });
  episode.decides(1_060, { outcome: 'ok', artifacts: 1, complete: 'yes', taskId: 'task-1', state: 'completed' });
  return episode;
}

describe('the story of a peer and its client', () => {
  it('[G.1] tells what the peer stored apart from what its client asked and saw', () => {
    const story = projectPeerStory(polled().log(1_060));
    expect(story).toMatchObject({ client: 'orchestrator', peer: 'specialist', end: 1_060, ended: 'done', leftOut: 0, oneWay: 10 });
    expect(story?.tasks.map(({ at, taskId }) => [at, taskId])).toEqual([[30, 'task-1']]);
    expect(story?.stored.map(({ at, state }) => [at, state])).toEqual([
      [30, 'submitted'],
      [130, 'working'],
      [330, 'completed'],
    ]);
    expect(story?.artifacts.map(({ at, name }) => [at, name])).toEqual([[230, 'statistics']]);
    expect(story?.seen.map(({ at, state, channel }) => [at, state, channel])).toEqual([
      [40, 'submitted', 'send'],
      [1_060, 'completed', 'poll'],
    ]);
    expect(story?.requests.map(({ at, step, answer }) => [at, step, answer?.at, answer?.says])).toEqual([
      [0, 'card', 20, 'specialist'],
      [20, 'create', 40, 'submitted'],
      [1_040, 'get', 1_060, 'completed'],
    ]);
    expect(story?.outcomes).toMatchObject([{ at: 1_060, outcome: 'ok', attempts: 1, artifacts: 1 }]);
    expect(story?.card).toMatchObject({ at: 20, name: 'specialist', skills: ['statistics'], signed: false });
    expect(story?.shown).toEqual([{ name: 'statistics', says: '{"mean":2,"median":2}' }]);
  });

  it('[G.1] shows a lost answer as one that failed, and does not reckon the way by it', () => {
    const episode = new PeerEpisode();
    const first = episode.create(20);
    episode.lose(22, first);
    episode.fact(22, 'orchestrator', {
      kind: 'retry-scheduled',
      attempt: 1,
      waitMs: 500,
      step: 'create',
      failure: { kind: 'connection-lost', detail: 'the connection broke' },
    });
    episode.create(522, [542, 201, interopTask('submitted', 532)]);
    const story = projectPeerStory(episode.log(600));
    expect(story?.requests[0]).toMatchObject({ step: 'create', answer: { at: 22, failed: true } });
    expect(story?.notes).toMatchObject([{ kind: 'retry-scheduled', at: 22, until: 522 }]);
    expect(story?.oneWay).toBe(10);
  });

  it('[G.1] sees whether a card is signed, and what a step log reports', () => {
    const episode = new PeerEpisode();
    episode.card(0, { ...INTEROP_CARD, signatures: [{ protected: 'x', signature: 'y' }] });
    episode.create(20, [40, 201, interopTask('submitted', 30)]);
    episode.fact(50, 'orchestrator', { kind: 'step-logged', step: 'assembly', status: 'DEGRADED', detail: 'raw', report: { rows: 10 } });
    const story = projectPeerStory(episode.log(60));
    expect(story?.card?.signed).toBe(true);
    expect(story).toMatchObject({ report: '{"rows":10}', notes: [{ says: 'assembly DEGRADED: raw' }] });
  });

  it('[G.1] is of an episode alone, and of one in which somebody gives work to a peer', () => {
    expect(projectPeerStory(logFromText(interopRecording()))).toBeUndefined();
    expect(projectPeerStory(logFromText('nothing'))).toBeUndefined();
    expect(projectPeerStory(new PeerEpisode().log(10))).toBeUndefined();
  });

  it('[G.1] looks at the first 2 000 rows and counts the others', () => {
    const episode = new PeerEpisode();
    episode.create(20, [40, 201, interopTask('submitted', 30)]);
    for (let index = 0; index < 1_050; index += 1) episode.poll(100 + index * 50, 'working');
    const log = episode.log(80_000, 'horizon');
    expect(projectPeerStory(log)?.leftOut).toBe(log.rowCount - 2_000);
  });
});
