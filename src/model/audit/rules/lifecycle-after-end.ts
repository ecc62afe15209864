// What came though the task had ended: events of its stream, messages to it, subscriptions to it.

import type { CallCase, Casebook, FrameSeen, TaskCase, TaskSighting } from '../casebook/casebook.ts';
import { inPortions, type Rule, type Verdicts } from '../rule.ts';
import { ACP, judgeOf, saysFinal } from './judging-version.ts';
import { isTerminal } from '../../kernel/transition-table.ts';
import { endingsOf, outcomeOf, refusalOf, sendsMessage, tasksNamed } from './named-tasks.ts';
import { createVerdictSheet, type VerdictSheet } from './verdict-sheet.ts';

function* checkEvents(book: Casebook): Generator<void, Verdicts, void> {
  const sheet = createVerdictSheet();
  yield* inPortions(book.streams, (stream) => {
    const version = judgeOf(book, { stream, task: stream.task });
    const marks = new Map<TaskCase, TaskSighting>();
    const byFinal = saysFinal(version) && stream.frames.some(({ sighting }) => sighting?.final !== undefined);
    for (const frame of stream.frames) {
      const mark = frame.sighting ? marks.get(frame.sighting.task) : stream.task && marks.get(stream.task);
      if (mark) judgeFrame(sheet, frame, mark, version);
      else if (frame.sighting && isLast(frame.sighting, byFinal)) marks.set(frame.sighting.task, frame.sighting);
    }
  });
  return sheet.verdicts();
}

/** Whether nothing may follow: `final` says so where the stream speaks of it, else the state. */
function isLast(seen: TaskSighting, byFinal: boolean): boolean {
  return byFinal ? seen.final === true : isTerminal(seen.state);
}

function judgeFrame(sheet: VerdictSheet, frame: FrameSeen, mark: TaskSighting, version: string): void {
  const { sighting: seen } = frame;
  const { task } = mark;
  const rows = [frame.row, mark.row];
  const what = newsIn(frame, mark, version);
  if (what !== undefined) {
    const end = mark.final === true ? `its last event (${mark.state ?? ''}, final)` : (mark.state ?? '');
    sheet.find({ task, severity: 'error', rows, why: `${what} of ${task.id} came after ${end}: whoever stops there loses it.`, version });
  } else if (seen?.kind === 'snapshot' && seen.state === mark.state) {
    sheet.pass(task, rows, 'After the end came the task itself, in the same state: nothing new was said.');
  }
}

/** What a frame brings that should have come before the end; undefined where it brings nothing. */
function newsIn({ sighting: seen, kind }: FrameSeen, mark: TaskSighting, version: string): string | undefined {
  if (seen?.kind === 'artifact') return `Artifact ${seen.artifacts[0]?.artifactId ?? ''}`;
  if (seen?.kind === 'status') return isNews(seen, mark) ? 'A status' : undefined;
  return version === ACP && kind === 'message' ? 'A message' : undefined;
}

/** A status of the same state with another message; of another state, where the end was one that a task may leave. */
function isNews(seen: TaskSighting, mark: TaskSighting): boolean {
  if (seen.state !== mark.state) return !isTerminal(mark.state);
  if (seen.statusMessageId === undefined) return false;
  return seen.statusMessageId !== mark.statusMessageId || seen.statusText !== mark.statusText;
}

/** A call that names a task which had been seen to have ended before it was made. */
interface LateCall {
  readonly call: CallCase;
  readonly task: TaskCase;
  readonly ending: TaskSighting;
  readonly row: number;
}

function* lateCalls(book: Casebook, isOfKind: (call: CallCase) => boolean): Generator<LateCall> {
  const endings = new Map<TaskCase, TaskSighting | undefined>();
  for (const [call, task] of tasksNamed(book)) {
    const { request } = call;
    if (!request || !isOfKind(call)) continue;
    if (!endings.has(task)) endings.set(task, endingsOf(task)[0]);
    const ending = endings.get(task);
    if (ending && ending.row < request.row) yield { call, task, ending, row: request.row };
  }
}

function checkMessages(book: Casebook): Verdicts {
  const sheet = createVerdictSheet();
  for (const { call, task, ending, row } of lateCalls(book, sendsMessage)) {
    const version = judgeOf(book, { call, task });
    const rows = [row, ending.row, call.answers[0]?.row ?? call.stream?.frames[0]?.row];
    if (version === '0.1') {
      sheet.pass(task, rows, 'A message went to a task that had ended: 0.1 does not forbid to take it up again.');
      continue;
    }
    const outcome = outcomeOf(call);
    if (outcome === 'accepted' && isRetry(task, call, ending)) {
      sheet.pass(task, rows, 'The message had been sent before the task ended, and was answered with the task as it was: a retry.');
      continue;
    }
    const fate = { accepted: 'and was taken', refused: 'and was refused', none: 'and no answer to it is there' }[outcome];
    const why = `A message went to ${task.id}, which had been seen as ${ending.state ?? ''}, ${fate}.`;
    sheet.find({ task, severity: outcome === 'accepted' ? 'error' : 'warning', rows, why, version });
  }
  return sheet.verdicts();
}

/** As many calls of a task as are looked through for the first attempt. */
const MOST_CALLS = 256;

/** The same message once more, answered with the ending that was known. */
function isRetry(task: TaskCase, call: CallCase, ending: TaskSighting): boolean {
  const messageId = call.request?.messageId;
  if (messageId === undefined || messageId === '') return false;
  const wasSent = task.calls
    .slice(0, MOST_CALLS)
    .some(
      ({ request }) => request !== undefined && request.row < ending.row && request !== call.request && request.messageId === messageId,
    );
  return wasSent && call.answers.every(({ sighting }) => sighting?.task === task && sighting.state === ending.state);
}

function checkSubscriptions(book: Casebook): Verdicts {
  const sheet = createVerdictSheet();
  for (const { call, task, ending, row } of lateCalls(book, ({ operation }) => operation === 'subscribe')) {
    const rows = [row, ending.row, refusalOf(call)?.row];
    if (outcomeOf(call) === 'refused') {
      const why = `A client subscribed to ${task.id} after it had been seen as ${ending.state ?? ''}, and was refused.`;
      sheet.find({ task, severity: 'info', rows, why, version: judgeOf(book, { call, task }) });
    } else if (outcomeOf(call) === 'accepted') {
      sheet.pass(task, rows, 'A client subscribed to a task that had ended, and the server told it so: nothing was lost.');
    }
  }
  return sheet.verdicts();
}

export const AFTER_END_RULES: readonly Rule[] = [
  {
    id: 'event-after-terminal',
    title: 'An event after the last one',
    meaning:
      'An artifact, or a status with something new in it, follows the terminal status of the stream (0.2, 0.3: the update with final). One closing snapshot in the same state is fine.',
    remedy: 'The server must send everything it has before the status that ends the task.',
    channels: ['S'],
    severities: 'error',
    spec: {
      '': 'A2A 0.3.0 §7.2.2 (final), §9.3',
      '0.1': 'A2A 0.1 §7.2 (final)',
      '0.2': 'A2A 0.2 §7.2.2 (final), §9.3',
      '0.3': 'A2A 0.3.0 §7.2.2 (final), §9.3',
      '1.0': 'A2A 1.0 §3.1.2, §11.7',
      acp: 'ACP agent-run-lifecycle: a terminal event is the last',
      interop: 'none but its own: a stream of states is over with a terminal one',
    },
    check: checkEvents,
  },
  {
    id: 'message-to-terminal-task',
    title: 'A message to a task that has ended',
    meaning: 'A client sends a message to a task (ACP: resumes a run) that an earlier observation showed as ended. Not in 0.1.',
    remedy: 'The client must start a new task in the same context; the server must refuse messages to a task that has ended.',
    channels: ['R', 'S', 'P'],
    severities: 'error where it was accepted; warning where it was refused',
    spec: {
      '': 'A2A 0.3.0 §7.1, §7.2',
      '0.2': 'A2A 0.2.4+ §7.1',
      '0.3': 'A2A 0.3.0 §7.1, §7.2',
      '1.0': 'A2A 1.0 §3.1.1, §3.1.2',
      acp: 'ACP agent-run-lifecycle: resume only from awaiting',
      interop: 'none but its own: an input to a task that has ended is 409 TASK_TERMINAL',
    },
    check: checkMessages,
  },
  {
    id: 'subscribe-to-terminal-task',
    title: 'A subscription to a task that has ended',
    meaning: 'A client subscribes to a task that an earlier observation showed as ended, and is refused.',
    remedy: 'The client should read the task instead: no event of it will come.',
    channels: ['R', 'S', 'P'],
    severities: 'info',
    spec: { '': 'A2A 0.3.0 §7.9 (ongoing task)', '1.0': 'A2A 1.0 §3.1.6, §9.4.6' },
    check: checkSubscriptions,
  },
];
