import type { Lesson } from '../lesson.ts';
import type { RemoteStatus } from '../watch-scene.ts';
import { counts, happensAt, PARKED, sceneWith, WATCH_LESSON } from './watch-cast.ts';
import { actionsKnob, answersKnob, lagKnob, stateKnob, watchProtocolKnob } from './watch-knobs.ts';

const COMPLETED: RemoteStatus = { state: 'completed', text: 'Screening complete.' };

export const watchDisagreement: Lesson = {
  ...WATCH_LESSON,
  id: 'watch-disagreement',
  number: 39,
  title: 'The bell rings before the news is in',
  question: 'What if the fetched state is not the claimed one?',
  for: ['R', 'E'],
  minutes: 3,
  after: ['watch-doorbell'],
  prose: [
    'An agent may ring before its own store shows what it rang for. Who looks at once sees the old state, and if that were the end of it, would wait for ever.',
    'So the claim of a push is good for one thing: where it differs from what was fetched, the host looks again, after 1, 2 and 4 seconds. Then it gives up, and knows what the last look showed.',
    'At 10 seconds the remote task is canceled, and its agent says so. Its GetTask shows the task as it was two and a half seconds ago: the question, twice more.',
  ],
  watch: sceneWith({
    remote: { changes: [{ at: 10_000, state: 'canceled', text: 'Canceled by its operator.' }], getLagMs: 2_500 },
  }),
  look: [
    { panel: 'findings', notice: 'What was pushed was ahead of what was read. The wire alone shows it, whoever the host is.' },
    { panel: 'watch', notice: 'The waits of 1, 2 and 4 seconds are a ruler under the lane. The third mark is not used.' },
    { panel: 'watch', notice: 'A fetched state that ends the task ends the stand-in, whether the claim agrees or not.' },
  ],
  predict: {
    kind: 'order',
    ask: 'At which times does the host look?',
    options: [
      { text: 'At 10 s', right: true, why: 'A bell always causes one look. It shows the question, and the push had said canceled.' },
      { text: 'At 11 s', right: true, why: 'The first wait is 1 second. One look only would leave the stand-in waiting for ever.' },
      { text: 'At 13 s', right: true, why: 'The second wait is 2 seconds: waits double.' },
    ],
  },
  knobs: [
    lagKnob,
    answersKnob({
      'the task': [],
      'the question, then completed': [PARKED, COMPLETED],
      'an error, then the task': ['fails'],
      'an error each time': ['fails', 'fails', 'fails', 'fails'],
    }),
    stateKnob(['canceled', 'working', 'completed']),
    watchProtocolKnob,
    actionsKnob,
  ],
  whatIf: [
    {
      say: 'They never agree',
      set: { lag: 60_000 },
      shows: 'Looks at 10, 11, 13 and 17 s, then none. Nobody is told. A liar costs four looks.',
    },
    {
      say: 'A second push at 11.5 s',
      set: { actions: [{ at: 11_500, do: 'ring', by: 'agent' }] },
      shows: 'The looks start over: 10, 11, 11.5 and 12.5 s, which shows canceled.',
    },
    {
      say: 'The claim is working, and the task completes meanwhile',
      set: { state: 'working', answers: 'the question, then completed' },
      shows: 'Two looks. The second state is an end and ends the stand-in, though nobody had claimed it.',
    },
    {
      say: 'The first look fails',
      set: { answers: 'an error, then the task' },
      shows: 'The known state stays, as if it had shown the question. The look at 13 s shows canceled.',
    },
    {
      say: 'Every look fails',
      set: { answers: 'an error each time' },
      shows: 'Looks at 10, 11, 13 and 17 s, and the known state stays: nothing is guessed.',
    },
    {
      say: 'The store is not behind',
      set: { lag: 0 },
      shows: 'One look, and the end.',
    },
    {
      say: 'The worker is killed at 11.5 s, between two looks',
      set: { actions: [{ at: 11_500, do: 'kill' }] },
      shows: 'The next life begins at 12.5 s, waits for what is left of the 2 seconds, and looks at 13 s.',
    },
  ],
  seed: 'watch-disagreement',
  prove: [
    happensAt('Looks at 10, 11 and 13 s', { kind: 'task-fetched' }, [10_000, 11_000, 13_000]),
    { say: 'after waits of 1 and 2 s', check: 'values', of: { kind: 'recheck-waiting' }, path: 'waitMs', are: [1_000, 2_000] },
    counts('The parent is told once', { kind: 'parent-told' }, 1),
    {
      say: 'Told, closed, the registration deleted',
      check: 'order',
      of: [{ kind: 'parent-told' }, { kind: 'stand-in-closed' }, { kind: 'push-config-deleted' }],
    },
  ],
  abuse: [6],
};
