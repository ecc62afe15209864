import type { Lesson } from '../lesson.ts';
import { BOTH_POLICIES, CALLBACK_TOKEN } from './attack-cast.ts';
import { PAYMENTS_INVESTIGATOR, SANCTIONS_CARD } from './cast.ts';

const TASK = { agent: SANCTIONS_CARD.name, taskId: 'task-1' } as const;
const METADATA_HOST = '169.254.169.254';

export const emptyAllowList: Lesson = {
  id: 'empty-allow-list',
  number: 10,
  title: 'Empty means everywhere',
  question: 'What does a server allow that nobody has set up?',
  for: ['R'],
  minutes: 2,
  after: ['bypass-the-allow-list'],
  prose: [
    'An allow-list that nobody filled in is empty. It can mean that nothing is allowed, or that nobody has thought about it yet and everything is.',
    'The reference takes the second reading. Here its callback goes to an address that every machine of a cloud has for itself, and that hands out credentials to whoever asks from inside.',
    'The hardened policy takes the first reading. And even where the list has an entry for every public host, an address of one\u2019s own network is not one.',
  ],
  caller: PAYMENTS_INVESTIGATOR,
  tags: ['sanctions'],
  maxDepth: 4,
  agents: [{ card: SANCTIONS_CARD, behaviour: 'clarifying', allowedCallbackHosts: [] }],
  listeners: [METADATA_HOST],
  steps: [
    { at: 0, do: 'publish-cards', note: 'The sanctions agent is in the directory.' },
    { at: 0, do: 'send', agent: TASK.agent, text: 'Screen slowly', note: 'The caller delegates; the agent has a question.' },
    {
      at: 1_000,
      do: 'set-push-config',
      ...TASK,
      url: `http://${METADATA_HOST}/latest/meta-data`,
      token: CALLBACK_TOKEN,
      note: 'A callback to the server\u2019s own network.',
    },
    { at: 1_100, do: 'reply', ...TASK, text: 'UAE lists', note: 'The caller answers, and the task moves on.' },
  ],
  look: [
    { panel: 'timeline', notice: 'Two deliveries knock at a link-local address, from inside, and somebody opens.' },
    { panel: 'findings', notice: 'The address is an error, and that it is sent in clear text a warning.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'A server that nobody set up is asked to call 127.0.0.1:8080 over http. What does the reference do?',
    options: [
      { text: 'It refuses a private address', right: false, why: 'Nothing looks at ranges of addresses.' },
      { text: 'It accepts', right: true, why: 'An empty list allows every host, and that one too.' },
      { text: 'It refuses http', right: false, why: 'The scheme is not read.' },
      { text: 'It asks its owner', right: false, why: 'No person is in this loop.' },
    ],
  },
  knobs: [
    {
      name: 'hosts',
      label: 'Hosts on the list',
      path: `agents.${TASK.agent}.allowedCallbackHosts`,
      editor: 'list',
      changes: 'Under hardened an entry * stands for every public host; under the reference it is a name like any other.',
    },
    {
      name: 'url',
      label: 'Where to call back',
      path: 'steps[2].url',
      editor: 'text',
      changes: 'Any address: a server at home, a printer, a file, nothing.',
    },
    {
      name: 'token',
      label: 'Token of the config',
      path: 'steps[2].token',
      editor: 'choice',
      choices: [CALLBACK_TOKEN, ''],
      changes: 'It is the only thing that the reference still asks for.',
    },
  ],
  whatIf: [
    {
      say: 'The token is empty as well',
      set: { token: '' },
      shows: 'CALLBACK_UNAUTHENTICATED under the reference: the only check that is left. Hardened refuses the address before that.',
    },
    {
      say: 'There is no address at all',
      set: { url: '' },
      shows: 'The reference sets it and says that it sends, to nowhere. Hardened: the callback address is not a URL.',
    },
    {
      say: 'Every public host is allowed, and the address is spelt with https',
      set: { hosts: ['*'], url: `https://${METADATA_HOST}/latest/meta-data` },
      shows: 'The reference looks for a host of that name and refuses. Hardened refuses too: link-local is not public.',
    },
  ],
  seed: 'empty-allow-list',
  policy: 'both',
  takes: BOTH_POLICIES,
  prove: [
    { take: 'reference', say: 'Two deliveries are sent', check: 'count', of: { kind: 'push-sent' }, is: 2 },
    {
      take: 'reference',
      say: 'All of them to the metadata address',
      check: 'every',
      of: { kind: 'push-sent' },
      path: 'url',
      is: `http://${METADATA_HOST}/latest/meta-data`,
    },
    { take: 'reference', say: 'and somebody there takes them', check: 'count', of: { kind: 'push-received' }, is: 2 },
    { take: 'hardened', say: 'Nothing is sent', check: 'count', of: { kind: 'push-sent' }, is: 0 },
    {
      take: 'hardened',
      say: 'The config is refused',
      check: 'values',
      of: { kind: 'push-config-refused' },
      path: 'code',
      are: ['CALLBACK_NOT_ALLOWED'],
    },
    { take: 'hardened', say: 'and the task ends all the same', check: 'stored', taskId: 'task-1', is: 'completed@5' },
  ],
  invariants: [],
  weaknesses: ['R01'],
};
