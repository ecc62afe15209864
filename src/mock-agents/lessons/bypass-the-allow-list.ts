import type { Lesson, LessonStep } from '../lesson.ts';
import { BOTH_POLICIES, CALLBACK_TOKEN } from './attack-cast.ts';
import { CALLBACK_HOST, PAYMENTS_INVESTIGATOR, SANCTIONS_CARD } from './cast.ts';

const CONFIGS: readonly (readonly [url: string, note: string])[] = [
  ['https://evil.example?@agents.bank.ae/cb', 'The listed host stands behind a question mark.'],
  ['https://evil.example#@agents.bank.ae/cb', 'Behind a hash.'],
  ['https://evil.example\\@agents.bank.ae/cb', 'Behind a backslash, which a browser reads as a slash.'],
  ['https:evil.example/://agents.bank.ae/cb', 'Two slashes less in front, three characters more behind.'],
  ['http://agents.bank.ae/cb', 'The listed host, but in clear text.'],
  ['https://agents.bank.ae:443/cb', 'The listed host, with the port that https has anyway.'],
];

export const bypassTheAllowList: Lesson = {
  id: 'bypass-the-allow-list',
  number: 9,
  title: 'The host that is not the host',
  question: 'Can a callback pass the allow-list and still go elsewhere?',
  for: ['R'],
  minutes: 4,
  after: ['push-and-ssrf'],
  prose: [
    'A callback address must name a host that is on a list. Who reads the host out of the address? The check does, and later the client that sends the delivery does. When the two read differently, the list guards nothing.',
    'The reference cuts the host out of the text: what stands between two slashes and the next one, behind the last at sign. The hardened policy asks the same parser that the client will follow.',
    'Six addresses are tried. Four look right to whoever cuts and go to another host. One is right and sent in clear text. One is right, and its port is spelt out.',
  ],
  caller: PAYMENTS_INVESTIGATOR,
  tags: ['sanctions'],
  maxDepth: 4,
  agents: [{ card: SANCTIONS_CARD, behaviour: 'clarifying', allowedCallbackHosts: [CALLBACK_HOST] }],
  steps: [
    { at: 0, do: 'publish-cards', note: 'The sanctions agent is in the directory.' },
    { at: 0, do: 'send', agent: SANCTIONS_CARD.name, text: 'Screen slowly', note: 'The caller delegates; the agent has a question.' },
    ...CONFIGS.map(
      ([url, note], index): LessonStep => ({
        at: 1_000 + 100 * index,
        do: 'set-push-config',
        agent: SANCTIONS_CARD.name,
        taskId: 'task-1',
        url,
        token: CALLBACK_TOKEN,
        note,
      }),
    ),
  ],
  look: [
    {
      panel: 'timeline',
      notice: 'Six configs. The detail of each shows two readings of its host: as the reference cuts it out, and as a client reads it.',
    },
    { panel: 'timeline', notice: 'In the reference take the one refused config is the only one that is right.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'Where does https://evil.example?@agents.bank.ae/cb go?',
    options: [
      { text: 'To agents.bank.ae', right: false, why: 'The question mark ends the host; all that follows is the query.' },
      {
        text: 'To evil.example',
        right: true,
        why: 'A parser stops at the question mark. Whoever looks for the last at sign finds the other name.',
      },
      { text: 'Nowhere, it is not valid', right: false, why: 'It is a valid address, and any client follows it.' },
      { text: 'To both', right: false, why: 'An address has one host.' },
    ],
  },
  knobs: [
    {
      name: 'url',
      label: 'The first address',
      path: 'steps[2].url',
      editor: 'text',
      changes: 'Write an address of your own, and see who reads which host in it.',
    },
  ],
  whatIf: [
    {
      say: 'The listed host stands before the at sign',
      set: { url: 'https://agents.bank.ae@evil.example/cb' },
      shows: 'Refused by both: before the at sign stands a user, and both read evil.example.',
    },
    {
      say: 'The listed host stands in the path',
      set: { url: 'https://evil.example/@agents.bank.ae/' },
      shows: 'Refused by both: the slash comes first.',
    },
    {
      say: 'It is no web address at all',
      set: { url: 'file://agents.bank.ae/etc/passwd' },
      shows: 'The reference accepts it, because the host is right. Hardened: the callback scheme is not https.',
    },
    {
      say: 'The listed host in capitals',
      set: { url: 'https://AGENTS.bank.ae/cb' },
      shows: 'The reference refuses what is meant. Hardened accepts it: names of hosts have no case.',
    },
  ],
  seed: 'bypass-the-allow-list',
  policy: 'both',
  takes: BOTH_POLICIES,
  prove: [
    { take: 'reference', say: 'Five configs are set', check: 'count', of: { kind: 'push-config-set' }, is: 5 },
    {
      take: 'reference',
      say: 'The one that is refused is right',
      check: 'values',
      of: { kind: 'push-config-refused' },
      path: 'url',
      are: ['https://agents.bank.ae:443/cb'],
    },
    {
      take: 'hardened',
      say: 'One config is set, and it is the right one',
      check: 'values',
      of: { kind: 'push-config-set' },
      path: 'url',
      are: ['https://agents.bank.ae:443/cb'],
    },
    { take: 'hardened', say: 'Five are refused', check: 'count', of: { kind: 'push-config-refused' }, is: 5 },
    {
      take: 'hardened',
      say: 'Four of them because they lead to evil.example',
      check: 'count',
      of: { kind: 'push-config-refused', fact: ['reason', "callback host 'evil.example' is not in the allow-list"] },
      is: 4,
    },
  ],
  invariants: [],
  weaknesses: ['R02', 'R03', 'R04'],
};
