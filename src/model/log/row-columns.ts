// Rows in columns: about fifty bytes a row, whatever it says. Strings are interned by family, so that the ids of a family
// are dense and its lists of rows can stand in an array.

import { invariant } from '../base/assert.ts';
import { TASK_STATES, type ObservedState } from '../protocol/task.ts';
import { bytes, counts, numbers } from './column.ts';
import { Interner } from './interner.ts';
import type { WordColumn, WordColumnName } from './log-view.ts';
import { TaskKeys } from './task-keys.ts';
import type { RowDraft } from './row.ts';
import { CHANNELS, PROVENANCES, ROW_KINDS, type Channel, type RowKind } from './row-kind.ts';

const STATES: readonly ObservedState[] = [...TASK_STATES, 'unknown'];
const RECEIVED = PROVENANCES.indexOf('received');
const KIND_NUMBER = new Map<RowKind, number>(ROW_KINDS.map((kind, index) => [kind, index]));
const CHANNEL_NUMBER = new Map<Channel, number>(CHANNELS.map((channel, index) => [channel, index]));
const STATE_NUMBER = new Map<ObservedState, number>(STATES.map((state, index) => [state, index + 1]));

// Flags, low bits first: provenance (2), final stated and true, failed stated and true.
const FINAL_STATED = 4;
const FINAL = 8;
const FAILED_STATED = 16;
const FAILED = 32;

export class RowColumns {
  readonly kinds = bytes();
  readonly channels = bytes();
  readonly states = bytes();
  readonly flags = bytes();
  readonly sources = counts();
  readonly froms = counts();
  readonly tos = counts();
  readonly paths = counts();
  readonly tasks = counts();
  readonly contexts = counts();
  readonly agents = counts();
  readonly peers = counts();
  readonly exchanges = counts();
  readonly labels = counts();
  readonly times = numbers();

  readonly pathNames = new Interner();
  readonly taskNames = new TaskKeys();
  readonly contextNames = new Interner();
  /** Agents and peers are one family: who is asked and never answers is an agent too. */
  readonly agentNames = new Interner();
  readonly labelNames = new Interner();

  get length(): number {
    return this.kinds.length;
  }

  /** Appends a row; its number is the length before. `keeper` of its task: '' where nothing tells. */
  push(row: RowDraft, keeper: string): void {
    this.kinds.push(KIND_NUMBER.get(row.kind) ?? 0);
    this.channels.push(CHANNEL_NUMBER.get(row.channel) ?? 0);
    this.states.push(row.state === undefined ? 0 : (STATE_NUMBER.get(row.state) ?? 0));
    this.flags.push(flagsOf(row));
    this.sources.push(row.source);
    this.froms.push(row.from);
    this.tos.push(row.to);
    this.paths.push(this.pathNames.add(row.path));
    this.tasks.push(this.taskNames.add(row.taskId, keeper));
    this.contexts.push(this.contextNames.add(row.contextId));
    this.agents.push(this.agentNames.add(row.agent));
    this.peers.push(this.agentNames.add(row.peer));
    this.exchanges.push(row.exchange ?? 0);
    this.labels.push(this.labelNames.add(row.label));
    this.times.push(row.time ?? Number.NaN);
  }

  kind(row: number): RowKind {
    return this.#member(ROW_KINDS, this.kinds.at(row), row);
  }

  channel(row: number): Channel {
    return this.#member(CHANNELS, this.channels.at(row), row);
  }

  state(row: number): ObservedState | undefined {
    const number = this.states.at(row);
    return number === 0 ? undefined : this.#member(STATES, number - 1, row);
  }

  time(row: number): number | undefined {
    const time = this.times.at(row);
    return Number.isNaN(time) ? undefined : time;
  }

  failed(row: number): boolean {
    return (this.flags.at(row) & FAILED) !== 0;
  }

  /** One column of strings as the numbers that it is kept in. */
  words(name: WordColumnName): WordColumn {
    const of = (ids: { at(row: number): number }, text: (id: number) => string | undefined): WordColumn => ({
      at: (row) => ids.at(row),
      text,
    });
    switch (name) {
      case 'kind':
        return of(this.kinds, (id) => ROW_KINDS[id]);
      case 'channel':
        return of(this.channels, (id) => CHANNELS[id]);
      case 'state':
        return of(this.states, (id) => STATES[id - 1]);
      case 'task':
        return of(this.tasks, (id) => this.taskNames.name(id));
      case 'agent':
        return of(this.agents, (id) => this.agentNames.text(id));
      case 'peer':
        return of(this.peers, (id) => this.agentNames.text(id));
      case 'label':
        return of(this.labels, (id) => this.labelNames.text(id));
    }
  }

  /** The row as it was given. */
  row(row: number): RowDraft {
    const flags = this.flags.at(row);
    return {
      kind: this.kind(row),
      channel: this.channel(row),
      source: this.sources.at(row),
      from: this.froms.at(row),
      to: this.tos.at(row),
      path: this.pathNames.text(this.paths.at(row)) ?? '',
      provenance: this.#member(PROVENANCES, flags & 3, row),
      ...stated('taskId', this.taskNames.id(this.tasks.at(row))),
      ...stated('contextId', this.contextNames.text(this.contexts.at(row))),
      ...stated('agent', this.agentNames.text(this.agents.at(row))),
      ...stated('peer', this.agentNames.text(this.peers.at(row))),
      ...stated('exchange', this.exchanges.at(row) || undefined),
      ...stated('time', this.time(row)),
      ...stated('state', this.state(row)),
      ...stated('final', flags & FINAL_STATED ? (flags & FINAL) !== 0 : undefined),
      ...stated('label', this.labelNames.text(this.labels.at(row))),
      ...stated('failed', flags & FAILED_STATED ? (flags & FAILED) !== 0 : undefined),
    };
  }

  #member<T>(words: readonly T[], number: number, row: number): T {
    const word = words[number];
    // The words are only made when they are needed: this runs many times a row.
    if (word === undefined) invariant(false, 'L.1', `row ${row} is not one of the ${this.length} rows`);
    return word;
  }
}

function flagsOf(row: RowDraft): number {
  return (
    (row.provenance === 'received' ? RECEIVED : PROVENANCES.indexOf(row.provenance)) |
    (row.final === undefined ? 0 : FINAL_STATED) |
    (row.final ? FINAL : 0) |
    (row.failed === undefined ? 0 : FAILED_STATED) |
    (row.failed ? FAILED : 0)
  );
}

/** An object with one member, or with none where the value is not known: absent and undefined are not the same thing. */
function stated<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: V });
}
