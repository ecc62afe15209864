import type { Lesson } from '../lesson.ts';
import { CAREFUL, EXPERIMENT_LESSON, experimentWith, NAIVE, takeWith } from './experiment-cast.ts';
import { counts, decides } from './experiment-claims.ts';
import { attemptsKnob, timesKnob } from './experiment-knobs.ts';

const naive = { take: 'naive' } as const;
const careful = { take: 'careful' } as const;

export const gap2IdempotentCreate: Lesson = {
  ...EXPERIMENT_LESSON,
  id: 'gap-2-idempotent-create',
  number: 30,
  title: 'One wish, two tasks',
  question: 'What does a lost answer cost?',
  for: ['E'],
  minutes: 3,
  after: ['chaos-crash'],
  prose: [
    'The specialist takes the order and makes a task. Its answer gets lost on the way back.',
    'The client sees a broken connection, and tries again. That is right. But what does the specialist see? Two orders that look alike, from somebody who may well want two.',
    'The careful client gives its wish a name, and repeats the name with each try. The specialist knows it again, and answers with the task that is there. The naive one has two tasks made, and pays for two.',
  ],
  experiment: experimentWith({ client: NAIVE, fault: { mode: 'lost_create', times: 1 } }),
  takes: [
    takeWith(NAIVE, { id: 'naive', label: 'Naive: the wish has no name' }),
    takeWith(CAREFUL, { id: 'careful', label: 'Careful: the wish is called ref-1' }),
  ],
  look: [
    { panel: 'gaps', notice: 'Two tasks and two artifacts on the left, one of each on the right. Both clients report ok.' },
    {
      panel: 'findings',
      notice:
        'No error and no warning, not even on the left: the lost answer never came over the wire of the client, so its trace shows one task.',
    },
  ],
  predict: {
    kind: 'choice',
    ask: 'How many tries does the naive client need, and how many tasks are made?',
    options: [
      { text: '1 and 1', right: false, why: 'A lost connection is tried again.' },
      { text: '2 and 2', right: true, why: 'Nothing tells the specialist that the second wish is the first one.' },
      { text: '2 and 1', right: false, why: 'For that the wish would need a name.' },
      { text: '1 and 2', right: false, why: 'The second task is made by the second try.' },
    ],
  },
  knobs: [
    timesKnob('How many answers get lost'),
    {
      name: 'clientRef',
      label: 'Both clients name their wish',
      path: 'experiment.client.clientRef',
      editor: 'choice',
      choices: [false, true],
      changes: 'As they are, only the careful one does. Here they differ in nothing else that matters.',
    },
    attemptsKnob,
  ],
  whatIf: [
    {
      say: 'Three answers get lost',
      set: { times: 3 },
      shows: 'Four tasks against one. Both end as ok at the fourth try: at 3 920 and at 3 640 ms.',
    },
    {
      say: 'Both name their wish',
      set: { clientRef: true },
      shows: 'One task each, ok at 600 ms: the name is all that was missing.',
    },
  ],
  seed: 'gap-2-idempotent-create',
  prove: [
    ...decides('ok', 2, 880, naive),
    counts('The naive client has two tasks made', { kind: 'task-created' }, 2, naive),
    ...decides('ok', 2, 600, careful),
    counts('The careful client has one task made', { kind: 'task-created' }, 1, careful),
    counts('It is paid for once', { kind: 'artifact-stored' }, 1, careful),
  ],
  weaknesses: ['R28'],
};
