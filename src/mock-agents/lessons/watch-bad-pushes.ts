import type { Lesson } from '../lesson.ts';
import { counts, happensAt, sceneWith, WATCH_LESSON } from './watch-cast.ts';
import { MOST_RING_BYTES } from './watch-actions.ts';
import { actionsKnob, rateKnob, watchProtocolKnob } from './watch-knobs.ts';

const LARGEST = 65_536;

export const watchBadPushes: Lesson = {
  ...WATCH_LESSON,
  id: 'watch-bad-pushes',
  number: 38,
  title: 'Forged, replayed, oversized, late',
  question: 'What does each bad push get, and what does it cost?',
  for: ['R'],
  minutes: 3,
  after: ['watch-doorbell'],
  prose: [
    'The push address can be called by anybody. So it checks in an order that gives a stranger as little as can be: the size before anything is read, a token before anything is parsed, the body before any task is asked.',
    'From 10 seconds on eight calls come, one a second. At 16.5 seconds the parent cancels, and the stand-in closes; the last call has the right token and comes after that. The agent takes no notice of the cancel, so that nothing else rings.',
    'Whatever is wrong with a token, a task or a moment, the answer is the same 401 and the same sentence. Only who knows would learn anything from more.',
    'A task of another kind and a store that fails answer so too. No refusal costs a look, and none leaves a trace in the history of the stand-in.',
  ],
  watch: sceneWith({
    remote: { ignoresCancel: true },
    actions: [
      { at: 10_000, do: 'ring', by: 'stranger', token: 'wrong' },
      { at: 11_000, do: 'ring', by: 'agent', of: 'other' },
      { at: 12_000, do: 'ring', by: 'stranger', token: 'none' },
      { at: 13_000, do: 'ring', by: 'stranger', token: 'none', body: 'no-json' },
      { at: 14_000, do: 'ring', by: 'agent', body: 'no-json' },
      { at: 15_000, do: 'ring', by: 'agent', bytes: LARGEST + 1 },
      { at: 16_000, do: 'ring', by: 'agent', declaredBytes: LARGEST + 1 },
      { at: 16_500, do: 'cancel' },
      { at: 17_000, do: 'ring', by: 'agent' },
    ],
  }),
  look: [
    { panel: 'watch', notice: 'Eight rows, eight answers, no look. Press one of the buttons to add another.' },
    { panel: 'timeline', notice: 'The log names the local task and a category, and never the token.' },
  ],
  predict: {
    kind: 'order',
    ask: 'In which order is a push checked?',
    options: [
      { text: 'The size', right: true, why: '413, before a byte is read where the length is declared.' },
      { text: 'Whether there is a token', right: true, why: '401: a stranger must not reach the parser.' },
      { text: 'Whether the body can be read', right: true, why: '400: the id of the remote task comes from the body.' },
      { text: 'Whether the token is right', right: true, why: '401: only now is a stand-in asked.' },
    ],
  },
  knobs: [
    actionsKnob,
    {
      name: 'size',
      label: 'Bytes of the large push',
      path: 'watch.actions[5].bytes',
      editor: 'number',
      most: MOST_RING_BYTES,
      changes: '65 536 are read, one more is not.',
    },
    {
      name: 'token',
      label: 'Token of the first push',
      path: 'watch.actions[0]',
      editor: 'choice',
      choices: ['wrong', 'none', 'right'],
      means: [
        { at: 10_000, do: 'ring', by: 'stranger', token: 'wrong' },
        { at: 10_000, do: 'ring', by: 'stranger', token: 'none' },
        { at: 10_000, do: 'ring', by: 'agent', token: 'right' },
      ],
      changes: 'Only the agent knows the right one.',
    },
    {
      name: 'task',
      label: 'Task of the second push',
      path: 'watch.actions[1].of',
      editor: 'choice',
      choices: ['other', 'own'],
      changes: 'A token is good for one task only.',
    },
    rateKnob,
    watchProtocolKnob,
  ],
  whatIf: [
    {
      say: 'The large push has 65 536 bytes',
      set: { size: LARGEST },
      shows: '204, and one look: everything about it is right.',
    },
    {
      say: 'The first push has the right token',
      set: { token: 'right' },
      shows: '204, and one look, which finds nothing new.',
    },
    {
      say: 'A true push is played again, word for word',
      set: {
        actions: [
          { at: 10_000, do: 'ring', by: 'agent' },
          { at: 12_000, do: 'ring', by: 'agent' },
        ],
      },
      shows: '204 both times, and one look each. A push has no number that is used up, and needs none.',
    },
    {
      say: 'The right token, for a local task that nobody has',
      set: { actions: [{ at: 10_000, do: 'ring', by: 'agent', localTaskId: 'task-2' }] },
      shows: '401, as for a wrong token: who is there is nobody else’s business.',
    },
    {
      say: 'The right token, and a body that names no task',
      set: { actions: [{ at: 10_000, do: 'ring', by: 'agent', body: 'no-task-id' }] },
      shows: '400.',
    },
    {
      say: 'A flood: a hundred pushes with a false claim, where sixty a minute are allowed',
      set: { actions: [{ at: 10_000, do: 'ring', by: 'agent', claims: 'canceled', times: 100 }], rate: 60 },
      shows: 'Sixty times 204, forty times 429. Each accepted one starts the looks over, so three waits follow the last one only.',
    },
    {
      say: 'The same over A2A 1.0',
      set: { protocol: 'a2a-1.0/jsonrpc' },
      shows: 'The same eight answers.',
    },
  ],
  seed: 'watch-bad-pushes',
  prove: [
    {
      say: 'Eight refusals, each with its status',
      check: 'values',
      of: { kind: 'push-refused' },
      path: 'status',
      are: [401, 401, 401, 401, 400, 413, 413, 401],
    },
    {
      say: 'and its category, which only the log has',
      check: 'values',
      of: { kind: 'push-refused' },
      path: 'category',
      are: ['not-accepted', 'not-accepted', 'no-token', 'no-token', 'unparsable', 'size', 'declared-size', 'not-accepted'],
    },
    counts('Nobody looks', { kind: 'task-fetched' }, 0),
    counts('The watch stays what it was', { kind: 'watch-changed' }, 0),
    counts('The parent hears of none of it', { kind: 'parent-told' }, 0),
    counts('No push is in the history of the stand-in', { kind: 'stand-in-moved', fact: ['event', 'push-accepted'] }, 0),
    happensAt('It closes with the cancel', { kind: 'stand-in-closed' }, [16_500]),
  ],
  abuse: [1, 2, 3, 4, 5],
};
