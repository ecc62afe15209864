import type { Lesson } from '../lesson.ts';
import { EXPERIMENT_LESSON, experimentWith } from './experiment-cast.ts';
import { counts, decides } from './experiment-claims.ts';
import { CHAOS_KNOBS, whereKnob } from './experiment-knobs.ts';

export const chaosMalformed: Lesson = {
  ...EXPERIMENT_LESSON,
  id: 'chaos-malformed',
  number: 24,
  title: 'Garbage',
  question: 'What is an answer worth that cannot be read?',
  prose: [
    'The create is answered 201, and the body stops in the middle of a word.',
    'This is not like a server error. A peer that is busy says so; a peer that says nonsense has a fault in its make, and will say it again. The client does not try a second time: the outcome is protocol_violation.',
  ],
  experiment: experimentWith({ fault: { mode: 'malformed' } }),
  look: [
    { panel: 'timeline', notice: 'The decision says at which line and column the answer stops being JSON.' },
    { panel: 'source', notice: 'The body stands there as it came: an identifier that breaks off.' },
    { panel: 'chaos', notice: 'One attempt. Garbage has a row of its own in the table of what is tried again, and it says never.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'Does the client try again?',
    options: [
      {
        text: 'Yes, it may be an accident',
        right: false,
        why: 'A peer that answers wrongly will do so again, and each try may be one more task.',
      },
      { text: 'No', right: true, why: 'Garbage is not a fault that passes.' },
      { text: 'Once', right: false, why: 'For garbage the number of further tries is zero.' },
      { text: 'After a cancel', right: false, why: 'There is nothing to cancel: no task id could be read.' },
    ],
  },
  knobs: [
    whereKnob(['create', 'events', 'get']),
    {
      name: 'garbage',
      label: 'What it says instead',
      path: 'experiment.fault.garbage',
      editor: 'choice',
      choices: ['no_json', 'no_id'],
      changes: 'Text that breaks off, or a task in good JSON that has no id.',
    },
    ...CHAOS_KNOBS,
  ],
  whatIf: [
    {
      say: 'The garbage comes in the stream',
      set: { where: 'events' },
      shows: 'protocol_violation at 140 ms, with the event that should have said working.',
    },
    {
      say: 'Good JSON without an id',
      set: { garbage: 'no_id' },
      shows: 'protocol_violation at 40 ms: what can be read is not what a create answers.',
    },
    {
      say: 'The garbage comes when the result is fetched',
      set: { where: 'get' },
      shows: 'protocol_violation at 360 ms. The task was said to be completed, and what came of it cannot be read.',
    },
  ],
  seed: 'chaos-malformed',
  prove: [...decides('protocol_violation', 1, 40), counts('Nothing was tried again', { kind: 'retry-scheduled' }, 0)],
};
