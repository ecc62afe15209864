// What happens in each lesson, in order, with its virtual times; and what happens instead when knobs are turned.
// Births and cards are left out. If HOP or STEP changes, times move; order, counts and ticks must not.

import type { Json } from '../../model/base/json.ts';
import type { PolicyName } from '../lesson.ts';

export interface LessonStory {
  readonly lesson: string;
  /** The lesson's first take where it is not said. */
  readonly take?: string;
  /** The take's own where it is not said. */
  readonly policy?: PolicyName;
  readonly knobs?: Readonly<Record<string, Json>>;
  readonly story: readonly string[];
}

const AGENT = 'sanctions-screening-agent';
const FIRST_QUESTION = [
  '0 request message/send',
  `10 delegation-admitted ${AGENT}`,
  '10 task-created',
  '10 status-stored submitted@1',
  '110 status-stored working@2',
  '210 status-stored input-required@3',
  '220 response task input-required Which jurisdiction should I screen against?',
];
const toClarifier = (line: string): string => line.replace(AGENT, 'clarifier');
const STREAMED = [
  '0 request message/stream',
  `10 delegation-admitted ${AGENT}`,
  '10 task-created',
  '10 status-stored submitted@1',
  '20 head',
  '20 chunk status-update submitted',
  '110 status-stored working@2',
  '120 chunk status-update working',
  '210 artifact-stored',
  '220 chunk artifact-update',
  '310 status-stored completed@3',
  '320 chunk status-update completed Screening complete.',
  '320 chunk task completed Screening complete.',
  '320 end',
];
const TRANSLATED = ['320 translated a2a-to-internal', '320 translated internal-to-acp', '320 translated acp-to-internal', '320 ended done'];
const CARD_FETCHED = [
  '0 request GET /.well-known/agent-card.json',
  '20 response protocolVersion,name,description,url,version,capabilities,defaultInputModes,defaultOutputModes,securitySchemes,skills',
  '20 ended done',
];
const CONFIG = 'request tasks/pushNotificationConfig/set';
const NOT_ALLOWED = "CALLBACK_NOT_ALLOWED callback host 'evil.example' is not in the allow-list";
const NO_TOKEN = 'CALLBACK_UNAUTHENTICATED a push notification config must carry a token the receiver can verify';
const TWO_REFUSED_CONFIGS = [
  ...FIRST_QUESTION,
  `1000 ${CONFIG}`,
  `1010 push-config-refused ${NOT_ALLOWED}`,
  `1020 response ${NOT_ALLOWED}`,
  `1100 ${CONFIG}`,
  `1110 push-config-refused ${NO_TOKEN}`,
  `1120 response ${NO_TOKEN}`,
];
const UNSUPPORTED = 'UNSUPPORTED this agent does not support push notifications';
const DEEP = '0 delegation-denied sanctions-screening-agent [DEPTH_EXCEEDED]';
const CYCLE = '0 delegation-denied sanctions-screening-agent [CYCLE_DETECTED]';

const OWN_VALUES: readonly LessonStory[] = [
  { lesson: 'who-can-do-this', story: ['0 need-stated', `0 cards-ranked [${AGENT}]`, '0 ended done'] },
  {
    lesson: 'may-i-hand-over',
    story: [
      `0 delegation-admitted ${AGENT}`,
      '0 delegation-denied kyc-refresh-agent [TENANT_NOT_PERMITTED, CLASSIFICATION_EXCEEDED]',
      '0 delegation-denied marketing-copy-agent [CLASSIFICATION_EXCEEDED, NO_ACCEPTABLE_AUTH]',
      DEEP,
      CYCLE,
      '0 ended done',
    ],
  },
  { lesson: 'streamed-delegation', story: [...STREAMED, '320 ended done'] },
  {
    lesson: 'input-required',
    story: [
      ...FIRST_QUESTION.map(toClarifier),
      '1000 request message/send',
      '1010 delegation-admitted clarifier',
      '1110 status-stored working@4',
      '1210 status-stored completed@5',
      '1220 response task completed Screened. No matches.',
      '1220 ended done',
    ],
  },
  {
    lesson: 'cancel-and-terminal',
    story: [
      ...FIRST_QUESTION,
      '1000 request tasks/cancel',
      '1010 status-stored canceled@4',
      '1020 response task canceled',
      '1100 request tasks/cancel',
      '1110 write-refused task task-1 is already canceled',
      '1120 response TASK_TERMINAL task task-1 is already canceled',
      '1200 transition-refused completed is terminal; cannot move to working',
      '1200 ended done',
    ],
  },
  {
    lesson: 'push-and-ssrf',
    story: [
      ...TWO_REFUSED_CONFIGS,
      `1200 ${CONFIG}`,
      '1210 push-config-set',
      '1220 response taskId,pushNotificationConfig',
      '1300 request message/send',
      `1310 delegation-admitted ${AGENT}`,
      '1410 status-stored working@4',
      '1410 push-sent working@4',
      '1410 request push task working',
      '1420 response 204',
      '1510 status-stored completed@5',
      '1510 push-sent completed@5',
      '1510 request push task completed Screened. No matches.',
      '1520 response 204',
      '1520 response task completed Screened. No matches.',
      '1530 ended done',
    ],
  },
  {
    lesson: 'acp-round-trip',
    story: [...STREAMED, ...TRANSLATED],
  },
  {
    lesson: 'card-on-the-wire',
    story: CARD_FETCHED,
  },
];

/** The end of a story after its lesson's common beginning. */
const WITH_KNOBS: readonly LessonStory[] = [
  ranked({ tenant: 'retail', classification: 'confidential', tags: [] }, `kyc-refresh-agent, ${AGENT}`),
  ranked({ tenant: 'retail', classification: 'confidential', tags: ['sanctions', 'compliance'] }, `${AGENT}, kyc-refresh-agent`),
  ranked({ classification: 'internal', tags: [] }, `marketing-copy-agent, ${AGENT}`),
  ranked({ callerId: AGENT }, ''),
  ranked({ tags: ['Sanctions'] }, ''),
  ranked({ tags: [], kycTenants: ['retail', 'wholesale'] }, AGENT),
  ranked({ tags: [], marketingData: 'restricted' }, `marketing-copy-agent, ${AGENT}`),
  answered(
    { tenant: 'retail', classification: 'confidential' },
    '0 delegation-admitted kyc-refresh-agent',
    '0 delegation-denied marketing-copy-agent [CLASSIFICATION_EXCEEDED, NO_ACCEPTABLE_AUTH]',
  ),
  answered(
    { classification: 'internal' },
    '0 delegation-denied kyc-refresh-agent [TENANT_NOT_PERMITTED]',
    '0 delegation-denied marketing-copy-agent [NO_ACCEPTABLE_AUTH]',
  ),
  answered(
    { schemes: ['apikey', 'oauth2'] },
    '0 delegation-denied kyc-refresh-agent [TENANT_NOT_PERMITTED, CLASSIFICATION_EXCEEDED]',
    '0 delegation-denied marketing-copy-agent [CLASSIFICATION_EXCEEDED]',
  ),
  answered(
    { schemes: ['apikey', 'oauth2'], marketingData: 'restricted' },
    '0 delegation-denied kyc-refresh-agent [TENANT_NOT_PERMITTED, CLASSIFICATION_EXCEEDED]',
    '0 delegation-admitted marketing-copy-agent',
  ),
  {
    lesson: 'may-i-hand-over',
    knobs: { maxDepth: 1 },
    story: [
      DEEP,
      '0 delegation-denied kyc-refresh-agent [DEPTH_EXCEEDED, TENANT_NOT_PERMITTED, CLASSIFICATION_EXCEEDED]',
      '0 delegation-denied marketing-copy-agent [DEPTH_EXCEEDED, CLASSIFICATION_EXCEEDED, NO_ACCEPTABLE_AUTH]',
      DEEP,
      '0 delegation-denied sanctions-screening-agent [DEPTH_EXCEEDED, CYCLE_DETECTED]',
      '0 ended done',
    ],
  },
  { lesson: 'streamed-delegation', knobs: { data: { beneficiary: 'Globex' } }, story: [...STREAMED, '320 ended done'] },
  {
    lesson: 'streamed-delegation',
    knobs: { context: 'case-1', repeat: 3 },
    story: [...STREAMED, ...later(STREAMED, 320, 3), ...later(STREAMED, 640, 6), '960 ended done'],
  },
  {
    lesson: 'streamed-delegation',
    knobs: { parts: null },
    story: ['0 request message/stream', '20 response INVALID_PARAMS message.parts[0].text is required', '20 ended done'],
  },
  {
    lesson: 'streamed-delegation',
    knobs: { behaviour: 'fail_midway' },
    story: [
      ...STREAMED.slice(0, 10),
      '310 status-stored failed@3',
      '320 chunk status-update failed Upstream list unavailable.',
      '320 chunk task failed Upstream list unavailable.',
      '320 end',
      '320 ended done',
    ],
  },
  {
    lesson: 'streamed-delegation',
    knobs: { maxDepth: 1 },
    story: [
      '0 request message/stream',
      `10 delegation-denied ${AGENT} [DEPTH_EXCEEDED]`,
      '20 response DEPTH_EXCEEDED delegation chain is 1 deep; max is 1',
      '20 ended done',
    ],
  },
  {
    lesson: 'input-required',
    knobs: { chain: ['a', 'b', 'c', 'd'] },
    story: [
      ...FIRST_QUESTION.map(toClarifier),
      '1000 request message/send',
      '1010 delegation-denied clarifier [DEPTH_EXCEEDED]',
      '1020 response DEPTH_EXCEEDED delegation chain is 4 deep; max is 4',
      '1020 ended done',
    ],
  },
  {
    lesson: 'input-required',
    knobs: { replies: 2 },
    story: [
      ...FIRST_QUESTION.map(toClarifier),
      '1000 request message/send',
      '1010 delegation-admitted clarifier',
      '1110 status-stored working@4',
      '1210 status-stored completed@5',
      '1220 response task completed Screened. No matches.',
      '1220 request message/send',
      '1230 delegation-admitted clarifier',
      '1230 write-refused task task-1 is completed',
      '1240 response TASK_TERMINAL task task-1 is completed',
      '1240 ended done',
    ],
  },
  {
    lesson: 'input-required',
    knobs: { behaviour: 'ask_twice' },
    story: [
      ...FIRST_QUESTION.slice(0, -1).map(toClarifier),
      '220 response task input-required First question?',
      '1000 request message/send',
      '1010 delegation-admitted clarifier',
      '1110 status-stored working@4',
      '1210 status-stored input-required@5',
      '1220 response task input-required Second question?',
      '1220 ended done',
    ],
  },
  {
    lesson: 'cancel-and-terminal',
    knobs: { afterwards: 'reply' },
    story: [
      ...FIRST_QUESTION,
      '1000 request tasks/cancel',
      '1010 status-stored canceled@4',
      '1020 response task canceled',
      '1100 request message/send',
      `1110 delegation-admitted ${AGENT}`,
      '1110 write-refused task task-1 is canceled',
      '1120 response TASK_TERMINAL task task-1 is canceled',
      '1200 transition-refused completed is terminal; cannot move to working',
      '1200 ended done',
    ],
  },
  {
    lesson: 'cancel-and-terminal',
    knobs: { cancelTask: 'task-404' },
    story: [
      ...FIRST_QUESTION,
      '1000 request tasks/cancel',
      '1020 response TASK_NOT_FOUND no such task: task-404',
      '1100 request tasks/cancel',
      '1110 status-stored canceled@4',
      '1120 response task canceled',
      '1200 transition-refused completed is terminal; cannot move to working',
      '1200 ended done',
    ],
  },
  {
    lesson: 'cancel-and-terminal',
    knobs: { afterwards: 'get' },
    story: [
      ...FIRST_QUESTION,
      '1000 request tasks/cancel',
      '1010 status-stored canceled@4',
      '1020 response task canceled',
      '1100 request tasks/get',
      '1120 response task canceled',
      '1200 transition-refused completed is terminal; cannot move to working',
      '1200 ended done',
    ],
  },
  {
    lesson: 'push-and-ssrf',
    knobs: { capability: false, task: 'task-404', url: 'https://evil.example/hook', token: '' },
    story: [
      ...FIRST_QUESTION,
      ...[1_000, 1_100, 1_200].flatMap((at) => [
        `${at} ${CONFIG}`,
        `${at + 10} push-config-refused ${UNSUPPORTED}`,
        `${at + 20} response ${UNSUPPORTED}`,
      ]),
      '1300 request message/send',
      `1310 delegation-admitted ${AGENT}`,
      '1410 status-stored working@4',
      '1510 status-stored completed@5',
      '1520 response task completed Screened. No matches.',
      '1520 ended done',
    ],
  },
  {
    lesson: 'push-and-ssrf',
    knobs: { task: 'task-404', url: 'https://evil.example/hook', token: '' },
    story: [
      ...TWO_REFUSED_CONFIGS,
      `1200 ${CONFIG}`,
      '1210 push-config-refused TASK_NOT_FOUND no such task: task-404',
      '1220 response TASK_NOT_FOUND no such task: task-404',
      '1300 request message/send',
      `1310 delegation-admitted ${AGENT}`,
      '1410 status-stored working@4',
      '1510 status-stored completed@5',
      '1520 response task completed Screened. No matches.',
      '1520 ended done',
    ],
  },
  {
    lesson: 'push-and-ssrf',
    knobs: { afterwards: 'cancel' },
    story: [
      ...TWO_REFUSED_CONFIGS,
      `1200 ${CONFIG}`,
      '1210 push-config-set',
      '1220 response taskId,pushNotificationConfig',
      '1300 request tasks/cancel',
      '1310 status-stored canceled@4',
      '1310 push-sent canceled@4',
      '1310 request push task canceled',
      '1320 response 204',
      '1320 response task canceled',
      '1330 ended done',
    ],
  },
  {
    lesson: 'acp-round-trip',
    knobs: { behaviour: 'reject' },
    story: [
      ...STREAMED.slice(0, 6),
      '110 status-stored rejected@2',
      '120 chunk status-update rejected Out of scope for this agent.',
      '120 chunk task rejected Out of scope for this agent.',
      '120 end',
      ...TRANSLATED,
    ],
  },
  {
    lesson: 'acp-round-trip',
    knobs: { behaviour: 'auth_resume' },
    story: [
      ...STREAMED.slice(0, 6),
      '110 status-stored auth-required@2',
      '120 chunk status-update auth-required Need a token for the registry.',
      '120 chunk task auth-required Need a token for the registry.',
      '120 end',
      ...TRANSLATED,
    ],
  },
  {
    lesson: 'acp-round-trip',
    knobs: { behaviour: 'file_only' },
    story: [...STREAMED.map((line) => line.replace('Screening complete.', 'Report attached.')), ...TRANSLATED],
  },
  ...[{ agent: 'kyc-refresh-agent' }, { agent: 'a' }, { tenants: ['retail'], clearance: 'public' }, { schemes: ['mtls'] }].map(
    (knobs): LessonStory => ({ lesson: 'card-on-the-wire', knobs, story: CARD_FETCHED }),
  ),
];

function ranked(knobs: Readonly<Record<string, Json>>, names: string): LessonStory {
  return { lesson: 'who-can-do-this', knobs, story: ['0 need-stated', `0 cards-ranked [${names}]`, '0 ended done'] };
}

function answered(knobs: Readonly<Record<string, Json>>, kyc: string, marketing: string): LessonStory {
  return { lesson: 'may-i-hand-over', knobs, story: [`0 delegation-admitted ${AGENT}`, kyc, marketing, DEEP, CYCLE, '0 ended done'] };
}

/** The same lines at a later time, ticks counted on. */
function later(lines: readonly string[], ms: number, ticks: number): readonly string[] {
  return lines.map((line) =>
    line.replace(/^\d+/, (at) => String(Number(at) + ms)).replace(/@(\d+)$/, (_, tick: string) => `@${Number(tick) + ticks}`),
  );
}

export const LESSON_STORIES: readonly LessonStory[] = [...OWN_VALUES, ...WITH_KNOBS];
