import type { Lesson } from '../lesson.ts';
import { EXPERIMENT_LESSON, experimentWith } from './experiment-cast.ts';
import { counts, decides } from './experiment-claims.ts';
import { CHAOS_KNOBS, timesKnob } from './experiment-knobs.ts';

export const chaosError: Lesson = {
  ...EXPERIMENT_LESSON,
  id: 'chaos-error',
  number: 21,
  title: 'Always 503',
  question: 'When does a client stop trying?',
  prose: [
    'Every create is answered 503. The client cannot know that it always will be: after each answer the next one might be better.',
    'So the number of tries is decided beforehand, and when they are used up the outcome is unavailable. That is an answer the orchestrator can work with. A client that never stops has none.',
  ],
  experiment: experimentWith({ fault: { mode: 'error' } }),
  look: [
    { panel: 'timeline', notice: 'Four failures that look alike, and then a decision. Nothing hangs.' },
    { panel: 'chaos', notice: 'The last try is followed by no pause: there is nothing to wait for.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'How often does it try again?',
    options: [
      { text: '4 times', right: false, why: 'Four is the number of tries. The first one is no repetition.' },
      { text: '3 times', right: true, why: 'Four tries: the first, and three more.' },
      { text: 'Until the deadline', right: false, why: 'The tries are counted. They are used up long before thirty seconds.' },
      { text: 'Not at all', right: false, why: 'A server error may pass; it is worth another try.' },
    ],
  },
  knobs: [timesKnob('How often it fails'), ...CHAOS_KNOBS],
  whatIf: [
    { say: 'The client tries once only', set: { attempts: 1 }, shows: 'unavailable at 40 ms, with the first answer.' },
    { say: 'It recovers after three failures', set: { times: 3 }, shows: 'ok at the fourth try, at 3 920 ms.' },
  ],
  seed: 'chaos-error',
  prove: [
    ...decides('unavailable', 4, 3_600),
    counts('No task was created', { kind: 'task-created' }, 0),
    counts('It was tried again three times', { kind: 'retry-scheduled' }, 3),
  ],
};
