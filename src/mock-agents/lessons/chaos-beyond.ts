import type { Lesson } from '../lesson.ts';
import { EXPERIMENT_LESSON, experimentWith } from './experiment-cast.ts';
import { counts, decides } from './experiment-claims.ts';
import { CHAOS_KNOBS, modeKnob } from './experiment-knobs.ts';

const BEYOND = ['duplicate', 'reorder', 'truncate', 'drop', 'drip', 'wrong_content_type', 'huge_body', 'lying_card', 'busy_loop'] as const;

export const chaosBeyond: Lesson = {
  ...EXPERIMENT_LESSON,
  id: 'chaos-beyond',
  number: 28,
  title: 'Nine more ways to misbehave',
  question: 'Do seven outcomes suffice for faults that nobody planned?',
  minutes: 4,
  after: ['chaos-invalid-transition', 'chaos-flaky'],
  prose: [
    'The matrix has nine conditions. Networks and peers know more: events that come twice, or out of order, or cut in half; a page of HTML from something in between; an answer that has no end; a worker that spins.',
    'The client was not written for each of them. It knows which failures may pass and which will not, it counts its tries, and it has a deadline. That must be enough.',
    'Here every event of the stream is delivered twice. Choose another fault, and say beforehand which of the seven ends it will come to.',
  ],
  experiment: experimentWith({ fault: { mode: 'duplicate' } }),
  look: [
    { panel: 'timeline', notice: 'Each event is there twice, with the same number. The second one says nothing new, so it is no move.' },
    { panel: 'chaos', notice: 'The lower half of the table: nine rows more, and no eighth outcome.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'An event says working twice. Is that a violation?',
    options: [
      { text: 'Yes: working to working is no move', right: false, why: 'It would be, if the two had different numbers.' },
      { text: 'No: it is the same event once more', right: true, why: 'The number tells. Delivered twice is not happened twice.' },
      { text: 'Only if the client polls', right: false, why: 'A poll may see the same state as often as it likes.' },
      { text: 'It cannot be known', right: false, why: 'It could not, if events had no numbers.' },
    ],
  },
  knobs: [modeKnob(BEYOND, 'Nine faults that the matrix does not have.'), ...CHAOS_KNOBS],
  whatIf: [
    {
      say: 'Events come out of order',
      set: { mode: 'reorder' },
      shows: 'protocol_violation at 340 ms: completed comes first, and sorting would be a guess.',
    },
    {
      say: 'The stream is cut inside an event',
      set: { mode: 'truncate' },
      shows: 'ok at the second try, at 700 ms: the create finds the task again, and it is done.',
    },
    {
      say: 'The connection breaks in the stream',
      set: { mode: 'drop' },
      shows: 'ok at the second try, at 700 ms: a lost connection is no lost task.',
    },
    {
      say: 'The stream comes a few letters at a time',
      set: { mode: 'drip' },
      shows: 'ok at the first try, at 30 060 ms: the deadline passes, the cancel comes too late, and what was seen decides.',
    },
    { say: 'A page of HTML answers the create', set: { mode: 'wrong_content_type' }, shows: 'protocol_violation at 40 ms.' },
    {
      say: 'The answer to the create has no end',
      set: { mode: 'huge_body' },
      shows: 'protocol_violation at 50 ms: the client reads as much as it has set itself, and no more.',
    },
    {
      say: 'The card promises what the agent cannot do',
      set: { mode: 'lying_card' },
      shows: 'rejected at 40 ms, with 422: the first order shows it.',
    },
    {
      say: 'The worker spins',
      set: { mode: 'busy_loop' },
      shows: 'unavailable after four tries, at 3 600 ms: from outside it is a connection that breaks.',
    },
  ],
  seed: 'chaos-beyond',
  prove: [
    ...decides('ok', 1, 360),
    counts('working was said twice', { kind: 'status-update', state: 'working' }, 2),
    counts('Nothing was tried again', { kind: 'retry-scheduled' }, 0),
  ],
};
