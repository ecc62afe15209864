// Cancellation: another ending beside it, or none at all. Success was never promised (0.3.0 §7.4, 1.0 §3.1.5).

import type { CallCase, Casebook, TaskCase, TaskSighting } from '../casebook/casebook.ts';
import type { Rule, Verdicts } from '../rule.ts';
import { judgeOf } from './judging-version.ts';
import { isTerminal } from '../../kernel/transition-table.ts';
import { answerRow, endingsOf, outcomeOf, refusalOf, tasksNamed } from './named-tasks.ts';
import { beginningOf } from './observed-order.ts';
import { createVerdictSheet } from './verdict-sheet.ts';

interface Cancel {
  readonly call: CallCase;
  readonly task: TaskCase;
  readonly row: number;
}

/** More cancels of one task tell nothing more. */
const MOST_CANCELS = 16;

function* cancels(book: Casebook): Generator<Cancel> {
  const counts = new Map<TaskCase, number>();
  for (const [call, task] of tasksNamed(book)) {
    if (call.operation !== 'cancel' || !call.request) continue;
    const count = counts.get(task) ?? 0;
    counts.set(task, count + 1);
    if (count < MOST_CANCELS) yield { call, task, row: call.request.row };
  }
}

function checkRaces(book: Casebook): Verdicts {
  const sheet = createVerdictSheet();
  for (const cancel of cancels(book)) {
    const { call, task, row } = cancel;
    const endings = endingsOf(task);
    const others = endings.filter(({ state }) => state !== 'canceled');
    const rows = [row, ...endings.map((ending) => ending.row)];
    const version = judgeOf(book, { call, task });
    const outcome = outcomeOf(call);
    const isOpen = endings.some((ending) => isOpenAt(ending, cancel));
    if (isOpen && endings.length > 1) {
      const states = endings.map(({ state }) => state).join(' and ');
      const why = `${task.id} was canceled while it was ending, and both were published: ${states}.`;
      sheet.find({ task, severity: 'warning', rows, why, version });
    } else if (outcome === 'accepted' && others.some((ending) => isOpenAt(ending, cancel))) {
      const why = `The cancel of ${task.id} was accepted, and yet it ended as ${others[0]?.state ?? ''}.`;
      sheet.find({ task, severity: 'warning', rows, why, version });
    } else if (outcome === 'refused' && others.length > 0 && saysNotCancelable(call)) {
      const why = `The cancel of ${task.id} came too late and was refused, as it should be: the task ended as ${others[0]?.state ?? ''}.`;
      sheet.find({ task, severity: 'info', rows: [row, refusalOf(call)?.row ?? row, ...rows], why, version });
    }
  }
  return sheet.verdicts();
}

/** Whether an ending had not been seen yet when the cancel was sent. */
function isOpenAt(ending: TaskSighting, { row }: Cancel): boolean {
  return ending.row > row;
}

/** TaskNotCancelable, under the codes and names that bindings give it. */
function saysNotCancelable(call: CallCase): boolean {
  return call.answers.some(({ error }) => {
    if (!error) return false;
    const name = `${error.reason ?? ''} ${String(error.code)} ${error.message}`.replaceAll(/[^a-z0-9-]/gi, '').toLowerCase();
    return error.code === -32002 || name.includes('tasknotcancelable') || name.includes('notcancelable');
  });
}

function checkEffects(book: Casebook): Verdicts {
  const sheet = createVerdictSheet();
  for (const { call, task, row } of cancels(book)) {
    if (outcomeOf(call) !== 'accepted' || task.sightings.some(({ state }) => isTerminal(state))) continue;
    const answered = answerRow(call) ?? row;
    const later = task.sightings.findLast((seen) => seen.state !== undefined && isShownAfter(seen, row, answered));
    if (!later) {
      sheet.pass(task, [row, answered], `${task.id} was not seen again after its cancel was accepted: what came of it is not known.`);
      continue;
    }
    const why = `The cancel of ${task.id} was accepted, but it is ${later.state ?? ''} later on and never ends.`;
    sheet.find({ task, severity: 'warning', rows: [later.lastRow, row, answered], why, version: judgeOf(book, { call, task }) });
  }
  return sheet.verdicts();
}

/** Whether a view is of a time after the answer to the cancel: what was asked before it, or comes late, is not. */
function isShownAfter(seen: TaskSighting, asked: number, answered: number): boolean {
  return seen.via !== 'push' && seen.lastRow > answered && (seen.count > 1 || seen.via === 'stream' || beginningOf(seen) > asked);
}

export const CANCEL_RULES: readonly Rule[] = [
  {
    id: 'cancel-race',
    title: 'A cancel that met another ending',
    meaning:
      'A cancel and another ending of the task overlap: two endings were published, or another ending came after the cancel had been accepted.',
    remedy:
      'The server must decide one ending where it stores the task, and refuse the cancel once there is another; the client must take the ending that is stored.',
    channels: ['R', 'S', 'P'],
    severities: 'warning; info where a late cancel was refused with TaskNotCancelable',
    spec: {
      '': 'A2A 0.3.0 §7.4 (success is not guaranteed)',
      '1.0': 'A2A 1.0 §3.1.5 (success is not guaranteed)',
      acp: 'ACP agent-run-lifecycle: cancelling ends in cancelled',
    },
    check: checkRaces,
  },
  {
    id: 'cancel-without-effect',
    title: 'A cancel that did nothing',
    meaning: 'A cancel was answered without an error, but the task never ends in the rest of the trace, which shows it at least once more.',
    remedy: 'The server must stop the work and store canceled, or refuse the cancel with TaskNotCancelable.',
    channels: ['R', 'P', 'S'],
    severities: 'warning',
    spec: { '': 'A2A 0.3.0 §7.4, §8.2', '1.0': 'A2A 1.0 §3.1.5', acp: 'ACP agent-run-lifecycle: cancelling ends in cancelled' },
    check: checkEffects,
  },
];
