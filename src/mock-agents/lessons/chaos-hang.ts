import type { Lesson } from '../lesson.ts';
import { EXPERIMENT_LESSON, experimentWith } from './experiment-cast.ts';
import { counts, decides } from './experiment-claims.ts';
import { CHAOS_KNOBS } from './experiment-knobs.ts';

export const chaosHang: Lesson = {
  ...EXPERIMENT_LESSON,
  id: 'chaos-hang',
  number: 23,
  title: 'Never progresses',
  question: 'What ends a wait that nothing else ends?',
  prose: [
    'The specialist says that it works, and never says anything again.',
    'No connection breaks and no error comes, so there is nothing to try again. Only a deadline helps: thirty seconds from the create on. Then the client asks for the task to be cancelled, waits two seconds for the answer at most, and reports canceled_deadline.',
  ],
  experiment: experimentWith({ fault: { mode: 'hang' } }),
  look: [
    { panel: 'timeline', notice: 'The cancel leaves at 30 020 ms, and what is decided at 30 040 is what its answer says.' },
    { panel: 'timeline', notice: 'Until 15 240 ms the wire is that of the slow peer, to the letter.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'Why is there one try only?',
    options: [
      { text: 'The peer refused', right: false, why: 'It took the order, and said so.' },
      {
        text: 'A deadline that passed is nothing that time mends',
        right: true,
        why: 'The time for this order is used up, whoever is to blame.',
      },
      { text: 'The client does not try again', right: false, why: 'It does, where the peer answers 503 or a connection breaks.' },
      { text: 'The cancel counts as a second try', right: false, why: 'A try begins with a create.' },
    ],
  },
  knobs: [
    {
      name: 'ignoresCancel',
      label: 'The cancel is left without an answer',
      path: 'experiment.fault.ignoresCancel',
      editor: 'choice',
      choices: [false, true],
      changes: 'The client waits for the answer as long as it has set itself, and then decides without it.',
    },
    ...CHAOS_KNOBS,
  ],
  whatIf: [
    { say: 'The deadline is ten seconds', set: { deadline: 10_000 }, shows: 'canceled_deadline at 10 040 ms.' },
    {
      say: 'The peer does not even answer the cancel',
      set: { ignoresCancel: true },
      shows: 'canceled_deadline at 32 020 ms. What became of the task is not known.',
    },
  ],
  seed: 'chaos-hang',
  prove: [
    ...decides('canceled_deadline', 1, 30_040),
    counts('One cancel was sent', { kind: 'message-sent', label: 'POST /tasks/{id}/cancel' }, 1),
    {
      say: 'It was sent before anything was decided',
      check: 'order',
      of: [{ kind: 'message-sent', label: 'POST /tasks/{id}/cancel' }, { kind: 'outcome-decided' }],
    },
    { say: 'The task is stored as canceled', check: 'stored', taskId: 'task-1', is: 'canceled@3' },
  ],
};
