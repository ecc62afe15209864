// A remote agent made of dice: whatever it is asked it answers with anything that a binding can hand on, at any time or never.
// Its dice come from a list of numbers, so that a case that fails can be played again.

import {
  PEER_FAILURE_KINDS,
  type CreatedPeerTask,
  type PeerAnswer,
  type PeerFailure,
  type PeerPort,
  type PeerTask,
} from '../protocol/peer.ts';
import { TASK_STATES } from '../protocol/task.ts';
import type { VirtualClock } from './virtual-clock.ts';

const STATUSES = [200, 204, 302, 400, 401, 403, 404, 405, 408, 409, 410, 413, 422, 425, 429, 500, 501, 503, 599, 999, 0];
const DELAYS = [0, 0, 1, 10, 500, 5_000, 29_990, 60_000];

export class RandomPeer implements PeerPort {
  calls = 0;
  /** Requests and streams that have not come to an end. */
  open = 0;
  #at = 0;
  readonly #clock: VirtualClock;
  readonly #dice: readonly number[];

  constructor(clock: VirtualClock, dice: readonly number[]) {
    this.#clock = clock;
    this.#dice = dice;
  }

  card(signal: AbortSignal): ReturnType<PeerPort['card']> {
    return this.#answer(signal, () => ({
      name: 'anybody',
      skills: [],
      heartbeat: this.#roll(2) === 0,
      signature: 'unsigned',
    }));
  }

  create(_order: unknown, signal: AbortSignal): Promise<PeerAnswer<CreatedPeerTask>> {
    return this.#answer(signal, () => ({ ...this.#task(), foundAgain: this.#roll(2) === 0 }));
  }

  get(_taskId: string, signal: AbortSignal): Promise<PeerAnswer<PeerTask>> {
    return this.#answer(signal, () => this.#task());
  }

  input(_taskId: string, _parts: unknown, signal: AbortSignal): Promise<PeerAnswer<PeerTask>> {
    return this.#answer(signal, () => this.#task());
  }

  cancel(_taskId: string, signal: AbortSignal): Promise<PeerAnswer<PeerTask>> {
    return this.#answer(signal, () => this.#task());
  }

  async *events(_taskId: string, signal: AbortSignal): AsyncGenerator<PeerAnswer<PeerTask>, void> {
    this.calls += 1;
    this.open += 1;
    try {
      const isEndless = this.#roll(8) === 0;
      for (let left = this.#roll(12); left > 0 || isEndless; left -= 1) {
        if (!isEndless) await this.#pause(signal);
        if (signal.aborted) return;
        if (this.#roll(10) === 0) {
          yield { ok: false, failure: this.#failure() };
          return;
        }
        yield { ok: true, value: { ...this.#task(), artifacts: [] } };
      }
    } finally {
      this.open -= 1;
    }
  }

  async #answer<T>(signal: AbortSignal, value: () => T): Promise<PeerAnswer<T>> {
    this.calls += 1;
    this.open += 1;
    try {
      await this.#pause(signal);
      return this.#roll(4) === 0 ? { ok: false, failure: this.#failure() } : { ok: true, value: value() };
    } finally {
      this.open -= 1;
    }
  }

  async #pause(signal: AbortSignal): Promise<void> {
    if (this.#roll(20) > 0) return this.#clock.sleep(this.#pick(DELAYS), signal);
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('hung up')), { once: true });
    });
  }

  #task(): PeerTask {
    const beat = this.#roll(3) === 0 ? { lastProgressAt: this.#roll(1_000) } : {};
    const number = this.#roll(3) === 0 ? {} : { seq: this.#roll(6) };
    const artifacts = Array.from({ length: this.#roll(50) === 0 ? 2_000 : this.#roll(2) }, (_, index) => ({
      artifactId: `art-${index}`,
      name: '',
      description: '',
      parts: [],
    }));
    return {
      taskId: this.#roll(10) === 0 ? 'another' : 'task-1',
      state: this.#pick(TASK_STATES),
      artifacts,
      messages: [],
      ...beat,
      ...number,
    };
  }

  #failure(): PeerFailure {
    const pause = this.#roll(3) === 0 ? { retryAfterMs: this.#pick([0, 10, 5_000, 1e9]) } : {};
    return { kind: this.#pick(PEER_FAILURE_KINDS), status: this.#pick(STATUSES), detail: 'by dice', ...pause };
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#roll(list.length)] as T;
  }

  #roll(sides: number): number {
    const rolled = this.#dice[this.#at % this.#dice.length] ?? 0;
    this.#at += 1;
    // The list is gone through again and again, each time turned a little, so that short lists make long games.
    return (rolled + Math.floor(this.#at / this.#dice.length)) % sides;
  }
}
