import type { Lesson } from '../lesson.ts';
import { counts, happensAt, QUESTION, sceneWith, WATCH_LESSON } from './watch-cast.ts';
import { actionsKnob, changesKnob, intervalKnob, watchProtocolKnob } from './watch-knobs.ts';

const AWAITING = 'awaiting-next-message';
/** One question, with a link that is good for an hour; the same with another link is no other question. */
const WITH_LINK = `${QUESTION} See https://lists.example/all?access_token=Zk81hD02mQ7xPq55`;
const WITH_FRESH_LINK = `${QUESTION} See https://lists.example/all?access_token=Jw27sB90nR4vLt18`;

export const watchFollow: Lesson = {
  ...WATCH_LESSON,
  id: 'watch-follow',
  number: 41,
  title: 'Holding the line',
  question: 'What if there is no bell?',
  for: ['E'],
  minutes: 3,
  after: ['watch-choose'],
  prose: [
    'Where nobody can ring, the host subscribes to the task and listens. The first event that differs from what it knows is the change; it is told, and a new follow begins.',
    'A stream may end without news. Then the follow pauses for five seconds and subscribes again: that is the same follow, for it has found nothing yet.',
    'No follow runs for ever. After ten minutes it ends unchanged and another one begins, so that a host that was started again can take up the task.',
    'Here the stream ends at 3 seconds. The task goes on working at 30.',
  ],
  watch: sceneWith({
    remote: {
      changes: [{ at: 30_000, state: 'working', text: 'Screening.' }],
      streamCuts: [{ at: 3_000, how: 'ends' }],
    },
    host: { watch: 'follow', updates: 'follow' },
  }),
  look: [
    { panel: 'watch', notice: 'Costs are subscriptions and seconds that streams were open. There are no looks.' },
    { panel: 'timeline', notice: 'Run 1 has two subscriptions, with a pause between them.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'What is there at 8 s?',
    options: [
      { text: 'Two follows', right: false, why: 'The pause is inside the follow.' },
      { text: 'One follow, two subscriptions', right: true, why: 'The first stream ended without news.' },
      { text: 'One subscription', right: false, why: 'Its stream had ended.' },
      { text: 'A look', right: false, why: 'A follow reads the stream itself.' },
    ],
  },
  knobs: [
    intervalKnob,
    changesKnob({
      'works at 30 s': [{ at: 30_000, state: 'working', text: 'Screening.' }],
      'completes at 30 s': [{ at: 30_000, state: 'completed', text: 'Screening complete.' }],
      'has done, and keeps the line open': [{ at: 30_000, state: 'input-required', text: 'Screening complete.', subState: AWAITING }],
      'asks again at 1 s, with a fresh link': [{ at: 1_000, state: 'input-required', text: WITH_FRESH_LINK }],
      nothing: [],
    }),
    {
      name: 'question',
      label: 'The question with which it waits',
      path: 'watch.remote.parked.text',
      editor: 'choice',
      choices: ['plain', 'with a link that has a token'],
      means: [QUESTION, WITH_LINK],
      changes: 'What is known of a task has no secrets in it.',
    },
    {
      name: 'cut',
      label: 'How the stream ends',
      path: 'watch.remote.streamCuts[0].how',
      editor: 'choice',
      choices: ['ends', 'breaks'],
      changes: 'A clean end and a lost connection are followed by the same pause.',
    },
    {
      name: 'compares',
      label: 'By what the follow tells a change',
      path: 'watch.host.followCompares',
      editor: 'choice',
      choices: ['scrubbed', 'raw'],
      changes: 'Texts without their secrets, or as they came.',
    },
    watchProtocolKnob,
    actionsKnob,
  ],
  whatIf: [
    { say: 'A pause of one second', set: { interval: 1_000 }, shows: 'Subscribed again at 4 s.' },
    { say: 'The connection breaks', set: { cut: 'breaks' }, shows: 'The same pause, inside the same follow.' },
    {
      say: 'Nothing happens for ten minutes',
      set: { change: 'nothing' },
      shows: 'At 600 s the follow ends unchanged, and run 2 begins. Nobody is told.',
    },
    {
      say: 'The worker is killed at 29 s and is back at 30 s',
      set: { change: 'nothing', actions: [{ at: 29_000, do: 'kill' }] },
      shows: 'The follow has ended with the worker. After a rest of 5 s run 2 subscribes, at 35 s.',
    },
    {
      say: 'The task completes',
      set: { change: 'completes at 30 s' },
      shows: 'Told and ended at 30 s. There is no registration to delete.',
    },
    {
      say: 'The agent has done its work and keeps the task open',
      set: { change: 'has done, and keeps the line open' },
      shows: 'input-required that awaits the next message counts as completed: told and ended.',
    },
    {
      say: 'The same question with a fresh link, compared as it came',
      set: { question: 'with a link that has a token', change: 'asks again at 1 s, with a fresh link', compares: 'raw' },
      shows:
        'The follow takes it for a change, and without its secret it is none: nobody is told. A rest of 5 s, and run 2 subscribes at 6 s.',
    },
    {
      say: 'The same, compared without secrets',
      set: { question: 'with a link that has a token', change: 'asks again at 1 s, with a fresh link' },
      shows: 'No change, no rest: the stream is held until it ends at 3 s.',
    },
    {
      say: 'A reply at 30 s',
      set: { change: 'nothing', actions: [{ at: 30_000, do: 'reply', text: 'The UN list.' }] },
      shows: 'The follow is cancelled and has ended before the turn begins. Nobody sees an error.',
    },
  ],
  seed: 'watch-follow',
  prove: [
    happensAt(
      'Subscribed at 0 and 8 s, again after the change, and after the window',
      { kind: 'follow-subscribed' },
      [0, 8_000, 30_000, 630_000],
    ),
    {
      say: 'The first two are one follow',
      check: 'values',
      of: { kind: 'follow-subscribed' },
      path: 'followRun',
      are: [1, 1, 2, 3],
    },
    {
      say: 'Ends: unchanged, changed, at the window',
      check: 'values',
      of: { kind: 'follow-ended' },
      path: 'why',
      are: ['unchanged', 'changed', 'window'],
    },
    happensAt('The parent is told at 30 s', { kind: 'parent-told' }, [30_000]),
    counts('Nobody looks', { kind: 'task-fetched' }, 0),
  ],
};
