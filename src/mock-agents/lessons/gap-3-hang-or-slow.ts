import type { Lesson } from '../lesson.ts';
import { CAREFUL, EXPERIMENT_LESSON, experimentWith, NAIVE, takeWith } from './experiment-cast.ts';
import { counts, decides } from './experiment-claims.ts';
import { deadlineKnob } from './experiment-knobs.ts';

const HANG = { 'experiment.fault.mode': 'hang' };

export const gap3HangOrSlow: Lesson = {
  ...EXPERIMENT_LESSON,
  id: 'gap-3-hang-or-slow',
  number: 31,
  title: 'Two silences that look alike',
  question: 'How do you tell a slow peer from a dead one?',
  minutes: 3,
  after: ['chaos-hang'],
  prose: [
    'Peer A takes fifteen seconds for its work. Peer B will never be done. Both say that they work, and then nothing.',
    'The naive client waits for as long as it takes. With A that is right; with B it waits until the play is ended. The careful one has a deadline: it takes the result of A, and gives up B.',
    'No cleverness helps either of them before A speaks. What would help is a peer that gives signs of life.',
  ],
  experiment: experimentWith({ client: NAIVE, fault: { mode: 'slow' } }),
  takes: [
    takeWith(NAIVE, { id: 'slow-naive', label: 'A is slow, naive client' }),
    takeWith(CAREFUL, { id: 'slow-careful', label: 'A is slow, careful client' }),
    takeWith(NAIVE, { id: 'hang-naive', label: 'B hangs, naive client', set: HANG }),
    takeWith(CAREFUL, { id: 'hang-careful', label: 'B hangs, careful client', set: HANG }),
  ],
  look: [
    { panel: 'gaps', notice: 'Move the cursor: until 15 240 ms the wires of A and B are the same.' },
    {
      panel: 'gaps',
      notice: 'What the lab did to the peers is left out here: no client knows that.',
    },
  ],
  predict: {
    kind: 'choice',
    ask: 'Ten seconds have passed. Which peer is dead?',
    options: [
      { text: 'The first', right: false, why: 'Its wire shows what the other one shows.' },
      { text: 'The second', right: false, why: 'Its wire shows what the other one shows.' },
      { text: 'Nobody can know', right: true, why: 'The same bytes at the same times allow no different conclusions.' },
      { text: 'A poll would tell', right: false, why: 'It says working, for both.' },
    ],
  },
  knobs: [
    {
      ...deadlineKnob,
      label: 'Deadline of both clients in ms',
      changes: 'As they are, the careful one has 30 000 ms, and the naive one none. When it passes, the task is cancelled.',
    },
    {
      name: 'heartbeat',
      label: 'Signs of life, every so many ms',
      path: 'experiment.specialist.heartbeatMs',
      editor: 'number',
      none: 'none',
      changes: 'The peer tells when its work last went on. A peer that hangs has nothing to tell.',
    },
    {
      name: 'stall',
      label: 'Longest silence in ms',
      path: 'experiment.client.stallMs',
      editor: 'number',
      none: 'any',
      changes: 'Where the card promises signs of life, the client gives up when they stay away for this long.',
    },
  ],
  whatIf: [
    {
      say: 'The deadline is ten seconds',
      set: { deadline: 10_000 },
      shows: 'canceled_deadline for both peers, at 10 040 ms with the careful client: the honest slow one is ended as well.',
    },
    {
      say: 'Signs of life each second, and five seconds of silence are too long',
      set: { heartbeat: 1_000, stall: 5_000 },
      shows: 'A ends as ok at 15 260 ms. B is cancelled at 5 140, and decided at 5 160 by the careful client.',
    },
  ],
  seed: 'gap-3-hang-or-slow',
  prove: [
    ...decides('ok', 1, 15_260, { take: 'slow-naive' }),
    ...decides('ok', 1, 15_260, { take: 'slow-careful' }),
    counts('With B the naive client decides nothing', { kind: 'outcome-decided' }, 0, { take: 'hang-naive' }),
    ...decides('canceled_deadline', 1, 30_040, { take: 'hang-careful' }),
  ],
  proveAcross: [
    {
      say: 'For fifteen seconds the wires of A and B are the same',
      check: 'same-wire',
      takes: ['slow-careful', 'hang-careful'],
      until: 15_000,
    },
    { say: 'They part at 15 240 ms, when A says completed', check: 'wires-part', takes: ['slow-careful', 'hang-careful'], at: 15_240 },
    { say: 'It is so for the naive client too', check: 'wires-part', takes: ['slow-naive', 'hang-naive'], at: 15_240 },
  ],
};
