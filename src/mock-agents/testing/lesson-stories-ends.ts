// What happens in lessons about ends: tasks that nobody ends, and tasks that lose something on their way to another protocol.

import type { LessonStory } from './lesson-stories.ts';

type Told = readonly string[];

const before = (at: number, told: Told): Told => told.filter((line) => Number.parseInt(line, 10) < at);

function begins(at: number, agent: string): Told {
  return [`${at} delegation-admitted ${agent}`, `${at} task-created`, `${at} status-stored submitted@1`];
}

// Tasks that nobody ends: one agent breaks, one does nothing, one is left by its reader

const ASKED_ALL: Told = ['0 request message/stream', '0 request message/send', '0 request message/stream'];
const HEARD_FIRST: Told = ['20 head', '20 chunk status-update submitted'];
const CONFIG: Told = ['30 request tasks/pushNotificationConfig/set', '40 push-config-set', '50 response taskId,pushNotificationConfig'];
const WORKING_IS_TOLD: Told = ['110 status-stored working@2', '110 push-sent working@2', '110 request push task working'];
const FAILED = 'failed the agent failed';
const failureIsTold = (at: number, tick: number): Told => [
  `${at} status-stored failed@${tick}`,
  `${at} push-sent failed@${tick}`,
  `${at} request push task ${FAILED}`,
];
const failureIsHeard = (at: number): Told => [`${at} chunk status-update ${FAILED}`, `${at} chunk task ${FAILED}`, `${at} end`];

const BEGUN: Readonly<Record<'reference' | 'hardened', Told>> = {
  reference: [
    ...ASKED_ALL,
    ...begins(10, 'crasher'),
    ...begins(10, 'idler'),
    ...begins(10, 'screener'),
    ...HEARD_FIRST,
    '20 response task submitted',
    ...HEARD_FIRST,
    ...CONFIG,
  ],
  hardened: [
    ...ASKED_ALL,
    ...begins(10, 'crasher'),
    ...begins(10, 'idler'),
    '10 status-stored failed@2',
    ...begins(10, 'screener'),
    ...HEARD_FIRST,
    '20 response task failed ended without a result',
    ...HEARD_FIRST,
    ...CONFIG,
  ],
};
const BOTH_WORK: Told = [
  ...WORKING_IS_TOLD,
  '110 status-stored working@2',
  '120 response 204',
  ...twice('120 chunk status-update working'),
];
const BROKEN: Told = ['220 chunk INTERNAL boom', '220 hung-up'];

const LEFT_OPEN: Told = [...BEGUN.reference, ...BOTH_WORK, '120 hung-up', ...BROKEN, '1000 ended done'];
const ALL_ENDED: Told = [
  ...BEGUN.hardened,
  ...BOTH_WORK,
  '120 hung-up',
  ...failureIsTold(210, 3),
  '210 artifact-stored',
  '220 response 204',
  ...failureIsHeard(220),
  '310 status-stored completed@3',
  '1000 ended done',
];
const STILL_TERMINAL: Told = ['write-refused task task-1 is failed', 'response TASK_TERMINAL task task-1 is failed'];

function twice(line: string): Told {
  return [line, line];
}

/** A reply to a task that has failed. */
function tooLate(at: number, agent: string): Told {
  const [refused = '', told = ''] = STILL_TERMINAL;
  return [`${at} request message/send`, `${at + 10} delegation-admitted ${agent}`, `${at + 10} ${refused}`, `${at + 20} ${told}`];
}

const READ_ON: Told = ['310 status-stored completed@3', '320 chunk status-update completed Screening complete.', '320 hung-up'];

const OPEN_ENDS: readonly LessonStory[] = [
  { lesson: 'trap-states', take: 'reference', story: LEFT_OPEN },
  { lesson: 'trap-states', take: 'hardened', story: ALL_ENDED },
  {
    lesson: 'trap-states',
    take: 'reference',
    knobs: { retries: 1 },
    story: [
      ...before(1_000, LEFT_OPEN),
      '1000 request message/send',
      '1010 delegation-admitted crasher',
      '1110 transition-refused working -> working is not a legal transition',
      '1120 response INTERNAL working -> working is not a legal transition',
      '1120 ended done',
    ],
  },
  {
    lesson: 'trap-states',
    take: 'hardened',
    knobs: { retries: 1 },
    story: [...before(1_000, ALL_ENDED), ...tooLate(1_000, 'crasher'), '1020 ended done'],
  },
  {
    lesson: 'trap-states',
    take: 'reference',
    knobs: { replies: 2 },
    story: [
      ...before(1_000, LEFT_OPEN),
      ...[1_000, 1_020].flatMap((at) => [
        `${at} request message/send`,
        `${at + 10} delegation-admitted idler`,
        `${at + 20} response task submitted`,
      ]),
      '1040 ended done',
    ],
  },
  {
    lesson: 'trap-states',
    take: 'hardened',
    knobs: { replies: 2 },
    story: [...before(1_000, ALL_ENDED), ...tooLate(1_000, 'idler'), ...tooLate(1_020, 'idler'), '1040 ended done'],
  },
  {
    lesson: 'trap-states',
    take: 'reference',
    knobs: { events: 4 },
    story: [...BEGUN.reference, ...BOTH_WORK, '210 artifact-stored', ...BROKEN, '220 chunk artifact-update', ...READ_ON, '1000 ended done'],
  },
  {
    lesson: 'trap-states',
    take: 'hardened',
    knobs: { events: 4 },
    story: [
      ...BEGUN.hardened,
      ...BOTH_WORK,
      ...failureIsTold(210, 3),
      '210 artifact-stored',
      '220 response 204',
      ...failureIsHeard(220),
      '220 chunk artifact-update',
      ...READ_ON,
      '1000 ended done',
    ],
  },
  {
    lesson: 'trap-states',
    take: 'reference',
    knobs: { breaks: 'crash_at_once' },
    story: [
      ...BEGUN.reference,
      '110 status-stored working@2',
      '120 chunk INTERNAL boom',
      '120 hung-up',
      '120 chunk status-update working',
      '120 hung-up',
      '1000 ended done',
    ],
  },
  {
    lesson: 'trap-states',
    take: 'hardened',
    knobs: { breaks: 'crash_at_once' },
    story: [
      ...BEGUN.hardened,
      ...failureIsTold(110, 2),
      '110 status-stored working@2',
      '120 response 204',
      ...failureIsHeard(120),
      '120 chunk status-update working',
      '120 hung-up',
      '210 artifact-stored',
      '310 status-stored completed@3',
      '1000 ended done',
    ],
  },
];

// Five results on their way to another protocol

const RESULTS = ['filing', 'two-texts', 'one-text', 'scoring', 'correcting'] as const;
const times = (count: number, line: string): Told => Array.from({ length: count }, () => line);
const GONE_AROUND: Told = [
  ...times(5, '0 request message/send'),
  ...RESULTS.flatMap((agent) => begins(10, agent)),
  ...times(5, '110 status-stored working@2'),
  ...times(4, '210 artifact-stored'),
  '210 status-stored input-required@3',
  '220 response task input-required Which entity is meant?',
  ...times(3, '310 status-stored completed@3'),
  '310 artifact-stored',
  ...times(3, '320 response task completed'),
  '410 status-stored completed@3',
  '420 response task completed',
  '500 request message/send',
  '510 delegation-admitted correcting',
  '610 status-stored working@4',
  '710 status-stored failed@5',
  '720 response task failed upstream down',
  ...RESULTS.flatMap((_, index) =>
    ['a2a-to-internal', 'internal-to-acp', 'acp-to-internal'].map((step) => `${1_000 + index} translated ${step}`),
  ),
  '1004 ended done',
];

/** What is said takes the same time, whatever it is; what becomes of it is another test's business. */
const TRANSLATIONS: readonly LessonStory[] = ['reference', 'hardened'].flatMap((take) =>
  [undefined, { scores: 'two_scores_turned' }, { scores: 'two_names' }].map((knobs) => ({
    lesson: 'lost-in-translation',
    take,
    ...(knobs && { knobs }),
    story: GONE_AROUND,
  })),
);

export const END_STORIES: readonly LessonStory[] = [...OPEN_ENDS, ...TRANSLATIONS];
