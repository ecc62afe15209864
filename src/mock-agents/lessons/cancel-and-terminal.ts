import type { Lesson } from '../lesson.ts';
import { PAYMENTS_INVESTIGATOR, SANCTIONS_CARD } from './cast.ts';

export const cancelAndTerminal: Lesson = {
  id: 'cancel-and-terminal',
  number: 5,
  title: 'Cancel, and what terminal means',
  question: 'What may happen to a task that has ended?',
  for: ['S'],
  minutes: 3,
  after: ['input-required'],
  prose: [
    'Four states are ends: completed, canceled, failed, rejected. Nothing leads out of them, and nothing is added to a task that is in one.',
    'The caller delegates, thinks better of it and cancels. Then it cancels again, to be sure. The second answer is an error, and the task is as it was.',
    'At the end the lifecycle itself is asked for a move that does not exist.',
  ],
  caller: PAYMENTS_INVESTIGATOR,
  tags: ['sanctions'],
  maxDepth: 4,
  agents: [{ card: SANCTIONS_CARD, behaviour: 'clarifying' }],
  steps: [
    { at: 0, do: 'publish-cards', note: 'The sanctions agent is in the directory.' },
    { at: 0, do: 'send', agent: 'sanctions-screening-agent', text: 'Screen something slow', note: 'The caller delegates.' },
    { at: 1_000, do: 'cancel', agent: 'sanctions-screening-agent', taskId: 'task-1', note: 'It thinks better of it.' },
    {
      at: 1_100,
      do: 'cancel',
      agent: 'sanctions-screening-agent',
      taskId: 'task-1',
      text: 'UAE lists',
      note: 'To be sure, it cancels again.',
    },
    { at: 1_200, do: 'ask-lifecycle', from: 'completed', to: 'working', note: 'May a completed task work again?' },
  ],
  look: [
    { panel: 'timeline', notice: 'The lane of the task closes at 1 010 ms; the refused call comes after it.' },
    { panel: 'timeline', notice: 'In the picture of the lifecycle four states have no arrow out of them.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'What does the second cancel answer?',
    options: [
      { text: 'canceled, again', right: false, why: 'It is not idempotent here: a terminal state accepts nothing.' },
      { text: 'An error: TASK_TERMINAL', right: true, why: 'Nothing leads out of canceled, not even canceled.' },
      { text: 'An error: TASK_NOT_FOUND', right: false, why: 'The task is kept; ending is not deleting.' },
      { text: 'Nothing', right: false, why: 'Every call gets an answer.' },
    ],
  },
  knobs: [
    {
      name: 'cancelAt',
      label: 'When to cancel (ms)',
      path: 'steps[2].at',
      editor: 'number',
      changes: 'A cancel may come while the agent works.',
    },
    {
      name: 'cancelTask',
      label: 'Which task to cancel',
      path: 'steps[2].taskId',
      editor: 'text',
      changes: 'A task that nobody knows cannot be canceled.',
    },
    {
      name: 'afterwards',
      label: 'What comes after the cancel',
      path: 'steps[3].do',
      editor: 'choice',
      choices: ['cancel', 'reply', 'get'],
      changes: 'Reading a task that has ended is fine; writing to it is not.',
    },
  ],
  whatIf: [
    { say: 'The caller replies after the cancel', set: { afterwards: 'reply' }, shows: 'TASK_TERMINAL: task task-1 is canceled.' },
    { say: 'The first cancel names task-404', set: { cancelTask: 'task-404' }, shows: 'TASK_NOT_FOUND: no such task: task-404.' },
    { say: 'The caller reads the task after the cancel', set: { afterwards: 'get' }, shows: 'The task, canceled at tick 4: it is kept.' },
  ],
  seed: 'cancel-and-terminal',
  policy: 'reference',
  prove: [
    { say: 'The task is stored as canceled at tick 4', check: 'stored', taskId: 'task-1', is: 'canceled@4' },
    {
      say: 'The second cancel is refused',
      check: 'count',
      of: { kind: 'write-refused', fact: ['reason', 'task task-1 is already canceled'] },
      is: 1,
    },
    {
      say: 'Nothing is stored after the cancel',
      check: 'count',
      of: { kind: 'status-stored' },
      after: { kind: 'status-stored', state: 'canceled' },
      is: 0,
    },
    { say: 'The lifecycle refuses the move', check: 'at', of: { kind: 'transition-refused' }, is: 1_200 },
  ],
  invariants: [1],
};
