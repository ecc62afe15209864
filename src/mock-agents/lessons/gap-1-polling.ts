import type { Lesson } from '../lesson.ts';
import { CAREFUL, EXPERIMENT_LESSON, experimentWith, NAIVE, takeWith } from './experiment-cast.ts';
import { counts, decides } from './experiment-claims.ts';
import { channelKnob, pollKnob } from './experiment-knobs.ts';

const naive = { take: 'naive' } as const;
const careful = { take: 'careful' } as const;

export const gap1Polling: Lesson = {
  ...EXPERIMENT_LESSON,
  id: 'gap-1-polling',
  number: 29,
  title: 'Polls see samples, not moves',
  question: 'May a poller complain that working is missing?',
  minutes: 3,
  prose: [
    'A lifecycle says which move may follow which. Who watches a stream sees every move. Who polls sees where the task stands at this moment and at the next, and nothing of what was in between.',
    'The specialist is in good health: submitted, working, completed. Two clients poll it once a second.',
    'The naive one checks every change between two samples against the lifecycle. The careful one asks only whether the later state can be reached from the earlier one, by any way.',
  ],
  experiment: experimentWith({ client: { ...NAIVE, channel: 'poll' } }),
  takes: [
    takeWith({ ...NAIVE, channel: 'poll' }, { id: 'naive', label: 'Naive: each change must be one move' }),
    takeWith({ ...CAREFUL, channel: 'poll' }, { id: 'careful', label: 'Careful: each sample must be reachable' }),
  ],
  look: [
    { panel: 'gaps', notice: 'The true path of the task stands above both clients. working was stored at 130 ms, and nobody saw it.' },
    { panel: 'gaps', notice: 'Of 64 pairs of states 17 may follow each other in a stream, and 33 in a poll.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'Two polls say completed and then working. What is that?',
    options: [
      { text: 'Fine: states were missed', right: false, why: 'Nothing leaves completed, by any way.' },
      { text: 'A violation, even for a poller', right: true, why: 'Samples show little, but what cannot be reached cannot be seen.' },
      { text: 'It cannot be known', right: false, why: 'Two samples suffice here.' },
      { text: 'It depends on the pause', right: false, why: 'Out of reach is out of reach, however long the pause.' },
    ],
  },
  knobs: [pollKnob, channelKnob],
  whatIf: [
    {
      say: 'Both poll ten times as often',
      set: { pollMs: 100 },
      shows: 'Both end as ok at 400 ms: the naive one has seen working, by luck.',
    },
    {
      say: 'Both watch the stream',
      set: { channel: 'stream' },
      shows: 'Both end as ok at 360 ms, and both hold the peer to single moves, rightly.',
    },
  ],
  seed: 'gap-1-polling',
  prove: [
    ...decides('protocol_violation', 1, 1_060, naive),
    ...decides('ok', 1, 1_060, careful),
    counts('The healthy peer was working all the same', { kind: 'status-stored', state: 'working' }, 1, naive),
    {
      say: 'What both could see is submitted, and then completed',
      check: 'order',
      of: [{ kind: 'call-settled', state: 'submitted' }, { kind: 'call-settled', state: 'completed' }, { kind: 'outcome-decided' }],
      ...careful,
    },
    counts('No sample says working', { kind: 'call-settled', state: 'working' }, 0, careful),
  ],
};
