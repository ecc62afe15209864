import { describe, expect, it } from 'vitest';
import { INTEROP_CARD, INTEROP_CREATE, interopTask } from '../testing/interop-traffic.ts';
import { draftLog, factRow, type DraftRow } from '../testing/draft-log.ts';
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

describe('gap 1: samples', () => {
  it('[G.5] tells what lay between two polls and was seen by nobody', () => {
    const episode = begun();
    episode.poll(1_040, 'completed');
    expect(saysOf(episode, 'unseen-states')).toEqual(['task-1 was submitted, then completed: what lay between, nobody saw.']);
    expect(signsOf(episode).get('unseen-states')?.places[0]?.seqs).toEqual([1, 3]);
  });

  it('[G.5] holds nothing against polls that see each move, and nothing against a stream', () => {
    const polled = begun();
    for (const [at, state] of [
      [100, 'working'],
      [200, 'working'],
      [300, 'completed'],
    ] as const)
      polled.poll(at, state);
    expect(kindsOf(polled)).toEqual(['watched-by-polls']);
    const streamed = begun();
    streamed.follow(
      40,
      [
        [60, 1, 'submitted'],
        [140, 2, 'working'],
        [340, 3, 'completed'],
      ],
      360,
    );
    streamed.poll(400, 'completed');
    streamed.poll(500, 'completed');
    expect(kindsOf(streamed)).toEqual([]);
  });

  it('[G.5] leaves a move that no healthy task makes to the findings', () => {
    const episode = begun();
    episode.poll(100, 'completed');
    episode.poll(200, 'working');
    expect(signsOf(episode).get('unseen-states')?.count).toBe(1);
  });
});

describe('gap 2: creates', () => {
  it('[G.6] sees the same wish again after an answer that was lost, and counts what was made', () => {
    const { client_ref: _, ...unnamed } = INTEROP_CREATE;
    const episode = new PeerEpisode();
    const first = episode.create(20, undefined, unnamed);
    episode.makes(30, 'task-1');
    episode.lose(40, first);
    episode.create(540, [560, 201, { ...interopTask('submitted', 550), id: 'task-2' }], unnamed);
    episode.makes(550, 'task-2');
    expect(saysOf(episode, 'asked-again')).toEqual([
      'The same was asked of specialist again, under no name that both have: the answer did not tell whether there is a task. 2 tasks were made.',
    ]);
    expect(signsOf(episode).get('create-without-reference')?.count).toBe(2);
  });

  it('[G.6] says so where a reference made it safe', () => {
    const episode = new PeerEpisode();
    episode.makes(30);
    episode.lose(40, episode.create(20));
    episode.create(540, [560, 200, interopTask('completed', 550)]);
    expect(saysOf(episode, 'asked-again')).toEqual([
      'The same was asked of specialist again, under the same name (ref-1): the answer did not tell whether there is a task. 1 task was made.',
    ]);
    expect(kindsOf(episode)).toEqual(['asked-again']);
  });

  it('[G.6] a wish that was refused, or fulfilled, may be had again', () => {
    const { client_ref: _, ...unnamed } = INTEROP_CREATE;
    const refused = new PeerEpisode();
    refused.create(20, [40, 400, { error: { code: 'INVALID_REQUEST', message: 'no' } }], unnamed);
    refused.create(500, [520, 201, interopTask('submitted', 510)], unnamed);
    expect(kindsOf(refused)).toEqual(['create-without-reference']);
    const fulfilled = new PeerEpisode();
    fulfilled.create(20, [40, 201, interopTask('submitted', 30)], unnamed);
    fulfilled.create(500, [520, 201, { ...interopTask('submitted', 510), id: 'task-2' }], unnamed);
    expect(kindsOf(fulfilled)).toEqual(['create-without-reference']);
    const other = new PeerEpisode();
    other.lose(40, other.create(20));
    other.create(500, [520, 201, interopTask('submitted', 510)], { ...INTEROP_CREATE, skill: 'format_table', client_ref: 'ref-2' });
    expect(kindsOf(other)).toEqual([]);
  });

  it('[G.6] sees one message of A2A make two tasks', () => {
    const asked = (exchange: number): DraftRow => ({
      kind: 'message-sent',
      channel: 'send',
      agent: 'a',
      peer: 'b',
      exchange,
      label: 'message/send',
      value: {
        jsonrpc: '2.0',
        id: exchange,
        method: 'message/send',
        params: { message: { kind: 'message', messageId: 'm-1', role: 'user', parts: [{ kind: 'text', text: 'x' }] } },
      },
    });
    const answered = (exchange: number, taskId: string): DraftRow => ({
      kind: 'call-settled',
      channel: 'send',
      agent: 'b',
      peer: 'a',
      exchange,
      taskId,
      state: 'submitted',
    });
    const exchanges = [1, 2].map((exchange) => ({ source: 0, exchange, from: 'a', to: 'b', operation: 'send', binding: 'jsonrpc' }));
    const log = draftLog([asked(1), answered(1, 'task-1'), asked(2), answered(2, 'task-3')], { exchanges });
    expect(projectGaps(log).signs).toMatchObject([
      {
        kind: 'asked-again',
        gap: 2,
        places: [{ say: 'The same was asked of b twice, under the same name (m-1): task-1 and task-3 came back.', seqs: [0, 2] }],
      },
    ]);
  });
});

describe('gap 3: silence', () => {
  it.each([5_000, 15_000, 600_000])('[G.7] measures how long a task at work said nothing new: %i ms', (ms) => {
    const episode = begun();
    episode.follow(
      40,
      [
        [60, 1, 'submitted'],
        [140, 2, 'working'],
        [140 + ms, 3, 'completed'],
      ],
      200 + ms,
    );
    const say = ms === 600_000 ? '600 s' : `${ms / 1_000} s`;
    expect(saysOf(episode, 'silence')).toEqual([`task-1 was working and said nothing new for ${say}.`]);
  });

  it('[G.7] a poll that hears the same again is no sign of life; a beat on a stream is', () => {
    const polled = begun();
    for (let at = 1_000; at < 8_000; at += 1_000) polled.poll(at, 'submitted');
    polled.poll(8_000, 'working');
    polled.poll(8_100, 'completed');
    expect(saysOf(polled, 'silence')).toEqual([
      'task-1 was submitted and said nothing new for 7.98 s; 7 answers in between said the same again.',
    ]);
    const beating = begun();
    beating.follow(
      40,
      [[60, 1, 'submitted'], ...[1, 2, 3, 4, 5, 6, 7].map((n) => [n * 1_000, 2, 'working'] as const), [7_500, 3, 'completed']],
      8_000,
    );
    expect(kindsOf(beating)).toEqual([]);
  });

  it('[G.7] sees a silence that the log ends in, where it goes on without the task', () => {
    const unended = (): PeerEpisode => {
      const episode = begun();
      episode.follow(40, [
        [60, 1, 'submitted'],
        [140, 2, 'working'],
      ]);
      return episode;
    };
    const silences = (episode: PeerEpisode, end: number) =>
      signsOf(episode, end)
        .get('silence')
        ?.places.map(({ say }) => say);
    expect(silences(unended(), 300)).toBeUndefined();
    expect(silences(unended(), 120_140)).toEqual(['task-1 was working and said nothing new for 120 s, and nothing more came.']);
    const busy = unended();
    busy.card(60_120, SIGNED);
    expect(silences(busy, 60_140)).toEqual(['task-1 was working and said nothing new for 60 s, and nothing more came.']);
  });

  it('[G.7] keeps the longest of many', () => {
    const rows: DraftRow[] = [];
    for (let task = 0; task < 50; task += 1) {
      const base = { kind: 'status-update', channel: 'stream', agent: 'b', taskId: `t-${task}` } as const;
      rows.push({ ...base, state: 'working', time: task }, { ...base, state: 'completed', time: task + 6_000 + ((task * 7) % 50) * 1_000 });
    }
    const [sign] = projectGaps(draftLog(rows)).signs;
    expect([sign?.kind, sign?.count, sign?.places.length]).toEqual(['silence', 50, 20]);
    expect(sign?.places[0]?.say).toContain('for 55 s');
    expect(sign?.places.at(-1)?.say).toContain('for 36 s');
  });

  it('[G.7] measures nothing where no row states a time, and says so', () => {
    const base = { kind: 'status-update', channel: 'stream', taskId: 't' } as const;
    expect(
      projectGaps(
        draftLog([
          { ...base, state: 'working' },
          { ...base, state: 'completed' },
        ]),
      ),
    ).toMatchObject({ signs: [], timed: false });
  });

  it('[G.7] waiting for an answer is no silence of the peer', () => {
    const episode = begun();
    episode.follow(
      40,
      [
        [60, 1, 'submitted'],
        [140, 2, 'working'],
        [240, 3, 'input_required'],
        [90_000, 4, 'working'],
        [90_100, 5, 'completed'],
      ],
      90_200,
    );
    expect(kindsOf(episode)).toEqual([]);
  });
});

describe('signs of all gaps', () => {
  it('[G.11] rest on what crossed: kernel rows alone show none', () => {
    const rows = [
      factRow('b', { kind: 'status-stored', taskId: 't', contextId: 'c', state: 'working', tick: 1 }, { time: 0 }),
      factRow('b', { kind: 'artifact-stored', taskId: 't', contextId: 'c', artifactId: 'a', name: 'a' }, { time: 1 }),
      factRow('b', { kind: 'status-stored', taskId: 't', contextId: 'c', state: 'failed', tick: 2 }, { time: 99_000 }),
    ];
    expect(projectGaps(draftLog(rows)).signs).toEqual([]);
  });
});
