// Does what a stand-in wants done. It decides nothing: one event after the other is judged by the machine, saved, and only then
// are its effects performed, so that a crash at any moment loses no event. What is only told goes with the save, in one stroke:
// a log has the facts of an event exactly when the history has the event. SPEC.md W.20–W.23.

import { unreachable } from '../../base/assert.ts';
import type { StandInStateName, WatchFact } from '../../log/watch-fact.ts';
import type { TaskState } from '../../protocol/task.ts';
import { type Doorbell, pushObjection, type PresentedPush } from './push-validator.ts';
import { beginStandIn, doorbellOf, moveStandIn, standInOf, type Move, type StandInMoment } from './stand-in.ts';
import type { StandInEffect, Telling } from './stand-in-effect.ts';
import type { FirstEvent, Reply, StandInEvent } from './stand-in-event.ts';
import type { StandInPorts } from './stand-in-ports.ts';
import { factAbout } from './stand-in-state.ts';
import { RemoteCalls, type Arrival } from './stand-in-calls.ts';
import { HISTORY_BOUND } from './watch-constants.ts';

export interface StandInEnd {
  readonly state: TaskState;
  readonly text: string;
}

/** A stand-in at work. */
export interface OpenStandIn {
  /** Resolves when the stand-in has ended; rejects when its storage, clock or parent failed, which kills the worker. */
  readonly ended: Promise<StandInEnd>;
  /** Resolves once it is saved, also where it had been before; false where the stand-in has ended. */
  reply(reply: Reply): Promise<boolean>;
  /** Resolves once it is saved. */
  cancel(): Promise<boolean>;
  /** Whether the push was accepted; an accepted one is saved before the answer. */
  present(push: PresentedPush): Promise<boolean>;
  /** Asks for a fresh history as soon as the watch rests, whatever its length. */
  roll(): Promise<boolean>;
  readonly moment: StandInMoment | undefined;
}

/**
 * Opens a stand-in: goes on from the saved history, or begins one where nothing is saved.
 * @param first how the history begins where there is none
 */
export function openStandIn(first: FirstEvent, ports: StandInPorts): OpenStandIn {
  return new StandInShell(first, ports);
}

class StandInShell implements OpenStandIn {
  readonly ended: Promise<StandInEnd>;
  moment: StandInMoment | undefined;
  readonly #ports: StandInPorts;
  readonly #calls: RemoteCalls;
  /** Everything that happens, one after the other. */
  #queue: Promise<unknown>;
  #isOver = false;
  #end: (end: StandInEnd) => void = () => undefined;
  #fail: (thrown: unknown) => void = () => undefined;
  readonly #stop = (): void => {
    this.#isOver = true;
    this.#ports.signal?.removeEventListener('abort', this.#stop);
    this.#calls.stop();
  };

  constructor(first: FirstEvent, ports: StandInPorts) {
    this.#ports = ports;
    this.ended = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
    this.#calls = new RemoteCalls(first, ports, {
      arrive: (arrival) => this.#next(() => this.#live(arrival)),
      onBroken: (thrown) => this.#break(thrown),
    });
    this.#queue = Promise.resolve();
    if (ports.signal?.aborted) this.#stop();
    else ports.signal?.addEventListener('abort', this.#stop, { once: true });
    void this.#next(() => this.#open(first));
  }

  reply(reply: Reply): Promise<boolean> {
    return this.#next(async () => {
      const isKnown = this.moment?.standIn.heardReplies.includes(reply.replyId) === true;
      return isKnown || this.#live({ kind: 'reply-received', reply });
    });
  }

  cancel(): Promise<boolean> {
    return this.#next(async () => this.moment?.standIn.isCanceled === true || this.#live({ kind: 'cancel-received' }));
  }

  roll(): Promise<boolean> {
    return this.#next(() => this.#live({ kind: 'history-bound-passed' }));
  }

  present(push: PresentedPush): Promise<boolean> {
    if (this.moment && isRefusedForGood(doorbellOf(this.moment), push)) return Promise.resolve(false);
    return this.#next(async () => {
      if (!this.moment || pushObjection(doorbellOf(this.moment), push) !== undefined) return false;
      return this.#live({ kind: 'push-accepted', claimed: push.claimed });
    });
  }

  /** Queues a step; false where the stand-in is over before its turn comes. */
  #next(step: () => Promise<boolean>): Promise<boolean> {
    const done = this.#queue.then(async () => {
      if (this.#isOver) return false;
      try {
        return await step();
      } catch (thrown) {
        this.#break(thrown);
        return false;
      }
    });
    this.#queue = done;
    return done;
  }

  #break(thrown: unknown): void {
    this.#stop();
    this.#fail(thrown);
  }

  async #open(first: FirstEvent): Promise<boolean> {
    const moment = standInOf(await this.#ports.storage.load());
    if (this.#isOver) return false;
    if (moment?.state === 'ended') {
      this.moment = moment;
      const { last, untold } = moment.standIn;
      // The end was saved, and the worker died before the parent had heard of it.
      for (const telling of untold) await this.#tell(telling);
      this.#finish({ state: last?.state ?? 'failed', text: last?.text ?? '' });
      return true;
    }
    if (!moment) return this.#begin(first, () => this.#ports.storage.append(first));
    this.moment = moment;
    return this.#live({ kind: 'worker-restarted' });
  }

  async #begin(first: FirstEvent, save: () => Promise<void>): Promise<boolean> {
    return this.#take(first, beginStandIn(first), undefined, save);
  }

  /** One event: judged, saved, and then what it asks for is done. */
  async #live(arrival: Arrival): Promise<boolean> {
    if (!this.moment) return false;
    const event: StandInEvent = { ...arrival, at: this.#ports.clock.now() };
    const move = moveStandIn(this.moment, event);
    if (!move || !(await this.#take(event, move, this.moment.state, () => this.#ports.storage.append(event)))) return false;
    const { events, standIn, state } = this.moment;
    const isLong = events >= (this.#ports.historyBound ?? HISTORY_BOUND) && !standIn.isRollDue && state !== 'closing' && state !== 'ended';
    // A history that is nothing but its beginning is as short as one can be, whatever the bound.
    if (isLong && events > 1 && !this.#isOver) await this.#live({ kind: 'history-bound-passed' });
    return true;
  }

  /** Saves an event and tells of it before anything is awaited; what the event asks for is done once it is kept. */
  async #take(
    event: StandInEvent,
    { moment, effects }: Move,
    from: StandInStateName | undefined,
    save: () => Promise<void>,
  ): Promise<boolean> {
    const saved = save();
    for (const fact of factsOf(event, moment, from)) this.#ports.fact(fact);
    for (const effect of effects) if (effect.kind === 'log') this.#ports.fact(effect.fact);
    await saved;
    if (this.#isOver) return false;
    this.moment = moment;
    for (const effect of effects) {
      if (this.#isOver) break;
      if (effect.kind !== 'log') await this.#perform(effect);
    }
    return true;
  }

  async #perform(effect: Exclude<StandInEffect, { readonly kind: 'log' }>): Promise<void> {
    switch (effect.kind) {
      case 'tell-parent':
        return this.#tell(effect.telling);
      case 'roll':
        this.#calls.hangUpAll();
        await this.#begin(effect.first, () => this.#ports.storage.replace(effect.first));
        return;
      case 'end':
        return this.#finish({ state: effect.state, text: effect.text });
      case 'hang-up':
        return this.#calls.hangUp(effect.call);
      case 'sleep':
        return this.#calls.sleep(effect);
      case 'wake-cancel':
        return this.#calls.wake(effect.timer);
      case 'start-turn':
      case 'register-push':
      case 'fetch-task':
      case 'subscribe':
      case 'delete-push':
      case 'cancel-task':
      case 'delete-lost-push':
        return this.#calls.begin(effect);
      default:
        return unreachable(effect);
    }
  }

  async #tell(telling: Telling): Promise<void> {
    await this.#ports.parent.tell(telling);
    if (this.#isOver) return;
    await this.#live({ kind: 'parent-heard', number: telling.number });
  }

  #finish(end: StandInEnd): void {
    this.#stop();
    this.#end(end);
  }
}

/**
 * Whether nothing that is still to be done can make a push acceptable: closed stays closed, and a watch is chosen once. Such a push
 * does not wait for its turn, or the time of its refusal would tell that somebody is there and at work.
 */
function isRefusedForGood(doorbell: Doorbell, push: PresentedPush): boolean {
  return doorbell.isClosed || (doorbell.watch !== null && pushObjection(doorbell, push) !== undefined);
}

/** What a log is told of an event that has been saved, before what the machine wants told. */
function factsOf(event: StandInEvent, { standIn, events, state }: StandInMoment, from: StandInStateName | undefined): readonly WatchFact[] {
  const came = from === undefined ? {} : { from };
  const moved = factAbout(standIn, { kind: 'stand-in-moved', number: events, event: event.kind, ...came, to: state });
  if (event.kind !== 'push-accepted') return [moved];
  return [moved, factAbout(standIn, { kind: 'push-accepted', ...(event.claimed === null ? {} : { claimed: event.claimed }) })];
}
