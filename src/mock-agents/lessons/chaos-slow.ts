import type { Lesson } from '../lesson.ts';
import { EXPERIMENT_LESSON, experimentWith } from './experiment-cast.ts';
import { counts, decides } from './experiment-claims.ts';
import { CHAOS_KNOBS, slowKnob } from './experiment-knobs.ts';

export const chaosSlow: Lesson = {
  ...EXPERIMENT_LESSON,
  id: 'chaos-slow',
  number: 19,
  title: 'Late, inside the deadline',
  question: 'When is a silence too long?',
  prose: [
    'The specialist says that it works, and then says nothing for fifteen seconds.',
    'That is no failure. Nothing broke, nobody refused, and work may take its time. So the client waits, until the deadline that it set itself when it placed the order.',
  ],
  experiment: experimentWith({ fault: { mode: 'slow' } }),
  look: [
    { panel: 'timeline', notice: 'A stretch of fifteen seconds in which nothing happens at all; it is drawn folded.' },
    { panel: 'chaos', notice: 'ok, at the first try: a bar that is long, and has no gap.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'Does the client try again meanwhile?',
    options: [
      { text: 'Yes, once a second', right: false, why: 'Silence is not a failure, and a second order would be a second piece of work.' },
      { text: 'No', right: true, why: 'There is one task, and it is on its way. Only the deadline ends the wait.' },
      { text: 'It cancels at ten seconds', right: false, why: 'Its deadline is thirty.' },
      {
        text: 'It asks for a sign of life',
        right: false,
        why: 'There is no request for that. A peer gives signs of life, or it does not.',
      },
    ],
  },
  knobs: [slowKnob, ...CHAOS_KNOBS],
  whatIf: [
    {
      say: 'The silence takes forty seconds',
      set: { slowMs: 40_000 },
      shows: 'canceled_deadline at 30 040 ms: an honest peer is ended, ten seconds before it was done.',
    },
    { say: 'The deadline is ten seconds', set: { deadline: 10_000 }, shows: 'canceled_deadline at 10 040 ms.' },
  ],
  seed: 'chaos-slow',
  prove: [...decides('ok', 1, 15_260), counts('Nothing was tried again', { kind: 'retry-scheduled' }, 0)],
};
