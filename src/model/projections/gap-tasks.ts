// Gaps that show in the life of a task: states that a poll passed by, silence while work goes on, an end that a cancel was too
// late for, artifacts of what did not complete. Found once as rows arrive; what the kernel alone knows is no evidence here.

import { isOneMove, isReachable } from '../kernel/observed-moves.ts';
import { isTerminal } from '../kernel/transition-table.ts';
import type { LogView } from '../log/log-view.ts';
import type { Channel, RowKind } from '../log/row-kind.ts';
import type { ObservedState } from '../protocol/task.ts';
import { Places, type GapPlace } from './gap-signs.ts';
import { perLog, type LogIndex } from './log-index.ts';
import { observeRow } from './observed-row.ts';

/** Shorter pauses are how work looks. */
const SILENCE_MS = 5_000;
/** Values that are parsed in search of artifacts. */
const MOST_VALUES = 2_000;
const AT_WORK: ReadonlySet<ObservedState | undefined> = new Set<ObservedState | undefined>(['submitted', 'working']);
const UNFINISHED: ReadonlySet<ObservedState> = new Set<ObservedState>(['failed', 'rejected', 'canceled']);
const WHOLE: ReadonlySet<RowKind> = new Set<RowKind>(['task-snapshot', 'call-settled']);
const ABOUT_TASKS: ReadonlySet<RowKind> = new Set<RowKind>([
  'message-sent',
  'call-settled',
  'status-update',
  'artifact-update',
  'task-snapshot',
  'push-received',
]);

interface Track {
  state: ObservedState | undefined;
  stateSeq: number;
  /** When the peer last said something new, and the row that says it. */
  progressAt: number | undefined;
  progressSeq: number;
  /** Answers since then that said nothing new. */
  asked: number;
  polls: number;
  streamed: boolean;
  firstPollSeq: number;
  lastPollSeq: number;
  cancelSeq: number;
  cancelAt: number | undefined;
  artifactRow: number;
  unfinishedTold: boolean;
}

interface UnseenPlace {
  readonly task: string;
  readonly from: ObservedState;
  readonly to: ObservedState;
  readonly seqs: readonly number[];
}
interface SilentPlace {
  readonly task: string;
  readonly state: ObservedState;
  readonly ms: number;
  readonly asked: number;
  readonly seqs: readonly number[];
}
interface LatePlace {
  readonly task: string;
  /** What it ended as; undefined where the answer only says that it has ended. */
  readonly state: ObservedState | undefined;
  readonly ms: number | undefined;
  readonly seqs: readonly number[];
}
interface LeftoverPlace {
  readonly task: string;
  readonly state: ObservedState;
  readonly wholeSaid: boolean | undefined;
  readonly seqs: readonly number[];
}

class GapTasks implements LogIndex {
  readonly #tracks = new Map<string, Track>();
  readonly unseen = new Places<UnseenPlace>();
  readonly silent = new Places<SilentPlace>(({ ms }) => ms);
  readonly late = new Places<LatePlace>();
  readonly leftover = new Places<LeftoverPlace>();
  /** Whether any row about a task states a time. */
  timed = false;
  #values = 0;
  #lastAt = -Infinity;

  add(log: LogView, row: number, seq: number): void {
    const at = log.time(row);
    if (at !== undefined && at > this.#lastAt) this.#lastAt = at;
    const kind = log.kind(row);
    if (!ABOUT_TASKS.has(kind)) return;
    const task = log.taskKey(row);
    if (task === undefined) return;
    const track = this.#trackOf(task);
    if (kind === 'message-sent') return this.#ask(log, row, { track, seq, at });
    if (kind === 'artifact-update') track.artifactRow = row;
    const state = log.state(row);
    if (state === undefined) {
      if (kind === 'artifact-update') this.#progress(task, track, { seq, at });
      if (kind === 'call-settled') this.#refuseCancel(log, row, { task, track, seq });
      return;
    }
    this.#observe(log, row, { task, track, seq, at, state });
  }

  /** Tasks at work of which nothing more came although the log goes on. */
  openSilences(): readonly SilentPlace[] {
    const open: SilentPlace[] = [];
    for (const [task, { state, progressAt, progressSeq, asked }] of this.#tracks) {
      if (state === undefined || !AT_WORK.has(state) || progressAt === undefined) continue;
      const ms = this.#lastAt - progressAt;
      if (ms >= SILENCE_MS) open.push({ task, state, ms, asked, seqs: [progressSeq] });
    }
    return open;
  }

  /** Tasks that were watched by polls and by no stream. */
  polled(): Places<{ readonly task: string; readonly polls: number; readonly seqs: readonly number[] }> {
    const polled = new Places<{ task: string; polls: number; seqs: readonly number[] }>();
    for (const [task, { polls, streamed, firstPollSeq, lastPollSeq }] of this.#tracks)
      if (polls > 1 && !streamed) polled.add({ task, polls, seqs: [firstPollSeq, lastPollSeq] });
    return polled;
  }

  #trackOf(task: string): Track {
    const known = this.#tracks.get(task);
    if (known) return known;
    const track: Track = {
      state: undefined,
      stateSeq: -1,
      progressAt: undefined,
      progressSeq: -1,
      asked: 0,
      polls: 0,
      streamed: false,
      firstPollSeq: -1,
      lastPollSeq: -1,
      cancelSeq: -1,
      cancelAt: undefined,
      artifactRow: -1,
      unfinishedTold: false,
    };
    this.#tracks.set(task, track);
    return track;
  }

  #ask(log: LogView, row: number, { track, seq, at }: { track: Track; seq: number; at: number | undefined }): void {
    if (track.cancelSeq >= 0 || isTerminal(track.state) || log.exchangeOf(row)?.operation !== 'cancel') return;
    track.cancelSeq = seq;
    track.cancelAt = at;
  }

  #observe(log: LogView, row: number, seen: Seen): void {
    const { task, track, seq, at, state } = seen;
    const channel = log.channel(row);
    countLook(track, channel, seq);
    const before = track.state;
    if (before !== undefined && before !== state && channel === 'poll' && passedBy(before, state))
      this.unseen.add({ task, from: before, to: state, seqs: [track.stateSeq, seq] });
    // In a stream the same state again is a sign of life; to a poll it is the same answer.
    if (before !== state || channel === 'stream') this.#progress(task, track, { seq, at });
    else track.asked += 1;
    if (track.cancelSeq >= 0 && state !== 'canceled' && isTerminal(state) && !isTerminal(before)) this.#comeTooLate(seen);
    track.state = state;
    track.stateSeq = seq;
    if (UNFINISHED.has(state) && !track.unfinishedTold) this.#leaveOver(log, row, seen);
  }

  #comeTooLate({ task, track, seq, at, state }: Seen): void {
    const ms = at === undefined || track.cancelAt === undefined ? undefined : at - track.cancelAt;
    this.late.add({ task, state, ms, seqs: [track.cancelSeq, seq] });
    track.cancelSeq = -1;
  }

  #progress(task: string, track: Track, { seq, at }: { seq: number; at: number | undefined }): void {
    const { state, progressAt, progressSeq, asked } = track;
    if (at === undefined) return;
    this.timed = true;
    if (progressAt !== undefined && AT_WORK.has(state) && at - progressAt >= SILENCE_MS)
      this.silent.add({ task, state: state ?? 'working', ms: at - progressAt, asked, seqs: [progressSeq, seq] });
    track.progressAt = at;
    track.progressSeq = seq;
    track.asked = 0;
  }

  /** A cancel that was refused because the task had ended, where no end had been seen: it came too late for one that nobody saw yet. */
  #refuseCancel(log: LogView, row: number, { task, track, seq }: { task: string; track: Track; seq: number }): void {
    if (track.cancelSeq < 0 || !log.failed(row) || log.exchangeOf(row)?.operation !== 'cancel') return;
    if (!/TERMINAL|-32002|TaskNotCancelable/i.test(log.label(row) ?? '')) return;
    this.late.add({ task, state: undefined, ms: undefined, seqs: [track.cancelSeq, seq] });
    track.cancelSeq = -1;
  }

  #leaveOver(log: LogView, row: number, { task, track, seq, state }: Seen): void {
    const hasUpdates = track.artifactRow >= 0;
    if (!hasUpdates && (!WHOLE.has(log.kind(row)) || !this.#hasArtifacts(log, row))) return;
    track.unfinishedTold = true;
    const said = hasUpdates && this.#mayParse() ? observeRow(log, track.artifactRow)?.said : undefined;
    const wholeSaid = said?.kind === 'artifact-update' ? said.update.lastChunk : undefined;
    this.leftover.add({ task, state, wholeSaid, seqs: hasUpdates ? [log.seqOf(track.artifactRow), seq] : [seq] });
  }

  #hasArtifacts(log: LogView, row: number): boolean {
    const said = this.#mayParse() ? observeRow(log, row)?.said : undefined;
    return said?.kind === 'task' && said.task.artifacts.length > 0;
  }

  #mayParse(): boolean {
    this.#values += 1;
    return this.#values <= MOST_VALUES;
  }
}
export const gapTasksOf = perLog(() => new GapTasks());

interface Seen {
  readonly task: string;
  readonly track: Track;
  readonly seq: number;
  readonly at: number | undefined;
  readonly state: ObservedState;
}

function countLook(track: Track, channel: Channel, seq: number): void {
  if (channel === 'stream') track.streamed = true;
  if (channel !== 'poll') return;
  track.polls += 1;
  if (track.firstPollSeq < 0) track.firstPollSeq = seq;
  track.lastPollSeq = seq;
}

/** Whether a healthy task may come from one state to the other, but not in one move: there were states that nobody saw. */
function passedBy(from: ObservedState, to: ObservedState): boolean {
  if (from === 'unknown' || to === 'unknown') return false;
  return !isOneMove(from, to) && isReachable(from, to);
}

/** Sentences over the places of an index, by their kind. */
export function unseenPlace(log: LogView, { task, from, to, seqs }: UnseenPlace): GapPlace {
  return { say: `${log.tasks.nameOf(task)} was ${from}, then ${to}: what lay between, nobody saw.`, seqs };
}

export function polledPlace(log: LogView, place: { task: string; polls: number; seqs: readonly number[] }): GapPlace {
  const { task, polls, seqs } = place;
  return { say: `${log.tasks.nameOf(task)} was watched by ${polls} polls and no stream: samples, not moves.`, seqs };
}

export function silentPlace(log: LogView, { task, state, ms, asked, seqs }: SilentPlace): GapPlace {
  const polls = asked === 0 ? '' : `; ${asked === 1 ? '1 answer' : `${asked} answers`} in between said the same again`;
  const open = seqs.length === 1 ? ', and nothing more came' : '';
  return { say: `${log.tasks.nameOf(task)} was ${state} and said nothing new for ${seconds(ms)}${open}${polls}.`, seqs };
}

export function latePlace(log: LogView, { task, state, ms, seqs }: LatePlace): GapPlace {
  const name = log.tasks.nameOf(task);
  if (state === undefined) return { say: `The cancel of ${name} was refused: it had ended, and nothing before shows that.`, seqs };
  const after = ms === undefined ? '' : ` ${seconds(ms)} later`;
  return { say: `${name} was to be cancelled and ended as ${state}${after}.`, seqs };
}

export function leftoverPlace(log: LogView, { task, state, wholeSaid, seqs }: LeftoverPlace): GapPlace {
  const name = log.tasks.nameOf(task);
  const said =
    wholeSaid === true ? 'its last chunk had come; whether it may be used, nothing says' : 'nothing marks them as whole, partial or spoilt';
  return { say: `${name} ended as ${state} with artifacts in hand: ${said}.`, seqs };
}

function seconds(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${Number((ms / 1_000).toFixed(3))} s`;
}
