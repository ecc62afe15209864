import type { Lesson } from '../lesson.ts';
import { CAREFUL, EXPERIMENT_LESSON, experimentWith, NAIVE, takeWith } from './experiment-cast.ts';
import { counts, decides } from './experiment-claims.ts';
import { behaveKnob, modeKnob } from './experiment-knobs.ts';

export const gap6CardWithoutTeeth: Lesson = {
  ...EXPERIMENT_LESSON,
  id: 'gap-6-card-without-teeth',
  number: 34,
  title: 'The card that lies',
  question: 'When does a false card show?',
  for: ['R', 'E'],
  minutes: 3,
  after: ['chaos-auth-reject'],
  prose: [
    'The card of the specialist promises statistics. Whoever orders them is told: out of scope for this agent.',
    'A card is open to everybody, because it says how to get in. So it proves nothing, and this one is signed by nobody. The first order is the first proof of what it says.',
    'The careful client knows rejected as an end. The naive one was written against a peer that keeps its promises: it knows completed and failed, and waits for one of them.',
  ],
  experiment: experimentWith({ client: NAIVE, specialist: { behave: 'reject' } }),
  takes: [
    takeWith(NAIVE, { id: 'naive', label: 'Naive: knows two ends' }),
    takeWith(CAREFUL, { id: 'careful', label: 'Careful: knows them all' }),
  ],
  look: [
    { panel: 'card', notice: 'What the card promises, beside what the agent did. Until the first order it is unverified.' },
    { panel: 'gaps', notice: 'One client has its answer at 140 ms. The other one waits for ever, for an end that has been and gone.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'Where is the lie found?',
    options: [
      { text: 'At discovery', right: false, why: 'The card is all there is to see there, and it is signed by nobody.' },
      { text: 'At admission', right: false, why: 'It reads the same card.' },
      { text: 'When the task is given', right: true, why: 'Only then does the agent have to show what it can do.' },
      { text: 'Never', right: false, why: 'The task is rejected, and rejected is an end.' },
    ],
  },
  knobs: [
    behaveKnob,
    modeKnob(
      ['none', 'auth_reject', 'lying_card'],
      'Other ways in which a card may not tell the truth: about the credential, or about the skills.',
    ),
    {
      name: 'verifiesCard',
      label: 'The client insists on a signature',
      path: 'experiment.verifiesCard',
      editor: 'choice',
      choices: [false, true],
      changes: 'A card that is not signed by somebody it knows is not used at all.',
    },
    {
      name: 'signsCard',
      label: 'The card is signed',
      path: 'experiment.specialist.signsCard',
      editor: 'choice',
      choices: [false, true],
      changes: 'A signature says who wrote the card. It does not say that it is true.',
    },
  ],
  whatIf: [
    {
      say: 'The card does not tell which credential the work asks for',
      set: { mode: 'auth_reject' },
      shows: 'auth_failed at 40 ms, for both clients.',
    },
    {
      say: 'The client insists on a signature, and there is none',
      set: { verifiesCard: true },
      shows: 'protocol_violation at 20 ms: the order was never placed.',
    },
    {
      say: 'It insists on a signature, and gets one',
      set: { verifiesCard: true, signsCard: true },
      shows: 'The careful client ends as rejected at 140 ms as before: now it is known who lied.',
    },
  ],
  seed: 'gap-6-card-without-teeth',
  prove: [
    counts('The naive client decides nothing', { kind: 'outcome-decided' }, 0, { take: 'naive' }),
    { say: 'Its task is stored as rejected', check: 'stored', taskId: 'task-1', is: 'rejected@2', take: 'naive' },
    ...decides('rejected', 1, 140, { take: 'careful' }),
    counts('The careful client sends three requests', { kind: 'message-sent' }, 3, { take: 'careful' }),
  ],
  weaknesses: ['R52'],
};
