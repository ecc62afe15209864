import type { Lesson } from '../lesson.ts';
import { CALLBACK_HOST, PAYMENTS_INVESTIGATOR, SANCTIONS_CARD } from './cast.ts';
import { behaviourKnob, maxDepthKnob } from './knob-makers.ts';

export const streamedDelegation: Lesson = {
  id: 'streamed-delegation',
  number: 3,
  title: 'Watch it work',
  question: 'What does a delegation look like while it runs, and where is the result?',
  for: ['S', 'E', 'R'],
  minutes: 5,
  after: ['may-i-hand-over'],
  prose: [
    'The caller hands over a task and keeps the line open. The agent says what it does while it does it: a status when the state of the task changes, an artifact when a result is there.',
    'The last thing on the line is the task itself, with everything in it. Whoever comes too late, or lost the middle, needs nothing else.',
    'Two things are worth a second look. The result comes twice, as a sentence for people and as data for programs. And the chain in the task was not sent by the caller: the server built it.',
  ],
  caller: PAYMENTS_INVESTIGATOR,
  tags: ['sanctions'],
  maxDepth: 4,
  agents: [{ card: SANCTIONS_CARD, behaviour: 'sanctions', allowedCallbackHosts: [CALLBACK_HOST] }],
  steps: [
    { at: 0, do: 'publish-cards', note: 'The sanctions agent is in the directory.' },
    {
      at: 0,
      do: 'stream',
      agent: 'sanctions-screening-agent',
      text: 'Screen the beneficiary of PMT-771',
      data: '',
      contextId: '',
      repeat: 1,
      note: 'The caller delegates and listens.',
    },
  ],
  look: [
    { panel: 'timeline', notice: 'Five arrivals on one line. The last one is no status, it is the task.' },
    { panel: 'chains', notice: 'payments-investigator is in the chain because the server put it there.' },
    {
      panel: 'source',
      notice: 'The artifact has a text part and a data part. A program branches on recommendation, never on the sentence.',
    },
  ],
  predict: {
    kind: 'order',
    ask: 'In which order do these arrive?',
    options: [
      { text: 'submitted', right: true, why: 'A task exists before anybody works on it.' },
      { text: 'working', right: true, why: 'Work begins after the task has been taken on.' },
      { text: 'artifact', right: true, why: 'Results come before the status that closes.' },
      { text: 'completed', right: true, why: 'It closes the task, but not yet the line.' },
      { text: 'task', right: true, why: 'In this kernel the whole task is the last word of a stream.' },
    ],
  },
  knobs: [
    {
      name: 'parts',
      label: 'Text of the message',
      path: 'steps[1].text',
      editor: 'choice',
      choices: ['Screen the beneficiary of PMT-771', null],
      changes: 'A part must have what its kind promises.',
    },
    {
      name: 'data',
      label: 'Data in the message',
      path: 'steps[1].data',
      editor: 'choice',
      choices: ['', { beneficiary: 'Globex' }],
      changes: 'The agent reads the name from the data part, not from the sentence.',
    },
    {
      name: 'context',
      label: 'Context of the task',
      path: 'steps[1].contextId',
      editor: 'text',
      changes: 'Tasks with one context belong to one story. Empty: the server makes one up.',
    },
    {
      name: 'repeat',
      label: 'How often',
      path: 'steps[1].repeat',
      editor: 'choice',
      choices: [1, 2, 3],
      changes: 'Each delegation is a task of its own, and ticks go on counting.',
    },
    behaviourKnob('sanctions-screening-agent', ['sanctions', 'fail_midway', 'reject', 'clarifying', 'auth_resume']),
    maxDepthKnob,
  ],
  whatIf: [
    {
      say: 'The message carries a beneficiary as data',
      set: { data: { beneficiary: 'Globex' } },
      shows: 'The text of the artifact begins with Globex: 1 possible match.',
    },
    {
      say: 'Three delegations in the context case-1',
      set: { context: 'case-1', repeat: 3 },
      shows: 'task-1, task-2 and task-3, completed at ticks 3, 6 and 9, and one story in Chains.',
    },
    {
      say: 'The text part has no text',
      set: { parts: null },
      shows: 'INVALID_PARAMS: message.parts[0].text is required. A text part needs text, and no task is created for one without.',
    },
    {
      say: 'The agent loses its upstream in the middle',
      set: { behaviour: 'fail_midway' },
      shows: 'An artifact with half of the result, then failed: what was delivered stays delivered.',
    },
    {
      say: 'The depth limit is 1',
      set: { maxDepth: 1 },
      shows: 'DEPTH_EXCEEDED before a task exists: the answer is an error, and no stream.',
    },
  ],
  seed: 'streamed-delegation',
  policy: 'reference',
  prove: [
    {
      say: 'submitted, working, artifact, completed, task arrive in this order',
      check: 'order',
      of: [
        { kind: 'status-update', state: 'submitted' },
        { kind: 'status-update', state: 'working' },
        { kind: 'artifact-update' },
        { kind: 'status-update', state: 'completed' },
        { kind: 'task-snapshot' },
      ],
    },
    {
      say: 'The server put the caller into the chain',
      check: 'value',
      of: { kind: 'task-created' },
      path: 'delegationChain',
      is: ['orchestrator', 'payments-investigator'],
    },
    {
      say: 'and the caller reads it in the task that it gets',
      check: 'value',
      of: { kind: 'task-snapshot' },
      path: 'metadata.delegation-inspector/chain',
      is: ['orchestrator', 'payments-investigator'],
    },
    { say: 'The task arrives at 320 ms', check: 'at', of: { kind: 'task-snapshot' }, is: 320 },
    { say: 'It is stored as completed at tick 3', check: 'stored', taskId: 'task-1', is: 'completed@3' },
  ],
  invariants: [5],
};
