// One message that gave two tasks: a retry that the server did not recognise.

import type { LogSettings } from '../../log/saved-form.ts';
import type { CallCase, Casebook, RequestSeen, TaskCase } from '../casebook/casebook.ts';
import { keyOf } from '../casebook/packed-case.ts';
import type { Evidence as Book, Rule, Verdicts } from '../rule.ts';
import { judgeOf } from './judging-version.ts';
import { answerRow, mayBeSameAgent, sendsMessage, taskAnswered } from './named-tasks.ts';
import { createVerdictSheet, type VerdictSheet } from './verdict-sheet.ts';

/** A message as it was sent, and the task that it gave. */
interface Attempt {
  readonly call: CallCase;
  readonly request: RequestSeen;
  readonly task: TaskCase | undefined;
}

const MOST_ROWS = 50;

/** Keys that more than one case has, of messages and of parts. */
interface SharedKeys {
  readonly messages: ReadonlySet<number>;
  readonly contents: ReadonlySet<number>;
}

/** Packed cases of which none other has the message or the parts need not be looked at. */
function sharedKeys(book: Book): SharedKeys {
  const [messages, contents] = [new KeyCounts(), new KeyCounts()];
  for (const { request } of book.calls) {
    messages.add(keyOf(request?.messageId));
    contents.add(keyOf(request?.content));
  }
  for (const { askedBy } of book.tasks) messages.add(keyOf(askedBy));
  for (const { marks } of book.all.tasks) {
    if (!marks) continue;
    messages.add(marks.messageKey);
    if (marks.askedKey !== marks.messageKey) messages.add(marks.askedKey);
    contents.add(marks.contentKey);
  }
  return { messages: messages.shared, contents: contents.shared };
}

class KeyCounts {
  readonly shared = new Set<number>();
  readonly #once = new Set<number>();

  add(key: number): void {
    if (key === 0) return;
    if (this.#once.has(key)) this.shared.add(key);
    else this.#once.add(key);
  }
}

function isShared({ marks }: Pick<TaskCase, 'marks'>, { messages, contents }: SharedKeys): boolean {
  if (!marks) return true;
  return messages.has(marks.messageKey) || messages.has(marks.askedKey) || contents.has(marks.contentKey);
}

function attemptsIn(calls: readonly CallCase[]): readonly Attempt[] {
  const attempts: Attempt[] = [];
  for (const call of calls) {
    const { request } = call;
    if (request && sendsMessage(call)) attempts.push({ call, request, task: taskAnswered(call)?.task });
  }
  return attempts.sort((a, b) => a.request.row - b.request.row);
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string | undefined): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined || key === '') continue;
    const known = groups.get(key);
    if (known) known.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

function checkDuplicates(book: Book, settings: LogSettings): Verdicts {
  const sheet = createVerdictSheet();
  const shared = sharedKeys(book);
  const attempts = attemptsIn(book.all.calls.filter((call) => isShared(call, shared)));
  const asked = groupBy(
    book.all.tasks.filter((task) => isShared(task, shared)),
    ({ askedBy }) => askedBy,
  );
  const byMessage = groupBy(attempts, ({ request }) => request.messageId);
  const told = new Set<TaskCase>();
  for (const messageId of new Set([...byMessage.keys(), ...asked.keys()])) {
    judgeMessage(book, sheet, messageId, { attempts: byMessage.get(messageId) ?? [], asked: asked.get(messageId) ?? [], told });
  }
  const byContent = groupBy(attempts, ({ call, request: { taskId, content } }) =>
    taskId !== undefined || content === undefined ? undefined : `${agentOf(call)} ${content}`,
  );
  for (const group of byContent.values()) judgeContent(book, sheet, group, { seconds: settings.retrySeconds, told });
  return sheet.verdicts();
}

interface Evidence {
  readonly attempts: readonly Attempt[];
  /** Tasks whose own history says that they began with the message. */
  readonly asked: readonly TaskCase[];
  /** Tasks that were reported. */
  readonly told: Set<TaskCase>;
}

function judgeMessage(book: Casebook, sheet: VerdictSheet, messageId: string, { attempts, asked, told }: Evidence): void {
  if (passReused(sheet, attempts)) return;
  const tasks = new Set<TaskCase>(asked);
  for (const { task } of attempts) if (task) tasks.add(task);
  const first = tasks.size > 1 ? originalOf(attempts, tasks) : undefined;
  if (first === undefined) {
    if (tasks.size === 1 && attempts.length > 1) passRetry(sheet, attempts);
    return;
  }
  const rows = attempts.slice(0, MOST_ROWS).map(({ request }) => request.row);
  const answers = new Map(attempts.map((attempt): [TaskCase | undefined, Attempt] => [attempt.task, attempt]));
  for (const task of tasks) {
    // The same message may be handed on to another agent: that is delegation.
    if (task === first || !mayBeSameAgent(task.endpoint, first.endpoint)) continue;
    const answer = answers.get(task);
    const why = `Message ${messageId} gave two tasks, ${first.id} and ${task.id}: the retry was not recognised by its messageId, and the work is done twice.`;
    const shown = [answer && answerRow(answer.call), task.sightings[0]?.row, first.sightings[0]?.row];
    const version = judgeOf(book, { call: answer?.call, task });
    told.add(task);
    sheet.find({ task, severity: 'warning', rows: [...shown, ...rows], why, version });
  }
}

/** One id for messages that differ is another fault of a client, and no retry. */
function passReused(sheet: VerdictSheet, attempts: readonly Attempt[]): boolean {
  const [first] = attempts;
  if (!first || attempts.every(({ request }) => request.content === first.request.content)) return false;
  const rows = attempts.slice(0, MOST_ROWS).map(({ request }) => request.row);
  sheet.pass(
    first.task ?? null,
    rows,
    'One messageId was given to messages that differ: it names nothing then, and none of them is a retry.',
  );
  return true;
}

/** The task that the first attempt made: what it was answered with, else the one that no later attempt was answered with. */
function originalOf(attempts: readonly Attempt[], tasks: ReadonlySet<TaskCase>): TaskCase | undefined {
  const answered = attempts[0]?.task;
  if (answered) return answered;
  const later = new Set(attempts.map(({ task }) => task));
  const unanswered = [...tasks].filter((task) => !later.has(task)).sort((a, b) => beganAt(a) - beganAt(b));
  return unanswered[0] ?? attempts.find(({ task }) => task !== undefined)?.task;
}

function beganAt({ sightings }: TaskCase): number {
  return sightings[0]?.stamp ?? sightings[0]?.row ?? 0;
}

function passRetry(sheet: VerdictSheet, attempts: readonly Attempt[]): void {
  const task = attempts.find((attempt) => attempt.task !== undefined)?.task ?? null;
  sheet.pass(
    task,
    attempts.map(({ request }) => request.row),
    'A message was sent again and answered with the task that it had made: the retry was recognised.',
  );
}

interface ContentLimits {
  readonly seconds: number;
  readonly told: Set<TaskCase>;
}

function judgeContent(book: Casebook, sheet: VerdictSheet, group: readonly Attempt[], { seconds, told }: ContentLimits): void {
  let first: Attempt | undefined;
  for (const again of group) {
    if (again.task === undefined) continue;
    const before = first;
    const apart = before && secondsApart(before, again);
    if (!before || (apart !== undefined && apart > seconds)) first = again;
    if (!before || told.has(again.task) || !areTwoTasks(before, again)) continue;
    const rows = [answerRow(again.call), before.request.row, again.request.row];
    if (apart === undefined) {
      sheet.pass(
        again.task,
        rows,
        'The same parts were sent twice and gave two tasks, but the trace has no times: it need not be a retry.',
      );
    } else if (apart > seconds) {
      sheet.pass(
        again.task,
        rows,
        `The same parts were sent again ${Math.round(apart)} s after the first answer: that is no retry any more.`,
      );
    } else {
      const why = `The same parts were sent twice within ${seconds} s, without a taskId, and gave two tasks, ${before.task?.id ?? ''} and ${again.task.id}.`;
      told.add(again.task);
      sheet.find({ task: again.task, severity: 'warning', rows, why, version: judgeOf(book, { call: again.call, task: again.task }) });
    }
  }
}

/** Whether two attempts made two tasks; one that had been there before the message was not made by it. */
function areTwoTasks(before: Attempt, again: Attempt): boolean {
  return before.task !== undefined && again.task !== undefined && before.task !== again.task && !wasKnown(again);
}

/** From the first answer to the second attempt; undefined where the capture has no times. */
function secondsApart(before: Attempt, again: Attempt): number | undefined {
  const answered = before.call.stream?.frames[0]?.seenAt ?? before.call.answers[0]?.seenAt;
  const sent = again.request.seenAt;
  return answered === undefined || sent === undefined ? undefined : (sent - answered) / 1000;
}

/** The agent that is asked: its URL, else its server, else (nothing shows it) whoever the source is about. */
function agentOf({ sight, endpoint, source }: CallCase): string {
  return sight.url ?? (endpoint === '' ? `source ${source}` : endpoint);
}

/** Whether the task had been there before the message: then the message did not make it. */
function wasKnown({ task, request }: Attempt): boolean {
  return (task?.sightings[0]?.row ?? request.row) < request.row;
}

export const RETRY_RULES: readonly Rule[] = [
  {
    id: 'duplicate-task-after-retry',
    title: 'A retry that made a second task',
    meaning:
      'One messageId gave two tasks; or the same parts went to the same agent twice inside the retry window, without a taskId, and gave two tasks. Retries answered with the same task, or after an answer that made none, are fine.',
    remedy:
      'The server should recognise a retry by its messageId and answer with the task that there is; the client must keep the messageId when it tries again.',
    channels: ['R', 'P', 'S'],
    severities: 'warning',
    spec: { '': 'silent: A2A 1.0 §3.3.1 lets a server recognise retries by messageId', '1.0': 'A2A 1.0 §3.3.1 (MAY detect by messageId)' },
    threshold: 'retrySeconds',
    check: checkDuplicates,
  },
];
