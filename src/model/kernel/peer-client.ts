// A client that turns whatever a remote agent does into one of seven outcomes: bounded tries with pauses for what time may
// mend, a hard deadline with one cancel, and conclusions only from what was seen. SPEC.md family Q.

import type { PeerCard, PeerFailure, PeerOrder, PeerPort, PeerTask } from '../protocol/peer.ts';
import type { TaskId } from '../protocol/task.ts';
import type { ClientPorts, ClientSettings } from './client-settings.ts';
import { DelegationCourse, type Ending, failed } from './delegation-course.ts';
import { outcomeOfEnd, type PeerOutcome } from './outcomes.ts';
import { abandonTask, cancelTask, fetchEnd, settleBySeen } from './peer-ending.ts';
import { Following } from './peer-following.ts';
import { textPart } from './parts.ts';
import { retryRule } from './retry-table.ts';
import { isTerminal } from './transition-table.ts';

/** Questions of one task that are answered; more are left open (SPEC.md Q.9). */
const MOST_INPUTS = 8;
/** Tries, whatever the settings ask for (SPEC.md Q.9). */
const MOST_ATTEMPTS = 100;

/** Characters of a peer's own words that are kept. */
const MOST_WORDS = 300;

const WHY_LATE = 'the deadline passed';
const WHY_STALLED = 'the peer promised signs of life and gave none for too long';

/**
 * Delegates one piece of work to a peer.
 * @param order what is wanted; `card` where it has been read before
 * @returns the one outcome, which is also told as a fact; it comes by the deadline and the wait for the cancel at the latest, where there is a deadline
 * @throws only the reason of an aborted `ports.signal`, and what the port throws although it must not
 */
export async function delegateToPeer(
  port: PeerPort,
  order: PeerOrder & { readonly card?: PeerCard },
  settings: ClientSettings,
  ports: ClientPorts,
): Promise<PeerOutcome> {
  const course = new DelegationCourse(port, order, settings, ports);
  try {
    return decide(course, await tryUntilSettled(course));
  } catch (thrown) {
    if (ports.signal?.aborted) abandonTask(course);
    throw thrown;
  } finally {
    course.hangUp();
  }
}

type Settled = Extract<Ending, { kind: 'settled' }>;

function decide(course: DelegationCourse, settled: Settled): PeerOutcome {
  const result = course.result(settled);
  const { outcome, attempts, taskId, state, why, note, artifacts, artifactsComplete } = result;
  course.ports.fact({
    kind: 'outcome-decided',
    outcome,
    attempts,
    ...(taskId === undefined ? {} : { taskId }),
    ...(state === undefined ? {} : { state }),
    why,
    ...(note === undefined ? {} : { note }),
    artifacts: artifacts.length,
    complete: artifactsComplete,
  });
  return result;
}

async function tryUntilSettled(course: DelegationCourse): Promise<Settled> {
  for (;;) {
    course.attempts += 1;
    const ending = await tryOnce(course);
    if (ending.kind === 'settled') return ending;
    const settled = await pauseAfter(course, ending);
    if (settled) return settled;
  }
}

/** Waits before the next try. @returns the outcome where there is none */
async function pauseAfter(course: DelegationCourse, ending: Extract<Ending, { kind: 'failure' }>): Promise<Settled | undefined> {
  const { settings, ports, attempts, taskId } = course;
  const { step } = ending;
  const failure = inShort(ending.failure);
  const rule = retryRule(step, failure);
  if (rule.next !== 'retry') return settle(course, rule.outcome, `${failure.detail}; ${rule.why}`);
  if (attempts >= Math.min(settings.attempts, MOST_ATTEMPTS)) return settle(course, rule.outcome, `${failure.detail}; no try is left`);
  if (course.isPastDeadline) return settle(course, rule.outcome, `${failure.detail}; no time is left`);
  const waitMs = pauseMs(course, failure);
  const until = course.deadlineAt;
  if (failure.retryAfterMs !== undefined && until !== null && ports.now() + waitMs >= until) {
    return settle(course, rule.outcome, `${failure.detail}; the peer asks for a pause that reaches past the deadline`);
  }
  ports.fact({ kind: 'retry-scheduled', attempt: attempts, waitMs, step, failure, ...(taskId === undefined ? {} : { taskId }) });
  const waited = await course.limit.within(ports.sleep(waitMs, course.signal), until);
  if (waited.kind === 'came' && !course.isPastDeadline) return undefined;
  if (!course.hasAskedForWork) return settle(course, rule.outcome, `${failure.detail}; no time is left`);
  const given = await cancelTask(course, undefined, 'the deadline passed during a pause');
  return given.kind === 'settled' ? given : settle(course, rule.outcome, failure.detail);
}

/** What a peer says of its failure may be as long as it likes; a fact is short. */
function inShort(failure: PeerFailure): PeerFailure {
  const { detail, code } = failure;
  if (detail.length <= MOST_WORDS && (code?.length ?? 0) <= MOST_WORDS) return failure;
  return { ...failure, detail: detail.slice(0, MOST_WORDS), ...(code === undefined ? {} : { code: code.slice(0, MOST_WORDS) }) };
}

function pauseMs({ settings, attempts }: DelegationCourse, failure: PeerFailure): number {
  const { backoffMs } = settings;
  const pause = backoffMs[Math.min(attempts, backoffMs.length) - 1] ?? 0;
  return Math.max(pause, failure.retryAfterMs ?? 0);
}

/** A task that was seen to end badly has ended so, even where the peer fails from then on. */
function settle(course: DelegationCourse, outcome: Settled['outcome'], why: string): Settled {
  const seen = outcome === 'unavailable' && course.state !== 'completed' ? settleBySeen(course) : undefined;
  return seen?.kind === 'settled' ? seen : { kind: 'settled', outcome, why };
}

/** One try: the card where it is not known, create, follow, fetch. */
async function tryOnce(course: DelegationCourse): Promise<Ending> {
  const noCard = course.card === undefined ? await readCard(course) : undefined;
  if (noCard) return noCard;
  course.startDeadline();
  // Without a reference a second create makes a second task: one that is known is followed instead.
  const notCreated = course.taskId === undefined || course.order.clientRef !== undefined ? await create(course) : undefined;
  if (notCreated) return notCreated;
  const { taskId } = course;
  return taskId === undefined ? failed('create', { kind: 'wrong-shape', detail: 'a task without an id' }) : follow(course, taskId);
}

async function readCard(course: DelegationCourse): Promise<Ending | undefined> {
  const waited = await course.ask((signal) => course.port.card(signal), course.deadlineAt);
  if (waited.kind === 'late') return { kind: 'settled', outcome: 'unavailable', why: 'the card did not come in time' };
  if (!waited.value.ok) return failed('card', waited.value.failure);
  course.card = waited.value.value;
  return undefined;
}

async function create(course: DelegationCourse): Promise<Ending | undefined> {
  const waited = await course.ask((signal) => course.port.create(course.order, signal), course.deadlineAt);
  if (waited.kind === 'late') {
    course.mayHaveMadeTask();
    return cancelTask(course, undefined, 'the deadline passed before the create was answered');
  }
  const answer = waited.value;
  if (!answer.ok) {
    if (answer.failure.kind !== 'status' && answer.failure.kind !== 'connection-refused') course.mayHaveMadeTask();
    return failed('create', answer.failure);
  }
  const task = answer.value;
  if (course.taskId !== undefined && task.foundAgain && task.taskId !== course.taskId) {
    return failed('create', { kind: 'wrong-task', detail: `${course.taskId} was made for this reference, ${task.taskId} was found` });
  }
  if (!task.foundAgain || course.taskId === undefined) course.beginTask(task.taskId);
  const wrong = course.sample(task, 'create');
  // A whole task that has ended needs no polling; the event stream is asked all the same, as one that is open might be.
  return wrong ?? (course.settings.channel === 'poll' && isEnd(course, task) ? settleBySeen(course) : undefined);
}

async function follow(course: DelegationCourse, taskId: TaskId): Promise<Ending> {
  const following = new Following(course, taskId);
  try {
    // The answer to the create may be a question already; a stream begins by asking it again.
    const asked = following.showsWholeTask ? await answerQuestion(course, taskId) : undefined;
    if (asked) return asked === 'late' ? await cancelTask(course, following, WHY_LATE) : asked;
    for (;;) {
      const waited = await course.limit.within(following.next(), course.patience);
      if (waited.kind === 'late') return await cancelTask(course, following, course.isPastDeadline ? WHY_LATE : WHY_STALLED);
      const heard = following.hear(waited.value);
      if (heard.kind === 'ending') {
        if (hasMissedTheEnd(course)) return await waitForNothing(course, following);
        return heard.ending;
      }
      const ending = heard.kind === 'state' ? await react(course, following, heard.task) : undefined;
      if (ending) return ending;
    }
  } finally {
    following.close();
  }
}

async function react(course: DelegationCourse, following: Following, task: PeerTask): Promise<Ending | undefined> {
  if (isEnd(course, task)) {
    const needsNothing = following.showsWholeTask || task.state === 'rejected';
    return needsNothing ? settleBySeen(course) : fetchEnd(course, task.taskId, course.lastInstant);
  }
  if (task.state === 'auth-required' && course.settings.ends === 'all') {
    return { kind: 'settled', outcome: 'auth_failed', why: 'the task asks for a credential that this client does not have' };
  }
  const asked = await answerQuestion(course, task.taskId);
  return asked === 'late' ? cancelTask(course, following, WHY_LATE) : asked;
}

function isEnd({ settings }: DelegationCourse, { state }: PeerTask): boolean {
  return settings.ends === 'all' ? outcomeOfEnd(state) !== undefined : state === 'completed' || state === 'failed';
}

/** Whoever does not know an end when it sees one is still waiting when the stream has gone. */
function hasMissedTheEnd({ settings, state }: DelegationCourse): boolean {
  return settings.ends !== 'all' && isTerminal(state);
}

async function waitForNothing(course: DelegationCourse, following: Following): Promise<Ending> {
  await course.limit.within(new Promise<never>(() => undefined), course.deadlineAt);
  return cancelTask(course, following, WHY_LATE);
}

/** Gives the input that a task waits for, once for each time it asks. SPEC.md Q.11. @returns undefined where it goes on from there */
async function answerQuestion(course: DelegationCourse, taskId: TaskId): Promise<Ending | 'late' | undefined> {
  const { state, text = '', port, settings } = course;
  if (state !== 'input-required' || settings.answerInput === undefined) return undefined;
  if (course.answeredText === text || course.inputsSent >= MOST_INPUTS) return undefined;
  course.inputsSent += 1;
  const parts = [textPart(settings.answerInput)];
  const waited = await course.ask((signal) => port.input(taskId, parts, signal), course.deadlineAt);
  if (waited.kind === 'late') return 'late';
  const answer = waited.value;
  if (!answer.ok) return retryRule('input', answer.failure).next === 'look' ? undefined : failed('input', answer.failure);
  const wrong = course.sample(answer.value, 'input');
  if (wrong) return wrong;
  if (answer.value.state === 'input-required') course.answeredText = text;
  return settings.channel === 'poll' && isEnd(course, answer.value) ? settleBySeen(course) : undefined;
}
