import type { Lesson } from '../lesson.ts';
import { EXPERIMENT_LESSON, experimentWith } from './experiment-cast.ts';
import { counts, decides } from './experiment-claims.ts';
import { CHAOS_KNOBS, timesKnob } from './experiment-knobs.ts';

export const chaosCrash: Lesson = {
  ...EXPERIMENT_LESSON,
  id: 'chaos-crash',
  number: 22,
  title: 'The worker dies on each call',
  question: 'What does the death of a peer look like from outside?',
  prose: [
    'The specialist lives in a worker of this browser. When an order arrives, that worker really dies. The next order finds a new one.',
    'The client sees none of this. It sees a connection that breaks before an answer has come, and it cannot tell whether the order was taken. It tries again, under the same name.',
    'A broken connection may be whole the next time, so it is treated as a server error is: four tries, then unavailable.',
  ],
  experiment: experimentWith({ fault: { mode: 'crash' } }),
  look: [
    { panel: 'timeline', notice: 'The times are those of a peer that always answers 503; the cause is another one.' },
    { panel: 'timeline', notice: 'Four deaths of a worker, and before each further try a new one is started.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'Does this page freeze when the worker dies?',
    options: [
      { text: 'Yes', right: false, why: 'Agents live in workers of their own; the page is not one of them.' },
      {
        text: 'No, the play comes to a defined end',
        right: true,
        why: 'The connection is lost, the tries are used up, and the outcome is unavailable.',
      },
      { text: 'Yes, until it is loaded again', right: false, why: 'A worker is replaced without that.' },
      { text: 'No, but the log is lost', right: false, why: 'The log was never in that worker.' },
    ],
  },
  knobs: [timesKnob('How often it dies'), ...CHAOS_KNOBS],
  whatIf: [
    { say: 'The client tries twice only', set: { attempts: 2 }, shows: 'unavailable after two tries, at 560 ms.' },
    { say: 'The worker dies once', set: { times: 1 }, shows: 'ok at the second try, at 880 ms, from a new worker.' },
  ],
  seed: 'chaos-crash',
  prove: [...decides('unavailable', 4, 3_600), counts('Four workers ended', { kind: 'worker-ended' }, 4)],
};
