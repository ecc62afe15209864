// Following a peer's task until it ends: over its event stream, or by asking for it again and again. Both are read as one
// sequence of sightings, so that deadline, silence and cancel are the same for both. SPEC.md Q.5–Q.9.

import type { PeerAnswer, PeerTask } from '../protocol/peer.ts';
import type { TaskId } from '../protocol/task.ts';
import { type DelegationCourse, type Ending, failed, type OpenRequest, violation } from './delegation-course.ts';
import { StreamOrder } from './observed-moves.ts';

/** No honest task has more events; an endless stream ends here, even where no time passes (SPEC.md Q.9). */
const MOST_EVENTS = 10_000;
/** Polling faster than this is no pause. */
const SHORTEST_POLL_MS = 10;

type Sighting = IteratorResult<PeerAnswer<PeerTask>, unknown>;
/** What a sighting comes to: a state, the end of the try, or nothing new. */
export type Heard =
  | { readonly kind: 'state'; readonly task: PeerTask }
  | { readonly kind: 'ending'; readonly ending: Ending }
  | { readonly kind: 'nothing' };

const NOTHING: Heard = { kind: 'nothing' };

export class Following {
  /** Whether a sighting shows the whole task, artifacts included. */
  readonly showsWholeTask: boolean;
  readonly #course: DelegationCourse;
  readonly #request: OpenRequest;
  readonly #sightings: AsyncIterator<PeerAnswer<PeerTask>>;
  readonly #order: StreamOrder;
  #isFirst = true;
  #pending: Promise<Sighting> | undefined;

  constructor(course: DelegationCourse, taskId: TaskId) {
    this.#course = course;
    this.#request = course.openRequest();
    this.showsWholeTask = course.settings.channel === 'poll';
    this.#order = new StreamOrder(course.card?.heartbeat ?? false);
    const { signal } = this.#request;
    const sightings = this.showsWholeTask ? polled(course, taskId, signal) : course.port.events(taskId, signal);
    this.#sightings = sightings[Symbol.asyncIterator]();
  }

  /** The next sighting: the same promise until it has been heard. */
  next(): Promise<Sighting> {
    return (this.#pending ??= this.#sightings.next());
  }

  /** Takes what `next` came to. */
  hear(sighting: Sighting): Heard {
    this.#pending = undefined;
    const step = this.showsWholeTask ? 'get' : 'events';
    if (sighting.done)
      return { kind: 'ending', ending: failed(step, { kind: 'stream-ended-early', detail: 'the stream ended, the task did not' }) };
    const answer = sighting.value;
    if (!answer.ok) return { kind: 'ending', ending: failed(step, answer.failure) };
    const ending = this.showsWholeTask ? this.#course.sample(answer.value, step) : this.#takeEvent(answer.value);
    if (ending === NOTHING_NEW) return NOTHING;
    return ending ? { kind: 'ending', ending } : { kind: 'state', task: answer.value };
  }

  /** Hangs up; what was still under way may end as it likes. */
  close(): void {
    this.#request.hangUp('the client has heard enough');
    this.#request.release();
    // Both only tell that somebody hung up, which was us.
    this.#pending?.catch(() => undefined);
    this.#sightings.return?.().catch(() => undefined);
  }

  #takeEvent(task: PeerTask): Ending | typeof NOTHING_NEW | undefined {
    const course = this.#course;
    course.events += 1;
    if (course.events > MOST_EVENTS) return violation(`more than ${MOST_EVENTS} events`);
    // The first event repeats the present state, as an answer would: a sample.
    if (this.#isFirst) {
      this.#isFirst = false;
      this.#order.take(task);
      return course.sample(task, 'events');
    }
    const wrong = course.note(task, 'events');
    if (wrong) return wrong;
    const verdict = this.#order.take(task);
    if (verdict.kind === 'violation') return violation(verdict.why);
    course.advance(verdict.kind === 'repeat' ? { ...task, state: course.state ?? task.state } : task);
    return verdict.kind === 'repeat' ? NOTHING_NEW : undefined;
  }
}

const NOTHING_NEW = 'nothing new';

async function* polled(course: DelegationCourse, taskId: TaskId, signal: AbortSignal): AsyncGenerator<PeerAnswer<PeerTask>> {
  const pause = Math.max(SHORTEST_POLL_MS, course.settings.pollMs);
  for (;;) {
    await course.ports.sleep(pause, signal);
    yield await course.port.get(taskId, signal);
  }
}
