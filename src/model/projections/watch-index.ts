// How every task was watched, taken down once as rows arrive: deliveries at callbacks, looks, streams, and the states that each
// of them was the first to tell. What a kernel alone knows is heard by nobody; it dates what was heard (SPEC.md P.80–P.83).

import { isReachable } from '../kernel/observed-moves.ts';
import { isTerminal } from '../kernel/transition-table.ts';
import { countBelow } from '../log/column.ts';
import type { LogView } from '../log/log-view.ts';
import type { RowKind } from '../log/row-kind.ts';
import type { ObservedState } from '../protocol/task.ts';
import { perLog, type LogIndex } from './log-index.ts';
import {
  newTrack,
  type Answered,
  type ConfigTrack,
  type DeliveryTrack,
  type HeardThrough,
  type PollTrack,
  type StreamTrack,
  type WatchTrack,
} from './watch-track.ts';

const OF_CALLBACKS: ReadonlySet<RowKind> = new Set<RowKind>(['push-config-set', 'push-config-refused', 'push-config-deleted', 'push-sent']);
const CONFIG_CALLS: ReadonlySet<string | undefined> = new Set<string | undefined>([
  'set-push-config',
  'get-push-config',
  'list-push-configs',
  'delete-push-config',
]);
const SENDS: ReadonlySet<string | undefined> = new Set<string | undefined>(['send', 'stream']);

/** A request whose task is not known yet. */
interface Sent {
  readonly row: number;
  readonly seq: number;
  readonly at: number | undefined;
  readonly operation: string | undefined;
}
interface Seen {
  readonly log: LogView;
  readonly row: number;
  readonly seq: number;
  readonly kind: RowKind;
  readonly exchange: number;
}

class WatchIndex implements LogIndex {
  readonly #tracks = new Map<string, WatchTrack>();
  /** Tasks in the order of their first sign, and those with a callback in the order of its first sign. */
  readonly #all: WatchTrack[] = [];
  readonly #withPush: WatchTrack[] = [];
  /** Deliveries that name no task. */
  readonly #stray: number[] = [];
  readonly #sent = new Map<number, Sent>();
  readonly #deliveries = new Map<number, DeliveryTrack>();
  readonly #polls = new Map<number, PollTrack>();
  readonly #configs = new Map<number, ConfigTrack>();
  /** Streams by exchange and task: one stream may tell of several. */
  readonly #streams = new Map<number, Map<string, StreamTrack>>();

  add(log: LogView, row: number, seq: number): void {
    const kind = log.kind(row);
    const exchange = log.exchangeKey(row);
    if (kind === 'stream-ended') return this.#endStreams({ log, row, seq, kind, exchange });
    const channel = log.channel(row);
    if (channel === 'none' || channel === 'card' || channel === 'span') return;
    const seen = { log, row, seq, kind, exchange };
    switch (channel) {
      case 'kernel':
        return this.#fact(seen);
      case 'push':
        return this.#push(seen);
      case 'poll':
        return this.#poll(seen);
      case 'stream':
        return this.#stream(seen);
      case 'send':
        return this.#send(seen);
    }
  }

  of(task: string): WatchTrack | undefined {
    return this.#tracks.get(task);
  }

  /** Tasks of which a cursor has seen any way of hearing; those with a callback come first. */
  upTo(cursor: number, most: number): { readonly tracks: readonly WatchTrack[]; readonly total: number } {
    const withPush = countBelow(this.#withPush.length, (place) => this.#withPush[place]?.pushSeq ?? 0, cursor + 1);
    const total = countBelow(this.#all.length, (place) => this.#all[place]?.firstSeq ?? 0, cursor + 1);
    const tracks = this.#withPush.slice(0, Math.min(withPush, most));
    for (let place = 0; place < total && tracks.length < most; place += 1) {
      const track = this.#all[place];
      if (track && (track.pushSeq === undefined || track.pushSeq > cursor)) tracks.push(track);
    }
    return { tracks, total };
  }

  /** Deliveries up to a cursor that name no task: how many, and the last ones. */
  strayUpTo(cursor: number, most: number): { readonly total: number; readonly seqs: readonly number[] } {
    const total = countBelow(this.#stray.length, (place) => this.#stray[place] ?? 0, cursor + 1);
    return { total, seqs: this.#stray.slice(Math.max(0, total - most), total) };
  }

  #trackOf(task: string, seq: number): WatchTrack {
    const known = this.#tracks.get(task);
    if (known) return known;
    const track = newTrack(task, seq);
    this.#tracks.set(task, track);
    this.#all.push(track);
    return track;
  }

  #pushTrackOf(task: string, seq: number): WatchTrack {
    const track = this.#trackOf(task, seq);
    if (track.pushSeq === undefined) {
      track.pushSeq = seq;
      this.#withPush.push(track);
    }
    return track;
  }

  #fact({ log, row, seq, kind }: Seen): void {
    if (kind !== 'status-stored' && !OF_CALLBACKS.has(kind)) return;
    const task = log.taskKey(row);
    if (task === undefined) return;
    if (kind === 'status-stored') {
      const state = log.state(row);
      const at = log.time(row);
      // A task that only its kernel tells of is watched by nobody so far; but when it moved must be known by then.
      if (state !== undefined && at !== undefined) this.#storedOf(task).set(state, at);
      return;
    }
    this.#pushTrackOf(task, seq).facts.push({ row, seq });
  }

  readonly #storedBefore = new Map<string, Map<ObservedState, number>>();
  #storedOf(task: string): Map<ObservedState, number> {
    const known = this.#storedBefore.get(task);
    if (known) return known;
    const stored = new Map<ObservedState, number>();
    this.#storedBefore.set(task, stored);
    return stored;
  }

  #push(seen: Seen): void {
    const { log, row, seq, kind, exchange } = seen;
    const open = exchange > 0 ? this.#deliveries.get(exchange) : undefined;
    if (kind === 'push-received' || kind === 'call-settled') {
      if (open && open.answer === undefined) this.#answerDelivery(open, seen);
      return;
    }
    if (open) return;
    const task = log.taskKey(row);
    if (task === undefined) {
      if (kind === 'message-sent') this.#stray.push(seq);
      return;
    }
    const track = this.#pushTrackOf(task, seq);
    const claim = log.state(row);
    const last = track.heard.at(-1);
    const behind = last && claim !== undefined && isLeftBehind(track, last.state, claim, 'push') ? last : undefined;
    const isFirst = this.#hear(track, seen, 'push');
    const at = log.time(row);
    const afterEnd = last && isTerminal(last.state) ? last : undefined;
    const delivery: DeliveryTrack = { row, seq, at, claim, behind, afterEnd, isFirst, answer: undefined };
    track.deliveries.push(delivery);
    if (exchange > 0) this.#deliveries.set(exchange, delivery);
  }

  #answerDelivery(delivery: DeliveryTrack, seen: Seen): void {
    delivery.answer = answerOf(seen);
    const task = seen.log.taskKey(delivery.row);
    if (task !== undefined) this.#tracks.get(task)?.deliveriesAnswered.push(seen.seq);
  }

  #poll(seen: Seen): void {
    const { log, row, seq, kind, exchange } = seen;
    const task = log.taskKey(row);
    const open = exchange > 0 ? this.#polls.get(exchange) : undefined;
    if (kind === 'message-sent') {
      if (task === undefined) return;
      const poll = this.#beginPoll(this.#trackOf(task, seq), seen, true);
      if (exchange > 0) this.#polls.set(exchange, poll);
      return;
    }
    if (open && open.answer === undefined) return this.#answerPoll(open, seen);
    // Several tasks of one answer, or an answer whose question nobody saw.
    if (task !== undefined && log.state(row) !== undefined) this.#answerPoll(this.#beginPoll(this.#trackOf(task, seq), seen, false), seen);
  }

  #beginPoll(track: WatchTrack, { log, row, seq }: Seen, asked: boolean): PollTrack {
    const poll: PollTrack = { row, seq, at: log.time(row), asked, answer: undefined, state: undefined, isFirst: false, isOther: false };
    const delivery = track.deliveries.at(-1);
    const before = track.polls.at(-1);
    if (delivery && (before === undefined || before.seq < delivery.seq)) track.doorbellLooks.push(seq);
    track.polls.push(poll);
    return poll;
  }

  #answerPoll(poll: PollTrack, seen: Seen): void {
    const { log, row, seq } = seen;
    poll.answer = answerOf(seen);
    const task = log.taskKey(poll.row);
    const state = log.state(row);
    const track = task === undefined ? undefined : this.#tracks.get(task);
    if (track === undefined) return;
    track.pollsAnswered.push(seq);
    // An answer about another task is no news of this one.
    if (state === undefined || log.taskKey(row) !== task) return;
    poll.state = state;
    poll.isOther = track.lastPolled !== undefined && track.lastPolled !== state;
    track.lastPolled = state;
    if (poll.isOther) track.pollsOther.push(seq);
    poll.isFirst = this.#hear(track, seen, 'poll');
    if (poll.isFirst) track.pollsFirst.push(seq);
  }

  #stream(seen: Seen): void {
    const { log, row, seq, kind, exchange } = seen;
    const task = log.taskKey(row);
    if (kind === 'message-sent') {
      const operation = log.exchangeOf(row)?.operation;
      if (exchange > 0) this.#sent.set(exchange, { row, seq, at: log.time(row), operation });
      if (task !== undefined) this.#joinStream(this.#trackOf(task, seq), seen);
      return;
    }
    if (task !== undefined) {
      const track = this.#trackOf(task, seq);
      const stream = this.#joinStream(track, seen);
      if (exchange <= 0) stream.events.push(seq);
      this.#hear(track, seen, 'stream');
    }
    // A stream that was answered whole (an error) is at its end.
    if (kind === 'call-settled') this.#endStreams(seen);
  }

  #joinStream(track: WatchTrack, { log, row, seq, exchange }: Seen): StreamTrack {
    const key = exchange > 0 ? exchange : -1 - log.row(row).source;
    const ofExchange = this.#streams.get(key) ?? new Map<string, StreamTrack>();
    const known = ofExchange.get(track.task);
    if (known) return known;
    const sent = exchange > 0 ? this.#sent.get(exchange) : undefined;
    const { row: first, seq: from, at } = sent ?? { row, seq, at: log.time(row) };
    const opened = sent === undefined ? 'unseen' : sent.operation === 'subscribe' ? 'subscribe' : 'send';
    const stream: StreamTrack = { row: first, seq: from, at, opened, knownSeq: seq, exchange: key, events: [], end: undefined };
    track.streams.push(stream);
    this.#streams.set(key, ofExchange.set(track.task, stream));
    if (sent && SENDS.has(sent.operation)) this.#keepSend(track, sent, { seq, answer: undefined });
    return stream;
  }

  #endStreams({ log, row, seq, exchange }: Seen): void {
    const end = { row, seq, at: log.time(row), failed: log.failed(row) };
    for (const stream of this.#streams.get(exchange)?.values() ?? []) stream.end ??= end;
  }

  #send(seen: Seen): void {
    const { log, row, seq, kind, exchange } = seen;
    const task = log.taskKey(row);
    if (kind === 'message-sent') {
      const operation = log.exchangeOf(row)?.operation;
      if (exchange <= 0) return;
      if (!CONFIG_CALLS.has(operation)) return void this.#sent.set(exchange, { row, seq, at: log.time(row), operation });
      if (task === undefined) return;
      const call: ConfigTrack = { row, operation: operation ?? '', seq, at: log.time(row), knownSeq: seq, answer: undefined };
      this.#pushTrackOf(task, seq).configs.push(call);
      this.#configs.set(exchange, call);
      return;
    }
    const config = exchange > 0 ? this.#configs.get(exchange) : undefined;
    if (config) return void (config.answer ??= answerOf(seen));
    if (task === undefined || log.state(row) === undefined) return;
    const track = this.#trackOf(task, seq);
    const sent = exchange > 0 ? this.#sent.get(exchange) : undefined;
    if (sent && SENDS.has(sent.operation)) this.#keepSend(track, sent, { seq, answer: answerOf(seen) });
    this.#hear(track, seen, 'send');
  }

  #keepSend(track: WatchTrack, sent: Sent, known: { readonly seq: number; readonly answer: Answered | undefined }): void {
    const { row, seq, at, operation = '' } = sent;
    track.sends.push({ row, operation, seq, at, knownSeq: known.seq, answer: known.answer });
  }

  /** Takes a state that the observer is told. @returns whether nobody had told him before */
  #hear(track: WatchTrack, { log, row, seq }: Seen, through: HeardThrough): boolean {
    const state = log.state(row);
    if (state === undefined) return false;
    const at = log.time(row);
    const last = track.heard.at(-1);
    const isOld = last !== undefined && (last.state === state || isLeftBehind(track, last.state, state, through));
    if (isOld) {
      const known = last.state === state ? last : track.heard.findLast((heard) => heard.state === state);
      if (known && known.through !== through && !known.again.some((other) => other.through === through))
        known.again.push({ through, seq, at });
      return false;
    }
    track.visited.add(state);
    const storedAt = this.#storedBefore.get(track.task)?.get(state);
    track.heard.push({ state, row, seq, at, through, storedAt, again: [] });
    track.heardFirst[through].push(seq);
    return true;
  }
}

function answerOf({ log, row, seq }: Seen): Answered {
  return { row, seq, at: log.time(row), failed: log.failed(row) };
}

/**
 * A sample of a state that the task has been in and cannot have come back to. Deliveries come in any order, so that one from
 * before the end may be the first to tell of its state; a stream tells moves in their order.
 */
function isLeftBehind(track: WatchTrack, last: ObservedState, state: ObservedState, through: HeardThrough): boolean {
  if (last === 'unknown' || state === 'unknown' || through === 'stream') return false;
  if (track.visited.has(state)) return !isReachable(last, state);
  return through === 'push' && isTerminal(last) && !isTerminal(state);
}

export const watchIndexOf = perLog(() => new WatchIndex());

/** How many of a list in order of seq lie at or before a cursor. */
export function countSeqs(seqs: readonly number[], cursor: number): number {
  return countBelow(seqs.length, (place) => seqs[place] ?? 0, cursor + 1);
}

/** How many of a list of things with a seq lie at or before a cursor. */
export function countTracks(tracks: readonly { readonly seq: number }[], cursor: number): number {
  return countBelow(tracks.length, (place) => tracks[place]?.seq ?? 0, cursor + 1);
}
