import type { Lesson } from '../lesson.ts';
import { CAREFUL, EXPERIMENT_LESSON, experimentWith, NAIVE, takeWith } from './experiment-cast.ts';
import { counts, decides } from './experiment-claims.ts';
import { deadlineKnob } from './experiment-knobs.ts';

const naive = { take: 'naive' } as const;
const careful = { take: 'careful' } as const;

export const gap4CancelRace: Lesson = {
  ...EXPERIMENT_LESSON,
  id: 'gap-4-cancel-race',
  number: 32,
  title: 'Completed, a moment after cancel',
  question: 'Which of two true messages decides?',
  for: ['E'],
  minutes: 3,
  prose: [
    'The deadline passes at 325 ms, and the client sends its cancel. Five milliseconds later, before the cancel is there, the task completes, and that message is on its way too. The two cross.',
    'Both messages are true: the client did cancel, and the task did complete. Nothing in the protocol says which one counts.',
    'The naive client writes down what it did: cancelled. The careful one writes down what it saw: completed, and that its cancel lost the race.',
  ],
  experiment: experimentWith({ client: { ...NAIVE, deadlineMs: 305 } }),
  takes: [
    takeWith({ ...NAIVE, deadlineMs: 305 }, { id: 'naive', label: 'Naive: what it did decides' }),
    takeWith({ ...CAREFUL, deadlineMs: 305 }, { id: 'careful', label: 'Careful: what it saw decides' }),
  ],
  look: [
    { panel: 'gaps', notice: 'Between 325 and 340 ms two messages are on the wire, in opposite directions.' },
    { panel: 'timeline', notice: 'The cancel is refused: a task that has ended takes no more.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'Was the work done?',
    options: [
      { text: 'No, it was cancelled', right: false, why: 'A cancel is a request, and this one came too late.' },
      { text: 'Yes', right: true, why: 'The artifact was stored at 230 ms, before anybody thought of a cancel.' },
      { text: 'Half of it', right: false, why: 'Here an artifact is stored whole.' },
      { text: 'It cannot be known', right: false, why: 'The client was told: completed came over the wire.' },
    ],
  },
  knobs: [deadlineKnob],
  whatIf: [
    {
      say: 'The deadline is ten milliseconds earlier',
      set: { deadline: 295 },
      shows: 'The cancel wins: canceled_deadline for both, at 315 and at 335 ms.',
    },
    {
      say: 'The deadline is a hundred milliseconds later',
      set: { deadline: 400 },
      shows: 'No cancel: ok for both, at 360 ms.',
    },
  ],
  seed: 'gap-4-cancel-race',
  prove: [
    ...decides('canceled_deadline', 1, 325, naive),
    { say: 'The naive client has no artifact', check: 'value', of: { kind: 'outcome-decided' }, path: 'artifacts', is: 0, ...naive },
    { say: 'Its task is completed all the same', check: 'stored', taskId: 'task-1', is: 'completed@3', ...naive },
    ...decides('ok', 1, 360, careful),
    { say: 'The careful client has the artifact', check: 'value', of: { kind: 'outcome-decided' }, path: 'artifacts', is: 1, ...careful },
    {
      say: 'It notes that its cancel lost the race',
      check: 'value',
      of: { kind: 'outcome-decided' },
      path: 'note',
      is: 'cancel lost the race',
      ...careful,
    },
    counts('It was told of an end after its cancel', { kind: 'late-completion' }, 1, careful),
  ],
};
