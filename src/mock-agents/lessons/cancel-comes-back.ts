import type { Lesson } from '../lesson.ts';
import { bareCard, BOTH_POLICIES } from './attack-cast.ts';
import { PAYMENTS_INVESTIGATOR } from './cast.ts';

const AGENT = 'callee';

export const cancelComesBack: Lesson = {
  id: 'cancel-comes-back',
  number: 14,
  title: 'The cancelled task that finished',
  question: 'Is a cancel that was answered with canceled the last word?',
  for: ['E', 'R'],
  minutes: 3,
  after: ['cancel-and-terminal'],
  prose: [
    'The caller cancels while the agent works, and is told that the task is canceled. The agent holds a copy of the task from before, and knows of nothing.',
    'When it has its artifact it writes that copy back. Under the reference the copy is what is stored then: the task works again, and a moment later it is completed. Whoever reads it sees an end that did not last.',
    'Under the hardened policy a write is applied to the task as it is stored, and a task that has ended takes none.',
  ],
  caller: PAYMENTS_INVESTIGATOR,
  tags: [],
  maxDepth: 4,
  agents: [{ card: bareCard(AGENT), behaviour: 'sanctions' }],
  steps: [
    { at: 0, do: 'publish-cards', note: 'The agent is in the directory.' },
    {
      at: 0,
      do: 'stream',
      agent: AGENT,
      text: 'Screen the beneficiary of PMT-771',
      reading: { kind: 'whole', after: 1, until: 300 },
      note: 'The caller delegates and listens.',
    },
    { at: 150, do: 'cancel', agent: AGENT, taskId: 'task-1', note: 'It thinks better of it.' },
    { at: 230, do: 'get', agent: AGENT, taskId: 'task-1', note: 'And looks whether the task is gone.' },
  ],
  look: [
    { panel: 'timeline', notice: 'Tick 2 after tick 3: the mark of a write that was made from an old copy.' },
    { panel: 'findings', notice: 'A task that leaves a terminal state, and a cancel that lost its race after it had won it.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'The cancel was answered at 170 ms. What does a reader of the task get at 250 ms, under the reference?',
    options: [
      { text: 'canceled', right: false, why: 'The artifact put the old copy back at 210 ms.' },
      { text: 'working, at tick 2', right: true, why: 'That is the copy that the handler held when the cancel came.' },
      { text: 'completed', right: false, why: 'Not before 310 ms.' },
      { text: 'An error', right: false, why: 'A get only reads what is stored.' },
    ],
  },
  knobs: [
    {
      name: 'cancelAt',
      label: 'When to cancel (ms)',
      path: 'steps[2].at',
      editor: 'number',
      changes: 'Before, between or after the writes of the agent.',
    },
    {
      name: 'reading',
      label: 'How the caller reads',
      path: 'steps[1].reading.kind',
      editor: 'choice',
      choices: ['whole', 'holds'],
      changes: 'A reader that holds after one event stops the agent as well, where the reader drives it.',
    },
  ],
  whatIf: [
    {
      say: 'The cancel comes after the artifact',
      set: { cancelAt: 250 },
      shows:
        'Reference: canceled at tick 3 with one artifact, then completed at tick 4. Hardened: canceled at tick 3, and the artifact stays.',
    },
    {
      say: 'The caller holds after one event, cancels, and reads on',
      set: { reading: 'holds' },
      shows:
        'Reference: canceled at tick 2 stands, and the stream ends in an error. Hardened: the agent worked on meanwhile, and the cancel wins at tick 3.',
    },
  ],
  seed: 'cancel-comes-back',
  policy: 'both',
  takes: BOTH_POLICIES,
  prove: [
    {
      take: 'reference',
      say: 'canceled, and after it completed',
      check: 'order',
      of: [
        { kind: 'status-stored', state: 'canceled' },
        { kind: 'artifact-stored' },
        { kind: 'call-settled', state: 'working' },
        { kind: 'status-stored', state: 'completed' },
      ],
    },
    { take: 'reference', say: 'The last word is completed', check: 'stored', taskId: 'task-1', is: 'completed@4' },
    { take: 'hardened', say: 'The last word is canceled', check: 'stored', taskId: 'task-1', is: 'canceled@3' },
    { take: 'hardened', say: 'Two writes are refused', check: 'count', of: { kind: 'write-refused' }, is: 2 },
    { take: 'hardened', say: 'No artifact is stored', check: 'count', of: { kind: 'artifact-stored' }, is: 0 },
  ],
  invariants: [1],
  weaknesses: ['R19', 'R20'],
};
