import type { Lesson } from '../lesson.ts';
import { PAYMENTS_INVESTIGATOR, SANCTIONS_CARD } from './cast.ts';
import { behaviourKnob, maxDepthKnob } from './knob-makers.ts';

export const inputRequired: Lesson = {
  id: 'input-required',
  number: 4,
  title: 'A task that outlives a request',
  question: 'How can one task span two requests?',
  for: ['S', 'R'],
  minutes: 3,
  after: ['streamed-delegation'],
  prose: [
    'A request is answered within a moment. A task may take days, and it may need its caller in between.',
    'This agent is asked to screen an entity, and does not know against which lists. It says so, and its answer ends the request. The task stays, and waits.',
    'The next request names the task. It is the same task, with one history: what the caller said, what the agent asked, what the caller answered, what the agent found.',
  ],
  caller: PAYMENTS_INVESTIGATOR,
  tags: ['sanctions'],
  maxDepth: 4,
  agents: [{ card: { ...SANCTIONS_CARD, name: 'clarifier' }, behaviour: 'clarifying' }],
  steps: [
    { at: 0, do: 'publish-cards', note: 'The agent that asks back is in the directory.' },
    { at: 0, do: 'send', agent: 'clarifier', text: 'Screen this entity', note: 'The caller delegates and waits for the answer.' },
    {
      at: 1_000,
      do: 'reply',
      agent: 'clarifier',
      taskId: 'task-1',
      text: 'UAE and UN lists',
      chain: ['orchestrator'],
      repeat: 1,
      note: 'It answers the question, naming the task.',
    },
  ],
  look: [
    {
      panel: 'timeline',
      notice: 'One task, two requests, and an idle stretch between them: the first call is closed while the task waits.',
    },
    { panel: 'timeline', notice: 'working was stored twice and never said: a blocking caller sees where a turn ends, not how it went.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'What holds at 500 ms?',
    options: [
      { text: 'The first request is still open', right: false, why: 'It was answered at 220 ms, with a question.' },
      { text: 'The task is finished', right: false, why: 'input-required is not a terminal state.' },
      {
        text: 'No request is open, and the task waits',
        right: true,
        why: 'A task outlives its requests: only the caller can move it now.',
      },
      { text: 'The server polls the caller', right: false, why: 'Only the caller acts; the server has nobody to call.' },
    ],
  },
  knobs: [
    {
      name: 'reply',
      label: 'What the caller answers',
      path: 'steps[2].text',
      editor: 'text',
      changes: 'It joins the history. This agent takes any answer.',
    },
    {
      name: 'chain',
      label: 'Chain of whoever replies',
      path: 'steps[2].chain',
      editor: 'list',
      changes: 'A reply is admitted like a first message.',
    },
    {
      name: 'replies',
      label: 'How many replies',
      path: 'steps[2].repeat',
      editor: 'choice',
      choices: [1, 2],
      changes: 'A task that has ended takes no more.',
    },
    maxDepthKnob,
    behaviourKnob('clarifier', ['clarifying', 'ask_twice', 'auth_resume']),
  ],
  whatIf: [
    {
      say: 'The reply comes at the end of a chain of four',
      set: { chain: ['a', 'b', 'c', 'd'] },
      shows: 'DEPTH_EXCEEDED, and the task stays where it was: input-required at tick 3.',
    },
    { say: 'The caller replies again after the end', set: { replies: 2 }, shows: 'TASK_TERMINAL: task task-1 is completed.' },
    {
      say: 'The agent asks twice',
      set: { behaviour: 'ask_twice' },
      shows: 'After the reply the task waits again: input-required at tick 5, with the second question.',
    },
  ],
  seed: 'input-required',
  policy: 'reference',
  prove: [
    { say: 'One task was created', check: 'count', of: { kind: 'task-created' }, is: 1 },
    { say: 'Two messages were sent', check: 'count', of: { kind: 'message-sent' }, is: 2 },
    { say: 'The task is stored as completed at tick 5', check: 'stored', taskId: 'task-1', is: 'completed@5' },
    {
      say: 'Its history has four messages',
      check: 'value',
      of: { kind: 'call-settled', state: 'completed' },
      path: 'history.length',
      is: 4,
    },
    {
      say: 'The second is the question of the agent',
      check: 'value',
      of: { kind: 'call-settled', state: 'completed' },
      path: 'history[1].messageId',
      is: 'm-ask',
    },
    {
      say: 'The first is what the caller asked for',
      check: 'value',
      of: { kind: 'call-settled', state: 'completed' },
      path: 'history[0].role',
      is: 'user',
    },
    {
      say: 'The third is the answer of the caller',
      check: 'value',
      of: { kind: 'call-settled', state: 'completed' },
      path: 'history[2].role',
      is: 'user',
    },
    {
      say: 'The last is what the agent found',
      check: 'value',
      of: { kind: 'call-settled', state: 'completed' },
      path: 'history[3].role',
      is: 'agent',
    },
  ],
  invariants: [1],
};
