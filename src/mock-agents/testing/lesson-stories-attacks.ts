// What happens in each lesson about an attack, in order, with its virtual times, under both policies; and what happens instead
// when knobs are turned.

import type { Json } from '../../model/base/json.ts';
import type { LessonStory } from './lesson-stories.ts';

type Told = readonly string[];
type Policy = 'reference' | 'hardened';
type Knobs = Readonly<Record<string, Json>>;

const AGENT = 'sanctions-screening-agent';

/** Lines of a story up to a time, without that time. */
const before = (at: number, told: Told): Told => told.filter((line) => Number.parseInt(line, 10) < at);
/** Lines of a story from a time on. */
const from = (at: number, told: Told): Told => told.filter((line) => Number.parseInt(line, 10) >= at);

function begins(at: number, agent: string): Told {
  return [`${at} delegation-admitted ${agent}`, `${at} task-created`, `${at} status-stored submitted@1`];
}

function firstQuestion(agent: string): Told {
  return [
    '0 request message/send',
    ...begins(10, agent),
    '110 status-stored working@2',
    '210 status-stored input-required@3',
    '220 response task input-required Which jurisdiction should I screen against?',
  ];
}

function answered(at: number, agent: string): Told {
  return [
    `${at} request message/send`,
    `${at + 10} delegation-admitted ${agent}`,
    `${at + 110} status-stored working@4`,
    `${at + 210} status-stored completed@5`,
    `${at + 220} response task completed Screened. No matches.`,
  ];
}

// 3.1

const configSet = (at: number): Told => [
  `${at} request tasks/pushNotificationConfig/set`,
  `${at + 10} push-config-set`,
  `${at + 20} response taskId,pushNotificationConfig`,
];
const configRefused = (at: number, why: string): Told => [
  `${at} request tasks/pushNotificationConfig/set`,
  `${at + 10} push-config-refused ${why}`,
  `${at + 20} response ${why}`,
];
const notListed = (host: string): string => `CALLBACK_NOT_ALLOWED callback host '${host}' is not in the allow-list`;
const notHttps = (scheme: string): string => `CALLBACK_NOT_ALLOWED the callback scheme '${scheme}' is not https`;
const evil = (at: number): Told => configRefused(at, notListed('evil.example'));

const FOOLED: Told = [
  ...firstQuestion(AGENT),
  ...[1_000, 1_100, 1_200, 1_300, 1_400].flatMap(configSet),
  ...configRefused(1_500, notListed('agents.bank.ae:443')),
  '1520 ended done',
];
const NOT_FOOLED: Told = [
  ...firstQuestion(AGENT),
  ...[1_000, 1_100, 1_200, 1_300].flatMap(evil),
  ...configRefused(1_400, notHttps('http')),
  ...configSet(1_500),
  '1520 ended done',
];

function bypass(take: Policy, url: string, first: Told): LessonStory {
  const told = take === 'reference' ? FOOLED : NOT_FOOLED;
  return { lesson: 'bypass-the-allow-list', take, knobs: { url }, story: [...before(1_000, told), ...first, ...from(1_100, told)] };
}

const BYPASSES: readonly LessonStory[] = [
  { lesson: 'bypass-the-allow-list', take: 'reference', story: FOOLED },
  { lesson: 'bypass-the-allow-list', take: 'hardened', story: NOT_FOOLED },
  bypass('reference', 'https://agents.bank.ae@evil.example/cb', evil(1_000)),
  bypass(
    'hardened',
    'https://agents.bank.ae@evil.example/cb',
    configRefused(1_000, 'CALLBACK_NOT_ALLOWED a callback address must not carry credentials'),
  ),
  bypass('reference', 'https://evil.example/@agents.bank.ae/', evil(1_000)),
  bypass('hardened', 'https://evil.example/@agents.bank.ae/', evil(1_000)),
  bypass('reference', 'file://agents.bank.ae/etc/passwd', configSet(1_000)),
  bypass('hardened', 'file://agents.bank.ae/etc/passwd', configRefused(1_000, notHttps('file'))),
  bypass('reference', 'https://AGENTS.bank.ae/cb', configRefused(1_000, notListed('AGENTS.bank.ae'))),
  bypass('hardened', 'https://AGENTS.bank.ae/cb', configSet(1_000)),
];

// 3.2

const METADATA = 'https://169.254.169.254/latest/meta-data';
const NO_TOKEN = 'CALLBACK_UNAUTHENTICATED a push notification config must carry a token the receiver can verify';
const LINK_LOCAL = "CALLBACK_NOT_ALLOWED callback host '169.254.169.254' is a link-local address, where clouds keep their metadata service";

function emptyList(take: Policy, knobs: Knobs | undefined, config: Told): LessonStory {
  const story = [...firstQuestion(AGENT), ...config, ...answered(1_100, AGENT), '1320 ended done'];
  return { lesson: 'empty-allow-list', take, ...(knobs && { knobs }), story };
}

const EMPTY_LISTS: readonly LessonStory[] = [
  {
    lesson: 'empty-allow-list',
    take: 'reference',
    story: [
      ...firstQuestion(AGENT),
      ...configSet(1_000),
      '1100 request message/send',
      `1110 delegation-admitted ${AGENT}`,
      '1210 status-stored working@4',
      '1210 push-sent working@4',
      '1210 request push task working',
      '1220 response 204',
      '1310 status-stored completed@5',
      '1310 push-sent completed@5',
      '1310 request push task completed Screened. No matches.',
      '1320 response 204',
      '1320 response task completed Screened. No matches.',
      '1330 ended done',
    ],
  },
  emptyList('hardened', undefined, configRefused(1_000, notHttps('http'))),
  emptyList('reference', { token: '' }, configRefused(1_000, NO_TOKEN)),
  emptyList('hardened', { token: '' }, configRefused(1_000, notHttps('http'))),
  {
    lesson: 'empty-allow-list',
    take: 'reference',
    knobs: { url: '' },
    story: [
      ...firstQuestion(AGENT),
      ...configSet(1_000),
      '1100 request message/send',
      `1110 delegation-admitted ${AGENT}`,
      '1210 status-stored working@4',
      '1210 push-sent working@4',
      '1310 status-stored completed@5',
      '1310 push-sent completed@5',
      '1320 response task completed Screened. No matches.',
      '1320 ended done',
    ],
  },
  emptyList('hardened', { url: '' }, configRefused(1_000, 'CALLBACK_NOT_ALLOWED the callback address is not a URL')),
  emptyList('reference', { hosts: ['*'], url: METADATA }, configRefused(1_000, notListed('169.254.169.254'))),
  emptyList('hardened', { hosts: ['*'], url: METADATA }, configRefused(1_000, LINK_LOCAL)),
];

// 3.3

const QUESTION = '320 response task input-required Which jurisdiction should I screen against?';
const notFound = (at: number, task = 'task-1'): string => `${at} response TASK_NOT_FOUND no such task: ${task}`;
const STRANGER_REPLIES: Told = [...answered(400, 'clarifier'), '620 ended done'];
const STRANGER_IS_TOLD_NOTHING: Told = ['400 request message/send', notFound(420), '420 ended done'];

function stranger(take: Policy, knobs: Knobs | undefined, get: string, then: Told): LessonStory {
  return {
    lesson: 'no-owner',
    take,
    ...(knobs && { knobs }),
    story: [...firstQuestion('clarifier'), '300 request tasks/get', get, ...then],
  };
}

const STRANGERS: readonly LessonStory[] = [
  stranger('reference', undefined, QUESTION, STRANGER_REPLIES),
  stranger('hardened', undefined, notFound(320), STRANGER_IS_TOLD_NOTHING),
  stranger('reference', { call: 'cancel' }, QUESTION, [
    '400 request tasks/cancel',
    '410 status-stored canceled@4',
    '420 response task canceled',
    '420 ended done',
  ]),
  stranger('hardened', { call: 'cancel' }, notFound(320), ['400 request tasks/cancel', notFound(420), '420 ended done']),
  stranger('reference', { task: 'task-404' }, notFound(320, 'task-404'), STRANGER_REPLIES),
  stranger('hardened', { task: 'task-404' }, notFound(320, 'task-404'), STRANGER_IS_TOLD_NOTHING),
  stranger('reference', { ids: 'random' }, notFound(320), [
    '400 request message/send',
    '410 delegation-admitted clarifier',
    notFound(420),
    '420 ended done',
  ]),
  stranger('hardened', { ids: 'random' }, notFound(320), STRANGER_IS_TOLD_NOTHING),
  stranger('reference', { who: 'payments-investigator' }, QUESTION, STRANGER_REPLIES),
  stranger('hardened', { who: 'payments-investigator' }, notFound(320), STRANGER_IS_TOLD_NOTHING),
];

// 3.6

const UNTIL_CANCEL: Told = [
  '0 request message/stream',
  ...begins(10, 'callee'),
  '20 head',
  '20 chunk status-update submitted',
  '110 status-stored working@2',
  '120 chunk status-update working',
  '150 request tasks/cancel',
  '160 status-stored canceled@3',
  '170 response task canceled',
];
const COMPLETED_LATE: Told = [
  '310 status-stored completed@4',
  '320 chunk status-update completed Screening complete.',
  '320 chunk task completed Screening complete.',
  '320 end',
  '320 ended done',
];
const TOO_LATE = 'write-refused task task-1 is already canceled';
const AFTER_THE_ARTIFACT: Told = [
  ...before(150, UNTIL_CANCEL),
  '210 artifact-stored',
  '220 chunk artifact-update',
  '230 request tasks/get',
  '250 request tasks/cancel',
  '250 response task working',
  '260 status-stored canceled@3',
  '270 response task canceled',
];

const CANCELS: readonly LessonStory[] = [
  {
    lesson: 'cancel-comes-back',
    take: 'reference',
    story: [
      ...UNTIL_CANCEL,
      '210 artifact-stored',
      '220 chunk artifact-update',
      '230 request tasks/get',
      '250 response task working',
      ...COMPLETED_LATE,
    ],
  },
  {
    lesson: 'cancel-comes-back',
    take: 'hardened',
    story: [
      ...UNTIL_CANCEL,
      '170 chunk status-update canceled',
      '170 chunk task canceled',
      '170 end',
      `210 ${TOO_LATE}`,
      '230 request tasks/get',
      '250 response task canceled',
      `310 ${TOO_LATE}`,
      '310 ended done',
    ],
  },
  { lesson: 'cancel-comes-back', take: 'reference', knobs: { cancelAt: 250 }, story: [...AFTER_THE_ARTIFACT, ...COMPLETED_LATE] },
  {
    lesson: 'cancel-comes-back',
    take: 'hardened',
    knobs: { cancelAt: 250 },
    story: [
      ...AFTER_THE_ARTIFACT,
      '270 chunk status-update canceled',
      '270 chunk task canceled',
      '270 end',
      `310 ${TOO_LATE}`,
      '310 ended done',
    ],
  },
  {
    lesson: 'cancel-comes-back',
    take: 'reference',
    knobs: { reading: 'holds' },
    story: [
      ...before(110, UNTIL_CANCEL),
      '150 request tasks/cancel',
      '160 status-stored canceled@2',
      '170 response task canceled',
      '230 request tasks/get',
      '250 response task canceled',
      '400 transition-refused canceled is terminal; cannot move to working',
      '410 chunk INTERNAL canceled is terminal; cannot move to working',
      '410 hung-up',
      '420 ended done',
    ],
  },
  {
    lesson: 'cancel-comes-back',
    take: 'hardened',
    knobs: { reading: 'holds' },
    // With one piece of credit each piece waits for the one before to be taken.
    story: [
      ...before(120, UNTIL_CANCEL),
      ...from(150, UNTIL_CANCEL),
      `210 ${TOO_LATE}`,
      '230 request tasks/get',
      '250 response task canceled',
      `310 ${TOO_LATE}`,
      '310 chunk status-update working',
      '320 chunk status-update canceled',
      '330 chunk task canceled',
      '340 end',
      '340 ended done',
    ],
  },
];

// 3.7

const KYC = 'kyc-refresh-agent';
const NO_LIST = "0 discovery-refused unknown data classification: 'Confidential'";
const WHOLESALE: Told = ['0 need-stated', `0 cards-ranked [${AGENT}]`, '0 need-stated'];
const RANKED = `0 cards-ranked [${AGENT}]`;

function labelled(take: Policy, knobs: Knobs | undefined, list: string, decision: string): LessonStory {
  return { lesson: 'one-bad-label', take, ...(knobs && { knobs }), story: [...WHOLESALE, list, `0 ${decision}`, '0 ended done'] };
}

const UNKNOWN_LABEL = `delegation-denied ${KYC} [CLASSIFICATION_UNKNOWN]`;
const NO_WORD_OF_OURS = "0 discovery-refused unknown data classification: 'Restricted'";
const FOUR_DEEP: Knobs = { chain: ['a', 'b', 'c', 'd'] };

const LABELS: readonly LessonStory[] = [
  labelled('reference', undefined, NO_LIST, UNKNOWN_LABEL),
  labelled('hardened', undefined, RANKED, UNKNOWN_LABEL),
  labelled('reference', { carried: 'Restricted' }, NO_WORD_OF_OURS, UNKNOWN_LABEL),
  labelled('hardened', { carried: 'Restricted' }, NO_WORD_OF_OURS, UNKNOWN_LABEL),
  labelled('reference', FOUR_DEEP, NO_LIST, UNKNOWN_LABEL),
  labelled('hardened', FOUR_DEEP, '0 cards-ranked []', `delegation-denied ${KYC} [DEPTH_EXCEEDED, CLASSIFICATION_UNKNOWN]`),
  labelled('reference', { label: 'confidential' }, RANKED, `delegation-admitted ${KYC}`),
  labelled('hardened', { label: 'confidential' }, RANKED, `delegation-admitted ${KYC}`),
  labelled('reference', { tenant: 'wholesale' }, RANKED, UNKNOWN_LABEL),
  labelled('hardened', { tenant: 'wholesale' }, RANKED, `delegation-denied ${KYC} [TENANT_NOT_PERMITTED, CLASSIFICATION_UNKNOWN]`),
];

export const ATTACK_STORIES: readonly LessonStory[] = [...BYPASSES, ...EMPTY_LISTS, ...STRANGERS, ...CANCELS, ...LABELS];
