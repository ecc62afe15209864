// The last requests of a delegation: fetching what a task left behind, and cancelling one whose time is up. Cancel is a race:
// what was seen decides, not what was done. SPEC.md Q.4, Q.8.

import type { PeerAnswer, PeerTask } from '../protocol/peer.ts';
import { type TaskId, type TaskState } from '../protocol/task.ts';
import { type DelegationCourse, type Ending, failed } from './delegation-course.ts';
import { outcomeOfEnd } from './outcomes.ts';
import type { Following } from './peer-following.ts';
import { retryRule } from './retry-table.ts';
import { isTerminal } from './transition-table.ts';

const LOST_RACE = 'cancel lost the race';

const WHY_ENDED: Readonly<Partial<Record<TaskState, string>>> = {
  completed: 'the task completed',
  failed: 'the task failed',
  rejected: 'the peer rejected the task',
  canceled: 'the peer canceled the task, unasked',
};

/** The outcome that the state seen last stands for; undefined while the task goes on. */
export function settleBySeen({ state }: DelegationCourse, note?: string): Ending | undefined {
  const outcome = state && outcomeOfEnd(state);
  if (outcome === undefined) return undefined;
  return { kind: 'settled', outcome, why: WHY_ENDED[state as TaskState] ?? '', ...(note === undefined ? {} : { note }) };
}

/**
 * Asks for the whole task after its end was seen. What ended badly has done so with or without its artifacts; what completed
 * is nothing without them.
 */
export async function fetchEnd(course: DelegationCourse, taskId: TaskId, until: number | null, note?: string): Promise<Ending> {
  const waited = await course.ask((signal) => course.port.get(taskId, signal), until);
  if (waited.kind === 'late') return endUnfetched(course, 'completed was seen, but what came of it did not arrive in time');
  if (!waited.value.ok) return failed('get', waited.value.failure);
  const wrong = course.sample(waited.value.value, 'get');
  return wrong ?? settleBySeen(course, note) ?? timeUp('the task was said to have ended, and has not');
}

/** How a delegation ends whose task's end was seen, but not what it left. */
function endUnfetched(course: DelegationCourse, why: string): Ending {
  return course.state === 'completed' ? timeUp(why) : (settleBySeen(course) ?? timeUp(why));
}

function timeUp(why: string, note?: string): Ending {
  return { kind: 'settled', outcome: 'canceled_deadline', why, ...(note === undefined ? {} : { note }) };
}

/**
 * Gives a task up: one cancel, and whatever is heard of the task until its answer has come or was awaited long enough.
 * @param following what is still open, if anything is
 */
export async function cancelTask(course: DelegationCourse, following: Following | undefined, why: string): Promise<Ending> {
  const { taskId, settings } = course;
  if (taskId === undefined) return timeUp(why, 'no task id is known: there is nothing that could be cancelled');
  course.cancelSent = true;
  if (settings.afterCancel === 'look') return new CancelRace(course, following, { taskId, why }).run();
  // Written down is what was done: nobody stays to hear what came of it.
  cancelUnheard(course, taskId);
  return timeUp(why);
}

/** Leaves no task at work for a client whose own caller has gone: where one is known, its cancel is sent, and not waited for. */
export function abandonTask(course: DelegationCourse): void {
  const { taskId, state, cancelSent } = course;
  if (taskId !== undefined && !cancelSent && (state === undefined || !isTerminal(state))) cancelUnheard(course, taskId);
}

/** Sends a cancel of whose answer nobody hears; one that is not answered is hung up. */
function cancelUnheard({ port, ports, settings }: DelegationCourse, taskId: TaskId): void {
  const patience = new AbortController();
  const end = (): void => patience.abort(new Error('the answer to the cancel is awaited no longer'));
  port.cancel(taskId, patience.signal).then(end, end);
  ports.sleep(settings.cancelWaitMs, patience.signal).then(end, end);
}

class CancelRace {
  readonly #course: DelegationCourse;
  readonly #taskId: TaskId;
  readonly #why: string;
  readonly #until: number;
  #following: Following | undefined;
  #isAnswered = false;

  constructor(
    course: DelegationCourse,
    following: Following | undefined,
    { taskId, why }: { readonly taskId: TaskId; readonly why: string },
  ) {
    this.#course = course;
    this.#following = following;
    this.#taskId = taskId;
    this.#why = why;
    this.#until = course.ports.now() + course.settings.cancelWaitMs;
  }

  async run(): Promise<Ending> {
    const { port, limit } = this.#course;
    const cancelling = port.cancel(this.#taskId, this.#course.signal);
    for (;;) {
      const next: Promise<() => Promise<Ending | undefined>>[] = [];
      if (!this.#isAnswered) next.push(cancelling.then((answer) => () => this.#hearAnswer(answer)));
      const following = this.#following;
      if (following) next.push(following.next().then((sighting) => () => this.#hearTask(following, following.hear(sighting))));
      if (next.length === 0) return this.#timeUp();
      const waited = await limit.within(Promise.race(next), this.#until);
      const ending = waited.kind === 'late' ? this.#timeUp('the peer did not answer the cancel') : await waited.value();
      if (ending) return ending;
    }
  }

  async #hearAnswer(answer: PeerAnswer<PeerTask>): Promise<Ending | undefined> {
    this.#isAnswered = true;
    const course = this.#course;
    if (answer.ok) {
      const wrong = course.sample(answer.value, 'cancel');
      if (wrong) return wrong;
      if (course.state === 'canceled') return this.#timeUp();
      // A task may still be working when its cancel is answered: it is told to stop, and will.
      return settleBySeen(course, LOST_RACE);
    }
    if (retryRule('cancel', answer.failure).next === 'look') return this.#fetch();
    return this.#timeUp(`the cancel failed: ${answer.failure.detail}`);
  }

  async #hearTask(following: Following, heard: ReturnType<Following['hear']>): Promise<Ending | undefined> {
    if (heard.kind === 'ending') {
      if (heard.ending.kind === 'settled') return heard.ending;
      // It is the cancel's answer that is awaited; a stream that is lost now loses nothing else.
      this.#following = undefined;
      return undefined;
    }
    const { state } = this.#course;
    if (state === undefined || !isTerminal(state)) return undefined;
    this.#following = undefined;
    if (state === 'canceled') return undefined;
    return following.showsWholeTask ? settleBySeen(this.#course, LOST_RACE) : this.#fetch();
  }

  async #fetch(): Promise<Ending> {
    const ending = await fetchEnd(this.#course, this.#taskId, this.#until, LOST_RACE);
    return ending.kind === 'failure' ? endUnfetched(this.#course, this.#why) : ending;
  }

  #timeUp(note?: string): Ending {
    return timeUp(this.#why, this.#course.state === 'canceled' ? undefined : note);
  }
}
