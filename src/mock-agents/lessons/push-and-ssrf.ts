import type { Lesson } from '../lesson.ts';
import { CALLBACK_TOKEN } from './attack-cast.ts';
import { CALLBACK_HOST, PAYMENTS_INVESTIGATOR, SANCTIONS_CARD } from './cast.ts';

const TASK = { agent: 'sanctions-screening-agent', taskId: 'task-1' } as const;

export const pushAndSsrf: Lesson = {
  id: 'push-and-ssrf',
  number: 6,
  title: 'A callback, and the trap in it',
  question: 'How does a caller hear about a long task, and why is the address dangerous?',
  for: ['S', 'R'],
  minutes: 4,
  after: ['input-required'],
  prose: [
    'Nobody keeps a line open for days. Instead the caller leaves an address, and the agent calls it whenever the status of the task changes.',
    'That address comes from outside, and the server will send a request to it. Whoever may name it can make the server knock on any door, also on those that only the server can reach. So the host must be on a list.',
    'And whoever receives the call must know that it is real. So a config without a token is refused. The token goes to the receiver only; in this log you see a placeholder.',
    'Under the hardened policy a token needs sixteen characters or more, the address must be https, and what an empty list means is that nothing is allowed.',
  ],
  caller: PAYMENTS_INVESTIGATOR,
  tags: ['sanctions'],
  maxDepth: 4,
  agents: [{ card: SANCTIONS_CARD, behaviour: 'clarifying', allowedCallbackHosts: [CALLBACK_HOST] }],
  steps: [
    { at: 0, do: 'publish-cards', note: 'The sanctions agent is in the directory.' },
    { at: 0, do: 'send', agent: TASK.agent, text: 'Screen slowly', note: 'The caller delegates; the agent has a question.' },
    { at: 1_000, do: 'set-push-config', ...TASK, url: 'https://evil.example/hook', token: 'x', note: 'A callback to a foreign host.' },
    { at: 1_100, do: 'set-push-config', ...TASK, url: 'https://agents.bank.ae/cb', token: '', note: 'The right host, without a token.' },
    {
      at: 1_200,
      do: 'set-push-config',
      ...TASK,
      url: 'https://agents.bank.ae/cb',
      token: CALLBACK_TOKEN,
      note: 'The right host, with a token.',
    },
    { at: 1_300, do: 'reply', ...TASK, text: 'UAE lists', note: 'The caller answers, and the task moves on.' },
  ],
  look: [
    { panel: 'timeline', notice: 'Two deliveries on the push channel, both to the address that was allowed.' },
    { panel: 'source', notice: 'Where a token crossed the wire, the log has a placeholder. Equal tokens have equal numbers.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'How many deliveries are there in all?',
    options: [
      { text: '5, one for each status', right: false, why: 'Three statuses came before there was a config.' },
      { text: '2', right: true, why: 'working and completed are stored after the config was accepted.' },
      { text: '1, for the end', right: false, why: 'Each stored status is delivered, not only the last.' },
      { text: '0', right: false, why: 'The third config was accepted.' },
    ],
  },
  knobs: [
    {
      name: 'url',
      label: 'Callback of the third config',
      path: 'steps[4].url',
      editor: 'text',
      changes: 'Its host must be on the list of the agent.',
    },
    {
      name: 'token',
      label: 'Token of the third config',
      path: 'steps[4].token',
      editor: 'choice',
      choices: [CALLBACK_TOKEN, ''],
      changes: 'Without a token nobody can tell a real delivery from a forged one.',
    },
    {
      name: 'task',
      label: 'Task of the third config',
      path: 'steps[4].taskId',
      editor: 'text',
      changes: 'A config needs a task that exists.',
    },
    {
      name: 'capability',
      label: 'Push on the card',
      path: `agents.${TASK.agent}.card.pushNotifications`,
      editor: 'choice',
      choices: [true, false],
      changes: 'An agent that does not push refuses before it looks at the task.',
    },
    {
      name: 'afterwards',
      label: 'What the caller does then',
      path: 'steps[5].do',
      editor: 'choice',
      choices: ['reply', 'cancel'],
      changes: 'Whatever stores a status causes a delivery.',
    },
  ],
  whatIf: [
    {
      say: 'The card says no push, and everything else about the third config is wrong too',
      set: { capability: false, task: 'task-404', url: 'https://evil.example/hook', token: '' },
      shows: 'UNSUPPORTED, three times: asked first, so that ids of tasks do not leak.',
    },
    {
      say: 'Everything about the third config is wrong',
      set: { task: 'task-404', url: 'https://evil.example/hook', token: '' },
      shows: 'TASK_NOT_FOUND: the task is asked for before host and token.',
    },
    { say: 'The caller cancels instead of answering', set: { afterwards: 'cancel' }, shows: 'One delivery: canceled at tick 4.' },
  ],
  seed: 'push-and-ssrf',
  policy: 'reference',
  prove: [
    { say: 'Two configs are refused', check: 'count', of: { kind: 'push-config-refused' }, is: 2 },
    { say: 'Two deliveries are sent', check: 'count', of: { kind: 'push-sent' }, is: 2 },
    { say: 'and received', check: 'count', of: { kind: 'push-received' }, is: 2 },
    { say: 'They tell working, then completed', check: 'values', of: { kind: 'push-sent' }, path: 'state', are: ['working', 'completed'] },
    { say: 'All go to the allowed address', check: 'every', of: { kind: 'push-sent' }, path: 'url', is: 'https://agents.bank.ae/cb' },
  ],
  invariants: [],
  weaknesses: ['R01', 'R04'],
};
