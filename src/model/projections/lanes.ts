// The rows of every lane, and the rows that go from lane to lane: what the timeline looks things up in.

import type { LogView } from '../log/log-view.ts';
import { perLog, type LogIndex } from './log-index.ts';
import type { LaneGrouping } from './timeline.ts';
import { WorstStates } from './worst-state.ts';

/** The lane of rows that state no agent (or belong to no task). */
export const NO_LANE = '';

export interface LaneRows {
  readonly name: string;
  readonly seqs: number[];
  readonly worst: WorstStates;
}

class Lanes implements LogIndex {
  readonly #grouping: LaneGrouping;
  readonly #lanes = new Map<string, LaneRows>();
  readonly #named: LaneRows[] = [];
  #last: LaneRows | undefined;
  #before: LaneRows | undefined;

  constructor(grouping: LaneGrouping) {
    this.#grouping = grouping;
  }

  add(log: LogView, row: number, seq: number): void {
    // Nobody ends an episode: that row would make a lane of its own.
    if (log.kind(row) === 'episode-ended') return;
    const name = (this.#grouping === 'agent' ? log.agent(row) : log.taskKey(row)) ?? NO_LANE;
    const lane = this.#laneOf(name);
    lane.seqs.push(seq);
    lane.worst.add(log.state(row));
    // Who is asked and never says anything has a lane too, an empty one; but a host that is asked for its card goes by the card's name.
    const peer = this.#grouping === 'agent' && log.channel(row) !== 'card' ? log.peer(row) : undefined;
    if (peer !== undefined) this.#laneOf(peer);
  }

  /** In order of first appearance; the lane without a name comes last. */
  window(from: number, count: number): readonly LaneRows[] {
    const nameless = this.#lanes.get(NO_LANE);
    const lanes = this.#named.slice(from, from + count);
    return nameless && lanes.length < count && from + count > this.#named.length && from <= this.#named.length
      ? [...lanes, nameless]
      : lanes;
  }

  get count(): number {
    return this.#lanes.size;
  }

  #laneOf(name: string): LaneRows {
    // Rows of one lane come one after the other, between an agent and one that it asks in turns.
    if (this.#last?.name === name) return this.#last;
    if (this.#before?.name === name) return this.#before;
    let lane = this.#lanes.get(name);
    if (!lane) {
      lane = { name, seqs: [], worst: new WorstStates() };
      this.#lanes.set(name, lane);
      if (name !== NO_LANE) this.#named.push(lane);
    }
    this.#before = this.#last;
    this.#last = lane;
    return lane;
  }
}

/** Rows that cross from one agent to another: requests and deliveries, and what answers them. */
class Crossings implements LogIndex {
  readonly seqs: number[] = [];

  add(log: LogView, row: number, seq: number): void {
    const kind = log.kind(row);
    if (kind !== 'message-sent' && kind !== 'call-settled' && kind !== 'push-received') return;
    if (log.agent(row) !== log.peer(row)) this.seqs.push(seq);
  }
}

const byAgent = perLog(() => new Lanes('agent'));
const byTask = perLog(() => new Lanes('task'));

export function lanesOf(log: LogView, grouping: LaneGrouping, isTime?: () => boolean): Lanes {
  return grouping === 'agent' ? byAgent(log, isTime) : byTask(log, isTime);
}
export const crossingsOf = perLog(() => new Crossings());
