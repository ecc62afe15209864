// Where each task's chain facts stand: the first rows of their kinds and the rows at which something changed, per task and
// per server of it, found once as rows arrive. What a chain says at a cursor is then looked up, not searched (SPEC.md P.2).

import { isTerminal } from '../kernel/transition-table.ts';
import { countBelow, counts } from '../log/column.ts';
import type { LogView } from '../log/log-view.ts';
import type { RowKind } from '../log/row-kind.ts';
import type { ObservedState } from '../protocol/task.ts';
import { perLog, type LogIndex } from './log-index.ts';

/** Tasks drawn at most; more are counted in words. */
const MOST_TASKS = 1000;
/** Requests about one task that are looked at, the one that opened it included. */
export const MOST_REQUESTS = 64;
export const SERVER_KINDS: ReadonlySet<RowKind> = new Set<RowKind>([
  'status-update',
  'artifact-update',
  'task-snapshot',
  'call-settled',
  'task-created',
  'status-stored',
]);
/** Rows that show a task even without a state. */
const SHOWING_KINDS: ReadonlySet<RowKind> = new Set<RowKind>(['status-update', 'artifact-update', 'task-snapshot', 'task-created']);
const WHOLE_TASK_KINDS: ReadonlySet<RowKind> = new Set<RowKind>(['task-snapshot', 'call-settled']);

/** An id that is only asked for, or named in an error, is no task. */
export function showsTask(log: LogView, row: number): boolean {
  return log.state(row) !== undefined || SHOWING_KINDS.has(log.kind(row));
}

/** Who serves a task, by a row about it: who is asked, or who answers. */
export function serverOf(log: LogView, row: number): string | undefined {
  return log.kind(row) === 'message-sent' && log.channel(row) !== 'push' ? log.peer(row) : log.agent(row);
}

/** The rows of one task, or of one server's task of that id; -1 for a row that has not come. */
export class TaskRows {
  first = -1;
  created = -1;
  admitted = -1;
  ended = -1;
  /** The first row of a server that belongs to an exchange. */
  answer = -1;
  context = -1;
  contextId: string | undefined;
  /** Rows at which the state is another one than before. */
  readonly changes: number[] = [];
  readonly wholes: number[] = [];
  readonly requests: number[] = [];
  #state: ObservedState | undefined;

  add(log: LogView, row: number): void {
    const kind = log.kind(row);
    if (this.first < 0) this.first = row;
    if (kind === 'task-created' && this.created < 0) this.created = row;
    if (kind === 'delegation-admitted' && this.admitted < 0) this.admitted = row;
    if (kind === 'message-sent' && this.requests.length < MOST_REQUESTS) this.requests.push(row);
    if (this.answer < 0 && SERVER_KINDS.has(kind) && log.exchangeKey(row) > 0) this.answer = row;
    if (WHOLE_TASK_KINDS.has(kind)) this.wholes.push(row);
    if (this.context < 0) this.#addContext(log, row);
    this.#addState(log.state(row), row);
  }

  #addContext(log: LogView, row: number): void {
    const { contextId } = log.row(row);
    if (contextId === undefined || contextId === '') return;
    this.context = row;
    this.contextId = contextId;
  }

  #addState(state: ObservedState | undefined, row: number): void {
    if (state === undefined) return;
    if (state !== this.#state) this.changes.push(row);
    this.#state = state;
    if (this.ended < 0 && isTerminal(state)) this.ended = row;
  }
}

/** One task id: all its rows, and those of each server that it was heard of from. */
interface Track {
  readonly task: string;
  /** Place among all ids in order of first sight. */
  readonly number: number;
  shown: boolean;
  readonly all: TaskRows;
  readonly byServer: Map<string, TaskRows>;
  /** Servers that said something about the task, in order, and where they first did. */
  readonly servers: Map<string, number>;
}
export interface TaskAtServer {
  readonly task: string;
  readonly server: string | undefined;
  readonly rows: TaskRows;
}

class ServedRows implements LogIndex {
  readonly #tracks = new Map<string, Track>();
  /** The first that were shown; later ones are counted only. */
  readonly #shown: Track[] = [];
  readonly #counted = new Set<string>();
  readonly #shownSeqs = counts();

  add(log: LogView, row: number, seq: number): void {
    const task = log.taskKey(row);
    if (task === undefined) return;
    const track = this.#trackOf(task);
    if (track === undefined) {
      if (!this.#counted.has(task) && showsTask(log, row)) this.#count(task, seq);
      return;
    }
    track.all.add(log, row);
    const server = serverOf(log, row);
    if (server !== undefined) this.#addToServer(track, server, { log, row, seq });
    if (!track.shown && showsTask(log, row)) this.#show(track, seq);
  }

  /** The first tasks that had been shown by a cursor, one per server, in order of first sight; and how many more there were. */
  upTo(cursor: number): { readonly tasks: readonly TaskAtServer[]; readonly leftOut: number } {
    const count = countBelow(this.#shownSeqs.length, (index) => this.#shownSeqs.at(index), cursor + 1);
    const tracks = this.#shown.slice(0, count).sort((a, b) => a.number - b.number);
    return { tasks: tracks.flatMap((track) => atServers(track, cursor)), leftOut: Math.max(0, count - MOST_TASKS) };
  }

  #trackOf(task: string): Track | undefined {
    const known = this.#tracks.get(task);
    if (known !== undefined || this.#shown.length >= MOST_TASKS) return known;
    const track = {
      task,
      number: this.#tracks.size,
      shown: false,
      all: new TaskRows(),
      byServer: new Map<string, TaskRows>(),
      servers: new Map<string, number>(),
    };
    this.#tracks.set(task, track);
    return track;
  }

  #addToServer(track: Track, server: string, at: { readonly log: LogView; readonly row: number; readonly seq: number }): void {
    const rows = track.byServer.get(server) ?? new TaskRows();
    track.byServer.set(server, rows);
    rows.add(at.log, at.row);
    if (SERVER_KINDS.has(at.log.kind(at.row)) && !track.servers.has(server)) track.servers.set(server, at.seq);
  }

  #show(track: Track, seq: number): void {
    track.shown = true;
    this.#shown.push(track);
    this.#shownSeqs.push(seq);
    if (this.#shown.length < MOST_TASKS) return;
    for (const [task, { shown }] of this.#tracks) if (!shown) this.#tracks.delete(task);
  }

  #count(task: string, seq: number): void {
    this.#counted.add(task);
    this.#shownSeqs.push(seq);
  }
}

/** Ids are counted per server, so two servers may use one id; rows of no known server go to the only one there is. */
function atServers({ task, all, servers, byServer }: Track, cursor: number): readonly TaskAtServer[] {
  const known = [...servers].flatMap(([server, seq]) => (seq <= cursor ? [server] : []));
  if (known.length < 2) return [{ task, server: known[0], rows: all }];
  return known.map((server) => ({ task, server, rows: byServer.get(server) ?? all }));
}

export const servedRowsOf = perLog(() => new ServedRows());
