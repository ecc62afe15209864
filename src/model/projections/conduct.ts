// What was seen of every agent beside what its card promises: streams asked of it, deliveries it sent, and where its tasks
// stand. Counted up as rows arrive, so that the figures at a cursor are looked up (SPEC.md P.2, P.42).

import { countBelow } from '../log/column.ts';
import type { LogView } from '../log/log-view.ts';
import type { ObservedState } from '../protocol/task.ts';
import { handsOverWork } from './chain-tasks.ts';
import { perLog, type LogIndex } from './log-index.ts';
import { SERVER_KINDS, serverOf, showsTask } from './served-rows.ts';

export interface Conduct {
  readonly streams: number;
  readonly pushes: number;
  readonly tasks: number;
  readonly completed: number;
  readonly failed: number;
  readonly rejected: number;
}

const NOTHING_SEEN: Conduct = { streams: 0, pushes: 0, tasks: 0, completed: 0, failed: 0, rejected: 0 };
/** States of tasks that are counted. */
const COUNTED: ReadonlySet<ObservedState | undefined> = new Set<ObservedState | undefined>(['completed', 'failed', 'rejected']);

interface Track {
  shown: boolean;
  /** The state by all rows, and by the rows of each server; an id that two servers use is two tasks. */
  state: ObservedState | undefined;
  readonly states: Map<string, ObservedState>;
  /** Servers that said something about the task, in order. */
  readonly servers: Set<string>;
  /** Row of the first request that handed over the work, and whom it asked: the server while none has a name of its own. */
  asked: { readonly row: number; readonly peer: string } | undefined;
  answered: boolean;
  /** Servers that the task is counted at, each with the state it is counted with. */
  readonly counted: Map<string, ObservedState | undefined>;
  /** Deliveries of which nothing says who sent them, and where they are counted. */
  pushes: number;
  pushedBy: { readonly server: string; readonly pushes: number } | undefined;
}

class ConductIndex implements LogIndex {
  readonly #tracks = new Map<string, Track>();
  /** By agent the figures after each row that changed them. */
  readonly #agents = new Map<string, { readonly seqs: number[]; readonly figures: Conduct[] }>();

  add(log: LogView, row: number, seq: number): void {
    const isRequest = log.kind(row) === 'message-sent';
    const channel = log.channel(row);
    if (isRequest && channel === 'stream') this.#count(log.peer(row), seq, { streams: 1 });
    const task = log.taskKey(row);
    const isPush = isRequest && channel === 'push';
    if (task === undefined) {
      if (isPush) this.#count(log.agent(row), seq, { pushes: 1 });
      return;
    }
    const track = this.#trackOf(task);
    this.#see(log, row, track);
    if (isPush && log.agent(row) === undefined) track.pushes += 1;
    else if (isPush) this.#count(log.agent(row), seq, { pushes: 1 });
    this.#settle(track, seq);
  }

  /** The figures of an agent up to a cursor. */
  at(agent: string, cursor: number): Conduct {
    const known = this.#agents.get(agent);
    if (known === undefined) return NOTHING_SEEN;
    const count = countBelow(known.seqs.length, (index) => known.seqs[index] ?? 0, cursor + 1);
    return known.figures[count - 1] ?? NOTHING_SEEN;
  }

  #see(log: LogView, row: number, track: Track): void {
    const server = serverOf(log, row);
    const state = log.state(row);
    if (state !== undefined) {
      track.state = state;
      if (server !== undefined) track.states.set(server, state);
    }
    track.shown ||= showsTask(log, row);
    if (SERVER_KINDS.has(log.kind(row))) {
      if (server !== undefined) track.servers.add(server);
      if (!track.answered && log.exchangeKey(row) > 0) {
        track.answered = true;
        askedBy(log, log.rowsOfExchange(row)[0], track);
      }
    }
    askedBy(log, row, track);
  }

  /** Counts what has become known of a task by a row, and takes back what no longer holds. */
  #settle(track: Track, seq: number): void {
    const servers = serversOf(track);
    if (!track.shown) return;
    for (const [server, state] of track.counted) {
      if (servers.includes(server)) continue;
      this.#count(server, seq, { tasks: -1, ...(isCounted(state) ? { [state]: -1 } : {}) });
      track.counted.delete(server);
    }
    for (const server of servers) this.#settleAt(track, server, seq);
    this.#settlePushes(track, servers.at(-1), seq);
  }

  #settleAt(track: Track, server: string, seq: number): void {
    const isNew = !track.counted.has(server);
    const before = track.counted.get(server);
    const state = track.servers.size < 2 ? track.state : track.states.get(server);
    if (!isNew && before === state) return;
    const change: { -readonly [member in keyof Conduct]?: number } = isNew ? { tasks: 1 } : {};
    if (isCounted(before)) change[before] = -1;
    if (isCounted(state)) change[state] = 1;
    track.counted.set(server, state);
    this.#count(server, seq, change);
  }

  /** A delivery seen at the callback need not say who sent it; the task it is about is served by somebody. */
  #settlePushes(track: Track, server: string | undefined, seq: number): void {
    const { pushes, pushedBy } = track;
    if (pushes === 0 || (pushedBy?.server === server && pushedBy?.pushes === pushes)) return;
    if (pushedBy) this.#count(pushedBy.server, seq, { pushes: -pushedBy.pushes });
    if (server !== undefined) this.#count(server, seq, { pushes });
    track.pushedBy = server === undefined ? undefined : { server, pushes };
  }

  #count(agent: string | undefined, seq: number, change: Partial<Conduct>): void {
    const members = Object.keys(change) as (keyof Conduct)[];
    if (agent === undefined || members.length === 0) return;
    const known = this.#agents.get(agent) ?? { seqs: [], figures: [] };
    this.#agents.set(agent, known);
    const figures: { -readonly [member in keyof Conduct]: number } = { ...(known.figures.at(-1) ?? NOTHING_SEEN) };
    for (const member of members) figures[member] += change[member] ?? 0;
    if (known.seqs.at(-1) === seq) known.figures.pop();
    else known.seqs.push(seq);
    known.figures.push(figures);
  }

  #trackOf(task: string): Track {
    const known = this.#tracks.get(task);
    if (known !== undefined) return known;
    const track: Track = {
      shown: false,
      state: undefined,
      states: new Map(),
      servers: new Set(),
      asked: undefined,
      answered: false,
      counted: new Map(),
      pushes: 0,
      pushedBy: undefined,
    };
    this.#tracks.set(task, track);
    return track;
  }
}

function isCounted(state: ObservedState | undefined): state is 'completed' | 'failed' | 'rejected' {
  return COUNTED.has(state);
}

/** Takes note of a request that hands over the work of a task, if it is the first. */
function askedBy(log: LogView, row: number | undefined, track: Track): void {
  if (row === undefined || log.kind(row) !== 'message-sent' || (track.asked && log.seqOf(track.asked.row) <= log.seqOf(row))) return;
  const peer = log.peer(row) ?? log.exchangeOf(row)?.to;
  if (peer !== undefined && handsOverWork(log, row)) track.asked = { row, peer };
}

function serversOf({ servers, asked }: Track): readonly string[] {
  return servers.size > 0 ? [...servers] : asked ? [asked.peer] : [];
}

export const conductOf = perLog(() => new ConductIndex());
