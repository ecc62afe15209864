import type { Lesson, LessonClaim } from '../lesson.ts';
import { CAREFUL, EXPERIMENT_LESSON, experimentWith, NAIVE, takeWith } from './experiment-cast.ts';
import { decides } from './experiment-claims.ts';
import { behaveKnob, channelKnob } from './experiment-knobs.ts';

export const gap5PartialArtifacts: Lesson = {
  ...EXPERIMENT_LESSON,
  id: 'gap-5-partial-artifacts',
  number: 33,
  title: 'Failed, with something in hand',
  question: 'Is an artifact of a failed task worth anything?',
  minutes: 3,
  prose: [
    'The specialist works, hands over the first half of its result, and then fails.',
    'The half is there, and it is good. But is it? Nothing in the protocol marks an artifact as whole, as a part, or as spoilt.',
    'One naive client throws it away, another takes it for the whole. The careful one keeps it, marks it as not complete, and lets whoever wanted it decide.',
  ],
  experiment: experimentWith({ client: { ...NAIVE, partialArtifacts: 'discard' }, specialist: { behave: 'fail_midway' } }),
  takes: [
    takeWith({ ...NAIVE, partialArtifacts: 'discard' }, { id: 'discard', label: 'Naive: throws it away' }),
    takeWith({ ...NAIVE, partialArtifacts: 'trust' }, { id: 'trust', label: 'Naive: takes it for the whole' }),
    takeWith({ ...CAREFUL, partialArtifacts: 'keep' }, { id: 'careful', label: 'Careful: keeps it, and says what it is' }),
  ],
  look: [
    { panel: 'gaps', notice: 'The same bytes, and three reports: nothing, ten rows, ten rows that are marked as incomplete.' },
    {
      panel: 'findings',
      notice:
        'No warning: states come without a word about artifacts. A2A says with each piece whether it is the last one: turn the agent of lesson 3 to fail_midway, and a finding is made.',
    },
  ],
  predict: {
    kind: 'choice',
    ask: 'What does the protocol say of this artifact?',
    options: [
      { text: 'That it is spoilt', right: false, why: 'There is no such mark.' },
      { text: 'That it is whole', right: false, why: 'Nobody said so.' },
      { text: 'That it is a part', right: false, why: 'Nobody said that either. That a word is missing is no statement.' },
      { text: 'Nothing', right: true, why: 'So whoever uses it decides, and should know that it does.' },
    ],
  },
  knobs: [behaveKnob, channelKnob],
  whatIf: [
    {
      say: 'The specialist does not fail',
      set: { behave: 'ok' },
      shows: 'All three hand over the whole artifact at 360 ms: only a failure shows how they differ.',
    },
    {
      say: 'They poll instead',
      set: { channel: 'poll' },
      shows: 'failed at 1 060 ms, with one request less. The artifact comes with the state, and says as little about itself.',
    },
  ],
  seed: 'gap-5-partial-artifacts',
  prove: [
    ...decides('failed', 1, 360, { take: 'discard' }),
    ...decides('failed', 1, 360, { take: 'trust' }),
    ...decides('failed', 1, 360, { take: 'careful' }),
    handsOver('discard', 0, 'no'),
    handsOver('trust', 1, 'yes'),
    handsOver('careful', 1, 'no'),
  ].flat(),
};

function handsOver(take: string, artifacts: number, complete: 'yes' | 'no'): readonly LessonClaim[] {
  const decided = { kind: 'outcome-decided' } as const;
  const many = artifacts === 0 ? 'nothing' : 'the artifact';
  const called = complete === 'yes' ? 'calls it complete' : 'does not call it complete';
  return [
    { say: `Take ${take} hands over ${many}`, check: 'value', of: decided, path: 'artifacts', is: artifacts, take },
    { say: `Take ${take} ${called}`, check: 'value', of: decided, path: 'complete', is: complete, take },
  ];
}
