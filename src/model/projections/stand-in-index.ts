// Takes down what stand-ins, the agents of their remote tasks and the lab tell, once as rows arrive. A stand-in is there from its
// first move on: a refused push alone makes none, for anybody may ring for an id that is nobody's (SPEC.md P.90).

import { countBelow } from '../log/column.ts';
import type { LogView } from '../log/log-view.ts';
import type { WatchFact } from '../log/watch-fact.ts';
import type { TaskState } from '../protocol/task.ts';
import { perLog, type LogIndex } from './log-index.ts';
import { endStretch, isOfStandIn, takeDown, type HeardState } from './stand-in-facts.ts';
import { RemoteTrack } from './stand-in-remote.ts';
import { newStandInTrack, type At, type StandInTrack } from './stand-in-track.ts';

interface Seen extends At {
  readonly log: LogView;
  readonly row: number;
  readonly by: string;
}
/** When the workers of an agent began and ended. */
interface Lives {
  readonly begun: number[];
  readonly ended: number[];
  /** Its stand-ins that may have a subscription open: a death ends it. */
  readonly listening: Set<StandInTrack>;
}

class StandInIndex implements LogIndex {
  readonly #tracks = new Map<string, StandInTrack>();
  /** In the order of their first moves. */
  readonly all: StandInTrack[] = [];
  readonly #remotes = new Map<string, RemoteTrack>();
  /** Of whose pushes a delivery may be awaited. */
  readonly #unseen = new Set<RemoteTrack>();
  /** The task that an agent sent its newest push about. */
  readonly #lastSent = new Map<string, RemoteTrack>();
  /** Where a stand-in first named a remote task. */
  readonly #watchedSince = new Map<string, number>();
  readonly #lives = new Map<string, Lives>();
  /** Pushes that were refused before there was a stand-in under their id. */
  readonly #refused = new Map<string, number[]>();

  add(log: LogView, row: number, seq: number): void {
    const channel = log.channel(row);
    if (channel === 'push' && log.kind(row) === 'message-sent') return this.#delivery(log, row, seq);
    if (channel !== 'kernel') return;
    const seen = { log, row, seq, time: log.time(row), by: log.agent(row) ?? '' };
    switch (log.kind(row)) {
      case 'status-stored':
        return this.#stored(seen);
      case 'push-sent':
        return this.#sent(seen);
      case 'fault-injected':
        return this.#fault(seen);
      case 'worker-started':
        return void this.#livesOf(seen.by).begun.push(seq);
      case 'worker-ended':
        return this.#died(seen);
      case 'episode-ended':
        for (const remote of this.#unseen) remote.ended(seq);
        return this.#unseen.clear();
      default:
        return this.#fact(seen);
    }
  }

  /** Stand-ins of which a cursor has seen a move. */
  countUpTo(cursor: number): number {
    return countBelow(this.all.length, (place) => this.all[place]?.firstSeq ?? 0, cursor + 1);
  }

  remote(key: string | undefined): RemoteTrack | undefined {
    return key === undefined ? undefined : this.#remotes.get(key);
  }

  /** Whether a stand-in has told of a remote task by a cursor. */
  isWatched(key: string, cursor: number): boolean {
    return (this.#watchedSince.get(key) ?? Infinity) <= cursor;
  }

  livesOf(agent: string): Lives | undefined {
    return this.#lives.get(agent);
  }

  #livesOf(agent: string): Lives {
    const lives = this.#lives.get(agent) ?? { begun: [], ended: [], listening: new Set<StandInTrack>() };
    this.#lives.set(agent, lives);
    return lives;
  }

  #remoteOf(key: string): RemoteTrack {
    const remote = this.#remotes.get(key) ?? new RemoteTrack();
    this.#remotes.set(key, remote);
    return remote;
  }

  #delivery(log: LogView, row: number, seq: number): void {
    const key = log.taskKey(row);
    if (key !== undefined) this.#remotes.get(key)?.delivered(seq, log.agent(row) ?? '', log.state(row));
  }

  #stored({ log, row, seq, time, by }: Seen): void {
    const key = log.taskKey(row);
    const state = knownState(log, row);
    if (key !== undefined && state !== undefined) this.#remoteOf(key).stored(log, { row, seq, time, by, state, text: undefined });
  }

  #sent(seen: Seen): void {
    const key = seen.log.taskKey(seen.row);
    const state = knownState(seen.log, seen.row);
    if (key === undefined || state === undefined) return;
    const remote = this.#remoteOf(key);
    remote.sent(seen, seen.by, state);
    this.#unseen.add(remote);
    this.#lastSent.set(seen.by, remote);
  }

  /** Of which push, its place alone tells: right after it. */
  #fault({ log, row, seq, time, by }: Seen): void {
    if (log.label(row) === 'lose-push') this.#lastSent.get(by)?.lostOnPurpose({ seq, time }, by);
  }

  #died({ seq, time, by }: Seen): void {
    const { ended, listening } = this.#livesOf(by);
    ended.push(seq);
    for (const track of listening) endStretch(track, { seq, time });
    listening.clear();
  }

  #fact(seen: Seen): void {
    const kind = seen.log.kind(seen.row);
    const fact = isOfStandIn(kind) ? seen.log.fact(seen.row) : undefined;
    if (fact?.kind !== kind || !('standIn' in fact)) return;
    const key = JSON.stringify([seen.by, fact.standIn]);
    const track = this.#tracks.get(key) ?? this.#begin(key, seen, fact);
    if (fact.kind === 'push-refused') this.#refusedAt(key, track).push(seen.seq);
    else if (track) this.#tell(track, seen, fact);
  }

  #begin(key: string, { seq, by }: Seen, fact: WatchFact): StandInTrack | undefined {
    if (fact.kind !== 'stand-in-moved') return undefined;
    const track = newStandInTrack(fact.standIn, by, seq);
    track.refused.push(...(this.#refused.get(key) ?? []));
    this.#refused.delete(key);
    this.#tracks.set(key, track);
    this.all.push(track);
    return track;
  }

  #refusedAt(key: string, track: StandInTrack | undefined): number[] {
    if (track) return track.refused;
    const refused = this.#refused.get(key) ?? [];
    this.#refused.set(key, refused);
    return refused;
  }

  #tell(track: StandInTrack, seen: Seen, fact: WatchFact): void {
    const { log, row, seq } = seen;
    const key = log.taskKey(row);
    if (key !== undefined && track.remotes.at(-1)?.key !== key) {
      track.remotes.push({ seq, key });
      if (!this.#watchedSince.has(key)) this.#watchedSince.set(key, seq);
    }
    const heard = takeDown(track, seen, fact);
    if (heard) this.#has(track, seen, heard);
    if (fact.kind === 'follow-subscribed') this.#livesOf(track.host).listening.add(track);
  }

  /** The stand-in has a state: the change that it is, is applied from here on. */
  #has(track: StandInTrack, { log, seq, time }: Seen, heard: HeardState): void {
    const remote = this.remote(track.remotes.at(-1)?.key);
    const change = remote?.heardOf(log, track.host, heard);
    if (change && !track.applied.has(change.seq)) track.applied.set(change.seq, { seq, time });
  }
}

/** Of kernel rows, whose states are all known ones. */
function knownState(log: LogView, row: number): TaskState | undefined {
  const state = log.state(row);
  return state === 'unknown' ? undefined : state;
}

export const standInIndexOf = perLog(() => new StandInIndex());
