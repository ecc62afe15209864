import type { Lesson } from '../lesson.ts';
import { counts, happensAt, sceneWith, WATCH_LESSON } from './watch-cast.ts';
import { actionsKnob, changesKnob, watchProtocolKnob } from './watch-knobs.ts';

export const watchRoll: Lesson = {
  ...WATCH_LESSON,
  id: 'watch-roll',
  number: 43,
  title: 'A fresh history, the same bell',
  question: 'What must survive when a history is cut?',
  for: ['E', 'R'],
  minutes: 2,
  after: ['watch-doorbell'],
  prose: [
    'What a stand-in is follows from its history, which grows with each event. So from time to time it is cut: a fresh one begins with what must be kept.',
    'That is the id of the remote task, the watch, and the state that is known. Without the watch a second registration would be made, and the agent’s token would be worth nothing. Without the state the parent would be told again what it knows.',
    'At 10 seconds the history is cut. At 20 the task completes, and its agent rings with the token that it was given before.',
  ],
  watch: sceneWith({
    remote: { changes: [{ at: 20_000, state: 'completed', text: 'Screening complete.' }] },
    actions: [{ at: 10_000, do: 'roll' }],
  }),
  look: [{ panel: 'watch', notice: 'The lane goes on under a seam. The digest is the same on both sides of it.' }],
  predict: {
    kind: 'choice',
    ask: 'What does the push at 20 s get?',
    options: [
      { text: '401: a new history does not know the token', right: false, why: 'The digest was carried over.' },
      { text: '204', right: true, why: 'The watch is the same, and so is its token.' },
      { text: '404', right: false, why: 'This address has no such answer.' },
      { text: 'Nothing: the agent was given a new address', right: false, why: 'There is one registration for each remote task.' },
    ],
  },
  knobs: [
    {
      name: 'bound',
      label: 'Events after which a history is cut',
      path: 'watch.host.historyBound',
      editor: 'number',
      changes: 'It is cut by itself when it has grown so long, as soon as the watch rests.',
    },
    changesKnob({ 'completes at 20 s': [{ at: 20_000, state: 'completed', text: 'Screening complete.' }], nothing: [] }),
    watchProtocolKnob,
    actionsKnob,
  ],
  whatIf: [
    {
      say: 'The worker is killed in the same instant',
      set: {
        actions: [
          { at: 10_000, do: 'roll' },
          { at: 10_000, do: 'kill' },
        ],
      },
      shows: 'The fresh history was put in the place of the old one, whole: the next life goes on from it.',
    },
    {
      say: 'It is to be cut while a claim is open',
      set: {
        actions: [
          { at: 10_000, do: 'ring', by: 'agent', claims: 'working' },
          { at: 10_500, do: 'roll' },
        ],
      },
      shows: 'The cut waits for the looks at 11, 13 and 17 s: a fresh history would have forgotten the claim.',
    },
    {
      say: 'A bound of four events, two pushes, and no button',
      set: {
        bound: 4,
        change: 'nothing',
        actions: [
          { at: 10_000, do: 'ring', by: 'agent' },
          { at: 12_000, do: 'ring', by: 'agent' },
        ],
      },
      shows: 'The history is cut by itself, after the second push, and nobody outside sees it.',
    },
  ],
  seed: 'watch-roll',
  prove: [
    counts('Nobody registers again', { kind: 'registered' }, 0),
    happensAt('The history is cut once, at 10 s', { kind: 'history-rolled' }, [10_000]),
    { say: 'Three things are kept', check: 'value', of: { kind: 'history-rolled' }, path: 'kept', is: ['remote_task_id', 'watch', 'last'] },
    counts('The push is answered with 204', { kind: 'push-received', label: '204' }, 1),
    happensAt('One look, when it rings', { kind: 'task-fetched' }, [20_000]),
    counts('The parent is told once', { kind: 'parent-told' }, 1),
    happensAt('and the stand-in ends', { kind: 'stand-in-closed' }, [20_000]),
  ],
};
