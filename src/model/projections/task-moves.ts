// The moves of every task, found once as rows arrive. A state equal to the last one is no move. Where a kernel states what
// it stored, its rows are the moves and wire rows only repeat them. Through a poll, a push or the answer of a call only
// samples are seen: a state that was left behind and comes again that way is a late copy, not a move (SPEC.md P.4–P.6).

import { advance, isTerminal, reachFrom } from '../kernel/transition-table.ts';
import { bytes, counts, countBelow } from '../log/column.ts';
import type { LogView } from '../log/log-view.ts';
import type { RowKind } from '../log/row-kind.ts';
import { TASK_STATES, type ObservedState, type TaskState } from '../protocol/task.ts';
import { perLog, type LogIndex } from './log-index.ts';

const STATES: readonly ObservedState[] = [...TASK_STATES, 'unknown'];
const REACHABLE = new Map<ObservedState, ReadonlySet<ObservedState>>(
  TASK_STATES.map((state) => [state, new Set<ObservedState>(reachFrom(state).states)]),
);
/** Rows that show a task whether or not they state a state. */
const SHOWING: ReadonlySet<RowKind> = new Set<RowKind>(['task-created', 'artifact-update', 'artifact-stored']);

/** What the index knows of one task at its last row. */
interface Track {
  /** Place among the tasks that have been shown, -1 before: an id that is only asked for is no task yet. */
  number: number;
  readonly moves: number[];
  readonly visited: Set<ObservedState>;
  readonly artifacts: Set<string>;
  /** Places in the task's rows at which a new artifact came up. */
  readonly artifactSeqs: number[];
  owner: string | undefined;
  ownerSeq: number;
  storedByKernel: boolean;
  /** Exchange of the last row that showed a state on a stream, -1 otherwise: two in a row on one stream are neighbours. */
  streamed: number;
}

export interface Move {
  readonly task: string;
  readonly seq: number;
  readonly to: ObservedState;
  readonly from: ObservedState | undefined;
  /** Seq of the task's next move; undefined for its last. */
  readonly nextSeq: number | undefined;
  readonly refused: boolean;
}

/** What our kernel would say against a move, undefined where it would say nothing. */
export function kernelNote(from: ObservedState | undefined, to: ObservedState): string | undefined {
  if (from === undefined || from === 'unknown' || to === 'unknown') return undefined;
  const judged = advance(from, to);
  return judged.ok ? undefined : judged.error.reason;
}

class TaskMoves implements LogIndex {
  readonly #tracks = new Map<string, Track>();
  readonly #byOwner = new Map<string, number[]>();
  readonly #tasksOfOwner = new Map<string, string[]>();
  /** Tasks that were shown, in order, and where each was first. */
  readonly #taskNames: string[] = [];
  readonly #firstSeqs: number[] = [];
  // Columns over moves; `before` and `after` are numbers of moves plus one, 0 for none.
  readonly #task = counts();
  readonly #seq = counts();
  readonly #state = bytes();
  readonly #refused = bytes();
  readonly #before = counts();
  readonly #after = counts();
  /** How many tasks are in each state, all rows looked at. */
  readonly #inState = new Map<ObservedState, number>();

  add(log: LogView, row: number, seq: number): void {
    const task = log.taskKey(row);
    if (task === undefined) return;
    const kind = log.kind(row);
    const track = this.#trackOf(task);
    const state = log.state(row);
    if (state === undefined && !SHOWING.has(kind)) return;
    this.#show(task, track, seq);
    // What shows a task comes from its server, but for the receiver's answer to a delivery.
    if (track.owner === undefined && kind !== 'push-received') this.#own(track, { task, agent: log.agent(row) ?? '', seq });
    if (kind === 'artifact-update') this.#addArtifact(track, log.label(row) ?? '', seq);
    if (state !== undefined) this.#observe(log, row, { track, state, seq });
  }

  /** How many tasks had been shown by a cursor (SPEC.md P.10). */
  taskCountUpTo(cursor: number): number {
    return countBelow(this.#firstSeqs.length, (index) => this.#firstSeqs[index] ?? 0, cursor + 1);
  }

  /** How many tasks are in each state after the last row; tasks that state none are in none. */
  get statesAtEnd(): ReadonlyMap<ObservedState, number> {
    return this.#inState;
  }

  /** Tasks in the order in which they were first shown, from a place up to another one. */
  tasksBetween(from: number, to: number): readonly string[] {
    return this.#taskNames.slice(from, to);
  }

  /** Numbers of the task's moves, in order. */
  movesOfTask(task: string): readonly number[] {
    return this.#tracks.get(task)?.moves ?? [];
  }

  /** Numbers of the moves of all tasks of an agent, in order; `''` for tasks whose agent nothing states. */
  movesOfAgent(agent: string): readonly number[] {
    return this.#byOwner.get(agent) ?? [];
  }

  tasksOfAgent(agent: string): readonly string[] {
    return this.#tasksOfOwner.get(agent) ?? [];
  }

  /** Who serves a task, as far as it was known at a cursor. */
  ownerOf(task: string, cursor: number): string | undefined {
    const track = this.#tracks.get(task);
    return track && track.ownerSeq <= cursor ? track.owner || undefined : undefined;
  }

  seqOfMove(move: number): number {
    return this.#seq.at(move);
  }

  move(number: number): Move {
    const before = this.#before.at(number);
    const after = this.#after.at(number);
    return {
      task: this.#taskNames[this.#task.at(number)] ?? '',
      seq: this.#seq.at(number),
      to: this.#stateOf(number),
      from: before === 0 ? undefined : this.#stateOf(before - 1),
      nextSeq: after === 0 ? undefined : this.#seq.at(after - 1),
      refused: this.#refused.at(number) === 1,
    };
  }

  /** How many of a list of moves lie at or before a cursor. */
  countUpTo(moves: readonly number[], cursor: number): number {
    return countBelow(moves.length, (index) => this.#seq.at(moves[index] ?? 0), cursor + 1);
  }

  stateAt(task: string, cursor: number): ObservedState | undefined {
    const moves = this.movesOfTask(task);
    const last = moves[this.countUpTo(moves, cursor) - 1];
    return last === undefined ? undefined : this.#stateOf(last);
  }

  /** The move that a row makes, undefined when it makes none. */
  moveAt(task: string, seq: number): Move | undefined {
    const moves = this.movesOfTask(task);
    const number = moves[this.countUpTo(moves, seq) - 1];
    return number !== undefined && this.#seq.at(number) === seq ? this.move(number) : undefined;
  }

  /** How many artifacts had come up in updates by a cursor, told apart by what their rows call them. */
  artifactsUpTo(task: string, cursor: number): number {
    const seqs = this.#tracks.get(task)?.artifactSeqs ?? [];
    return countBelow(seqs.length, (index) => seqs[index] ?? 0, cursor + 1);
  }

  /** Takes a state that a row shows: a move, a repetition, or a late copy. */
  #observe(log: LogView, row: number, seen: { readonly track: Track; readonly state: ObservedState; readonly seq: number }): void {
    const { track, state, seq } = seen;
    const onKernel = log.channel(row) === 'kernel';
    if (onKernel ? log.kind(row) !== 'status-stored' : track.storedByKernel) return;
    if (onKernel) track.storedByKernel = true;
    const stream = log.channel(row) === 'stream' ? log.exchangeKey(row) : -1;
    const neighbours = onKernel || (stream >= 0 && stream === track.streamed);
    track.streamed = stream;
    this.#addState(track, { state, seq, neighbours, sample: !onKernel && stream < 0 });
  }

  #show(task: string, track: Track, seq: number): void {
    if (track.number >= 0) return;
    track.number = this.#taskNames.length;
    this.#taskNames.push(task);
    this.#firstSeqs.push(seq);
  }

  #addState(
    track: Track,
    seen: {
      readonly state: ObservedState;
      readonly seq: number;
      readonly neighbours: boolean;
      readonly sample: boolean;
    },
  ): void {
    const before = track.moves.at(-1);
    const last = before === undefined ? undefined : this.#stateOf(before);
    if (seen.state === last) return;
    if (seen.sample && isLateCopy(track.visited, last, seen.state)) return;
    track.visited.add(seen.state);
    this.#inState.set(seen.state, (this.#inState.get(seen.state) ?? 0) + 1);
    if (last !== undefined) this.#inState.set(last, (this.#inState.get(last) ?? 1) - 1);
    const refused = kernelNote(last, seen.state) !== undefined && (seen.neighbours || isTerminal(last ?? ''));
    const number = this.#seq.length;
    this.#task.push(track.number);
    this.#seq.push(seen.seq);
    this.#state.push(STATES.indexOf(seen.state));
    this.#refused.push(refused ? 1 : 0);
    this.#before.push(before === undefined ? 0 : before + 1);
    this.#after.push(0);
    if (before !== undefined) this.#after.set(before, number + 1);
    track.moves.push(number);
    const owner = track.owner ?? '';
    const ofOwner = this.#byOwner.get(owner);
    if (ofOwner) ofOwner.push(number);
    else this.#byOwner.set(owner, [number]);
  }

  #addArtifact(track: Track, name: string, seq: number): void {
    if (track.artifacts.has(name)) return;
    track.artifacts.add(name);
    track.artifactSeqs.push(seq);
  }

  #own(track: Track, by: { readonly task: string; readonly agent: string; readonly seq: number }): void {
    track.owner = by.agent;
    track.ownerSeq = by.seq;
    const tasks = this.#tasksOfOwner.get(by.agent);
    if (tasks) tasks.push(by.task);
    else this.#tasksOfOwner.set(by.agent, [by.task]);
  }

  #stateOf(move: number): ObservedState {
    return STATES[this.#state.at(move)] ?? 'unknown';
  }

  #trackOf(task: string): Track {
    let track = this.#tracks.get(task);
    if (!track) {
      track = {
        number: -1,
        moves: [],
        visited: new Set(),
        artifacts: new Set(),
        artifactSeqs: [],
        owner: undefined,
        ownerSeq: -1,
        storedByKernel: false,
        streamed: -1,
      };
      this.#tracks.set(task, track);
    }
    return track;
  }
}

/** A sample of a state that the task has been in and cannot have come back to. */
function isLateCopy(visited: ReadonlySet<ObservedState>, last: ObservedState | undefined, state: ObservedState): boolean {
  return visited.has(state) && last !== undefined && REACHABLE.get(last)?.has(state) === false;
}

export const taskMovesOf = perLog(() => new TaskMoves());

/** Whether a state of a trace ends a task. */
export function endsTask(state: ObservedState): state is TaskState {
  return isTerminal(state);
}
