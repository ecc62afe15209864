import type { Lesson } from '../lesson.ts';
import { counts, happensAt, sceneWith, WATCH_LESSON } from './watch-cast.ts';
import { actionsKnob, changesKnob, watchProtocolKnob } from './watch-knobs.ts';

const DELETE = 'tasks/pushNotificationConfig/delete';

export const watchOneExit: Lesson = {
  ...WATCH_LESSON,
  id: 'watch-one-exit',
  number: 44,
  title: 'Close first, then tidy up',
  question: 'Can a push slip in while the stand-in is ending?',
  for: ['R', 'E'],
  minutes: 3,
  after: ['watch-doorbell'],
  prose: [
    'There are three ways to an end: a turn that ends the task, a look or a follow that sees it ended, and a cancel. All three go through one door.',
    'First the stand-in is closed: from here on no push is heard, whatever token it has. Only then is the registration at the remote agent deleted. The other way round there would be a moment in which a bell rings at a task that is over.',
    'Deleting is a courtesy. It has two attempts, and its failure is nobody’s failure.',
    'At 10 seconds the task completes. The agent takes one second to delete, and half a second before it has, a push with the right token comes.',
  ],
  watch: sceneWith({
    remote: {
      changes: [{ at: 10_000, state: 'completed', text: 'Screening complete.' }],
      turns: [{ state: 'completed', text: 'Screening complete.', afterMs: 1_500 }],
      deletionMs: 1_000,
    },
    actions: [{ at: 10_500, do: 'ring', by: 'agent' }],
  }),
  look: [{ panel: 'watch', notice: 'Three ways in, one door: closed is lit before anything is deleted.' }],
  predict: {
    kind: 'order',
    ask: 'In which order does it end?',
    options: [
      { text: 'The parent is told', right: true, why: 'It hears when the state is applied.' },
      { text: 'The stand-in is closed', right: true, why: 'Before anything is deleted: a push between the two would be accepted.' },
      { text: 'The registration is deleted', right: true, why: 'By now nobody can ring any more.' },
    ],
  },
  knobs: [
    changesKnob({ 'completes at 10 s': [{ at: 10_000, state: 'completed', text: 'Screening complete.' }], nothing: [] }),
    {
      name: 'deletionFails',
      label: 'How often deleting fails',
      path: 'watch.remote.deletionFails',
      editor: 'number',
      none: 'each time',
      changes: 'Two attempts, and then the stand-in ends all the same.',
    },
    {
      name: 'ignores',
      label: 'The agent deletes in words only',
      path: 'watch.remote.ignoresDeletion',
      editor: 'choice',
      choices: ['no', 'yes'],
      means: [false, true],
      changes: 'It says that it has, and goes on ringing.',
    },
    {
      name: 'watch',
      label: 'The watch',
      path: 'watch.host.watch',
      editor: 'choice',
      choices: ['push', 'follow'],
      changes: 'Only push leaves something to delete.',
    },
    watchProtocolKnob,
    actionsKnob,
  ],
  whatIf: [
    {
      say: 'Deleting fails each time',
      set: { deletionFails: null },
      shows: 'Two attempts, then the end. The caller sees no error.',
    },
    { say: 'Deleting fails once', set: { deletionFails: 1 }, shows: 'The second attempt deletes.' },
    { say: 'The watch is follow', set: { watch: 'follow' }, shows: 'Ended at 10 s, and nothing to delete. The push gets 401.' },
    {
      say: 'A cancel while a claim is open',
      set: {
        change: 'nothing',
        actions: [
          { at: 10_000, do: 'ring', by: 'agent', claims: 'working' },
          { at: 10_500, do: 'cancel' },
        ],
      },
      shows: 'The same door: closed at 10.5 s, then deleted. What the agent rings about its own cancel gets 401.',
    },
    {
      say: 'A turn ends the task',
      set: { change: 'nothing', actions: [{ at: 10_000, do: 'reply', text: 'The UN list.' }] },
      shows: 'The same door: told, closed, deleted.',
    },
    {
      say: 'The agent says that it has deleted, and rings on',
      set: {
        ignores: 'yes',
        actions: [
          { at: 10_500, do: 'ring', by: 'agent' },
          { at: 12_000, do: 'ring', by: 'agent' },
        ],
      },
      shows: '401 both times, and no look.',
    },
    {
      say: 'The worker is killed while it deletes',
      set: { actions: [{ at: 10_500, do: 'kill' }] },
      shows: 'The next life is closed from its first moment, and deletes again. The parent is told once.',
    },
  ],
  seed: 'watch-one-exit',
  prove: [
    {
      say: 'Told, closed, and only then deleted',
      check: 'order',
      of: [{ kind: 'parent-told' }, { kind: 'stand-in-closed' }, { kind: 'message-sent', label: DELETE }, { kind: 'push-config-deleted' }],
    },
    happensAt('It closes at 10 s', { kind: 'stand-in-closed' }, [10_000]),
    { say: 'The second push gets 401', check: 'values', of: { kind: 'push-refused' }, path: 'status', are: [401] },
    happensAt('while the agent is deleting', { kind: 'push-refused' }, [10_500]),
    counts('It is deleted once', { kind: 'push-config-deleted' }, 1),
    counts('The parent is told once', { kind: 'parent-told' }, 1),
    counts('One look, and no more', { kind: 'task-fetched' }, 1),
  ],
  abuse: [4],
};
