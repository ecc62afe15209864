// What happens in each cell of the chaos matrix, with its virtual times; and what the client does instead when knobs are turned.

import type { Json } from '../../model/base/json.ts';
import { type ExperimentStory, later } from './experiment-story.ts';

export const CARD_READ = ['0 > GET card', '20 < 200 card'];
/** An order that is placed at 20 ms, as far as the peer says that it works. */
export const BEGUN = [
  '20 > POST /tasks',
  '30 task-created',
  '30 task-1 submitted',
  '40 < 201 task-1 submitted',
  '40 > GET /tasks/task-1/events',
  '60 < says submitted',
  '130 task-1 working',
];
/** The rest of it, where all goes well. */
const DONE = [
  '140 < says working',
  '230 task-1 artifact statistics',
  '330 task-1 completed',
  '340 < says completed',
  '340 > GET /tasks/task-1',
  '340 < end',
  '360 < 200 task-1 completed with 1',
];
export const WHOLE = [...BEGUN, ...DONE];
const READ = '0 > GET card';
const ORDERED = '20 > POST /tasks';
const FOLLOWED = '40 > GET /tasks/task-1/events';

/** The last lines of an episode whose delegation is decided last. */
export function decidedAt(at: number, outcome: string, step = 'FAILED', endedAt = at): readonly string[] {
  return [`${at} outcome ${outcome}`, `${at} step statistics ${step}`, `${endedAt} ended done`];
}
const ok = (at: number, tries: number): readonly string[] => decidedAt(at, `ok, ${tries}, 1 made, complete yes`, 'OK');
const lost = (at: number, outcome: string, endedAt = at): readonly string[] =>
  decidedAt(at, `${outcome}, 0 made, complete unknown`, 'FAILED', endedAt);
const halfway = (at: number, outcome: string, endedAt = at): readonly string[] =>
  decidedAt(at, `${outcome}, 0 made, complete no`, 'FAILED', endedAt);

/** Creates that fail in one way, from 20 ms on, each followed by its pause. */
function failures(count: number, why: string, start = 20): readonly string[] {
  let at = start;
  return [500, 1_000, 2_000].slice(0, count).flatMap((pause) => {
    const lines = [`${at} > POST /tasks`, `${at + 20} again in ${pause}: ${why}`];
    at += 20 + pause;
    return lines;
  });
}
const refused = (count: number): readonly string[] => [READ, ...failures(count, 'status at create')];
const broken = (count: number): readonly string[] => [READ, ...failures(count, 'connection-lost at create')];
/** What the client asks for when an order is taken. */
const followed = (at: number): readonly string[] =>
  later(['0 > POST /tasks', '20 > GET /tasks/task-1/events', '320 > GET /tasks/task-1'], at);

function answered(at: number, fault: string, answer: string): readonly string[] {
  return later(['0 > POST /tasks', `10 fault: ${fault}`, `20 < ${answer}`], at);
}
const unavailableAt = (at: number): readonly string[] => answered(at, 'the answer is 503', '503 UNAVAILABLE');
function diesAt(at: number): readonly string[] {
  const born = at === 20 ? [] : ['10 worker-started'];
  return later(['0 > POST /tasks', ...born, '10 fault: the worker dies', '10 worker ended: crashed', '20 < lost'], at);
}

const MATRIX: readonly ExperimentStory[] = [
  { lesson: 'chaos-none', story: [...CARD_READ, ...WHOLE, ...ok(360, 1)] },
  {
    lesson: 'chaos-slow',
    story: [
      ...CARD_READ,
      ...BEGUN,
      '130 fault: the next step of task-1 takes 15000 ms',
      '140 < says working',
      ...later(DONE.slice(1), 14_900),
      ...ok(15_260, 1),
    ],
  },
  {
    lesson: 'chaos-flaky',
    story: [
      ...CARD_READ,
      ...unavailableAt(20),
      '40 again in 500: status at create',
      ...unavailableAt(540),
      '560 again in 1000: status at create',
      ...later(WHOLE, 1_540),
      ...ok(1_900, 3),
    ],
  },
  {
    lesson: 'chaos-error',
    story: [
      ...CARD_READ,
      ...unavailableAt(20),
      '40 again in 500: status at create',
      ...unavailableAt(540),
      '560 again in 1000: status at create',
      ...unavailableAt(1_560),
      '1580 again in 2000: status at create',
      ...unavailableAt(3_580),
      ...lost(3_600, 'unavailable, 4'),
    ],
  },
  {
    lesson: 'chaos-crash',
    story: [
      ...CARD_READ,
      ...diesAt(20),
      '40 again in 500: connection-lost at create',
      ...diesAt(540),
      '560 again in 1000: connection-lost at create',
      ...diesAt(1_560),
      '1580 again in 2000: connection-lost at create',
      ...diesAt(3_580),
      ...lost(3_600, 'unavailable, 4'),
    ],
  },
  {
    lesson: 'chaos-hang',
    story: [
      ...CARD_READ,
      ...BEGUN,
      '130 fault: task-1 goes no further',
      '140 < says working',
      '30020 > POST /tasks/task-1/cancel',
      '30030 task-1 canceled',
      '30040 < says canceled',
      '30040 < end',
      '30040 < 200 task-1 canceled',
      ...halfway(30_040, 'canceled_deadline, 1'),
    ],
  },
  {
    lesson: 'chaos-malformed',
    story: [...CARD_READ, ...answered(20, 'the answer is garbage', '201 no JSON'), ...lost(40, 'protocol_violation, 1')],
  },
  {
    lesson: 'chaos-invalid-transition',
    story: [
      ...CARD_READ,
      ...BEGUN,
      '130 fault: the event says completed instead of working',
      '140 < says completed',
      '140 < hung-up',
      '140 outcome protocol_violation, 1, 0 made, complete no',
      '140 step statistics FAILED',
      '230 task-1 artifact statistics',
      '330 task-1 completed',
      '330 ended done',
    ],
  },
  {
    lesson: 'chaos-auth-reject',
    story: [...CARD_READ, ...answered(20, 'the answer is 401', '401 UNAUTHORIZED'), ...lost(40, 'auth_failed, 1')],
  },
  {
    lesson: 'degraded-report',
    story: [
      '100 step lookup OK',
      ...later([...CARD_READ, ...WHOLE], 100),
      '460 outcome ok, 1, 1 made, complete yes',
      '460 step statistics OK',
      ...unavailableAt(460),
      '480 again in 500: status at create',
      ...unavailableAt(980),
      '1000 again in 1000: status at create',
      ...unavailableAt(2_000),
      '2020 again in 2000: status at create',
      ...unavailableAt(4_020),
      '4040 outcome unavailable, 4, 0 made, complete unknown',
      '4040 step format_table DEGRADED',
      '4140 step assembly OK',
      '4140 ended done',
    ],
  },
  {
    lesson: 'chaos-beyond',
    story: [
      ...CARD_READ,
      ...BEGUN.slice(0, 5),
      '50 fault: the event is sent again',
      '60 < says submitted',
      '60 < says submitted',
      '130 task-1 working',
      '130 fault: the event is sent again',
      '140 < says working',
      '140 < says working',
      '230 task-1 artifact statistics',
      '330 task-1 completed',
      '330 fault: the event is sent again',
      '340 < says completed',
      '340 > GET /tasks/task-1',
      '340 < says completed',
      '340 < end',
      '360 < 200 task-1 completed with 1',
      ...ok(360, 1),
    ],
  },
];

/** A what-if: the knobs, and what the client does then. */
function whatIf(
  lesson: string,
  knobs: Readonly<Record<string, Json>>,
  ...client: readonly (string | readonly string[])[]
): ExperimentStory {
  return { lesson, knobs, client: client.flat() };
}
/** A statistics order of a report, as its client sees it, and then the second order. */
const REPORT_BEGUN = [
  '100 step lookup OK',
  '100 > GET card',
  ...followed(120),
  '460 outcome ok, 1, 1 made, complete yes',
  '460 step statistics OK',
  '460 > POST /tasks',
];
const REPORT_DONE = [
  ...REPORT_BEGUN,
  '480 > GET /tasks/task-3/events',
  '780 > GET /tasks/task-3',
  '800 outcome ok, 1, 1 made, complete yes',
  '800 step format_table OK',
  '900 step assembly OK',
  '900 ended done',
];
const CANCELED = 'canceled_deadline, 1';
const VIOLATED = 'protocol_violation, 1';

const TURNED: readonly ExperimentStory[] = [
  whatIf(
    'chaos-none',
    { asksFirst: true },
    [READ, ORDERED, FOLLOWED, '240 > POST /tasks/task-1/input', '560 > GET /tasks/task-1'],
    ok(580, 1),
  ),
  whatIf('chaos-none', { channel: 'poll' }, [READ, ORDERED, '1040 > GET /tasks/task-1'], ok(1_060, 1)),
  whatIf('chaos-none', { order: 'report' }, REPORT_DONE),
  whatIf('chaos-slow', { slowMs: 40_000 }, [READ, ORDERED, FOLLOWED, '30020 > POST /tasks/task-1/cancel'], halfway(30_040, CANCELED)),
  whatIf('chaos-slow', { deadline: 10_000 }, [READ, ORDERED, FOLLOWED, '10020 > POST /tasks/task-1/cancel'], halfway(10_040, CANCELED)),
  whatIf('chaos-flaky', { times: 0 }, READ, followed(20), ok(360, 1)),
  whatIf('chaos-flaky', { times: 1 }, refused(1), followed(540), ok(880, 2)),
  whatIf('chaos-flaky', { times: 3 }, refused(3), followed(3_580), ok(3_920, 4)),
  whatIf('chaos-flaky', { times: 4 }, refused(3), '3580 > POST /tasks', lost(3_600, 'unavailable, 4')),
  whatIf('chaos-flaky', { attempts: 2 }, refused(1), '540 > POST /tasks', lost(560, 'unavailable, 2')),
  whatIf('chaos-error', { attempts: 1 }, READ, ORDERED, lost(40, 'unavailable, 1')),
  whatIf('chaos-error', { times: 3 }, refused(3), followed(3_580), ok(3_920, 4)),
  whatIf('chaos-crash', { attempts: 2 }, broken(1), '540 > POST /tasks', lost(560, 'unavailable, 2')),
  whatIf('chaos-crash', { times: 1 }, broken(1), followed(540), ok(880, 2)),
  whatIf('chaos-hang', { deadline: 10_000 }, [READ, ORDERED, FOLLOWED, '10020 > POST /tasks/task-1/cancel'], halfway(10_040, CANCELED)),
  whatIf(
    'chaos-hang',
    { ignoresCancel: true },
    [READ, ORDERED, FOLLOWED, '30020 > POST /tasks/task-1/cancel'],
    lost(32_020, `${CANCELED}, the peer did not answer the cancel`, 32_030),
  ),
  whatIf('chaos-malformed', { where: 'events' }, [READ, ORDERED, FOLLOWED], halfway(140, VIOLATED, 330)),
  whatIf('chaos-malformed', { garbage: 'no_id' }, [READ, ORDERED], lost(40, VIOLATED)),
  whatIf('chaos-malformed', { where: 'get' }, READ, followed(20), lost(360, VIOLATED)),
  whatIf('chaos-invalid-transition', { channel: 'poll' }, [READ, ORDERED, '1040 > GET /tasks/task-1'], ok(1_060, 1)),
  whatIf('chaos-invalid-transition', { moves: 'works_after_end' }, READ, followed(20), lost(360, VIOLATED)),
  whatIf('chaos-auth-reject', { where: 'events' }, [READ, ORDERED, FOLLOWED], halfway(60, 'auth_failed, 1', 330)),
  whatIf('chaos-auth-reject', { unavailableFirst: 1 }, refused(1), '540 > POST /tasks', lost(560, 'auth_failed, 2')),
  whatIf('degraded-report', { mode: 'none' }, REPORT_DONE),
  whatIf('degraded-report', { mode: 'auth_reject' }, REPORT_BEGUN, [
    '480 outcome auth_failed, 1, 0 made, complete unknown',
    '480 step format_table DEGRADED',
    '580 step assembly OK',
    '580 ended done',
  ]),
  whatIf('degraded-report', { mode: 'hang' }, REPORT_BEGUN, [
    '480 > GET /tasks/task-3/events',
    '30460 > POST /tasks/task-3/cancel',
    '30480 outcome canceled_deadline, 1, 0 made, complete no',
    '30480 step format_table DEGRADED',
    '30580 step assembly OK',
    '30580 ended done',
  ]),
  whatIf(
    'degraded-report',
    { sick: 'statistics' },
    ['100 step lookup OK', '100 > GET card'],
    failures(3, 'status at create', 120),
    ['3680 > POST /tasks', '3700 outcome unavailable, 4, 0 made, complete unknown', '3700 step statistics FAILED'],
    ['3700 step assembly FAILED', '3700 ended done'],
  ),
  whatIf('chaos-beyond', { mode: 'reorder' }, [READ, ORDERED, FOLLOWED], halfway(340, VIOLATED)),
  whatIf('chaos-beyond', { mode: 'truncate' }, [READ, ORDERED, FOLLOWED], foundAgain('stream-cut')),
  whatIf('chaos-beyond', { mode: 'drop' }, [READ, ORDERED, FOLLOWED], foundAgain('connection-lost')),
  whatIf(
    'chaos-beyond',
    { mode: 'drip' },
    [READ, ORDERED, FOLLOWED, '30020 > POST /tasks/task-1/cancel', '30040 > GET /tasks/task-1', '30060 late: task-1 completed'],
    decidedAt(30_060, 'ok, 1, cancel lost the race, 1 made, complete yes', 'OK', 30_070),
  ),
  whatIf('chaos-beyond', { mode: 'wrong_content_type' }, [READ, ORDERED], lost(40, VIOLATED)),
  whatIf('chaos-beyond', { mode: 'huge_body' }, [READ, ORDERED], lost(50, VIOLATED, 60)),
  whatIf('chaos-beyond', { mode: 'lying_card' }, [READ, ORDERED], lost(40, 'rejected, 1')),
];

/** A stream that is lost at 140 ms: the next try finds the task again, and it is done. */
function foundAgain(failure: string): readonly string[] {
  return [
    `140 again in 500: ${failure} at events`,
    '640 > POST /tasks',
    '660 > GET /tasks/task-1/events',
    '680 > GET /tasks/task-1',
    ...ok(700, 2),
  ];
}

export const CHAOS_STORIES: readonly ExperimentStory[] = [...MATRIX, ...TURNED];
