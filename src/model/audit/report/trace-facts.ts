// The figures of a trace report: what crossed, counted and assembled while it is read. Every state in order of its time stamps
// when all have one, repeats collapsed, a copy of an older state no change; artifacts after applying append; of two streams of
// one task that are open at once only the first tells its chunks. SPEC.md P.4, P.9, P.10.

import type { Said } from '../../adapters/observation.ts';
import type { CallSight, Sight, SpanSight } from '../../adapters/sight.ts';
import { compareByCodePoint } from '../../base/code-point-order.ts';
import type { RowDraft } from '../../log/row.ts';
import type { Message } from '../../protocol/message.ts';
import type { Part } from '../../protocol/part.ts';
import type { TaskArtifactUpdate } from '../../protocol/stream-event.ts';
import type { Artifact, ObservedState, Task } from '../../protocol/task.ts';
import { isTerminal } from '../../kernel/transition-table.ts';
import { hostOf } from '../../base/url-parts.ts';
import { LooseChunks, type StreamId } from './loose-chunks.ts';
import { DigestSet } from './digest-set.ts';
import { createStates } from './states-seen.ts';
import type { OpenArtifact, OpenTask } from './task-count.ts';
import { TaskCounts } from './task-counts.ts';

export interface ArtifactFacts {
  readonly artifactId: string;
  readonly name?: string;
  readonly parts: number;
  /** The first 200 UTF-16 units of its text parts, joined. */
  readonly text: string;
}
export interface TaskFacts {
  readonly id: string;
  readonly contextId?: string;
  readonly states: readonly ObservedState[];
  readonly final: ObservedState | null;
  readonly artifacts: readonly ArtifactFacts[];
}
export interface ErrorFacts {
  readonly code: number | string;
  readonly reason?: string;
  readonly message: string;
}
export interface SpanFacts {
  readonly count: number;
  readonly traces: number;
  readonly errors: number;
}
export interface TraceFacts {
  readonly tasks: readonly TaskFacts[];
  /** Distinct message ids. */
  readonly messages: number;
  /** Stream frames and elements of event arrays. */
  readonly events: number;
  readonly pushes: number;
  readonly errors: readonly ErrorFacts[];
  readonly spans?: SpanFacts;
  /** Names of cards, else who was asked, in order of first sight. */
  readonly agents: readonly string[];
}

export interface TraceCounter {
  see(draft: RowDraft, sight: Sight): void;
  note(source: number, sight: Sight): void;
  facts(): TraceFacts;
}

const TEXT_LENGTH = 200;
const MOST_ERRORS = 10_000;

/** Starts counting. `taskKey` tells apart equal ids of two agents. */
export function createTraceCounter(taskKey: (draft: RowDraft, sight: Pick<Sight, 'call'>, id: string) => object): TraceCounter {
  return new Counter(taskKey);
}

class Counter implements TraceCounter {
  readonly #taskKey: (draft: RowDraft, sight: Pick<Sight, 'call'>, id: string) => object;
  readonly #tasks = new TaskCounts();
  #lastKey: object | undefined;
  #lastTask: OpenTask | undefined;
  readonly #messages = new DigestSet();
  readonly #cards = new Set<string>();
  readonly #servers = new Set<string>();
  /** Spans are exported in any order: their agents are told by name. */
  readonly #spanAgents = new Set<string>();
  readonly #errors: ErrorFacts[] = [];
  /** Tasks that a stream leads, by that stream. */
  readonly #led = new Map<object | number, OpenTask[]>();
  readonly #traces = new Set<string>();
  #spans = 0;
  #failedSpans = 0;
  #events = 0;
  #pushes = 0;

  constructor(taskKey: (draft: RowDraft, sight: Pick<Sight, 'call'>, id: string) => object) {
    this.#taskKey = taskKey;
  }

  see(draft: RowDraft, sight: Sight): void {
    const said = sight.observation?.said;
    this.#count(draft, sight);
    if (sight.span !== undefined) this.#span(draft, sight.span);
    if (sight.as === 'request' && sight.call && sight.call.operation !== 'push') {
      this.#noteServer(sight.call.to ?? hostOf(sight.call.url)?.replace(/:\d+$/, ''));
    }
    if (draft.kind === 'call-settled' && draft.failed === true) this.#noteError(draft, said);
    if (sight.as === 'end') this.#release(streamKey(draft.source, sight));
    if (said) this.#said(draft, sight, said);
  }

  note(source: number, sight: Sight): void {
    if (sight.as === 'end') this.#release(streamKey(source, sight));
  }

  facts(): TraceFacts {
    return {
      tasks: Array.from(this.#tasks.all(), taskFacts),
      messages: this.#messages.size,
      events: this.#events,
      pushes: this.#pushes,
      ...(this.#spans === 0 ? {} : { spans: { count: this.#spans, traces: this.#traces.size, errors: this.#failedSpans } }),
      errors: this.#errors,
      agents: this.#agents(),
    };
  }

  #count({ channel }: RowDraft, { as }: Sight): void {
    if (channel === 'push' && (as === 'request' || as === 'value')) this.#pushes += 1;
    if (channel === 'stream' && (as === 'event' || as === 'element')) this.#events += 1;
  }

  #agents(): readonly string[] {
    if (this.#cards.size > 0) return [...this.#cards];
    return this.#servers.size > 0 ? [...this.#servers] : [...this.#spanAgents].sort(compareByCodePoint);
  }

  /** Who serves, acts as an agent or is asked by one; whoever only asks is none, here as over HTTP. */
  #span(draft: RowDraft, span: SpanSight): void {
    const acts = span.kind === 'server' || (span.agentName !== undefined && span.kind !== 'client');
    if (acts && draft.agent !== undefined) this.#spanAgents.add(draft.agent);
    if (draft.peer !== undefined) this.#spanAgents.add(draft.peer);
    const { kind, taskId, contextId = '', state, time } = draft;
    if (kind === 'span-seen') {
      this.#spans += 1;
      this.#traces.add(span.traceId);
      if (span.failed) this.#failedSpans += 1;
    }
    if (kind !== 'span-event' || taskId === undefined || state === undefined) return;
    this.#taskOf(draft, {}, taskId, contextId).states.seeAt(state, time);
  }

  #noteServer(name: string | undefined): void {
    if (name !== undefined && name !== '') this.#servers.add(name);
  }

  /** The code of an error body; where there was none, the HTTP status that the row's label carries. */
  #noteError(draft: RowDraft, said: Said | undefined): void {
    if (this.#errors.length >= MOST_ERRORS) return;
    if (said?.kind === 'error') {
      const { code, reason, message } = said;
      this.#errors.push({ code, ...(reason === undefined ? {} : { reason }), message });
      return;
    }
    const code = /^(?:HTTP|error) (-?\d+)$/.exec(draft.label ?? '')?.[1];
    this.#errors.push({ code: code === undefined ? (draft.label ?? 'lost') : Number(code), message: '' });
  }

  #said(draft: RowDraft, sight: Sight, said: Said): void {
    switch (said.kind) {
      case 'request':
        return this.#noteMessage(said.message);
      case 'message':
        return this.#noteMessage(said.message);
      case 'card':
        if (said.card.card.name !== '') this.#cards.add(said.card.card.name);
        return;
      case 'task':
        return this.#snapshot(draft, sight, said.task);
      case 'tasks':
        for (const task of said.tasks) this.#snapshot(draft, sight, task);
        return;
      case 'status-update': {
        const { taskId, contextId, status, final } = said.update;
        const task = this.#taskOf(draft, sight, taskId, contextId);
        this.#noteMessage(status.message);
        task.states.see(status.state, status.timestamp);
        if (isTerminal(status.state)) this.#end();
        this.#lead(task, draft, sight, final || endsStreams(status.state));
        const id = looseId(draft, sight);
        if (id !== undefined) endLoose(looseOf(task, id), id, status.state, final);
        return;
      }
      case 'artifact-update': {
        const task = this.#taskOf(draft, sight, said.update.taskId, said.update.contextId);
        const id = looseId(draft, sight);
        const isNews = id === undefined ? this.#lead(task, draft, sight, false) : looseOf(task, id).takes(id, said.update);
        if (isNews) applyUpdate(task, said.update);
        return;
      }
      default:
        return;
    }
  }

  #noteMessage(message: Message | undefined): void {
    if (message !== undefined && message.messageId !== '') this.#messages.add(message.messageId);
  }

  #taskOf(draft: RowDraft, sight: Pick<Sight, 'call'>, taskId: string, contextId: string): OpenTask {
    const key = this.#taskKey(draft, sight, taskId);
    // Rows of one task come one after the other.
    const known = key === this.#lastKey && this.#lastTask ? this.#lastTask : this.#tasks.get(key);
    if (known) {
      this.#lastKey = key;
      this.#lastTask = known;
      if (known.contextId === '') known.contextId = contextId;
      return known;
    }
    const task: OpenTask = { id: taskId, contextId, states: createStates(), artifacts: new Map(), leader: undefined, loose: undefined };
    this.#tasks.set(key, task);
    this.#lastKey = key;
    this.#lastTask = task;
    return task;
  }

  /** A snapshot tells all artifacts as they were; of one that a stream is still bringing, or that is older, it tells no news. */
  #snapshot(draft: RowDraft, sight: Sight, seen: Task<ObservedState>): void {
    const task = this.#taskOf(draft, sight, seen.taskId, seen.contextId);
    const { state, timestamp, message } = seen.status;
    this.#noteMessage(message);
    for (const said of seen.history) this.#noteMessage(said);
    const isLate = task.states.isOlder(timestamp);
    task.states.see(state, timestamp);
    const id = looseId(draft, sight);
    const loose = id === undefined ? undefined : looseOf(task, id);
    const leads = isStreamed(draft, sight) ? this.#lead(task, draft, sight, endsStreams(state)) : task.leader === undefined;
    const isNews = leads && !isLate && (id === undefined || !loose?.isBeside(id));
    for (const artifact of seen.artifacts) {
      if (isNews || !task.artifacts.has(artifact.artifactId)) task.artifacts.set(artifact.artifactId, whole(artifact));
    }
    if (id !== undefined && loose) endLoose(loose, id, state, false);
    if (isTerminal(state)) this.#end();
  }

  /** The last task has ended; nothing is remembered of it that would go stale when it is packed. */
  #end(): void {
    if (this.#lastKey) this.#tasks.ended(this.#lastKey);
    this.#lastKey = undefined;
  }

  /** Whether what a stream says counts: the first that is open leads until it ends. */
  #lead(task: OpenTask, draft: RowDraft, sight: Sight, ends: boolean): boolean {
    if (!isStreamed(draft, sight) || sight.call === undefined || !isOverHttp(sight.call)) return true;
    const stream = streamKey(draft.source, sight);
    if (task.leader === undefined) {
      task.leader = stream;
      const led = this.#led.get(stream);
      if (led === undefined) this.#led.set(stream, [task]);
      else if (!led.includes(task)) led.push(task);
    }
    const leads = task.leader === stream;
    if (leads && ends) {
      task.leader = undefined;
      if (this.#led.get(stream)?.length === 1) this.#led.delete(stream);
    }
    return leads;
  }

  #release(stream: object | number): void {
    const led = this.#led.get(stream);
    if (led === undefined) return;
    for (const task of led) if (task.leader === stream) task.leader = undefined;
    this.#led.delete(stream);
  }
}

function isStreamed({ channel }: RowDraft, { as }: Pick<Sight, 'as'>): boolean {
  return as === 'event' || as === 'element' || channel === 'stream';
}

function streamKey(source: number, sight: Sight): object | number {
  return sight.call ?? source;
}

/**
 * Of an event of a stream whose end nothing tells, for want of a connection, what tells it apart from others: its call, else its
 * JSON-RPC id; undefined where nothing does, and where the end is told.
 */
function looseId(draft: RowDraft, { as, call, observation }: Sight): StreamId | undefined {
  if (!isStreamed(draft, { as })) return undefined;
  // Calls have numbers of their own beside all ids that a client makes up.
  if (call) return isOverHttp(call) ? undefined : -1 - draft.source * CALLS_OF_A_SOURCE - call.number;
  const id = observation?.rpcId;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

const CALLS_OF_A_SOURCE = 2 ** 32;

function isOverHttp({ url, hint }: CallSight): boolean {
  return url !== undefined || hint.path !== undefined;
}

/** Takes note of a frame of a loose stream. */
function looseOf(task: OpenTask, id: StreamId): LooseChunks {
  const loose = (task.loose ??= new LooseChunks());
  loose.frame(id);
  return loose;
}

/** A stream ends with its task, with an update that says so, and where the task waits for an answer. */
function endLoose(loose: LooseChunks, id: StreamId, state: ObservedState, final: boolean): void {
  if (isTerminal(state)) loose.end(id, true);
  else if (final || endsStreams(state)) loose.end(id, false);
}

/** A stream may end where its task ends or waits; one that goes on after that leads again. */
function endsStreams(state: ObservedState): boolean {
  return isTerminal(state) || state === 'input-required' || state === 'auth-required';
}

function applyUpdate(task: OpenTask, { artifact, append }: TaskArtifactUpdate): void {
  const known = append ? task.artifacts.get(artifact.artifactId) : undefined;
  if (!known) {
    const name = artifact.name || (task.artifacts.get(artifact.artifactId)?.name ?? '');
    task.artifacts.set(artifact.artifactId, whole(artifact, name));
    return;
  }
  if (artifact.name !== '') known.name = artifact.name;
  known.parts += artifact.parts.length;
  known.text = withText(known.text, artifact.parts);
}

function whole(artifact: Artifact, name = artifact.name): OpenArtifact {
  return { name, parts: artifact.parts.length, text: withText('', artifact.parts) };
}

function withText(before: string, parts: readonly Part[]): string {
  let text = before;
  for (const part of parts) {
    if (text.length >= TEXT_LENGTH) break;
    if (part.text !== undefined) text += part.text.length <= TEXT_LENGTH ? part.text : part.text.slice(0, TEXT_LENGTH);
  }
  return text === before ? before : withoutWhole(text.slice(0, TEXT_LENGTH));
}

/** Engines keep the whole of a text for as long as a piece of it is kept; a text that is put together anew is kept by itself. */
function withoutWhole(piece: string): string {
  return ` ${piece}`.slice(1);
}

function taskFacts(task: OpenTask): TaskFacts {
  const states = task.states.inOrder();
  const last = states.at(-1);
  return {
    id: task.id,
    ...(task.contextId === '' ? {} : { contextId: task.contextId }),
    states,
    final: last !== undefined && isTerminal(last) ? last : null,
    artifacts: [...task.artifacts].map(([artifactId, { name, parts, text }]) => ({
      artifactId,
      ...(name === '' ? {} : { name }),
      parts,
      text,
    })),
  };
}
