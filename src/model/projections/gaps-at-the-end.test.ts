import { describe, expect, it } from 'vitest';
import { draftLog, type DraftRow } from '../testing/draft-log.ts';
import { INTEROP_ARTIFACT, INTEROP_CARD, interopTask } from '../testing/interop-traffic.ts';
import { PeerEpisode } from '../testing/peer-episode.ts';
import type { GapSignKind } from './gap-signs.ts';
import { projectGaps } from './gaps.ts';

const SIGNED = { ...INTEROP_CARD, signatures: [{ protected: 'x', signature: 'y' }] };
function begun(): PeerEpisode {
  const episode = new PeerEpisode();
  episode.create(20, [40, 201, interopTask('submitted', 30)]);
  return episode;
}
const signsOf = (episode: PeerEpisode, end = 0) =>
  new Map(projectGaps(episode.log(end)).signs.map(({ kind, count, places }) => [kind, { count, places }]));
const kindsOf = (episode: PeerEpisode): readonly GapSignKind[] => [...signsOf(episode).keys()];
const saysOf = (episode: PeerEpisode, kind: GapSignKind) =>
  signsOf(episode)
    .get(kind)
    ?.places.map(({ say }) => say);

describe('gap 4: a cancel that came too late', () => {
  const cancel = (episode: PeerEpisode, at: number, answer: readonly [number, number, object]) =>
    episode.ask(at, 'POST /tasks/task-1/cancel', { body: {}, answer });
  const OVER = { error: { code: 'TASK_TERMINAL', message: 'over' } };

  it.each(['completed', 'failed', 'rejected'])('[G.8] sees a task end as %s after its cancel', (state) => {
    const episode = begun();
    cancel(episode, 325, [345, 409, OVER]);
    episode.follow(
      40,
      [
        [60, 1, 'submitted'],
        [140, 2, 'working'],
        [340, 3, state],
      ],
      350,
    );
    expect(saysOf(episode, 'cancel-too-late')).toEqual([`task-1 was to be cancelled and ended as ${state} 15 ms later.`]);
  });

  it('[G.8] sees one that was refused for an end that nobody had seen', () => {
    const episode = begun();
    cancel(episode, 325, [345, 409, OVER]);
    expect(saysOf(episode, 'cancel-too-late')).toEqual(['The cancel of task-1 was refused: it had ended, and nothing before shows that.']);
  });

  it('[G.8] a cancel that was obeyed, and one of a task known to be over, are no race', () => {
    const obeyed = begun();
    cancel(obeyed, 325, [345, 200, interopTask('canceled', 335)]);
    expect(kindsOf(obeyed)).toEqual([]);
    const known = begun();
    known.follow(
      40,
      [
        [60, 1, 'submitted'],
        [140, 2, 'working'],
        [340, 3, 'completed'],
      ],
      350,
    );
    cancel(known, 400, [420, 409, OVER]);
    expect(kindsOf(known)).toEqual([]);
  });
});

describe('gap 5: artifacts of what did not complete', () => {
  it.each(['failed', 'rejected', 'canceled'])('[G.9] sees artifacts in the hands of a task that ended as %s', (state) => {
    const episode = begun();
    episode.follow(
      40,
      [
        [60, 1, 'submitted'],
        [140, 2, 'working'],
        [340, 3, state],
      ],
      350,
    );
    episode.poll(360, state, { artifacts: [INTEROP_ARTIFACT] });
    episode.poll(460, state, { artifacts: [INTEROP_ARTIFACT] });
    expect(saysOf(episode, 'artifacts-of-unfinished')).toEqual([
      `task-1 ended as ${state} with artifacts in hand: nothing marks them as whole, partial or spoilt.`,
    ]);
  });

  it('[G.9] tells a last chunk that had come', () => {
    const update = (lastChunk: boolean): DraftRow => ({
      kind: 'artifact-update',
      channel: 'stream',
      taskId: 't',
      value: {
        kind: 'artifact-update',
        taskId: 't',
        contextId: 'c',
        lastChunk,
        artifact: { artifactId: 'a', parts: [{ kind: 'text', text: 'half' }] },
      },
    });
    const failed: DraftRow = { kind: 'status-update', channel: 'stream', taskId: 't', state: 'failed' };
    const say = (lastChunk: boolean) => projectGaps(draftLog([update(lastChunk), failed])).signs[0]?.places[0]?.say;
    expect(say(true)).toBe('t ended as failed with artifacts in hand: its last chunk had come; whether it may be used, nothing says.');
    expect(say(false)).toContain('nothing marks them as whole');
  });

  it('[G.9] has nothing to say where there are none, or where the task completed', () => {
    const bare = begun();
    bare.poll(360, 'failed', { artifacts: [] });
    const done = begun();
    done.follow(
      40,
      [
        [60, 1, 'submitted'],
        [140, 2, 'working'],
        [340, 3, 'completed'],
      ],
      350,
    );
    done.poll(360, 'completed', { artifacts: [INTEROP_ARTIFACT] });
    expect([kindsOf(bare), kindsOf(done)]).toEqual([[], []]);
  });
});

describe('gap 6: cards', () => {
  it('[G.10] tells a card that nobody signed, once', () => {
    const episode = new PeerEpisode();
    episode.card(0);
    episode.card(100);
    expect(saysOf(episode, 'unsigned-card')).toEqual([
      'The card of specialist is signed by nobody: what it says is unverified until first use.',
    ]);
    const signed = new PeerEpisode();
    signed.card(0, SIGNED);
    expect(kindsOf(signed)).toEqual([]);
  });

  it('[G.10] holds what happens at task time against the card', () => {
    const rejected = new PeerEpisode();
    rejected.card(0, SIGNED);
    rejected.create(20, [40, 201, interopTask('submitted', 30)]);
    rejected.follow(
      40,
      [
        [60, 1, 'submitted'],
        [140, 2, 'rejected'],
      ],
      150,
    );
    expect(saysOf(rejected, 'card-not-kept')).toEqual([
      'specialist rejected task-1: its card had offered the work, and only the task showed that it is not done.',
    ]);
    const unknown = new PeerEpisode();
    unknown.card(0, SIGNED);
    unknown.create(20, [40, 422, { error: { code: 'UNKNOWN_SKILL', message: 'no such skill' } }]);
    expect(saysOf(unknown, 'card-not-kept')).toEqual([
      'specialist answered error UNKNOWN_SKILL: which skills there are, only the call showed.',
    ]);
  });

  it('[G.10] a feature that is refused counts where the card had promised it, and for the call that asks for it', () => {
    const card = (streaming: boolean): DraftRow => ({
      kind: 'card-seen',
      channel: 'card',
      agent: 'b',
      label: 'b',
      value: { name: 'b', capabilities: { streaming }, signatures: ['s'] },
    });
    const refused: DraftRow = {
      kind: 'call-settled',
      channel: 'send',
      agent: 'b',
      peer: 'a',
      exchange: 1,
      label: 'error -32004',
      failed: true,
    };
    const said = (streaming: boolean, operation: string) =>
      projectGaps(
        draftLog([card(streaming), refused], { exchanges: [{ source: 0, exchange: 1, from: 'a', to: 'b', operation }] }),
      ).signs.map(({ places }) => places[0]?.say);
    expect(said(true, 'stream')).toEqual(['b answered error -32004: its card had promised streams.']);
    expect([said(false, 'stream'), said(true, 'subscribe')]).toEqual([[], []]);
  });

  it('[G.10] without a card nothing was promised', () => {
    const episode = begun();
    episode.follow(
      40,
      [
        [60, 1, 'submitted'],
        [140, 2, 'rejected'],
      ],
      150,
    );
    expect(kindsOf(episode)).toEqual([]);
  });
});
