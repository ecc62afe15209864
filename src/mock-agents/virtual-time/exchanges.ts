// The exchanges of an episode: who called whom, what is under way, and what is still owed. Messages of one exchange never
// overtake each other in one direction.

import type { AgentName } from '../../model/protocol/task.ts';
import type { Millis } from '../lanes.ts';

export interface Exchange {
  readonly number: number;
  readonly from: AgentName;
  /** The caller's own number for it. */
  readonly call: number;
  readonly to: AgentName;
  /** Last arrival placed in each direction. */
  upAt: Millis;
  downAt: Millis;
  /** The server has said its last word; it may still be on its way. */
  answered: boolean;
  /** Its last line is written: answered, ended, lost or hung up. */
  recorded: boolean;
  /** The caller has its last word, or does not wait for one any more. */
  over: boolean;
}

export class Exchanges {
  readonly #all = new Map<number, Exchange>();
  readonly #byCall = new Map<string, Exchange>();
  #count = 0;

  open(from: AgentName, call: number, to: AgentName, now: Millis): Exchange {
    const number = ++this.#count;
    const exchange: Exchange = { number, from, call, to, upAt: now, downAt: now, answered: false, recorded: false, over: false };
    this.#all.set(number, exchange);
    this.#byCall.set(callKey(from, call), exchange);
    return exchange;
  }
  /** The exchange with this number, if this agent serves it and has more to say. */
  served(by: AgentName, number: number): Exchange | undefined {
    const exchange = this.#all.get(number);
    return exchange && exchange.to === by && !exchange.answered ? exchange : undefined;
  }
  /** The exchange that an agent's own call is, while it waits. */
  called(by: AgentName, call: number): Exchange | undefined {
    return this.#byCall.get(callKey(by, call));
  }
  /** Nobody waits for this one any more. */
  end(exchange: Exchange): void {
    exchange.over = true;
    this.#all.delete(exchange.number);
    this.#byCall.delete(callKey(exchange.from, exchange.call));
  }
  /** Those that somebody waits for, in order. */
  waitedFor(): readonly Exchange[] {
    return [...this.#all.values()];
  }
  /** Numbers of those whose answer is owed. */
  owed(): readonly number[] {
    return this.waitedFor().flatMap(({ number, recorded }) => (recorded ? [] : [number]));
  }
}

function callKey(from: AgentName, call: number): string {
  return `${call} ${from}`;
}
