// The lab is a discrete-event simulation: it takes the least event by (time, number), hands it to one agent, waits for that
// agent's token, applies what the agent wants, in order, and only then takes the next. At most one agent runs at any time, so
// there is nothing to merge and no tie to break: an episode is a pure function of its cast and its seed (SPEC.md E.1).
// Scheduling, load and speed of the machine change when a token comes back, never what is in it.

import { invariant } from '../../model/base/assert.ts';
import type { EpisodeEnd, RecordedLine } from '../../model/log/saved-form.ts';
import type { AgentName } from '../../model/protocol/task.ts';
import type { Input, Millis, Op } from '../lanes.ts';
import type { Watchdog } from '../watchdog.ts';
import { type Answer, answerLine, isLast, toAnswer } from './answer-lines.ts';
import { CONNECTION_REFUSED, HOP, HORIZON, MOST_LIVES, TURNS_PER_INSTANT } from './constants.ts';
import { type EpisodeStorage, memoryStorage, storedBy } from './episode-storage.ts';
import { EventQueue, type Placed } from './event-queue.ts';
import { type Exchange, Exchanges } from './exchanges.ts';
import { type Participant, Seat } from './seats.ts';

export interface EpisodeSetup {
  /** Booted in this order. */
  readonly cast: readonly Participant[];
  readonly seed: string;
  readonly watchdog: Watchdog;
  /** Told everything that crosses, and every fact, as it happens; secrets are still in it. */
  readonly record: (line: RecordedLine) => void;
  readonly horizon?: Millis;
  /** One way over the wire. */
  readonly hop?: Millis;
  readonly kills?: readonly Kill[];
  /** In memory where none is given; emptied when the episode is over. */
  readonly storage?: EpisodeStorage;
  readonly signal?: AbortSignal;
}
/** The end of a worker from outside: as the last thing of an instant, or after a turn of the lab, counted from 1. */
export type Kill = { readonly agent: AgentName } & ({ readonly at: Millis } | { readonly turn: number });

export interface EpisodeResult {
  readonly end: EpisodeEnd | 'stopped';
  readonly turns: number;
  /** Births of workers. */
  readonly workers: number;
}

/** What befalls a worker and does not come from its lanes. */
type Fate = { readonly input: 'kill' } | { readonly input: 'rebirth' };
const LAST_OF_ITS_INSTANT = Number.MAX_SAFE_INTEGER;

interface Upcoming extends Placed {
  readonly to: AgentName;
  /** For which life of the agent it was meant. */
  readonly life: number;
  readonly input: Input | Fate;
  readonly exchange?: Exchange;
  readonly background?: true;
  canceled?: true;
}
type CallOp = Extract<Op, { readonly op: 'call' }>;
type StoreOp = Extract<Op, { readonly op: 'store' }>;

const KILLED = 'killed';

/** Plays an episode to its end. Everybody in the cast is ended when it resolves. */
export async function playEpisode(setup: EpisodeSetup): Promise<EpisodeResult> {
  const lab = new LabCore(setup);
  return lab.play();
}

class LabCore {
  readonly #setup: EpisodeSetup;
  readonly #seats = new Map<AgentName, Seat>();
  readonly #queue = new EventQueue<Upcoming>();
  readonly #exchanges = new Exchanges();
  readonly #storage: EpisodeStorage;
  readonly #hop: Millis;
  readonly #timers = new Map<string, Upcoming>();
  readonly #lateDeaths: { readonly seat: Seat; readonly why: string }[] = [];
  #now: Millis = 0;
  #placed = 0;
  #turns = 0;
  #turnsInInstant = 0;
  #workers = 0;
  #graced = false;

  constructor(setup: EpisodeSetup) {
    this.#setup = setup;
    this.#storage = setup.storage ?? memoryStorage();
    this.#hop = setup.hop ?? HOP;
    for (const participant of setup.cast) {
      const seat = new Seat(participant, setup.watchdog, (dead, why) => this.#lateDeaths.push({ seat: dead, why }));
      this.#seats.set(participant.agent, seat);
    }
  }

  async play(): Promise<EpisodeResult> {
    try {
      return await this.#playToTheEnd();
    } finally {
      for (const seat of this.#seats.values()) await seat.clear();
      await this.#storage.clear();
    }
  }

  async #playToTheEnd(): Promise<EpisodeResult> {
    for (const seat of this.#seats.values()) seat.warmUp();
    for (const seat of this.#seats.values()) await this.#boot(seat);
    for (const kill of this.#setup.kills ?? []) {
      invariant(this.#seats.get(kill.agent)?.participant.place === 'worker', 'E.44', `${kill.agent} is to be killed, and is no worker`);
      if ('at' in kill) this.#queue.push({ at: kill.at, number: LAST_OF_ITS_INSTANT, to: kill.agent, life: 0, input: { input: 'kill' } });
    }
    let end: EpisodeResult['end'] | undefined;
    while (end === undefined) end = this.#setup.signal?.aborted ? 'stopped' : await this.#step();
    if (end !== 'stopped') this.#record({ at: this.#now, line: 'episode-ended', end, open: this.#exchanges.owed(), turns: this.#turns });
    return { end, turns: this.#turns, workers: this.#workers };
  }

  /** One event, or none: then how the episode has ended. */
  async #step(): Promise<EpisodeEnd | undefined> {
    for (const { seat, why } of this.#lateDeaths.splice(0)) if (seat.alive) this.#bury(seat, why);
    const next = this.#next();
    if (!next) return this.#endOrGrace();
    this.#graced = false;
    const horizon = this.#setup.horizon ?? HORIZON;
    if (next.at > horizon) {
      this.#now = horizon;
      return 'horizon';
    }
    this.#queue.pop();
    if (next.at > this.#now) this.#turnsInInstant = 0;
    this.#now = next.at;
    this.#turnsInInstant++;
    if (this.#turnsInInstant > TURNS_PER_INSTANT) return 'no-progress';
    await this.#deliver(next);
    return undefined;
  }

  /** The least event that still means something; what only background timers are left for is over. */
  #next(): Upcoming | undefined {
    for (;;) {
      const next = this.#queue.peek();
      if (!next) return undefined;
      if (!this.#isVoid(next)) {
        const onlyBackground = next.background && !this.#queue.some((event) => !event.background && !this.#isVoid(event));
        return onlyBackground ? undefined : next;
      }
      this.#queue.pop();
    }
  }

  #isVoid({ canceled, exchange, input, to, life }: Upcoming): boolean {
    if (canceled) return true;
    if (input.input === 'kill') return this.#seats.get(to)?.alive !== true;
    if (input.input === 'rebirth') return this.#seats.get(to)?.alive === true;
    if (input.input === 'request') return false;
    return life !== this.#seats.get(to)?.life || ('call' in input && exchange?.over === true);
  }

  /** An answer is owed and nothing is queued: work that nobody declared may still speak up, once. */
  async #endOrGrace(): Promise<EpisodeEnd | undefined> {
    if (this.#exchanges.owed().length === 0) return 'done';
    if (this.#graced) return 'stalled';
    this.#graced = true;
    await this.#setup.watchdog.grace();
    return undefined;
  }

  async #deliver({ to, input, exchange }: Upcoming): Promise<void> {
    const seat = this.#seats.get(to);
    if (!seat) return;
    if (input.input === 'kill') return this.#bury(seat, KILLED);
    if (input.input === 'rebirth') return void (await this.#boot(seat));
    if (!seat.alive && !(await this.#revive(seat, input))) {
      if (exchange && input.input === 'request') this.#answer(exchange, { input: 'lost', call: exchange.call, why: CONNECTION_REFUSED });
      return;
    }
    if (exchange && 'call' in input) this.#arrive(exchange, input);
    if (input.input === 'wake') this.#timers.delete(timerKey(to, input.timer));
    const outcome = await seat.turn({ type: 'turn', turn: ++this.#turns, now: this.#now, input });
    if (outcome.type === 'dead') this.#bury(seat, outcome.why);
    else await this.#applyAll(seat, outcome.ops);
    for (const kill of this.#setup.kills ?? []) {
      const killed = 'turn' in kill && kill.turn === this.#turns ? this.#seats.get(kill.agent) : undefined;
      if (killed?.alive) this.#bury(killed, KILLED);
    }
  }

  async #revive(seat: Seat, input: Input): Promise<boolean> {
    return input.input === 'request' && seat.mayRestart && (await this.#boot(seat));
  }

  async #boot(seat: Seat): Promise<boolean> {
    const { agent, place } = seat.participant;
    const outcome = await seat.boot(this.#setup.seed, this.#now);
    if (outcome.type === 'dead') {
      // What cannot even begin is not begun again.
      this.#bury(seat, outcome.why, 'for good');
      return false;
    }
    if (place === 'worker') {
      this.#workers++;
      this.#record({ at: this.#now, line: 'fact', by: agent, fact: { kind: 'worker-started', agent } });
    }
    await this.#applyAll(seat, outcome.ops);
    return true;
  }

  /** What a dead agent was asked is lost, and what it asked has lost its reader. One of ours never dies: that is a bug. */
  #bury(seat: Seat, why: string, how?: 'for good'): void {
    const { agent, place, revivesAfterMs } = seat.participant;
    seat.bury();
    invariant(place === 'worker', 'E.9', `${agent} is ours and has ended: ${why}`);
    this.#record({ at: this.#now, line: 'fact', by: agent, fact: { kind: 'worker-ended', agent, why } });
    for (const exchange of this.#exchanges.waitedFor()) {
      if (exchange.from === agent) this.#hangUp(exchange, 'caller lost');
      else if (exchange.to === agent && !exchange.answered && exchange.upAt <= this.#now) {
        this.#answer(exchange, { input: 'lost', call: exchange.call, why: 'connection lost' });
      }
    }
    if (revivesAfterMs === undefined || how === 'for good' || seat.life >= MOST_LIVES) return;
    this.#place(this.#now + revivesAfterMs, agent, { input: 'rebirth' }, {});
  }

  /** All of a turn, in order: nothing comes between two wishes of one turn. Once something is not kept, nothing more is kept or told. */
  async #applyAll(seat: Seat, ops: readonly Op[]): Promise<void> {
    let failure: string | undefined;
    for (const op of ops) {
      if (op.op === 'store') failure = await this.#store(seat, op, failure);
      else if (op.op !== 'fact' || failure === undefined) this.#apply(seat, op);
    }
  }

  /** Virtual time stands still until it is kept. @returns why it, or what was to be kept before it, is not */
  async #store({ participant: { agent } }: Seat, { store, list, wish }: StoreOp, failure: string | undefined): Promise<string | undefined> {
    const stored = failure === undefined ? await storedBy(this.#storage.open(agent), list, wish) : { why: failure };
    this.#place(this.#now, agent, { input: 'stored', store, ...stored }, {});
    return stored.why;
  }

  #apply(seat: Seat, op: Exclude<Op, StoreOp>): void {
    const { agent } = seat.participant;
    switch (op.op) {
      case 'fact':
        return this.#record({ at: this.#now, line: 'fact', by: agent, fact: op.fact });
      case 'sleep': {
        const more = op.background ? { background: op.background } : {};
        const wake = this.#place(this.#now + op.ms, agent, { input: 'wake', timer: op.timer }, more);
        this.#timers.set(timerKey(agent, op.timer), wake);
        return;
      }
      case 'unsleep': {
        const wake = this.#timers.get(timerKey(agent, op.timer));
        if (wake) wake.canceled = true;
        this.#timers.delete(timerKey(agent, op.timer));
        return;
      }
      case 'call':
        return this.#call(agent, op);
      case 'took': {
        const exchange = this.#exchanges.called(agent, op.call);
        if (!exchange || exchange.answered) return;
        // Credit takes no time to travel, or a stream would be slowed by its own flow control.
        const input: Input = { input: 'credit', exchange: exchange.number, count: op.count };
        this.#place(Math.max(this.#now, exchange.upAt), exchange.to, input, { exchange });
        return;
      }
      case 'hangup': {
        const exchange = this.#exchanges.called(agent, op.call);
        if (exchange) this.#hangUp(exchange, 'reader gone');
        return;
      }
      default:
        return this.#serve(seat, op);
    }
  }

  #call(from: AgentName, { call, to, request, credit }: CallOp): void {
    const exchange = this.#exchanges.open(from, call, to, this.#now);
    const { method, path, headers, body } = request;
    this.#record({ at: this.#now, line: 'request', exchange: exchange.number, from, to, method, path, headers, body });
    if (!this.#seats.has(to)) return this.#answer(exchange, { input: 'lost', call, why: CONNECTION_REFUSED });
    exchange.upAt = this.#now + this.#hop;
    this.#place(exchange.upAt, to, { input: 'request', exchange: exchange.number, request, credit, from }, { exchange });
  }

  #hangUp(exchange: Exchange, why: string): void {
    if (!exchange.recorded) this.#record({ at: this.#now, line: 'hung-up', exchange: exchange.number });
    exchange.recorded = true;
    this.#exchanges.end(exchange);
    if (exchange.answered || !this.#seats.has(exchange.to)) return;
    exchange.upAt = Math.max(this.#now + this.#hop, exchange.upAt);
    this.#place(exchange.upAt, exchange.to, { input: 'abort', exchange: exchange.number, why }, { exchange });
  }

  #serve(seat: Seat, op: Extract<Op, { readonly exchange: number }>): void {
    const exchange = this.#exchanges.served(seat.participant.agent, op.exchange);
    if (!exchange) return;
    const answer = toAnswer(exchange.call, op);
    if (seat.participant.receives) this.#recordAnswer(exchange, answer);
    this.#answer(exchange, answer);
  }

  /** Puts an answer on its way back. */
  #answer(exchange: Exchange, answer: Answer): void {
    if (isLast(answer)) exchange.answered = true;
    exchange.downAt = Math.max(exchange.downAt, this.#now + this.#hop);
    this.#place(exchange.downAt, exchange.from, answer, { exchange });
  }

  /** An answer has come to its caller. */
  #arrive(exchange: Exchange, answer: Answer): void {
    if (!exchange.recorded) this.#recordAnswer(exchange, answer);
    if (isLast(answer)) this.#exchanges.end(exchange);
  }

  #recordAnswer(exchange: Exchange, answer: Answer): void {
    this.#record(answerLine(this.#now, exchange.number, answer));
    if (isLast(answer)) exchange.recorded = true;
  }

  #place(at: Millis, to: AgentName, input: Input | Fate, more: Pick<Upcoming, 'exchange' | 'background'>): Upcoming {
    const event: Upcoming = { at, number: ++this.#placed, to, life: this.#seats.get(to)?.life ?? 0, input, ...more };
    this.#queue.push(event);
    return event;
  }

  #record(line: RecordedLine): void {
    this.#setup.record(line);
  }
}

function timerKey(agent: AgentName, timer: number): string {
  return `${timer} ${agent}`;
}
