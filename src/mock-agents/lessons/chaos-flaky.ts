import type { Lesson } from '../lesson.ts';
import { EXPERIMENT_LESSON, experimentWith } from './experiment-cast.ts';
import { counts, decides } from './experiment-claims.ts';
import { CHAOS_KNOBS, timesKnob } from './experiment-knobs.ts';

export const chaosFlaky: Lesson = {
  ...EXPERIMENT_LESSON,
  id: 'chaos-flaky',
  number: 20,
  title: 'Fails twice, then recovers',
  question: 'Which failures are worth another try?',
  prose: [
    'The first two creates are answered 503: not now. The third is taken.',
    'A server error may pass, so the client waits and tries again, and waits longer each time: half a second, a second, two. Four tries in all, and no more.',
    'Each try names the same wish, ref-1. Had the specialist made a task after all, the next try would find it and not make a second one.',
  ],
  experiment: experimentWith({ fault: { mode: 'flaky', times: 2 } }),
  look: [
    { panel: 'timeline', notice: 'Three creates, further and further apart: 500 ms of pause, then 1 000.' },
    { panel: 'chaos', notice: 'Three attempts, each with its answer, and why it was tried again.' },
  ],
  predict: {
    kind: 'order',
    ask: 'Put in order what happens.',
    options: [
      { text: 'The create is answered 503', right: true, why: 'The first try fails.' },
      { text: 'A pause of 500 ms', right: true, why: 'The pauses grow; this is the first.' },
      { text: 'Another create is answered 503', right: true, why: 'The second try fails too.' },
      { text: 'A pause of 1 000 ms', right: true, why: 'Twice the first one. There is no third: the next try succeeds.' },
      { text: 'A create is answered 201', right: true, why: 'The peer has recovered, and the order goes its usual way.' },
    ],
  },
  knobs: [timesKnob('How often it fails'), ...CHAOS_KNOBS],
  whatIf: [
    { say: 'It never fails', set: { times: 0 }, shows: 'ok at the first try, at 360 ms.' },
    { say: 'It fails once', set: { times: 1 }, shows: 'ok at the second try, at 880 ms.' },
    { say: 'It fails three times', set: { times: 3 }, shows: 'ok at the fourth and last try, at 3 920 ms.' },
    { say: 'It fails four times', set: { times: 4 }, shows: 'unavailable after four tries, at 3 600 ms: the fifth would have succeeded.' },
    { say: 'The client tries twice only', set: { attempts: 2 }, shows: 'unavailable after two tries, at 560 ms.' },
  ],
  seed: 'chaos-flaky',
  prove: [
    ...decides('ok', 3, 1_900),
    counts('One task was created', { kind: 'task-created' }, 1),
    {
      say: 'The pauses are 500 and 1 000 ms',
      check: 'values',
      of: { kind: 'retry-scheduled' },
      path: 'waitMs',
      are: [500, 1_000],
    },
  ],
};
