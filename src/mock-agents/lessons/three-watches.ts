import type { Lesson, LessonClaim, Take } from '../lesson.ts';
import type { RemoteStatus } from '../watch-scene.ts';
import { counts, happensAt, HOST, sceneWith, WATCH_LESSON } from './watch-cast.ts';
import { actionsKnob, intervalKnob, lagKnob, openingKnob, rateKnob, restartKnob, watchProtocolKnob } from './watch-knobs.ts';

const push = { take: 'push' } as const;
const follow = { take: 'follow' } as const;
const off = { take: 'off' } as const;
const UPDATES_OF_TAKE = [
  ['push', 'Push', 'auto'],
  ['follow', 'Follow', 'follow'],
  ['off', 'Off', 'off'],
] as const;

export const threeWatches: Lesson = {
  ...WATCH_LESSON,
  id: 'three-watches',
  number: 35,
  title: 'One task, three watches',
  question: 'How does a host hear of a task that waits elsewhere, and what does it pay?',
  for: ['S', 'E'],
  minutes: 4,
  after: ['push-and-ssrf'],
  prose: [
    'A host has handed work to an agent elsewhere. That agent has a question, and its task waits. Here a local task stands in for it: it must know what becomes of the other one while nobody speaks to it.',
    'There are three ways. The agent may ring, and the host then looks. The host may hold a stream open. Or nobody listens, and what has happened is found out at the next turn.',
    'The same task is watched in all three ways. It changes at 9, 20, 31 and 42.5 seconds. Its agent is a little slow: GetTask shows the task as it was two seconds ago. Its streams are not for ever either: the one that is open at 28 seconds ends.',
    'One word of the configuration tells the three apart.',
  ],
  watch: sceneWith({
    remote: {
      changes: [
        { at: 9_000, state: 'auth-required', text: 'Sign in at the registry.' },
        { at: 20_000, state: 'working', text: 'Screening.' },
        { at: 31_000, state: 'input-required', text: 'Which country?' },
        { at: 42_500, state: 'canceled', text: 'Canceled by its operator.' },
      ],
      getLagMs: 2_000,
      streamOpensWithTask: true,
      streamCuts: [{ at: 28_000, how: 'ends' }],
    },
    host: { watch: 'unchosen', baseUrl: HOST },
  }),
  takes: UPDATES_OF_TAKE.map(([id, label, updates]): Take => ({ id, label, set: { 'watch.host.updates': updates } })),
  look: [
    { panel: 'watch', notice: 'The true life of the task stands above the three. Each state below is drawn where it was heard.' },
    { panel: 'watch', notice: 'Push rings at once and learns three seconds late: it waits for GetTask, 1 and then 2 seconds.' },
    { panel: 'timeline', notice: 'Pushes come to the host, streams go out from it. Off has nothing on the wire at all.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'The third delivery is lost on its way. What does the push watch make of the change at 31 s?',
    options: [
      { text: 'It asks again every few seconds, and finds it', right: false, why: 'Nobody polls: a look follows a doorbell.' },
      {
        text: 'It hears of it late, with the next doorbell, or never',
        right: true,
        why: 'The next one rings at 42.5 s, and GetTask still shows the question that was missed.',
      },
      {
        text: 'It falls back to following',
        right: false,
        why: 'The watch was chosen once, and nothing tells of a bell that did not ring.',
      },
      { text: 'It never can miss one', right: false, why: 'A delivery that is lost is not sent again by magic.' },
    ],
  },
  knobs: [
    actionsKnob,
    {
      name: 'loses',
      label: 'Which doorbell is lost',
      path: 'watch.remote.ringing.loses',
      editor: 'choice',
      choices: ['none', 'first', 'second', 'third', 'last'],
      means: [[], [1], [2], [3], [4]],
      changes: 'Only push can lose one. What was lost is found with the next one, if there is a next one.',
    },
    lagKnob,
    intervalKnob,
    watchProtocolKnob,
    restartKnob,
    openingKnob,
    rateKnob,
  ],
  whatIf: [
    {
      say: 'The third doorbell is lost',
      set: { loses: 'third' },
      shows: 'Push hears of the second question at 42.5 s, with the last bell: 11.5 s late. The other two hear what they heard before.',
    },
    {
      say: 'The last doorbell is lost',
      set: { loses: 'last' },
      shows: 'Push never hears that the task was canceled, and waits. Follow hears it at 42.5 s.',
    },
    {
      say: 'GetTask is not behind',
      set: { lag: 0 },
      shows: 'Push hears each change at once, with one look each: five looks in all.',
    },
    {
      say: 'Streams are opened again after one second',
      set: { interval: 1_000 },
      shows: 'Follow subscribes at 29 s and hears each change at once.',
    },
    {
      say: 'A stream does not begin with the task',
      set: { opening: 'no' },
      shows: 'The change at 31 s falls into a pause of the follow, which never hears of it.',
    },
    {
      say: 'The worker of the stand-in is killed at 32.5 s',
      set: { actions: [{ at: 32_500, do: 'kill' }] },
      shows:
        'Its next life begins at 33.5 s and goes on from the history. Push looks at 34 s as if nothing had been; follow rests 5 s and hears at 38.5 s.',
    },
    {
      say: 'The three over A2A 1.0',
      set: { protocol: 'a2a-1.0/jsonrpc' },
      shows: 'Other words, the same times and the same looks.',
    },
  ],
  seed: 'three-watches',
  prove: [
    ...hears(push, 'Hears each change three seconds late', [12_000, 23_000, 34_000, 45_500]),
    ...hears(follow, 'Hears at once, but for the change in its pause', [9_000, 20_000, 33_000, 42_500]),
    ...hears(off, 'Hears nothing', []),
    counts('Looks 13 times: once after registering, three times a change', { kind: 'task-fetched' }, 13, push),
    counts('Holds no stream', { kind: 'follow-subscribed' }, 0, push),
    counts('Takes four deliveries', { kind: 'push-accepted' }, 4, push),
    counts('Subscribes five times', { kind: 'follow-subscribed' }, 5, follow),
    counts('Never looks', { kind: 'task-fetched' }, 0, follow),
    counts('Is rung for by nobody', { kind: 'push-sent' }, 0, follow),
    counts('Sends nothing at all', { kind: 'message-sent' }, 0, off),
    counts('Wakes the parent for three of the four changes', { kind: 'parent-told', fact: ['note', true] }, 3, push),
    counts('Ends with the task', { kind: 'stand-in-closed' }, 1, push),
    counts('Ends with the task', { kind: 'stand-in-closed' }, 1, follow),
    counts('Still waits', { kind: 'stand-in-closed' }, 0, off),
  ],
};

/** What was heard, and when: the four changes in their order, or nothing. */
function hears(take: { readonly take: string }, say: string, at: readonly number[]): readonly LessonClaim[] {
  const told = { kind: 'parent-told' } as const;
  const states: readonly RemoteStatus['state'][] = ['auth-required', 'working', 'input-required', 'canceled'];
  return [
    happensAt(say, told, at, take),
    {
      say: at.length > 0 ? 'All four, in their order' : 'Not one of the four',
      check: 'values',
      of: told,
      path: 'state',
      are: states.slice(0, at.length),
      ...take,
    },
  ];
}
