// What messages lead to: each begins a turn, which works until the status comes that its script says. A message that comes in the
// middle of a turn begins the next one, and whoever waits, waits for that.

import type { AgentIo } from '../agent-io.ts';
import type { RemoteSettings, RemoteStatus } from '../watch-scene.ts';

const WORKING: RemoteStatus = { state: 'working', text: null };

export class RemoteTurns {
  readonly #io: AgentIo;
  readonly #scripts: RemoteSettings['turns'];
  readonly #change: (status: RemoteStatus) => void;
  readonly #waiting: (() => void)[] = [];
  #begun = 0;
  #timer: number | undefined;
  #isEnding = false;
  #isUnderWay = false;

  constructor(io: AgentIo, scripts: RemoteSettings['turns'], change: (status: RemoteStatus) => void) {
    this.#io = io;
    this.#scripts = scripts;
    this.#change = change;
  }

  /** Whether the change that is being told is the one that ends the turn. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  begin(): void {
    this.#stop();
    this.#isUnderWay = true;
    this.#begun += 1;
    this.#change(WORKING);
    const script = this.#scripts[Math.min(this.#begun, this.#scripts.length) - 1];
    if (!script) return;
    this.#timer = this.#io.after(Math.max(0, script.afterMs), () => {
      this.#timer = undefined;
      this.#isEnding = true;
      this.#change(script);
      this.#isEnding = false;
    });
  }

  /** Resolves when the turn is over. */
  ended(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The turn is over: its status has come, or the task has ended. */
  over(): void {
    this.#stop();
    this.#isUnderWay = false;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #stop(): void {
    if (this.#timer !== undefined) this.#io.cancel(this.#timer);
    this.#timer = undefined;
  }
}
