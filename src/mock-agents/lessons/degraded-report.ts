import type { LessonClaim, Lesson } from '../lesson.ts';
import { EXPERIMENT_LESSON, experimentWith } from './experiment-cast.ts';
import { modeKnob, REPORT_KNOBS } from './experiment-knobs.ts';

const ASSEMBLY = { kind: 'step-logged', fact: ['step', 'assembly'] } as const;

export const degradedReport: Lesson = {
  ...EXPERIMENT_LESSON,
  id: 'degraded-report',
  number: 27,
  title: 'Degrade, do not die',
  question: 'What does a caller owe its own caller when a helper is gone?',
  minutes: 3,
  after: ['chaos-error'],
  prose: [
    'The orchestrator makes a report in four steps: it looks up figures, orders statistics, orders a table of them, and puts it all together.',
    'The skill that makes tables is out of order. The statistics are there. What should the report be?',
    'Not an error: most of the work is done. Not a report with an empty table: that would say that there was nothing to show. It has the raw numbers, and the word DEGRADED where whoever reads it must see it.',
  ],
  experiment: experimentWith({ order: 'report', fault: { mode: 'error', on: 'format_table' } }),
  look: [
    { panel: 'timeline', notice: 'Two orders with two outcomes, and four lines of the step log; the last one carries the report.' },
    { panel: 'timeline', notice: 'Open the last line: DEGRADED stands in the report itself, not only in a log that nobody reads.' },
  ],
  predict: {
    kind: 'choice',
    ask: 'What is in the report?',
    options: [
      { text: 'Nothing', right: false, why: 'The numbers are there; throwing them away helps nobody.' },
      { text: 'An empty table', right: false, why: 'That would be a lie: there is something to show.' },
      { text: 'Raw numbers and the word DEGRADED', right: true, why: 'What is known, and what is missing, in one place.' },
      { text: 'An error only', right: false, why: 'Part of the result exists, and a part is worth having if it says that it is one.' },
    ],
  },
  knobs: [
    modeKnob(
      ['none', 'slow', 'flaky', 'error', 'crash', 'hang', 'malformed', 'invalid_transition', 'auth_reject'],
      'The report is as late as the outcome of the order, and says which one it was.',
    ),
    ...REPORT_KNOBS,
  ],
  whatIf: [
    { say: 'Nothing fails', set: { mode: 'none' }, shows: 'The whole report, with its table, at 900 ms.' },
    {
      say: 'The credential is refused',
      set: { mode: 'auth_reject' },
      shows: 'DEGRADED already at 580 ms: an outcome that is final comes at once.',
    },
    { say: 'The table is never done', set: { mode: 'hang' }, shows: 'DEGRADED at 30 580 ms: the deadline, the cancel, the last step.' },
    {
      say: 'Statistics are what fails',
      set: { sick: 'statistics' },
      shows: 'No report at 3 700 ms, and FAILED in the step log: there is nothing that a part of it could be made of.',
    },
  ],
  seed: 'degraded-report',
  prove: [
    ...stepEnds('lookup', 'OK'),
    ...stepEnds('statistics', 'OK'),
    ...stepEnds('format_table', 'DEGRADED'),
    ...stepEnds('assembly', 'OK'),
    { say: 'The report says DEGRADED', check: 'value', of: ASSEMBLY, path: 'report.status', is: 'DEGRADED' },
    { say: 'The report has the numbers of all twelve months', check: 'value', of: ASSEMBLY, path: 'report.metrics.count', is: 12 },
    { say: 'The report is there at 4 140 ms', check: 'at', of: ASSEMBLY, is: 4_140 },
    {
      say: 'One order ended as ok, the other as unavailable',
      check: 'values',
      of: { kind: 'outcome-decided' },
      path: 'outcome',
      are: ['ok', 'unavailable'],
    },
  ],
};

function stepEnds(step: string, status: 'OK' | 'DEGRADED'): readonly LessonClaim[] {
  return [
    { say: `Step ${step} is ${status}`, check: 'value', of: { kind: 'step-logged', fact: ['step', step] }, path: 'status', is: status },
  ];
}
