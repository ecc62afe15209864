import type { Lesson } from '../lesson.ts';
import { EXPERIMENT_LESSON, experimentWith } from './experiment-cast.ts';
import { counts, decides } from './experiment-claims.ts';
import { channelKnob, CHAOS_KNOBS } from './experiment-knobs.ts';

export const chaosInvalidTransition: Lesson = {
  ...EXPERIMENT_LESSON,
  id: 'chaos-invalid-transition',
  number: 25,
  title: 'A move that does not exist',
  question: 'Who can see that a task did what no task may do?',
  prose: [
    'The stream says submitted, and then completed. In between a task must have been working; the lifecycle has no arrow from the one to the other.',
    'A stream tells every move, so the client can hold it to single moves. This one is not among them: protocol_violation, and whatever the peer calls a result is not taken.',
  ],
  experiment: experimentWith({ fault: { mode: 'invalid_transition' } }),
  look: [
    { panel: 'timeline', notice: 'The move is marked with a word and a line of its own, not by a colour alone.' },
    { panel: 'chaos', notice: 'One attempt: a peer that breaks the rules is not asked again.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'The same peer, but the client polls. What is the outcome?',
    options: [
      {
        text: 'protocol_violation as well',
        right: false,
        why: 'A poll sees samples. The missing state may have come and gone between two of them.',
      },
      { text: 'ok', right: true, why: 'completed can be reached from submitted, and more a poll cannot know.' },
      { text: 'canceled_deadline', right: false, why: 'The task ends in time.' },
      { text: 'failed', right: false, why: 'The peer says completed.' },
    ],
  },
  knobs: [
    {
      name: 'moves',
      label: 'What the peer does wrong',
      path: 'experiment.fault.moves',
      editor: 'choice',
      choices: ['skips_working', 'works_after_end'],
      changes: 'It says completed without having worked, or it works again after it was completed.',
    },
    ...CHAOS_KNOBS,
    channelKnob,
  ],
  whatIf: [
    {
      say: 'The client polls',
      set: { channel: 'poll' },
      shows: 'ok at 1 060 ms: submitted, then completed. The fault is still there, and cannot be seen.',
    },
    {
      say: 'It works again after the end',
      set: { moves: 'works_after_end' },
      shows: 'protocol_violation at 360 ms: the stream said completed, the task that is fetched says working. No detour leads back.',
    },
  ],
  seed: 'chaos-invalid-transition',
  prove: [
    ...decides('protocol_violation', 1, 140),
    counts('Nobody said that the task was working', { kind: 'status-update', state: 'working' }, 0),
  ],
  invariants: [3],
};
