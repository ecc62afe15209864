import type { Lesson } from '../lesson.ts';
import { EXPERIMENT_LESSON, experimentWith } from './experiment-cast.ts';
import { counts, decides } from './experiment-claims.ts';
import { channelKnob, CHAOS_KNOBS } from './experiment-knobs.ts';

export const chaosNone: Lesson = {
  ...EXPERIMENT_LESSON,
  id: 'chaos-none',
  number: 18,
  title: 'Nothing goes wrong',
  question: 'What does an order to a stranger look like when all is well?',
  after: [],
  prose: [
    'Two agents by two makers. The orchestrator is a loop of steps, written by hand. The specialist is a graph of LangGraph. Neither has a line of the other, and neither thinks: the same order gives the same answer.',
    'What they share is six requests over HTTP: read a card, create a task, hear its states, fetch it, answer its question, cancel it.',
    'The orchestrator knows the address of the specialist, and reads on its card what it can do. Then it orders statistics.',
    'The next lessons break the specialist in eight ways. Whatever it does, the orchestrator must come to one of seven ends, in a time that is known beforehand.',
  ],
  experiment: experimentWith({}),
  look: [
    { panel: 'card', notice: 'The card names a framework and two skills. It says nothing about who wrote it.' },
    {
      panel: 'timeline',
      notice: 'Four of the six requests are used. Input and cancel wait for a task that asks, and for one that is too late.',
    },
    { panel: 'chaos', notice: 'Expected and observed are the same: ok, at the first try.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'How many requests does it take in all?',
    options: [
      {
        text: '4: card, create, events, task',
        right: true,
        why: 'The card once, and three for the order: place it, follow it, fetch what came of it.',
      },
      { text: '1', right: false, why: 'A create is answered before the work is done.' },
      { text: '3', right: false, why: 'States come without the artifacts; those come with the task.' },
      { text: 'One for each state', right: false, why: 'That would be polling. A stream is one request, however long it lasts.' },
    ],
  },
  knobs: [
    {
      name: 'asksFirst',
      label: 'The specialist has a question',
      path: 'experiment.specialist.asksFirst',
      editor: 'choice',
      choices: [false, true],
      changes: 'It asks before it counts, and waits for the answer: the fifth request.',
    },
    ...CHAOS_KNOBS,
    channelKnob,
  ],
  whatIf: [
    {
      say: 'The specialist asks first',
      set: { asksFirst: true },
      shows: 'input_required at 240 ms, one request more, completed at 560, ok at 580.',
    },
    {
      say: 'The client polls',
      set: { channel: 'poll' },
      shows: 'Three requests: the poll brings state and artifacts at once. It takes until 1 060 ms, and nobody sees the task work.',
    },
    {
      say: 'The orchestrator wants the whole report',
      set: { order: 'report' },
      shows: 'Two orders, one after the other, and a report with its table at 900 ms.',
    },
  ],
  seed: 'chaos-none',
  prove: [
    ...decides('ok', 1, 360),
    counts('Four requests were sent', { kind: 'message-sent' }, 4),
    {
      say: 'It was heard to be submitted, to work and to be done',
      check: 'order',
      of: [
        { kind: 'status-update', state: 'submitted' },
        { kind: 'status-update', state: 'working' },
        { kind: 'status-update', state: 'completed' },
        { kind: 'outcome-decided' },
      ],
    },
  ],
};
