// A bench on which the real stand-in is played: a remote agent, a parent, a storage and a clock in memory. Whoever plays decides
// what the remote agent answers and when; the worker can be killed at any step and another one put in its place.

import { readPushBody } from '../adapters/push-body.ts';
import { createPushReceiver, type PushReceiver } from '../kernel/watch/push-receiver.ts';
import { tokenDigest } from '../kernel/watch/push-token.ts';
import type { StandInEvent } from '../kernel/watch/stand-in-event.ts';
import type { FirstEvent } from '../kernel/watch/stand-in-event.ts';
import type { Telling } from '../kernel/watch/stand-in-effect.ts';
import type { RemoteAnswer, RemoteTaskPort, StandInPorts } from '../kernel/watch/stand-in-ports.ts';
import { openStandIn, type OpenStandIn, type StandInEnd } from '../kernel/watch/stand-in-shell.ts';
import type { ToldStatus } from '../kernel/watch/turn-mapping.ts';
import type { RemoteWatch, WatchSituation } from '../kernel/watch/watch-choice.ts';
import type { WatchFact } from '../log/watch-fact.ts';
import { VirtualClock } from './virtual-clock.ts';

export const RIGHT_TOKEN = 't0ken';
export const KNOWN_TEXT = 'Which lists?';
export const REMOTE_TASK = 'remote-1';
export const LOCAL_TASK = 'task-1';
const SECRET = / secret-\d+/g;

export type CallKind = 'turn' | 'register' | 'fetch' | 'subscribe' | 'delete' | 'cancel';

/** A call that waits for its answer. */
interface Waiting {
  readonly kind: CallKind;
  readonly at: number;
  readonly worker: number;
  readonly detail: string;
  settle(answer: RemoteAnswer<unknown>): void;
  throws(error: Error): void;
  say?(status: ToldStatus): void;
}

export interface BenchFact {
  readonly at: number;
  readonly fact: WatchFact;
}

/** Thrown where a script asks for what has not been asked. */
class BenchMismatch extends Error {}

export class WatchBench {
  readonly clock = new VirtualClock();
  readonly history: StandInEvent[] = [];
  readonly facts: BenchFact[] = [];
  /** Every call that left, in order. */
  readonly calls: Waiting[] = [];
  /** What the parent has heard, by number: the same number again is not heard twice. */
  readonly rows = new Map<number, Telling>();
  /** What happened, in order: calls by kind, facts by kind. */
  readonly journal: string[] = [];
  readonly receiver: PushReceiver;
  situation: WatchSituation = { updates: 'auto', isRemoteAgent: true, cardOffersPush: true, baseUrl: 'https://host.example' };
  autoRegister = false;
  /** What the remote agent has been told where to ring, as it says when it is asked. */
  registered: readonly { readonly configId: string; readonly url: string }[] = [];
  followCompares: 'scrubbed' | 'raw' = 'scrubbed';
  historyBound = 1_000;
  /** Called at each step of a worker; true kills it there. */
  onStep: (step: string) => boolean = () => false;
  end: StandInEnd | undefined;
  broken: unknown;
  /** Tokens that were made, so that a test can look for them. */
  readonly tokens: string[] = [];
  replays = 0;
  #worker = 0;
  #stop = new AbortController();
  #standIn: OpenStandIn | undefined;
  #randomBytes = 0;

  constructor() {
    this.receiver = createPushReceiver({
      present: async (localTaskId, push) => {
        if (localTaskId !== LOCAL_TASK || !this.#standIn) throw new Error('no such task');
        return this.#standIn.present(push);
      },
      readBody: readPushBody,
      now: this.clock.now,
      fact: (fact) => this.#note(fact),
    });
  }

  get isOpen(): boolean {
    return this.#standIn !== undefined;
  }

  get standIn(): OpenStandIn {
    if (!this.#standIn) throw new BenchMismatch('the stand-in is not open');
    return this.#standIn;
  }

  get moment() {
    const { moment } = this.standIn;
    if (!moment) throw new BenchMismatch('the stand-in has not begun');
    return moment;
  }

  get isKilled(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Resolves to false when the worker at work dies: what was asked of it is never answered. */
  get death(): Promise<false> {
    const { signal } = this.#stop;
    return new Promise((resolve) => (signal.aborted ? resolve(false) : signal.addEventListener('abort', () => resolve(false))));
  }

  /** Opens the stand-in, or puts another worker in the place of a dead one. */
  async open(first: FirstEvent): Promise<void> {
    this.#worker += 1;
    this.#stop = new AbortController();
    this.#standIn = openStandIn(first, this.#ports(this.#worker, this.#stop.signal));
    this.#standIn.ended.then(
      (end) => void (this.end = end),
      (thrown: unknown) => void (this.broken = thrown),
    );
    await this.clock.rest();
  }

  kill(): void {
    this.#stop.abort();
  }

  /** Calls of a kind of the worker at work that nobody has answered. */
  waiting(kind: CallKind): readonly Waiting[] {
    return this.#open.filter((call) => call.kind === kind && call.worker === this.#worker);
  }

  begun(kind: CallKind): readonly Waiting[] {
    return this.calls.filter((call) => call.kind === kind);
  }

  async answer(kind: CallKind, answer: RemoteAnswer<unknown>): Promise<void> {
    this.#first(kind).settle(answer);
    await this.clock.rest();
  }

  async throwAt(kind: CallKind, error: Error): Promise<void> {
    this.#first(kind).throws(error);
    await this.clock.rest();
  }

  async say(status: ToldStatus): Promise<void> {
    this.#first('subscribe').say?.(status);
    await this.clock.rest();
  }

  factsOf<K extends WatchFact['kind']>(kind: K): readonly (Extract<WatchFact, { kind: K }> & { readonly at: number })[] {
    return this.facts.flatMap(({ at, fact }) => (fact.kind === kind ? [{ ...(fact as Extract<WatchFact, { kind: K }>), at }] : []));
  }

  readonly #open: Waiting[] = [];

  #first(kind: CallKind): Waiting {
    const [call] = this.waiting(kind);
    if (!call) throw new BenchMismatch(`nobody waits for the answer to a ${kind} at ${this.clock.now()}`);
    return call;
  }

  #note(fact: WatchFact): void {
    this.facts.push({ at: this.clock.now(), fact });
    this.journal.push(fact.kind);
  }

  #step(step: string): void {
    if (!this.#stop.signal.aborted && this.onStep(step)) this.kill();
  }

  #call<T>(worker: number, kind: CallKind, detail: string, signal: AbortSignal): Promise<RemoteAnswer<T>> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        const index = this.#open.indexOf(call);
        if (index >= 0) this.#open.splice(index, 1);
      };
      const call: Waiting = {
        kind,
        at: this.clock.now(),
        worker,
        detail,
        settle: (answer) => {
          leave();
          resolve(answer as RemoteAnswer<T>);
        },
        throws: (error) => {
          leave();
          reject(error);
        },
      };
      signal.addEventListener('abort', () => {
        leave();
        resolve({ ok: false, failure: { errorType: 'HungUp' } });
      });
      this.calls.push(call);
      this.#open.push(call);
      this.journal.push(kind);
      this.#step(`begun ${kind}`);
    });
  }

  #ports(worker: number, signal: AbortSignal): StandInPorts {
    const { clock } = this;
    const isDead = (): boolean => signal.aborted;
    const never = <T>(): Promise<T> => new Promise(() => undefined);
    return {
      signal,
      clock,
      scrub: (text) => text.replace(SECRET, ''),
      followCompares: this.followCompares,
      historyBound: this.historyBound,
      fact: (fact) => void (isDead() || this.#note(fact)),
      random: (count) => Uint8Array.from({ length: count }, () => (this.#randomBytes += 37) % 256),
      parent: {
        tell: async (telling) => {
          const isNew = !this.rows.has(telling.number);
          if (isNew) this.rows.set(telling.number, telling);
          this.#step('told');
          return isDead() ? never() : isNew ? 'heard' : 'heard-before';
        },
      },
      storage: {
        load: async () => [...this.history],
        append: async (event) => {
          if (isDead()) return never();
          this.#step(`before ${event.kind}`);
          if (isDead()) return never();
          this.history.push(JSON.parse(JSON.stringify(event)) as StandInEvent);
          // What is said in one stroke with the save is in the log with it: a worker dies between turns.
          await Promise.resolve();
          this.#step(`after ${event.kind}`);
          if (isDead()) return never();
        },
        replace: async (first) => {
          if (isDead()) return never();
          this.#step('before replace');
          if (isDead()) return never();
          this.history.splice(0, this.history.length, first);
          await Promise.resolve();
          this.#step('after replace');
          if (isDead()) return never();
        },
      },
      remote: this.#remote(worker),
    };
  }

  #remote(worker: number): RemoteTaskPort {
    return {
      situation: async () => this.situation,
      turn: ({ messageId }, stop) => this.#call(worker, 'turn', messageId, stop),
      register: ({ token, url }, stop) => {
        this.tokens.push(token);
        const answer = this.#call<string>(worker, 'register', url, stop);
        if (this.autoRegister) this.#open.at(-1)?.settle({ ok: true, value: 'config-1' });
        return answer;
      },
      fetch: ({ remoteTaskId }, stop) => this.#call(worker, 'fetch', remoteTaskId, stop),
      subscribe: ({ remoteTaskId }, onStatus, stop) => {
        const answer = this.#call<undefined>(worker, 'subscribe', remoteTaskId, stop);
        const [call] = this.#open.slice(-1);
        if (call) call.say = onStatus;
        return answer;
      },
      deleteRegistration: ({ configId }, stop) => this.#call(worker, 'delete', configId, stop),
      listRegistrations: async () => ({ ok: true, value: this.registered }),
      cancel: async ({ remoteTaskId }, stop) => {
        const answer = this.#call<undefined>(worker, 'cancel', remoteTaskId, stop);
        this.#open.find(({ kind }) => kind === 'cancel')?.settle({ ok: true, value: undefined });
        return answer;
      },
    };
  }
}

/** How a bench begins: parked, with a watch of this mode or none chosen yet. */
export function parkedWith(
  mode: RemoteWatch['mode'] | null,
  state: ToldStatus['state'] = 'input-required',
  remoteTaskId: string | null = REMOTE_TASK,
): FirstEvent {
  const watch: RemoteWatch | null =
    mode === 'push' ? { mode, configId: 'config-1', tokenDigest: tokenDigest(RIGHT_TOKEN) } : mode === null ? null : { mode };
  return {
    kind: 'stand-in-resumed',
    at: 0,
    standIn: LOCAL_TASK,
    agent: 'specialist',
    participant: 'user-1',
    followIntervalMs: 5_000,
    isRolled: false,
    kept: {
      remoteTaskId,
      watch,
      last: state === 'unknown' ? null : { state, text: KNOWN_TEXT },
      calls: 0,
      told: 0,
      heardReplies: [],
    },
  };
}
