import type { Lesson } from '../lesson.ts';
import { EXPERIMENT_LESSON, experimentWith } from './experiment-cast.ts';
import { counts, decides } from './experiment-claims.ts';
import { CHAOS_KNOBS, whereKnob } from './experiment-knobs.ts';

export const chaosAuthReject: Lesson = {
  ...EXPERIMENT_LESSON,
  id: 'chaos-auth-reject',
  number: 26,
  title: 'The credential is refused',
  question: 'What can a client do about a 401?',
  prose: [
    'The card of the specialist can be read by everybody: it has to be, for it says how to get in. The work is another matter. The client shows its credential, and the answer is 401.',
    'There is nothing to wait for and nothing to repeat. The same credential gets the same answer, and some doors close for good after a few wrong keys. The outcome is auth_failed, and somebody has to look.',
  ],
  experiment: experimentWith({ fault: { mode: 'auth_reject' } }),
  look: [
    { panel: 'timeline', notice: 'The card was answered, the create was not: the first use of a credential is the first proof of it.' },
    { panel: 'chaos', notice: 'auth_failed is an outcome of its own. Whoever reads it knows whom to call.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'Is a 401 tried again?',
    options: [
      { text: 'Yes', right: false, why: 'The same credential gets the same answer, and may lock an account.' },
      { text: 'Never', right: true, why: 'Nothing that the client can do by itself would change the answer.' },
      { text: 'Three times', right: false, why: 'That is for failures that may pass.' },
      { text: 'After a second', right: false, why: 'Time does not mend a credential.' },
    ],
  },
  knobs: [
    whereKnob(['create', 'events', 'get']),
    {
      name: 'unavailableFirst',
      label: 'Creates that are answered 503 before that',
      path: 'experiment.fault.unavailableFirst',
      editor: 'number',
      changes: 'What happens when a failure that may pass is followed by one that will not.',
    },
    ...CHAOS_KNOBS,
  ],
  whatIf: [
    {
      say: 'Only the stream refuses the credential',
      set: { where: 'events' },
      shows: 'auth_failed at 60 ms. The task was made and goes on, with nobody to hear of it.',
    },
    {
      say: 'One 503 comes first',
      set: { unavailableFirst: 1 },
      shows: 'auth_failed at 560 ms, at the second try: the first failure was worth one, the second is not.',
    },
  ],
  seed: 'chaos-auth-reject',
  prove: [...decides('auth_failed', 1, 40), counts('Nothing was tried again', { kind: 'retry-scheduled' }, 0)],
};
