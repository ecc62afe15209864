// Moves that the state model does not have, and views that contradict what was delivered.

import type { Casebook, StreamCase, TaskCase, TaskSighting } from '../casebook/casebook.ts';
import { inPortions, type Rule, type Verdicts } from '../rule.ts';
import { ACP, INTEROP, allowsRestart, judgeOf } from './judging-version.ts';
import { isTerminal, TRANSITIONS } from '../../kernel/transition-table.ts';
import { sendsMessage } from './named-tasks.ts';
import { beginningOf, orderOf, statusesInOrder } from './observed-order.ts';
import { createVerdictSheet, type VerdictSheet } from './verdict-sheet.ts';

/** As many endings of one task as a view is held against. */
const MOST_ENDINGS = 8;

/** Samples that show an older state than the ending delivered before they were asked for, each with that ending. */
function staleViews(task: TaskCase): ReadonlyMap<TaskSighting, TaskSighting> {
  const stale = new Map<TaskSighting, TaskSighting>();
  const endings: TaskSighting[] = [];
  for (const seen of task.sightings) {
    if (seen.state === undefined || seen.state === 'unknown') continue;
    if (seen.via === 'sample' && seen.stamp !== undefined && endings.length > 0) {
      const ending = endings.find((end) => contradicts(end, seen));
      if (ending) stale.set(seen, ending);
    }
    if (isTerminal(seen.state) && seen.stamp !== undefined && endings.length < MOST_ENDINGS && !stale.has(seen)) endings.push(seen);
  }
  return stale;
}

function contradicts(ending: TaskSighting, seen: TaskSighting): boolean {
  return ending.state !== seen.state && (ending.stamp ?? 0) > (seen.lastStamp ?? 0) && beginningOf(seen) > ending.row;
}

function* checkDisagreement(book: Casebook): Generator<void, Verdicts, void> {
  const sheet = createVerdictSheet();
  yield* inPortions(book.tasks, (task) => {
    for (const [seen, ending] of staleViews(task)) {
      sheet.find({
        task,
        severity: 'error',
        rows: [seen.row, ending.row],
        why: `${task.id} was delivered as ${ending.state ?? ''}, and was read afterwards as ${seen.state ?? ''} with an older time stamp: what is stored is not what was told.`,
        version: judgeOf(book, { ...seen, task }),
      });
    }
    passOlderReads(sheet, task);
  });
  return sheet.verdicts();
}

/** Reads of an older state than one seen before, of a task at work: caches do that, and nothing was promised. */
function passOlderReads(sheet: VerdictSheet, task: TaskCase): void {
  let newest: TaskSighting | undefined;
  for (const seen of task.sightings) {
    if (seen.state === undefined || seen.stamp === undefined) continue;
    const isOlder = newest !== undefined && seen.stamp < (newest.lastStamp ?? 0) && seen.state !== newest.state;
    if (isOlder && seen.via === 'sample' && !isTerminal(newest?.state)) {
      sheet.pass(
        task,
        [seen.row, newest?.row],
        'A read showed an older state of a task that was still at work; no ending was contradicted.',
      );
    }
    if (!isOlder) newest = seen;
  }
}

/** What the walk over the statuses of one task stands at. */
interface Walk {
  readonly book: Casebook;
  readonly sheet: VerdictSheet;
  readonly task: TaskCase;
  /** The ending that was seen and has not been left since. */
  ended: TaskSighting | undefined;
  last: TaskSighting | undefined;
}

function* checkTransitions(book: Casebook): Generator<void, Verdicts, void> {
  const sheet = createVerdictSheet();
  yield* inPortions(book.tasks, (task) => {
    const stale = staleViews(task);
    const walk: Walk = { book, sheet, task, ended: undefined, last: undefined };
    for (const seen of statusesInOrder(task.sightings)) {
      if (stale.has(seen)) continue;
      if (walk.ended) stepFromEnd(walk, walk.ended, seen);
      else {
        if (walk.last) passLegal(sheet, walk.last, seen);
        if (isTerminal(seen.state)) walk.ended = seen;
      }
      walk.last = seen;
    }
    checkReturns(book, sheet, task);
  });
  for (const stream of book.streams) {
    const judge = judgeOf(book, { stream, task: stream.task });
    if (judge === ACP) checkDiagram(sheet, stream);
    else if (judge === INTEROP) checkMoves(sheet, stream);
  }
  return sheet.verdicts();
}

/** Whether streams, in the order in which they told it, show a task as submitted that had been further. */
function checkReturns(book: Casebook, sheet: VerdictSheet, task: TaskCase): void {
  let before: TaskSighting | undefined;
  for (const seen of task.sightings) {
    if (seen.via !== 'stream' || seen.state === undefined || seen.state === 'unknown') continue;
    const order = before && orderOf(before, seen);
    if (order === 'older') continue;
    if (before && order === 'after' && seen.state === 'submitted' && before.state !== 'submitted' && !isTerminal(before.state)) {
      sheet.find({
        task,
        severity: 'warning',
        rows: [seen.row, before.lastRow],
        why: `${task.id} went back from ${before.state ?? ''} to submitted.`,
        version: judgeOf(book, { ...seen, task }),
      });
    }
    before = seen;
  }
}

/** Moves that look like a jump and are none. */
function passLegal(sheet: VerdictSheet, last: TaskSighting, seen: TaskSighting): void {
  const isOneStream = seen.stream !== undefined && seen.stream === last.stream;
  if (seen.state === 'completed' && last.state === 'submitted' && !isOneStream) {
    sheet.pass(seen.task, [seen.row, last.row], 'submitted was followed by completed: what lies between two samples is not seen.');
  } else if (seen.state === 'working' && last.state === 'auth-required' && isOneStream) {
    sheet.pass(
      seen.task,
      [seen.row, last.row],
      'auth-required was followed by working without a message: credentials may come out of band.',
    );
  }
}

function stepFromEnd(walk: Walk, ended: TaskSighting, seen: TaskSighting): void {
  const { book, sheet, task } = walk;
  if (seen.state === ended.state) return;
  if (isToldTwice(seen.stream, ended.stream)) return sheet.pass(task, [seen.row, ended.row], TOLD_TWICE);
  const order = orderOf(ended, seen);
  const isSecondEnd = isTerminal(seen.state);
  // Which of two endings came first may be open: that there are two is not.
  if (order !== 'after' && !isSecondEnd) {
    return sheet.pass(
      task,
      [seen.row, ended.row],
      `${seen.state ?? ''} was seen beside ${ended.state ?? ''}, but nothing proves that it came after it.`,
    );
  }
  const version = judgeOf(book, { ...seen, task });
  const restarts = allowsRestart(version) && (!isSecondEnd || wasAskedBetween(task, ended.row, seen.row));
  sheet.find({
    task,
    severity: restarts ? 'info' : 'error',
    rows: [seen.row, ended.row],
    why: isSecondEnd
      ? `${task.id} ended as ${ended.state ?? ''} and again as ${seen.state ?? ''}: a task has one ending.`
      : `${task.id} went from ${ended.state ?? ''}, which is an ending, to ${seen.state ?? ''}.`,
    version,
  });
  walk.ended = isSecondEnd ? seen : undefined;
}

const TOLD_TWICE = 'The same stream stands in this text twice: its second copy is no second life of the task.';

/** Whether two streams without requests begin with the very same task. */
function isToldTwice(one: StreamCase | undefined, other: StreamCase | undefined): boolean {
  if (!one || !other || one === other || one.call || other.call) return false;
  const [first, again] = [one.frames[0]?.sighting, other.frames[0]?.sighting];
  return first?.kind === 'snapshot' && again?.kind === 'snapshot' && first.state === again.state && first.stamp === again.stamp;
}

function wasAskedBetween(task: TaskCase, from: number, to: number): boolean {
  return task.calls.some((call) => sendsMessage(call) && call.request !== undefined && call.request.row > from && call.request.row < to);
}

/** Steps of a run that the published diagram has; no event tells of cancelling, so that any of them may come before cancelled. */
const ACP_STEPS: Readonly<Record<string, readonly string[]>> = {
  submitted: ['working', 'canceled'],
  working: ['input-required', 'completed', 'failed', 'canceled'],
  'input-required': ['working', 'failed', 'canceled'],
};

/** Neighbouring events of one ACP stream; endings and returns to `created` are judged above. */
function checkDiagram(sheet: VerdictSheet, stream: StreamCase): void {
  let last: TaskSighting | undefined;
  for (const { sighting: seen } of stream.frames) {
    if (seen?.state === undefined || seen.task !== stream.task) continue;
    const steps = last?.state === undefined ? undefined : ACP_STEPS[last.state];
    if (
      last &&
      steps &&
      seen.state !== last.state &&
      seen.state !== 'submitted' &&
      seen.state !== 'unknown' &&
      !steps.includes(seen.state)
    ) {
      sheet.find({
        task: seen.task,
        severity: 'error',
        rows: [seen.row, last.row],
        why: `The run went from ${last.word ?? last.state} to ${seen.word ?? seen.state} with no event between: the diagram of its states has no such step.`,
        version: ACP,
      });
    }
    last = seen;
  }
}

/** Neighbouring frames of one stream of states, which tells each one that is stored; endings and returns are judged above. */
function checkMoves(sheet: VerdictSheet, stream: StreamCase): void {
  let last: TaskSighting | undefined;
  for (const { sighting: seen } of stream.frames) {
    if (seen?.state === undefined || seen.state === 'unknown' || seen.task !== stream.task) continue;
    const before = last;
    last = seen;
    const { state } = seen;
    const from = before?.state;
    if (from === undefined || from === 'unknown' || from === state || state === 'submitted' || isTerminal(from)) continue;
    if (TRANSITIONS[from].has(state)) continue;
    const why = `${seen.task.id} went from ${from} to ${state} with no frame between: the states have no such move, and a stream of them leaves none out.`;
    sheet.find({ task: seen.task, severity: 'error', rows: [seen.row, before?.lastRow], why, version: INTEROP });
  }
}

export const TRANSITION_RULES: readonly Rule[] = [
  {
    id: 'illegal-transition',
    title: 'A move that the states do not allow',
    meaning:
      'A task leaves an ending (completed, failed, canceled, rejected), gets a second one, or goes back to submitted. Repeated states, skipped states and auth-required followed by working are legal.',
    remedy: 'The server must refuse to change a task that has ended; what comes after belongs into a new task of the same context.',
    channels: ['S', 'P'],
    severities: 'error; warning for a return to submitted; info for a restart in 0.1 to 0.2.3, which do not forbid it',
    spec: {
      '': 'A2A 0.2.4+ §6.1, §7.1',
      '0.1': 'A2A 0.1 §6.3 names terminal states; none may restart from 0.2.4 on (§6.1)',
      '0.2': 'A2A 0.2.4+ §6.1, §7.1',
      '0.3': 'A2A 0.3.0 §6.1, §7.1',
      '1.0': 'A2A 1.0 §3.1.1; life-of-a-task, "Task Immutability"',
      acp: 'ACP agent-run-lifecycle, state diagram',
      interop: 'none but its own: states move as those of A2A 0.3.0 §6.3 do',
    },
    check: checkTransitions,
  },
  {
    id: 'poll-stream-disagreement',
    title: 'What is stored is not what was told',
    meaning: 'A read shows an older state than the ending that had been delivered before it was asked for, or another ending.',
    remedy: 'The server must store a status before it tells it, and answer reads from the same store.',
    channels: ['S', 'P'],
    severities: 'error',
    spec: { '': 'A2A 0.3.0 §7.3', '0.1': 'A2A 0.1 §7.3', '0.2': 'A2A 0.2 §7.3', '0.3': 'A2A 0.3.0 §7.3', '1.0': 'A2A 1.0 §3.1.3' },
    check: checkDisagreement,
  },
];
