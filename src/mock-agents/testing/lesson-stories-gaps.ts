// What happens in each take of the six gaps, with its virtual times; and what each client does instead when knobs are turned.

import type { Json } from '../../model/base/json.ts';
import { type ExperimentStory, later } from './experiment-story.ts';
import { BEGUN, CARD_READ, decidedAt, WHOLE } from './lesson-stories-chaos.ts';

const POLLED = [
  ...CARD_READ,
  ...BEGUN.slice(0, 4),
  '130 task-1 working',
  '230 task-1 artifact statistics',
  '330 task-1 completed',
  '1040 > GET /tasks/task-1',
  '1060 < 200 task-1 completed with 1',
];
const LOST_CREATE = [
  ...CARD_READ,
  '20 > POST /tasks',
  '30 fault: the answer is lost on its way',
  '30 task-created',
  '30 task-1 submitted',
  '40 < lost',
  '40 again in 500: connection-lost at create',
  '130 task-1 working',
  '230 task-1 artifact statistics',
  '330 task-1 completed',
];
const SLOW = [
  ...CARD_READ,
  ...BEGUN,
  '130 fault: the next step of task-1 takes 15000 ms',
  '140 < says working',
  ...later(WHOLE.slice(BEGUN.length + 1), 14_900),
];
const HUNG = [...CARD_READ, ...BEGUN, '130 fault: task-1 goes no further', '140 < says working'];
const RACE = [...CARD_READ, ...BEGUN, '140 < says working', '230 task-1 artifact statistics', '325 > POST /tasks/task-1/cancel'];
const HALF_DONE = [
  ...CARD_READ,
  ...BEGUN,
  '140 < says working',
  '230 task-1 artifact first half',
  '330 task-1 failed',
  '340 < says failed',
  '340 > GET /tasks/task-1',
  '340 < end',
  '360 < 200 task-1 failed with 1',
];
const REJECTED = [...CARD_READ, ...BEGUN.slice(0, 6), '130 task-1 rejected', '140 < says rejected'];

const ok = (at: number, tries = 1): readonly string[] => decidedAt(at, `ok, ${tries}, 1 made, complete yes`, 'OK');
const CANCELED = 'canceled_deadline, 1, 0 made, complete';

const TAKES: readonly ExperimentStory[] = [
  {
    lesson: 'gap-1-polling',
    take: 'naive',
    story: [...POLLED, ...decidedAt(1_060, 'protocol_violation, 1, 0 made, complete no')],
  },
  { lesson: 'gap-1-polling', take: 'careful', story: [...POLLED, ...ok(1_060)] },
  {
    lesson: 'gap-2-idempotent-create',
    take: 'naive',
    story: [...LOST_CREATE, ...later(WHOLE, 520).map((line) => line.replace('task-1', 'task-3')), ...ok(880, 2)],
  },
  {
    lesson: 'gap-2-idempotent-create',
    take: 'careful',
    story: [
      ...LOST_CREATE,
      '540 > POST /tasks',
      '560 < 200 task-1 completed with 1',
      '560 > GET /tasks/task-1/events',
      '580 < says completed',
      '580 > GET /tasks/task-1',
      '580 < end',
      '600 < 200 task-1 completed with 1',
      ...ok(600, 2),
    ],
  },
  { lesson: 'gap-3-hang-or-slow', take: 'slow-naive', story: [...SLOW, ...ok(15_260)] },
  { lesson: 'gap-3-hang-or-slow', take: 'slow-careful', story: [...SLOW, ...ok(15_260)] },
  { lesson: 'gap-3-hang-or-slow', take: 'hang-naive', story: [...HUNG, '120000 ended horizon'] },
  {
    lesson: 'gap-3-hang-or-slow',
    take: 'hang-careful',
    story: [
      ...HUNG,
      '30020 > POST /tasks/task-1/cancel',
      '30030 task-1 canceled',
      '30040 < says canceled',
      '30040 < end',
      '30040 < 200 task-1 canceled',
      ...decidedAt(30_040, `${CANCELED} no`),
    ],
  },
  {
    lesson: 'gap-4-cancel-race',
    take: 'naive',
    story: [
      ...RACE,
      '325 < hung-up',
      `325 outcome ${CANCELED} unknown`,
      '325 step statistics FAILED',
      '330 task-1 completed',
      '335 write-refused',
      '345 < 409 TASK_TERMINAL',
      '345 ended done',
    ],
  },
  {
    lesson: 'gap-4-cancel-race',
    take: 'careful',
    story: [
      ...RACE,
      '330 task-1 completed',
      '335 write-refused',
      '340 < says completed',
      '340 late: task-1 completed',
      '340 > GET /tasks/task-1',
      '340 < end',
      '345 < 409 TASK_TERMINAL',
      '360 < 200 task-1 completed with 1',
      ...decidedAt(360, 'ok, 1, cancel lost the race, 1 made, complete yes', 'OK'),
    ],
  },
  { lesson: 'gap-5-partial-artifacts', take: 'discard', story: [...HALF_DONE, ...decidedAt(360, 'failed, 1, 0 made, complete no')] },
  {
    lesson: 'gap-5-partial-artifacts',
    take: 'trust',
    story: [...HALF_DONE, ...decidedAt(360, 'failed, 1, 1 made, complete yes', 'DEGRADED')],
  },
  {
    lesson: 'gap-5-partial-artifacts',
    take: 'careful',
    story: [...HALF_DONE, ...decidedAt(360, 'failed, 1, 1 made, complete no', 'DEGRADED')],
  },
  { lesson: 'gap-6-card-without-teeth', take: 'naive', story: [...REJECTED, '140 < end', '120000 ended horizon'] },
  {
    lesson: 'gap-6-card-without-teeth',
    take: 'careful',
    story: [...REJECTED, '140 < hung-up', ...decidedAt(140, 'rejected, 1, 0 made, complete unknown')],
  },
];

type Knobs = Readonly<Record<string, Json>>;
interface Trial {
  readonly lesson: string;
  readonly knobs: Knobs;
}

const BEGUN_BY_CLIENT = ['0 > GET card', '20 > POST /tasks', '40 > GET /tasks/task-1/events'];
const STREAMED = [...BEGUN_BY_CLIENT, '340 > GET /tasks/task-1'];
const POLLS = ['0 > GET card', '20 > POST /tasks', '1040 > GET /tasks/task-1'];
const cancels = (at: number): readonly string[] => [...BEGUN_BY_CLIENT, `${at} > POST /tasks/task-1/cancel`];
/** Creates whose answers get lost, from 20 ms on, and the one that is answered. */
const LOST_ONCE = ['0 > GET card', '20 > POST /tasks', '40 again in 500: connection-lost at create', '540 > POST /tasks'];
const LOST_THRICE = [
  ...LOST_ONCE,
  '560 again in 1000: connection-lost at create',
  '1560 > POST /tasks',
  '1580 again in 2000: connection-lost at create',
  '3580 > POST /tasks',
];
const FOUND = [...LOST_ONCE, '560 > GET /tasks/task-1/events', '580 > GET /tasks/task-1', ...ok(600, 2)];

/** What each client does, by take. */
function inTakes({ lesson, knobs }: Trial, clients: Readonly<Record<string, readonly string[]>>): readonly ExperimentStory[] {
  return Object.entries(clients).map(([take, client]) => ({ lesson, take, knobs, client }));
}
const same = (client: readonly string[], ...takes: readonly string[]): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(takes.map((take) => [take, client]));

const failedPoll = (made: 0 | 1, complete: 'yes' | 'no'): readonly string[] => [
  ...POLLS,
  ...decidedAt(1_060, `failed, 1, ${made} made, complete ${complete}`, made === 0 ? 'FAILED' : 'DEGRADED'),
];

const TURNED: readonly ExperimentStory[] = [
  inTakes(
    { lesson: 'gap-1-polling', knobs: { pollMs: 100 } },
    same(
      ['0 > GET card', '20 > POST /tasks', '140 > GET /tasks/task-1', '260 > GET /tasks/task-1', '380 > GET /tasks/task-1', ...ok(400)],
      'naive',
      'careful',
    ),
  ),
  inTakes({ lesson: 'gap-1-polling', knobs: { channel: 'stream' } }, same([...STREAMED, ...ok(360)], 'naive', 'careful')),
  inTakes(
    { lesson: 'gap-2-idempotent-create', knobs: { times: 3 } },
    {
      naive: [...LOST_THRICE, '3600 > GET /tasks/task-7/events', '3900 > GET /tasks/task-7', ...ok(3_920, 4)],
      careful: [...LOST_THRICE, '3600 > GET /tasks/task-1/events', '3620 > GET /tasks/task-1', ...ok(3_640, 4)],
    },
  ),
  inTakes({ lesson: 'gap-2-idempotent-create', knobs: { clientRef: true } }, same(FOUND, 'naive', 'careful')),
  inTakes(
    { lesson: 'gap-3-hang-or-slow', knobs: { deadline: 10_000 } },
    {
      'slow-naive': [...cancels(10_020), ...decidedAt(10_020, `${CANCELED} unknown`, 'FAILED', 10_040)],
      'slow-careful': [...cancels(10_020), ...decidedAt(10_040, `${CANCELED} no`)],
      'hang-naive': [...cancels(10_020), ...decidedAt(10_020, `${CANCELED} unknown`, 'FAILED', 10_040)],
      'hang-careful': [...cancels(10_020), ...decidedAt(10_040, `${CANCELED} no`)],
    },
  ),
  inTakes(
    { lesson: 'gap-3-hang-or-slow', knobs: { heartbeat: 1_000, stall: 5_000 } },
    {
      ...same([...BEGUN_BY_CLIENT, '15240 > GET /tasks/task-1', ...ok(15_260)], 'slow-naive', 'slow-careful'),
      'hang-naive': [...cancels(5_140), ...decidedAt(5_140, `${CANCELED} unknown`, 'FAILED', 5_160)],
      'hang-careful': [...cancels(5_140), ...decidedAt(5_160, `${CANCELED} no`)],
    },
  ),
  inTakes(
    { lesson: 'gap-4-cancel-race', knobs: { deadline: 295 } },
    {
      naive: [...cancels(315), ...decidedAt(315, `${CANCELED} unknown`, 'FAILED', 335)],
      careful: [...cancels(315), ...decidedAt(335, 'canceled_deadline, 1, 1 made, complete no', 'DEGRADED')],
    },
  ),
  inTakes({ lesson: 'gap-4-cancel-race', knobs: { deadline: 400 } }, same([...STREAMED, ...ok(360)], 'naive', 'careful')),
  inTakes({ lesson: 'gap-5-partial-artifacts', knobs: { behave: 'ok' } }, same([...STREAMED, ...ok(360)], 'discard', 'trust', 'careful')),
  inTakes(
    { lesson: 'gap-5-partial-artifacts', knobs: { channel: 'poll' } },
    { discard: failedPoll(0, 'no'), trust: failedPoll(1, 'yes'), careful: failedPoll(1, 'no') },
  ),
  inTakes(
    { lesson: 'gap-6-card-without-teeth', knobs: { mode: 'auth_reject' } },
    same(['0 > GET card', '20 > POST /tasks', ...decidedAt(40, 'auth_failed, 1, 0 made, complete unknown')], 'naive', 'careful'),
  ),
  inTakes(
    { lesson: 'gap-6-card-without-teeth', knobs: { verifiesCard: true } },
    same(['0 > GET card', ...decidedAt(20, 'protocol_violation, 1, 0 made, complete unknown')], 'naive', 'careful'),
  ),
  inTakes(
    { lesson: 'gap-6-card-without-teeth', knobs: { verifiesCard: true, signsCard: true } },
    {
      naive: [...BEGUN_BY_CLIENT, '120000 ended horizon'],
      careful: [...BEGUN_BY_CLIENT, ...decidedAt(140, 'rejected, 1, 0 made, complete unknown')],
    },
  ),
].flat();

export const GAP_STORIES: readonly ExperimentStory[] = [...TAKES, ...TURNED];
