// What each delivery was: a doorbell for which look, and in what way it was not as it should be. Several words may hold for one; none
// of them is a finding, for the protocol allows most of it (SPEC.md P.84–P.87).

import { isReachable } from '../kernel/observed-moves.ts';
import { isTerminal } from '../kernel/transition-table.ts';
import { countBelow } from '../log/column.ts';
import type { LogView } from '../log/log-view.ts';
import type { ObservedState } from '../protocol/task.ts';
import type { WatchedConfig } from './watch-configs.ts';
import { countTracks } from './watch-index.ts';
import { isSameAddress, readDelivery, type DeliveryReading } from './watch-reading.ts';
import type { Answered, DeliveryTrack, PollTrack, WatchTrack } from './watch-track.ts';

/** What a receiver of deliveries reads at most. */
const MOST_PUSH_BYTES = 65_536;
const MOST_DELIVERIES = 100;
/** How far back a delivery is compared with others. */
const COMPARED = 200;
/** Looks after the first that are asked whether they agree in the end. */
const RECHECKS = 3;

export type DeliveryFlaw =
  /** Before the request that asked for it was answered. */
  | { readonly kind: 'early'; readonly seq: number }
  | { readonly kind: 'after-end'; readonly seq: number }
  | { readonly kind: 'after-delete'; readonly seq: number }
  /** It claims what had been left behind, or is dated before what was known. */
  | { readonly kind: 'older-news'; readonly seq: number }
  /** The same news as an earlier one: at the same callback, or at another one of the task. */
  | { readonly kind: 'doubled'; readonly seq: number; readonly elsewhere: boolean }
  /** Nothing proves who sent it, although something was to. */
  | { readonly kind: 'unauthenticated'; readonly why: 'nothing' | 'other' }
  | { readonly kind: 'oversized'; readonly length: number }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'unanswered' };

export interface DoorbellLook {
  readonly seq: number;
  readonly answerSeq?: number;
  readonly ms?: number;
  readonly state?: ObservedState;
}
export interface WatchedDelivery {
  readonly seq: number;
  readonly at?: number;
  readonly url?: string;
  readonly claim?: ObservedState;
  readonly words?: string;
  /** What the body is: a task, a status, an artifact, a message; undefined where it cannot be read. */
  readonly says?: string;
  readonly proof: 'token' | 'authorization' | 'nothing' | 'unknown';
  /** What the receiver answered. */
  readonly status?: number;
  readonly answerSeq?: number;
  /** Whether it was the first to tell of its state. */
  readonly isFirst: boolean;
  /** The next look at the task, and whether it showed what the delivery claims. */
  readonly look?: DoorbellLook;
  readonly doorbell: 'agreed' | 'agreed-later' | 'disagreed' | 'moved-on' | 'looking' | 'not-looked' | 'no-claim';
  readonly flaws: readonly DeliveryFlaw[];
}

/** The last 100 deliveries up to a cursor, and how many there are. */
export function deliveriesUpTo(
  log: LogView,
  of: { readonly track: WatchTrack; readonly configs: readonly WatchedConfig[] },
  cursor: number,
): { readonly deliveries: readonly WatchedDelivery[]; readonly total: number } {
  const { track } = of;
  const total = countTracks(track.deliveries, cursor);
  const from = Math.max(0, total - MOST_DELIVERIES);
  const compared = track.deliveries.slice(Math.max(0, from - COMPARED), total);
  const readings = compared.map(({ row }) => readDelivery(log, row));
  const byDigest = new Map<number, number>();
  let newest: { at: number; seq: number } | undefined;
  const deliveries: WatchedDelivery[] = [];
  compared.forEach((delivery, place) => {
    const reading = readings[place];
    if (!reading) return;
    const { digest, statusAt } = reading.body;
    const first = digest === undefined ? undefined : byDigest.get(digest);
    const older = statusAt !== undefined && newest && statusAt < newest.at ? newest.seq : undefined;
    if (place >= compared.length - (total - from)) {
      const twin = first === undefined ? undefined : { seq: compared[first]?.seq ?? -1, reading: readings[first] };
      deliveries.push(deliveryOf({ log, ...of, cursor }, delivery, { reading, twin, older }));
    }
    if (digest !== undefined && first === undefined) byDigest.set(digest, place);
    if (statusAt !== undefined && (!newest || statusAt > newest.at)) newest = { at: statusAt, seq: delivery.seq };
  });
  return { deliveries, total };
}

interface Around {
  readonly log: LogView;
  readonly track: WatchTrack;
  readonly configs: readonly WatchedConfig[];
  readonly cursor: number;
}
interface Compared {
  readonly reading: DeliveryReading;
  readonly twin: { readonly seq: number; readonly reading: DeliveryReading | undefined } | undefined;
  readonly older: number | undefined;
}

function deliveryOf(around: Around, delivery: DeliveryTrack, compared: Compared): WatchedDelivery {
  const { log, track, cursor } = around;
  const { seq, at, claim, isFirst } = delivery;
  const { head, body } = compared.reading;
  const answer = delivery.answer && delivery.answer.seq <= cursor ? delivery.answer : undefined;
  const status = answer === undefined ? undefined : statusOf(log, answer);
  const { doorbell, look } = doorbellOf(track, delivery, cursor);
  return {
    seq,
    ...(at === undefined ? {} : { at }),
    ...(head?.url === undefined ? {} : { url: head.url.slice(0, 400) }),
    ...(claim === undefined ? {} : { claim }),
    ...(body.words === undefined ? {} : { words: body.words }),
    ...(body.says === undefined ? {} : { says: body.says }),
    proof: head === undefined ? 'unknown' : head.token.has ? 'token' : head.authorization.has ? 'authorization' : 'nothing',
    ...(status === undefined ? {} : { status }),
    ...(answer === undefined ? {} : { answerSeq: answer.seq }),
    isFirst,
    ...(look ? { look } : {}),
    doorbell,
    flaws: flawsOf(around, delivery, { ...compared, status, isAnswered: answer !== undefined }),
  };
}

function statusOf(log: LogView, answer: Answered): number | undefined {
  const status = Number(/\b[1-5]\d\d\b/.exec(log.label(answer.row) ?? '')?.[0] ?? Number.NaN);
  return Number.isNaN(status) ? undefined : status;
}

/** The first look after a delivery, and what it says to the claim. */
function doorbellOf(track: WatchTrack, delivery: DeliveryTrack, cursor: number): Pick<WatchedDelivery, 'doorbell' | 'look'> {
  const { polls } = track;
  const place = countBelow(polls.length, (index) => polls[index]?.seq ?? 0, delivery.seq + 1);
  const poll = polls[place];
  if (poll === undefined || poll.seq > cursor) return { doorbell: 'not-looked' };
  const look = lookOf(poll, delivery, cursor);
  if (delivery.claim === undefined) return { doorbell: 'no-claim', look };
  if (look.state === undefined) return { doorbell: 'looking', look };
  if (look.state === delivery.claim) return { doorbell: 'agreed', look };
  const isLater = polls
    .slice(place + 1, place + 1 + RECHECKS)
    .some(({ state, answer }) => answer !== undefined && answer.seq <= cursor && state === delivery.claim);
  if (isLater) return { doorbell: 'agreed-later', look };
  return { doorbell: mayHaveMoved(delivery.claim, look.state) ? 'moved-on' : 'disagreed', look };
}

/** A task that ended as claimed stays there; one that has been where the claim says may be further by now. */
function mayHaveMoved(claim: ObservedState, shown: ObservedState): boolean {
  return claim !== 'unknown' && shown !== 'unknown' && !isTerminal(claim) && isReachable(claim, shown) && !isReachable(shown, claim);
}

function lookOf(poll: PollTrack, delivery: DeliveryTrack, cursor: number): DoorbellLook {
  const answer = poll.answer && poll.answer.seq <= cursor ? poll.answer : undefined;
  return {
    seq: poll.seq,
    ...(answer === undefined ? {} : { answerSeq: answer.seq }),
    ...(poll.at === undefined || delivery.at === undefined ? {} : { ms: poll.at - delivery.at }),
    ...(answer === undefined || poll.state === undefined ? {} : { state: poll.state }),
  };
}

function flawsOf(
  around: Around,
  delivery: DeliveryTrack,
  more: Compared & { readonly status: number | undefined; readonly isAnswered: boolean },
): readonly DeliveryFlaw[] {
  const { reading, status } = more;
  const config = configFor(around.configs, delivery, reading);
  const flaws = [...timingFlaws(config, delivery, more)];
  const unproven = unprovenOf(config, reading);
  if (unproven) flaws.push({ kind: 'unauthenticated', why: unproven });
  const length = reading.head?.length ?? reading.body.length;
  if (length > MOST_PUSH_BYTES) flaws.push({ kind: 'oversized', length });
  if (status !== undefined && status >= 300) flaws.push({ kind: 'refused', status });
  if (!more.isAnswered && reading.head !== undefined) flaws.push({ kind: 'unanswered' });
  return flaws;
}

/** In what way it came at the wrong time, or once too often. */
function timingFlaws(config: WatchedConfig | undefined, delivery: DeliveryTrack, compared: Compared): readonly DeliveryFlaw[] {
  const { reading, twin, older } = compared;
  const flaws: DeliveryFlaw[] = [];
  if (config && isBefore(delivery.seq, config.answerSeq)) flaws.push({ kind: 'early', seq: config.seq });
  if (config?.deletedSeq !== undefined && config.deletedSeq < delivery.seq) flaws.push({ kind: 'after-delete', seq: config.deletedSeq });
  const elsewhere = twin !== undefined && isElsewhere(twin.reading, reading);
  if (twin) flaws.push({ kind: 'doubled', seq: twin.seq, elsewhere });
  // The news of the end reaches each callback once; only what comes on top of that is late.
  if (delivery.afterEnd && !elsewhere) flaws.push({ kind: 'after-end', seq: delivery.afterEnd.seq });
  const newer = delivery.behind?.seq ?? older;
  if (newer !== undefined) flaws.push({ kind: 'older-news', seq: newer });
  return flaws;
}

const isBefore = (seq: number, answered: number | undefined): boolean => answered === undefined || answered > seq;

/** The config that a delivery was made for: the newest for its address that had been asked for, else the first one of the task. */
function configFor(configs: readonly WatchedConfig[], delivery: DeliveryTrack, { head }: DeliveryReading): WatchedConfig | undefined {
  const url = head?.url;
  if (url === undefined) return undefined;
  const ofAddress = configs.filter((config) => isSameAddress(config.url, url) && config.seq < delivery.seq);
  return ofAddress.findLast(({ fate }) => fate !== 'refused') ?? ofAddress.at(-1);
}

function isElsewhere(one: DeliveryReading | undefined, other: DeliveryReading): boolean {
  const urls = [one?.head?.url, other.head?.url] as const;
  return urls[0] !== undefined && urls[1] !== undefined && !isSameAddress(urls[0], urls[1]);
}

/** Whether it brings none of what its config asks for, or another one; undefined where that cannot be told. */
function unprovenOf(config: WatchedConfig | undefined, { head }: DeliveryReading): 'nothing' | 'other' | undefined {
  if (head === undefined) return undefined;
  const { token, authorization } = head;
  if (!token.has && !authorization.has) return 'nothing';
  const asked = [config?.token?.number, config?.authorization?.number].filter((number) => number !== undefined);
  const brought = [token.number, authorization.number].filter((number) => number !== undefined);
  if (asked.length === 0 || brought.length === 0) return undefined;
  return brought.some((number) => asked.includes(number)) ? undefined : 'other';
}
