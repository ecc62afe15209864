// Tasks that wait: for a server that has gone quiet, for an answer that went elsewhere; and calls that should have waited.

import type { CallCase, Casebook, TaskCase, TaskSighting } from '../casebook/casebook.ts';
import type { LogSettings } from '../../log/saved-form.ts';
import { inPortions, type Evidence, type Rule, type Verdicts } from '../rule.ts';
import { isForeign, judgeOf } from './judging-version.ts';
import { isTerminal } from '../../kernel/transition-table.ts';
import { isInterrupted, mayBeSameAgent, sendsMessage, taskAnswered } from './named-tasks.ts';
import { isOlderView, isSameStatus, newestStatus } from './newest-status.ts';
import { createVerdictSheet } from './verdict-sheet.ts';

/** How long and how often one status was seen, unchanged, up to the end. */
interface Stillness {
  from: number;
  to: number;
  count: number;
  readonly rows: number[];
}

function* checkStalls(book: Casebook, settings: LogSettings): Generator<void, Verdicts, void> {
  const sheet = createVerdictSheet();
  const limit = settings.stallSeconds * 1000;
  yield* inPortions(book.tasks, (task) => {
    const newest = newestStatus(task);
    if (!newest || isTerminal(newest.state)) return;
    const still = stillnessOf(task, newest);
    if (still.count < 2 || !(still.to - still.from > limit)) return;
    const seconds = Math.round((still.to - still.from) / 1000);
    if (isInterrupted(newest.state)) {
      sheet.pass(task, still.rows, `${task.id} was ${newest.state ?? ''} for ${seconds} s: it waits for its caller, and that is no stall.`);
      return;
    }
    const why = `${task.id} was seen as ${newest.state ?? ''} ${still.count} times over ${seconds} s, unchanged, up to the end of the trace (limit ${settings.stallSeconds} s).`;
    sheet.find({ task, severity: 'warning', rows: still.rows, why });
  });
  return sheet.verdicts();
}

/** Goes back from the end over the views that show the newest status; older views in between are late and tell nothing. */
function stillnessOf(task: TaskCase, newest: TaskSighting): Stillness {
  const still: Stillness = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY, count: 0, rows: [] };
  for (let index = task.sightings.length - 1; index >= 0; index -= 1) {
    const seen = task.sightings[index];
    if (seen?.state === undefined || seen.state === 'unknown') continue;
    if (isSameStatus(seen, newest)) {
      if (seen.via !== 'push') addTo(still, seen);
      if (isMoving(seen)) break;
    } else if (seen.lastStamp === undefined || !isOlderView(seen, newest)) break;
  }
  return still;
}

/** In a stream, updates that were counted together brought a new stamp or a new message each: only the last is the newest status. */
function isMoving(seen: TaskSighting): boolean {
  return seen.via === 'stream' && seen.count > 1 && (seen.stamp === undefined || seen.stamp !== seen.lastStamp);
}

function addTo(still: Stillness, seen: TaskSighting): void {
  const moving = isMoving(seen);
  const first = moving ? seen.lastSeenAt : seen.seenAt;
  if (first !== undefined) still.from = Math.min(still.from, first);
  if (seen.lastSeenAt !== undefined) still.to = Math.max(still.to, seen.lastSeenAt);
  still.count += moving ? 1 : seen.count;
  still.rows.push(seen.lastRow, moving ? seen.lastRow : seen.row);
}

/** A message that made a task. */
interface Maker {
  readonly call: CallCase;
  readonly row: number;
  readonly made: TaskSighting;
}

/** As many messages of one context as are looked through. */
const MOST_MAKERS = 1000;

/** Calls that were answered with a task that had not been seen before, by the contexts that they and their tasks state. */
function makersByContext(calls: readonly CallCase[]): ReadonlyMap<string, readonly Maker[]> {
  const byContext = new Map<string, Maker[]>();
  for (const call of calls) {
    const made = sendsMessage(call) ? taskAnswered(call) : undefined;
    const { request } = call;
    if (!made || !request || (made.task.sightings[0]?.row ?? 0) < request.row || request.taskId === made.task.id) continue;
    const maker: Maker = { call, row: request.row, made };
    for (const context of new Set([request.contextId, made.contextId ?? made.task.contextId])) {
      if (context === undefined || context === '') continue;
      const known = byContext.get(context);
      if (known && known.length < MOST_MAKERS) known.push(maker);
      else if (!known) byContext.set(context, [maker]);
    }
  }
  return byContext;
}

function checkOrphans(book: Evidence): Verdicts {
  const sheet = createVerdictSheet();
  const waiting = book.tasks.filter((task) => task.contextId !== undefined && isInterrupted(newestStatus(task)?.state));
  if (waiting.length === 0) return sheet.verdicts();
  const contexts = new Set(waiting.map(({ contextId }) => contextId));
  const packed = new Set<CallCase>();
  for (const task of book.all.tasks) if (task.isPacked && contexts.has(task.contextId)) for (const call of task.calls) packed.add(call);
  const makers = makersByContext(book.all.calls.filter((call) => !call.isPacked || packed.has(call)));
  for (const task of waiting) {
    const newest = newestStatus(task);
    if (!newest || task.contextId === undefined) continue;
    const version = judgeOf(book, { ...newest, task });
    if (isForeign(version)) continue;
    const since = interruptedSince(task, newest);
    const maker = makers
      .get(task.contextId)
      ?.find(({ call, row, made }) => row > since && made.task !== task && mayBeSameAgent(call.endpoint, task.endpoint));
    if (!maker) continue;
    const how = maker.call.request?.taskId === task.id ? 'though its message named' : 'and its message did not name';
    const why = `${task.id} is still ${newest.state ?? ''}, but the next message of its context began ${maker.made.task.id}, ${how} ${task.id}.`;
    sheet.find({ task, severity: 'warning', rows: [maker.row, newest.row], why, version });
  }
  return sheet.verdicts();
}

/** The row at which the task began to wait, as it still does. */
function interruptedSince(task: TaskCase, newest: TaskSighting): number {
  let since = newest.row;
  for (let index = task.sightings.indexOf(newest); index >= 0; index -= 1) {
    const seen = task.sightings[index];
    if (seen?.state === undefined) continue;
    if (!isInterrupted(seen.state)) break;
    since = seen.row;
  }
  return since;
}

function checkBlocking(book: Casebook): Verdicts {
  const sheet = createVerdictSheet();
  for (const call of book.calls) {
    const { request } = call;
    if (call.operation !== 'send' || !request) continue;
    for (const { sighting } of call.answers) {
      if (sighting?.kind !== 'snapshot' || (sighting.state !== 'submitted' && sighting.state !== 'working')) continue;
      const version = judgeOf(book, { call, task: sighting.task });
      const rows = [sighting.row, request.row];
      const why = `The call was to wait until ${sighting.task.id} ended or asked, and was answered while it was ${sighting.state}.`;
      if (version === '1.0' && request.returnImmediately !== true) {
        if (request.blocking === false)
          sheet.pass(sighting.task, rows, 'The call said blocking: false, which is how 0.3 asks not to wait.');
        else sheet.find({ task: sighting.task, severity: 'error', rows, why, version });
      } else if ((version === '0.2' || version === '0.3') && request.blocking === true) {
        sheet.find({ task: sighting.task, severity: 'warning', rows, why, version });
      }
    }
  }
  return sheet.verdicts();
}

export const WAITING_RULES: readonly Rule[] = [
  {
    id: 'stalled-task',
    title: 'A task that makes no headway',
    meaning:
      'The last status of a task was seen two or more times, unchanged, for longer than the limit; the task has neither ended nor asked for anything.',
    remedy: 'The server must end tasks whose work has ended or died; the client should stop to wait at some time, and cancel.',
    channels: ['P', 'S'],
    severities: 'warning',
    spec: { '': '' },
    threshold: 'stallSeconds',
    check: checkStalls,
  },
  {
    id: 'interrupted-task-orphaned',
    title: 'A question that was answered elsewhere',
    meaning: 'A task is still waiting for its caller at the end of the trace, although a later message of its context went to a new task.',
    remedy:
      'The client must name the waiting task (taskId) in the message that answers it; the server must continue the task that is named.',
    channels: ['R', 'P', 'S'],
    severities: 'warning',
    spec: { '': 'A2A 0.3.0 §9.4', '0.2': 'A2A 0.2 §9.4', '0.3': 'A2A 0.3.0 §9.4', '1.0': 'A2A 1.0 §3.4.3' },
    check: checkOrphans,
  },
  {
    id: 'blocking-response-nonterminal',
    title: 'A blocking call that did not wait',
    meaning:
      'A call that waits (1.0: SendMessage without returnImmediately; 0.2, 0.3: with blocking: true) was answered with a task that had neither ended nor asked for anything.',
    remedy:
      'The server must hold the answer until the task ends or asks; the client should say returnImmediately (1.0) where it does not want to wait.',
    channels: ['R', 'P'],
    severities: 'error in 1.0; warning in 0.2 and 0.3',
    spec: {
      '': 'A2A 0.3.0 MessageSendConfiguration.blocking',
      '0.2': 'A2A 0.2 MessageSendConfiguration.blocking',
      '0.3': 'A2A 0.3.0 MessageSendConfiguration.blocking',
      '1.0': 'A2A 1.0 §3.2.2',
    },
    check: checkBlocking,
  },
];
