// One episode with an unreliable peer as a story that can be laid beside another one: what the peer went through, what its
// client asked and saw, and how that ended. Kernel rows tell the truth of the peer, wire rows what its client could know.

import { member, textMember, type Json } from '../base/json.ts';
import type { Fact } from '../log/fact.ts';
import type { LogView } from '../log/log-view.ts';
import { WIRE_KINDS, type Channel, type RowKind } from '../log/row-kind.ts';
import { VIRTUAL_EPOCH } from '../log/saved-form.ts';
import type { PeerStep } from '../protocol/peer.ts';
import type { Part } from '../protocol/part.ts';
import type { ObservedState } from '../protocol/task.ts';
import { observeRow } from './observed-row.ts';

/** `at`: virtual milliseconds. `seq` is the row that tells it. */
interface Told {
  readonly seq: number;
  readonly at: number;
}
/** A state as the peer stored it. */
export interface StoredState extends Told {
  readonly taskId: string;
  readonly state: ObservedState;
  readonly text?: string;
}
export interface StoredArtifact extends Told {
  readonly taskId: string;
  readonly name: string;
}
/** A state as the client saw it: in an event of a stream, in the answer to a poll, or in any other answer. */
export interface SeenState extends Told {
  readonly taskId: string;
  readonly state: ObservedState;
  readonly channel: Channel;
  readonly text?: string;
}
/** What the client asked, and what came of it. */
export interface PeerRequest extends Told {
  readonly step: PeerStep | 'other';
  /** Method and path. */
  readonly line: string;
  readonly taskId?: string;
  /** Absent where no answer came, or the answer is a stream. */
  readonly answer?: Told & { readonly failed: boolean; readonly says: string };
}
export type DecidedOutcome = Told & Extract<Fact, { readonly kind: 'outcome-decided' }>;
/** Something that is neither a state nor a request: a pause before another try, what the lab did to the wire, a step of a larger work. */
export interface StoryNote extends Told {
  readonly kind: 'retry-scheduled' | 'fault-injected' | 'late-completion' | 'step-logged' | 'worker-ended';
  readonly says: string;
  /** Until when a pause lasts. */
  readonly until?: number;
}
export interface PromisedCard extends Told {
  readonly name: string;
  readonly skills: readonly string[];
  readonly signed: boolean;
}
export interface PeerStory {
  readonly client: string;
  readonly peer: string;
  /** When the last row was. */
  readonly end: number;
  /** How the episode ended, in the lab's word. */
  readonly ended?: string;
  readonly tasks: readonly (Told & { readonly taskId: string })[];
  readonly stored: readonly StoredState[];
  readonly artifacts: readonly StoredArtifact[];
  readonly requests: readonly PeerRequest[];
  readonly seen: readonly SeenState[];
  readonly notes: readonly StoryNote[];
  readonly outcomes: readonly DecidedOutcome[];
  readonly card?: PromisedCard;
  /** Artifacts as the last whole task that was seen shows them. */
  readonly shown: readonly { readonly name: string; readonly says: string }[];
  /** What a larger work reports at its end. */
  readonly report?: string;
  /** One way over the wire, reckoned: half of the quickest answer. */
  readonly oneWay?: number;
  /** Rows that are not looked at. */
  readonly leftOut: number;
}

const MOST_ROWS = 2_000;
const LONGEST = 400;
const WIRE: ReadonlySet<RowKind> = new Set(WIRE_KINDS);
const STEP_OF: Readonly<Record<string, PeerStep>> = { card: 'card', subscribe: 'events', stream: 'create', get: 'get', cancel: 'cancel' };

/** The story of the first client that deals with a peer in an episode; undefined where there is none (SPEC.md G.1). */
export function projectPeerStory(log: LogView): PeerStory | undefined {
  const pair = log.episode === undefined ? undefined : pairOf(log);
  if (pair === undefined) return undefined;
  const teller = new StoryTeller(log, pair);
  const count = Math.min(log.rowCount, MOST_ROWS);
  for (let seq = 0; seq < count; seq += 1) teller.take(log.rowAt(seq), seq);
  return teller.story(log.rowCount - count);
}

interface Pair {
  readonly client: string;
  readonly peer: string;
}

/** Who decided an outcome is the client; else who gave work first. */
function pairOf(log: LogView): Pair | undefined {
  const decided = log.rowsOfKind('outcome-decided')[0];
  const client = decided === undefined ? undefined : log.agent(decided);
  const sent = log.rowsOfKind('message-sent');
  for (let index = 0; index < Math.min(sent.length, MOST_ROWS); index += 1) {
    const { from, to, operation } = log.exchangeOf(sent[index] ?? 0) ?? {};
    if (from === undefined || to === undefined || from === to) continue;
    if (client === undefined ? operation === 'send' || operation === 'stream' : from === client) return { client: from, peer: to };
  }
  return undefined;
}

class StoryTeller {
  readonly #log: LogView;
  readonly #pair: Pair;
  readonly #tasks: PeerStory['tasks'][number][] = [];
  readonly #stored: StoredState[] = [];
  readonly #artifacts: StoredArtifact[] = [];
  readonly #requests: PeerRequest[] = [];
  /** Places in the list of requests, by exchange. */
  readonly #asked = new Map<number, number>();
  readonly #seen: SeenState[] = [];
  readonly #notes: StoryNote[] = [];
  readonly #outcomes: DecidedOutcome[] = [];
  #card: PromisedCard | undefined;
  #shown: PeerStory['shown'] = [];
  #report: string | undefined;
  #oneWay: number | undefined;
  #end = 0;
  #ended: string | undefined;

  constructor(log: LogView, pair: Pair) {
    this.#log = log;
    this.#pair = pair;
  }

  take(row: number, seq: number): void {
    const time = this.#log.time(row);
    const told: Told = { seq, at: time === undefined ? this.#end : time - VIRTUAL_EPOCH };
    this.#end = Math.max(this.#end, told.at);
    if (WIRE.has(this.#log.kind(row))) this.#takeWire(row, told);
    else if (this.#log.kind(row) === 'episode-ended') this.#ended = this.#log.label(row);
    else this.#takeFact(row, told);
  }

  story(leftOut: number): PeerStory {
    return {
      ...this.#pair,
      end: this.#end,
      ...(this.#ended === undefined ? {} : { ended: this.#ended }),
      tasks: this.#tasks,
      stored: this.#stored,
      artifacts: this.#artifacts,
      requests: this.#requests,
      seen: this.#seen,
      notes: this.#notes,
      outcomes: this.#outcomes,
      ...(this.#card === undefined ? {} : { card: this.#card }),
      shown: this.#shown,
      ...(this.#report === undefined ? {} : { report: this.#report }),
      ...(this.#oneWay === undefined ? {} : { oneWay: this.#oneWay }),
      leftOut,
    };
  }

  #takeFact(row: number, told: Told): void {
    const fact = this.#log.fact(row);
    const by = this.#log.agent(row);
    if (fact === undefined) return;
    if (by === this.#pair.peer) this.#takeTruth(fact, told);
    if (by === this.#pair.client && fact.kind === 'outcome-decided') this.#outcomes.push({ ...fact, ...told });
    const note = noteOf(fact, told);
    if (note) this.#notes.push({ ...told, ...note });
    if (fact.kind === 'step-logged' && fact.report !== undefined) this.#report = cut(JSON.stringify(fact.report));
  }

  #takeTruth(fact: Fact, told: Told): void {
    if (fact.kind === 'task-created') this.#tasks.push({ ...told, taskId: fact.taskId });
    if (fact.kind === 'artifact-stored') this.#artifacts.push({ ...told, taskId: fact.taskId, name: fact.name });
    if (fact.kind !== 'status-stored') return;
    const { taskId, state, text } = fact;
    this.#stored.push({ ...told, taskId, state, ...(text === undefined ? {} : { text }) });
  }

  #takeWire(row: number, told: Told): void {
    const log = this.#log;
    const { from, to, operation = 'other' } = log.exchangeOf(row) ?? {};
    if (from !== this.#pair.client || to !== this.#pair.peer) return;
    const kind = log.kind(row);
    if (kind === 'message-sent') this.#ask(row, told, operation);
    else if (kind === 'call-settled') this.#settle(row, told);
    if (kind === 'card-seen') this.#card ??= { ...told, ...promisesOf(log.value(row)) };
    const state = log.state(row);
    const taskId = log.taskKey(row);
    if (state === undefined || taskId === undefined || kind === 'message-sent') return;
    const text = this.#lookInside(row);
    this.#seen.push({ ...told, taskId: log.tasks.idOf(taskId), state, channel: log.channel(row), ...(text === undefined ? {} : { text }) });
  }

  #ask(row: number, told: Told, operation: string): void {
    const taskId = this.#log.taskKey(row);
    const step = operation === 'send' ? (taskId === undefined ? 'create' : 'input') : (STEP_OF[operation] ?? 'other');
    this.#asked.set(this.#log.exchangeKey(row), this.#requests.length);
    this.#requests.push({
      ...told,
      step,
      line: this.#log.label(row) ?? operation,
      ...(taskId === undefined ? {} : { taskId: this.#log.tasks.idOf(taskId) }),
    });
  }

  #settle(row: number, told: Told): void {
    const place = this.#asked.get(this.#log.exchangeKey(row));
    const request = place === undefined ? undefined : this.#requests[place];
    if (place === undefined || request === undefined) return;
    const failed = this.#log.failed(row);
    const says = this.#log.state(row) ?? this.#log.label(row) ?? 'answered';
    this.#requests[place] = { ...request, answer: { ...told, failed, says } };
    const half = (told.at - request.at) / 2;
    // A lost answer may have been lost on either way.
    if (!failed && half < (this.#oneWay ?? Infinity)) this.#oneWay = half;
  }

  /** The text of a status; and of a whole task, what it has in hand. */
  #lookInside(row: number): string | undefined {
    const said = observeRow(this.#log, row)?.said;
    if (said?.kind === 'status-update') return textOfParts(said.update.status.message?.parts);
    if (said?.kind !== 'task') return undefined;
    this.#shown = [...said.task.artifacts].map(({ name, artifactId, parts }) => ({
      name: name || artifactId,
      says: cut(parts.map(wordsOfPart).join(' ')),
    }));
    return textOfParts(said.task.status.message?.parts);
  }
}

function noteOf(fact: Fact, { at }: Told): Pick<StoryNote, 'kind' | 'says' | 'until'> | undefined {
  switch (fact.kind) {
    case 'retry-scheduled':
      return {
        kind: fact.kind,
        says: `pause of ${fact.waitMs} ms after try ${fact.attempt}: ${fact.failure.detail}`,
        until: at + fact.waitMs,
      };
    case 'fault-injected':
      return { kind: fact.kind, says: `${fact.mode}: ${fact.what}` };
    case 'late-completion':
      return { kind: fact.kind, says: `${fact.state} seen after the cancel` };
    case 'step-logged':
      return { kind: fact.kind, says: `${fact.step} ${fact.status}: ${fact.detail}` };
    case 'worker-ended':
      return { kind: fact.kind, says: fact.why };
    default:
      return undefined;
  }
}

function promisesOf(value: Json | undefined): Pick<PromisedCard, 'name' | 'skills' | 'signed'> {
  return {
    name: textMember(value, 'name') ?? '',
    skills: listMember(value, 'skills')
      .slice(0, 20)
      .map((skill) => textMember(skill, 'id') ?? textMember(skill, 'name') ?? ''),
    signed: listMember(value, 'signatures').length > 0,
  };
}

function listMember(value: Json | undefined, name: string): readonly Json[] {
  const list = member(value, name);
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}

function wordsOfPart({ kind, text, data }: Part): string {
  return text ?? (data === undefined ? kind : JSON.stringify(data));
}

function textOfParts(parts: readonly Part[] | undefined): string | undefined {
  const text = parts?.find((part) => part.kind === 'text')?.text;
  return text === undefined ? undefined : cut(text);
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
