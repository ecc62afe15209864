import type { Lesson } from '../lesson.ts';
import { counts, happensAt, sceneWith, WATCH_LESSON } from './watch-cast.ts';
import { actionKnob, actionsKnob, restartKnob, watchProtocolKnob } from './watch-knobs.ts';

export const watchReplyInRecheck: Lesson = {
  ...WATCH_LESSON,
  id: 'watch-reply-in-recheck',
  number: 40,
  title: 'A reply breaks the wait',
  question: 'Does a second look delay the caller?',
  for: ['E'],
  minutes: 2,
  after: ['watch-disagreement'],
  prose: [
    'At 10 seconds a push claims that the task is at work again. The look does not show it, and the host waits a second for the next one.',
    'At 10.5 seconds the parent answers the question. It need not wait for the host to have looked: every wait can be broken, by a reply, a cancel or another push.',
    'A turn begins, and the open claim is dropped. What the task is, the turn itself will tell. It ends at 12 seconds with another question; the watch and its token are those of before.',
  ],
  watch: sceneWith({
    actions: [
      { at: 10_000, do: 'ring', by: 'agent', claims: 'working' },
      { at: 10_500, do: 'reply', text: 'The UN list.' },
    ],
  }),
  look: [
    { panel: 'timeline', notice: 'The wait ends at half its length.' },
    { panel: 'watch', notice: 'rechecking, then turn: no look at 11 s.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'What happens at 11 s?',
    options: [
      { text: 'The second look', right: false, why: 'It was dropped with the wait.' },
      { text: 'A turn is running, and nothing is fetched', right: true, why: 'The reply broke the wait at 10.5 s.' },
      { text: 'Both', right: false, why: 'The stand-in is no longer parked.' },
      { text: 'The reply still waits', right: false, why: 'Every wait can be broken.' },
    ],
  },
  knobs: [
    actionKnob(1, 'What comes at 10.5 s', {
      reply: { at: 10_500, do: 'reply', text: 'The UN list.' },
      cancel: { at: 10_500, do: 'cancel' },
      kill: { at: 10_500, do: 'kill' },
      push: { at: 10_500, do: 'ring', by: 'agent', claims: 'working' },
    }),
    restartKnob,
    watchProtocolKnob,
    actionsKnob,
  ],
  whatIf: [
    {
      say: 'A cancel comes instead',
      set: { then: 'cancel' },
      shows: 'Closed at 10.5 s, then the task there is canceled and the registration deleted.',
    },
    {
      say: 'Another push comes instead',
      set: { then: 'push' },
      shows: 'The looks start over: 10, 10.5, 11.5, 13.5 and 17.5 s.',
    },
    {
      say: 'The worker is killed instead, and is back after 200 ms',
      set: { then: 'kill', restart: 200 },
      shows: 'The next life finds the wait in its history and looks at 11 s, as if it had always been there.',
    },
  ],
  seed: 'watch-reply-in-recheck',
  prove: [
    happensAt('The turn begins with the reply', { kind: 'turn-started' }, [10_500]),
    counts('One wait was begun, before it', { kind: 'recheck-waiting' }, 1),
    { say: 'and none after it', check: 'count', of: { kind: 'recheck-waiting' }, after: { kind: 'turn-started' }, is: 0 },
    happensAt('No look at 11 s: the next one is when the turn is over', { kind: 'task-fetched' }, [10_000, 12_000]),
    counts('Nobody registers again: the watch was chosen once', { kind: 'registered' }, 0),
    happensAt('The turn brings the next question', { kind: 'parent-told' }, [12_000]),
  ],
};
