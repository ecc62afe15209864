// What a log tells of a stand-in for a remote task, up to a cursor: where in its machine it is and how it came there, what the
// newest push claimed and what the looks after it found, and what its watch has cost. From the facts of the stand-in alone: a log
// of a wire has none, and no story (SPEC.md P.90–P.95).

import { countBelow } from '../log/column.ts';
import type { LogView } from '../log/log-view.ts';
import type { StandInStateName } from '../log/watch-fact.ts';
import type { AgentName, TaskState } from '../protocol/task.ts';
import { openUpTo } from './stand-in-facts.ts';
import { standInIndexOf } from './stand-in-index.ts';
import { recheckStory } from './stand-in-rechecks.ts';
import type { StandInTrack } from './stand-in-track.ts';
import { countSeqs, countTracks } from './watch-index.ts';

/** One step of the machine. `event`: a word of the stand-in's history. */
export interface StandInMove {
  readonly seq: number;
  readonly time: number | undefined;
  readonly event: string;
  /** Undefined where a history begins. */
  readonly from: StandInStateName | undefined;
  readonly to: StandInStateName;
}

/** A fetch that a push caused, and the wait before it (none before the first). */
export interface RecheckLook {
  readonly seq: number;
  readonly time: number | undefined;
  readonly waitedMs: number;
  /** Undefined where the fetch failed. */
  readonly state: TaskState | undefined;
  readonly agrees: boolean;
}
/** What followed the newest accepted push. */
export interface RecheckStory {
  readonly pushSeq: number;
  readonly pushTime: number | undefined;
  readonly claimed: TaskState | undefined;
  readonly looks: readonly RecheckLook[];
  /** A wait that has begun and is not over at the cursor. */
  readonly waiting:
    | { readonly seq: number; readonly recheck: number; readonly waitMs: number; readonly time: number | undefined }
    | undefined;
  /** How it came out; undefined while it goes on. */
  readonly over: 'agreed' | 'ended' | 'gave-up' | 'broken-off' | 'rung-again' | undefined;
}

/** Counted from facts of the stand-in, and of whoever rings. */
export interface StandInCosts {
  readonly registrations: number;
  readonly fetches: number;
  readonly subscriptions: number;
  readonly followRuns: number;
  /** Virtual milliseconds that subscriptions were open, up to the cursor's time. */
  readonly openMs: number;
  readonly pushesAccepted: number;
  readonly pushesRefused: number;
  readonly deletionsFailed: number;
}

export interface StandInStory {
  /** The local task. */
  readonly standIn: string;
  /** Who wrote its facts. */
  readonly host: AgentName;
  readonly remoteTask: string | undefined;
  readonly state: StandInStateName;
  readonly mode: 'push' | 'follow' | 'off' | undefined;
  /** The digest of the token that was registered. */
  readonly tokenDigest: string | undefined;
  /** The last 200. */
  readonly moves: readonly StandInMove[];
  readonly movesTotal: number;
  /** What the parent was told, the last 100: `note` where it woke its model. */
  readonly told: readonly {
    readonly seq: number;
    readonly time: number | undefined;
    readonly state: TaskState;
    readonly text: string;
    readonly note: boolean;
  }[];
  readonly toldTotal: number;
  readonly notes: number;
  readonly rechecks: RecheckStory | undefined;
  /** The same of the push before the newest, which may have been broken off by it. */
  readonly rechecksBefore: RecheckStory | undefined;
  readonly costs: StandInCosts;
  /** How often its worker was started, and whether it is dead at the cursor. */
  readonly lives: number;
  readonly isDead: boolean;
  readonly rolls: number;
  /** How it ended; undefined while it goes on. */
  readonly end: TaskState | undefined;
}

/** A change of the remote task as the agent stored it, and when whoever watches had it: what a paste of one side cannot know. */
export interface TrueChange {
  readonly seq: number;
  readonly time: number | undefined;
  readonly state: TaskState;
  readonly text: string | undefined;
  /** The row by which the stand-in had this state applied; undefined where it has not, up to the cursor. */
  readonly appliedSeq: number | undefined;
  readonly appliedTime: number | undefined;
}

export interface StandInAnswer {
  /** Local ids of the stand-ins of the log, the first 20. */
  readonly standIns: readonly string[];
  readonly total: number;
  /** The one that was asked for, else the first; undefined where the log has none. */
  readonly story: StandInStory | undefined;
  /** What the remote task went through, as its agent stored it; the last 200. Empty where no agent told. */
  readonly truth: readonly TrueChange[];
  /** Pushes that an agent said it sent and that nobody received, the last 100. */
  readonly lostPushes: readonly { readonly seq: number; readonly time: number | undefined; readonly state: TaskState }[];
}

const MOST_STAND_INS = 20;
const MOST_MOVES = 200;
const MOST_TOLD = 100;
const NOTHING: StandInAnswer = { standIns: [], total: 0, story: undefined, truth: [], lostPushes: [] };

/**
 * Tells of the stand-ins of a log up to a cursor, and of one of them in full.
 * @param ask `standIn`: a local id; of several hosts' stand-ins with one id it means the first
 * Source: SPEC.md P.90–P.95.
 */
export function projectStandIn(log: LogView, ask: { readonly cursor: number; readonly standIn?: string }): StandInAnswer {
  if (log.rowsOfKind('stand-in-moved').length === 0) return NOTHING;
  const cursor = Math.min(ask.cursor, log.rowCount - 1);
  const index = standInIndexOf(log);
  const total = index.countUpTo(cursor);
  const track = trackOf(index.all, total, ask.standIn);
  if (!track) return NOTHING;
  const key = lastOf(track.remotes, cursor)?.key;
  const remote = index.remote(key);
  return {
    standIns: index.all.slice(0, Math.min(total, MOST_STAND_INS)).map(({ standIn }) => standIn),
    total,
    story: storyOf(log, track, cursor, key),
    truth: remote?.truthUpTo(log, track, cursor) ?? [],
    lostPushes: remote?.lostUpTo(cursor) ?? [],
  };
}

function trackOf(all: readonly StandInTrack[], total: number, standIn: string | undefined): StandInTrack | undefined {
  const named = standIn === undefined ? -1 : all.findIndex((track) => track.standIn === standIn);
  return all[named >= 0 && named < total ? named : 0];
}

function storyOf(log: LogView, track: StandInTrack, cursor: number, key: string | undefined): StandInStory {
  const moves = countTracks(track.moves, cursor);
  const state = track.moves[moves - 1]?.to ?? 'turn';
  const told = countTracks(track.told, cursor);
  const pushes = countTracks(track.pushes, cursor);
  const [newest, before] = [track.pushes[pushes - 1], track.pushes[pushes - 2]];
  const { lives, isDead } = livesUpTo(log, track.host, cursor);
  return {
    standIn: track.standIn,
    host: track.host,
    remoteTask: key === undefined ? undefined : log.tasks.nameOf(key),
    state,
    mode: lastOf(track.modes, cursor)?.mode,
    tokenDigest: lastOf(track.digests, cursor)?.digest,
    moves: track.moves.slice(Math.max(0, moves - MOST_MOVES), moves),
    movesTotal: moves,
    told: track.told.slice(Math.max(0, told - MOST_TOLD), told).flatMap((each) => (each.value ??= toldAt(log, each)) ?? []),
    toldTotal: told,
    notes: countSeqs(track.notes, cursor),
    rechecks: newest && recheckStory(newest, cursor),
    rechecksBefore: before && recheckStory(before, cursor),
    costs: costsOf(log, track, cursor),
    lives,
    isDead,
    rolls: countSeqs(track.rolls, cursor),
    end: state === 'ended' ? lastOf(track.closed, cursor)?.state : undefined,
  };
}

function costsOf(log: LogView, track: StandInTrack, cursor: number): StandInCosts {
  return {
    registrations: countSeqs(track.registrations, cursor),
    fetches: countSeqs(track.fetches, cursor),
    subscriptions: countSeqs(track.subscriptions, cursor),
    followRuns: countSeqs(track.followRuns, cursor),
    openMs: openUpTo(track, cursor, log.time(log.rowAt(cursor))),
    pushesAccepted: countTracks(track.pushes, cursor),
    pushesRefused: countSeqs(track.refused, cursor),
    deletionsFailed: countSeqs(track.deletionsFailed, cursor),
  };
}

function livesUpTo(log: LogView, host: AgentName, cursor: number): Pick<StandInStory, 'lives' | 'isDead'> {
  const { begun = [], ended = [] } = standInIndexOf(log).livesOf(host) ?? {};
  const lives = countSeqs(begun, cursor);
  const lastEnd = ended[countSeqs(ended, cursor) - 1];
  return { lives, isDead: lastEnd !== undefined && lastEnd > (begun[lives - 1] ?? -1) };
}

function toldAt(log: LogView, { seq, row }: { readonly seq: number; readonly row: number }): StandInStory['told'][number] | undefined {
  const fact = log.fact(row);
  if (fact?.kind !== 'parent-told') return undefined;
  const { state, text, note } = fact;
  return { seq, time: log.time(row), state, text, note };
}

/** The last of a list, in order of seq, at or before a cursor. */
function lastOf<T extends { readonly seq: number }>(list: readonly T[], cursor: number): T | undefined {
  return list[countBelow(list.length, (place) => list[place]?.seq ?? 0, cursor + 1) - 1];
}
