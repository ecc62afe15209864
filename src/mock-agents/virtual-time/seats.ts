// A seat: where an agent of the episode sits, whether or not somebody lives there at the moment.
//
//   empty ─spawn─▶ booting ─idle─▶ resting ─turn─▶ running ─idle─▶ resting
//   booting, resting, running ─error, fatal, no answer─▶ dead ─next request, if it may restart─▶ booting

import type { Json } from '../../model/base/json.ts';
import type { AgentName } from '../../model/protocol/task.ts';
import { describeError } from '../agent-io.ts';
import type { AgentEntry, FromAgent, Millis, Realm, Spawn, ToAgent } from '../lanes.ts';
import { hashSeed } from '../seeded-random.ts';
import type { Watchdog } from '../watchdog.ts';
import { MOST_STUCK_LIVES } from './constants.ts';
import { decodeFromAgent } from './lane-guard.ts';

export interface Participant {
  readonly agent: AgentName;
  readonly behaviour: string;
  readonly settings: Json;
  readonly spawn: Spawn;
  /** Which code is loaded for it; `agents` where it is not said. */
  readonly entry?: AgentEntry;
  /** `worker`: its births and deaths are facts of the log. `inside`: one of ours, in the lab's own thread. */
  readonly place: 'worker' | 'inside';
  /** Whether a request to it when it is dead starts a new life. */
  readonly restarts?: boolean;
  /** So long after a death, whatever it was, a new life begins by itself; what calls meanwhile is refused the connection. */
  readonly revivesAfterMs?: Millis;
  /** A callback address: what it answers is dated when it answers, not when the sender hears of it. */
  readonly receives?: boolean;
}

/** What came of a turn: the token with its wishes, or a death. */
export type TurnOutcome = { readonly type: 'idle'; readonly ops: Extract<FromAgent, { type: 'idle' }>['ops'] } | Death;
export interface Death {
  readonly type: 'dead';
  readonly why: string;
}

const STRAY_MESSAGES = 100;

export class Seat {
  readonly participant: Participant;
  alive = false;
  /** Counts births; wakes and answers for an earlier life are void. */
  life = 0;
  #realm: Realm | undefined;
  #first: Promise<Realm | Death> | undefined;
  #answer: ((outcome: TurnOutcome) => void) | undefined;
  #turn = 0;
  #strays = 0;
  #stuckLives = 0;
  readonly #watchdog: Watchdog;
  readonly #onLateDeath: (seat: Seat, why: string) => void;

  constructor(participant: Participant, watchdog: Watchdog, onLateDeath: (seat: Seat, why: string) => void) {
    this.participant = participant;
    this.#watchdog = watchdog;
    this.#onLateDeath = onLateDeath;
  }

  /** Whether a request starts a new life when this one is over. */
  get mayRestart(): boolean {
    return this.participant.restarts === true && this.#stuckLives < MOST_STUCK_LIVES;
  }

  /** Starts the first realm, so that all load side by side; they are booted one by one. */
  warmUp(): void {
    this.#first = this.#spawn();
  }

  /** Starts a life: a fresh realm, and the boot turn. */
  async boot(episodeSeed: string, now: Millis): Promise<TurnOutcome> {
    this.life++;
    this.#strays = 0;
    const { agent, behaviour, settings } = this.participant;
    const realm = await (this.#first ?? this.#spawn());
    this.#first = undefined;
    if ('type' in realm) return realm;
    this.#realm = realm;
    this.#listen(realm);
    if (realm.failed !== undefined) return { type: 'dead', why: realm.failed };
    this.alive = true;
    const seed = hashSeed(`${episodeSeed}/${agent}/${this.life}`);
    return this.#ask({ type: 'boot', turn: 0, agent, behaviour, settings, seed, life: this.life, now });
  }

  /** Hands over one input and waits for the token. */
  turn(message: Extract<ToAgent, { type: 'turn' }>): Promise<TurnOutcome> {
    return this.#ask(message);
  }

  /** Ends the life that is there, if any. */
  bury(): void {
    this.alive = false;
    const realm = this.#realm;
    this.#realm = undefined;
    if (!realm) return;
    realm.onDeath = undefined;
    realm.port.onmessage = null;
    realm.kill();
    realm.port.close();
  }

  /** Also ends a realm that was started and never booted. */
  async clear(): Promise<void> {
    this.bury();
    const first = await this.#first;
    this.#first = undefined;
    if (first && !('type' in first)) {
      first.kill();
      first.port.close();
    }
  }

  async #spawn(): Promise<Realm | Death> {
    try {
      return await this.participant.spawn(this.participant.agent, this.participant.entry ?? 'agents');
    } catch (error) {
      return { type: 'dead', why: `could not be started: ${describeError(error)}` };
    }
  }

  #ask(message: ToAgent): Promise<TurnOutcome> {
    return new Promise((resolve) => {
      this.#turn = message.turn;
      const stopWatch = this.#watchdog.watch(message.type, () => {
        this.#stuckLives++;
        this.#settle({ type: 'dead', why: 'stuck' });
      });
      this.#answer = (outcome) => {
        this.#answer = undefined;
        stopWatch();
        resolve(outcome);
      };
      this.#realm?.port.postMessage(message);
    });
  }

  #settle(outcome: TurnOutcome): void {
    if (this.#answer) this.#answer(outcome);
    else if (outcome.type === 'dead' && this.alive) this.#onLateDeath(this, outcome.why);
  }

  #listen(realm: Realm): void {
    realm.onDeath = (why) => {
      if (this.#realm === realm) this.#settle({ type: 'dead', why });
    };
    realm.port.onmessage = ({ data }) => {
      if (this.#realm === realm) this.#hear(data);
    };
  }

  #hear(data: unknown): void {
    const message = decodeFromAgent(data);
    if (message?.type === 'fatal') return this.#settle({ type: 'dead', why: message.why });
    if (message?.type === 'idle' && this.#answer && message.turn === this.#turn) return this.#settle({ type: 'idle', ops: message.ops });
    this.#strays++;
    if (this.#answer && message === undefined) return this.#settle({ type: 'dead', why: 'unreadable message' });
    if (this.#strays > STRAY_MESSAGES) this.#settle({ type: 'dead', why: 'flood: messages outside a turn' });
  }
}
