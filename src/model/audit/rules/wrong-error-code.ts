// Situations that have an error of their own and were answered with another. Only what is named is judged: an unknown task, the
// cancellation of a task that has ended, push notifications or streaming that are not offered, and in 1.0 a message or a
// subscription to a task that has ended.

import { hostOf } from '../../base/url-parts.ts';
import { member } from '../../base/json.ts';
import type { AnswerSeen, CallCase, CardSeen, Casebook, RequestSeen, TaskCase } from '../casebook/casebook.ts';
import type { Rule, Verdicts } from '../rule.ts';
import { isForeign, judgeOf } from './judging-version.ts';
import { endingsOf, mayBeSameAgent, refusalOf, sendsMessage, taskAsked, tasksNamed } from './named-tasks.ts';
import { createVerdictSheet, type VerdictSheet } from './verdict-sheet.ts';
import { collectEvidence } from './version-evidence.ts';

/** An error that a specification names. */
interface NamedError {
  readonly name: string;
  readonly code: number;
  readonly reason: string;
  /** Over HTTP+JSON of 1.0, where no reason is given: 1.0.0 and 1.0.1 differ. */
  readonly statuses: readonly number[];
}

const NOT_FOUND: NamedError = { name: 'TaskNotFoundError', code: -32001, reason: 'TASK_NOT_FOUND', statuses: [404] };
const NOT_CANCELABLE: NamedError = { name: 'TaskNotCancelableError', code: -32002, reason: 'TASK_NOT_CANCELABLE', statuses: [400, 409] };
const NO_PUSH: NamedError = {
  name: 'PushNotificationNotSupportedError',
  code: -32003,
  reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED',
  statuses: [400, 501],
};
const UNSUPPORTED: NamedError = { name: 'UnsupportedOperationError', code: -32004, reason: 'UNSUPPORTED_OPERATION', statuses: [400, 501] };

interface Refused {
  readonly call: CallCase;
  readonly answer: AnswerSeen;
  readonly version: string;
  readonly task: TaskCase | undefined;
}

interface Situation {
  readonly expected: NamedError;
  readonly what: string;
  readonly rows: readonly (number | undefined)[];
}

function checkCodes(book: Casebook): Verdicts {
  const sheet = createVerdictSheet();
  const named = tasksNamed(book);
  const mixed = new Set(
    collectEvidence(book)
      .filter(isOfVersions)
      .map(({ call }) => call),
  );
  for (const call of book.calls) {
    const answer = refusalOf(call);
    if (!answer?.error || !call.request) continue;
    const task = named.get(call);
    const version = judgeOf(book, { call, task });
    if (isForeign(version) || isElsewhere(answer)) continue;
    const refused: Refused = { call, answer, version, task };
    if (mixed.has(call)) continue;
    const situation = situationOf(refused, book);
    if (situation) judge(sheet, refused, situation);
    else passUnnamed(sheet, refused);
  }
  return sheet.verdicts();
}

function isOfVersions({ odd, wanted, isVersionRefused, isRefusedForForm, isSplit }: ReturnType<typeof collectEvidence>[number]): boolean {
  return wanted !== undefined || isVersionRefused || isSplit || (isRefusedForForm && odd.length > 0);
}

/** Refusals that have nothing to do with the task: who asks, how often, or a server that is not well. */
function isElsewhere({ status, error }: AnswerSeen): boolean {
  const code = error?.code;
  return [401, 403, 407, 429, 502, 503, 504].some((other) => other === status || other === code);
}

/** Before 1.0 a message to a task that has ended is refused with whatever the server thinks fit. */
function passUnnamed(sheet: VerdictSheet, { call, answer, version, task }: Refused): void {
  if (version === '1.0' || !task || !sendsMessage(call) || call.request?.namedInMessage !== true || endingsOf(task).length === 0) return;
  const why = `A message to a task that has ended was refused with ${String(answer.error?.code)}: ${version} names no error for that.`;
  sheet.pass(task, [answer.row], why);
}

function judge(sheet: VerdictSheet, refused: Refused, situation: Situation): void {
  const { call, answer, version, task } = refused;
  if (!answer.error) return;
  const { expected, what, rows } = situation;
  const given = isAsNamed(answer, expected, version);
  if (given !== false) return;
  const why = `${what} was answered with ${String(answer.error.reason ?? answer.error.code)}: it has an error of its own, ${expected.name} (${expected.code}).`;
  sheet.find({ task: task ?? taskAsked(call), severity: 'warning', rows: [answer.row, call.request?.row, ...rows], why, version });
}

/** Whether an error is the one that is named; undefined where the binding of that version names none. */
function isAsNamed({ error, status }: AnswerSeen, expected: NamedError, version: string): boolean | undefined {
  if (!error) return undefined;
  const { code, reason } = error;
  if (reason !== undefined && /^[A-Z][A-Z_]+$/.test(reason)) return reason === expected.reason;
  if (typeof code === 'number' && code <= -32000)
    return code === expected.code || (version === '0.1' && expected === UNSUPPORTED && code === -32006);
  // Before 1.0 nothing says how an error is told over HTTP+JSON.
  if (version !== '1.0') return undefined;
  const told = typeof code === 'number' ? code : status;
  return told === undefined ? undefined : expected.statuses.includes(told);
}

function situationOf(refused: Refused, book: Casebook): Situation | undefined {
  return ended(refused) ?? unsupported(refused, book) ?? unknownTask(refused);
}

/** Something was asked of a task that had been seen to have ended. */
function ended({ call, version, task }: Refused): Situation | undefined {
  const { request, operation } = call;
  const ending = request && task && endingsOf(task).find(({ row }) => row < request.row);
  if (!request || !ending) return undefined;
  const state = ending.state ?? '';
  const rows = [ending.row];
  if (operation === 'cancel') return { expected: NOT_CANCELABLE, what: `The cancellation of a task that is ${state}`, rows };
  if (version !== '1.0') return undefined;
  if (operation === 'subscribe') return { expected: UNSUPPORTED, what: `A subscription to a task that is ${state}`, rows };
  if (!sendsMessage(call) || !request.namedInMessage || isOfAnotherContext(request, task)) return undefined;
  return { expected: UNSUPPORTED, what: `A message to a task that is ${state}`, rows };
}

/** A message that names another context is refused for that. */
function isOfAnotherContext({ contextId }: RequestSeen, task: TaskCase): boolean {
  return contextId !== undefined && task.contextId !== undefined && contextId !== task.contextId;
}

const NEGATION =
  /\bnot\b.{0,20}\b(?:support|available|enabled|implement|offer)|n't\b.{0,20}\b(?:support|offer)|\bunsupported\b|\bdisabled\b/i;

/** What an agent may not offer, and the words and the capability that say so. */
interface Offer {
  readonly capability: 'pushNotifications' | 'streaming';
  readonly words: RegExp;
  readonly expected: NamedError;
  readonly what: string;
}
const PUSH: Offer = { capability: 'pushNotifications', words: /push|notification|webhook/i, expected: NO_PUSH, what: 'push notifications' };
const STREAMS: Offer = { capability: 'streaming', words: /stream|subscri/i, expected: UNSUPPORTED, what: 'a stream' };

function offerOf(operation: string): Offer | undefined {
  if (/push-configs?$/.test(operation)) return PUSH;
  return operation === 'stream' || operation === 'subscribe' ? STREAMS : undefined;
}

/** Push notifications or streaming were asked for, which the card does not offer or the error says are not there. */
function unsupported({ call, answer, version }: Refused, book: Casebook): Situation | undefined {
  const offer = offerOf(call.operation);
  if (!offer) return undefined;
  // Listing and deleting configs came in the course of 0.2.
  if (version === '0.2' && /list|delete/.test(call.operation)) return undefined;
  const text = answer.error?.message ?? '';
  const what = `A call for ${offer.what}, which the agent does not offer,`;
  if (NEGATION.test(text) && offer.words.test(text)) return { expected: offer.expected, what, rows: [] };
  // A task that is not there may be refused first, whatever the card says.
  const denying = isNotFound(answer) ? undefined : deniedBy(book, call, offer.capability);
  return denying && { expected: offer.expected, what, rows: [denying.row] };
}

function isNotFound({ error }: AnswerSeen): boolean {
  return error?.code === NOT_FOUND.code || error?.reason === NOT_FOUND.reason || error?.code === 404;
}

/** The card of the server that was asked, where it says that it can not. */
function deniedBy(book: Casebook, call: CallCase, capability: string): CardSeen | undefined {
  const own = book.cards.filter((card) => {
    const hosts = [card.fetchedFrom, ...card.card.interfaces.map(({ url }) => url)].map(hostOf).filter((host) => host !== undefined);
    return call.endpoint === '' ? book.cards.length === 1 : hosts.some((host) => mayBeSameAgent(host, call.endpoint));
  });
  const card = own.at(-1);
  const capabilities = member(card?.value, 'capabilities');
  return card && capabilities !== undefined && member(capabilities, capability) !== true ? card : undefined;
}

const UNKNOWN_TASK =
  /\btask\b[^.]{0,80}?\b(?:not found|unknown|does(?:n't| not) exist|not exist|no longer exists)|\b(?:unknown|no such|cannot find|could not find) task\b/i;
const NAMES_TASK: ReadonlySet<string> = new Set([
  'get',
  'cancel',
  'subscribe',
  'send',
  'stream',
  'set-push-config',
  'get-push-config',
  'list-push-configs',
  'delete-push-config',
]);

/** The error says that there is no such task. Of one that has ended it may say so for its end, unless it is only read. */
function unknownTask({ call, answer, task }: Refused): Situation | undefined {
  if (!NAMES_TASK.has(call.operation) || call.request?.taskId === undefined) return undefined;
  if (call.operation !== 'get' && task && endingsOf(task).length > 0) return undefined;
  if (!UNKNOWN_TASK.test(answer.error?.message ?? '')) return undefined;
  return { expected: NOT_FOUND, what: 'A call for a task that is not known', rows: [] };
}

export const ERROR_CODE_RULES: readonly Rule[] = [
  {
    id: 'wrong-error-code',
    title: 'Another error than the one that is named',
    meaning:
      'A situation that has an error of its own was answered with another one: an unknown task, the cancellation of a task that has ended, push notifications or streaming that are not offered, and in 1.0 a message or a subscription to a task that has ended.',
    remedy: 'The server must answer with the named error; clients tell by its code whether to give up, to start anew or to ask otherwise.',
    channels: ['R', 'P'],
    severities: 'warning',
    spec: {
      '': 'A2A 0.3.0 §8.2',
      '0.1': 'A2A 0.1 §8',
      '0.2': 'A2A 0.2 §8.2',
      '1.0': 'A2A 1.0 §3.3.2, §5.4',
    },
    check: checkCodes,
  },
];
