// The spans of a trace in columns, found by their ids: what is left of them when they have been seen. Parents may come after their
// children, or never.

import type { SpanSight } from '../../adapters/sight.ts';
import { bytes, counts, numbers } from '../../log/column.ts';
import { Interner } from '../../log/interner.ts';

/** Spans that are kept; of more than that hops are not looked for. */
const MOST_SPANS = 1 << 20;

const CALLS = 1;
const SERVES = 2;
const SPEAKS = 4;
const FETCHES_CARD = 8;
const LOOKS = 16;
const LINKED = 32;
/** Says that its parent is another span. */
const HAS_PARENT = 64;
const INVOKES = 128;

const CARD_PATH = /\/\.well-known\//;
/** HTTP methods and operations that hand no work over. */
const LOOKING = /^(?:GET|HEAD|OPTIONS|DELETE)$/i;
const AGENT_OPERATION = /^(?:invoke_agent|create_agent|invoke_workflow)$/;
const LOOKING_METHOD =
  /(?:^|[./])(?:tasks\/(?:get|list|cancel)|tasks\/pushNotification|GetTask|ListTasks|CancelTask|agent\/|GetExtendedAgentCard|GetAgentCard)/;
const WORKING_METHOD = /(?:^|[./])(?:message\/(?:send|stream)|tasks\/send|SendMessage|SendStreamingMessage)/;

export class SpanStore {
  readonly #rows = counts();
  readonly #parentIds = counts();
  readonly #flags = bytes();
  readonly #starts = numbers();
  readonly #services = counts();
  readonly #agents = counts();
  readonly #tasks = counts();
  readonly #contexts = counts();
  readonly #traces = counts();
  readonly #hosts = counts();
  readonly #named = counts();
  readonly #parentTasks = counts();
  readonly #texts = new Interner();
  /** Trace and span id as one text; by its number less one the span, plus one. */
  readonly #ids = new Interner();
  readonly #spanOfId: number[] = [];
  /** Of a server span that shares its id with its client span (B3 propagation), that client span. */
  readonly #twins = new Map<number, number>();
  leftOut = 0;

  get length(): number {
    return this.#rows.length;
  }

  add(row: number, span: SpanSight): void {
    if (this.length >= MOST_SPANS) {
      this.leftOut += 1;
      return;
    }
    const number = this.length;
    if (!this.#index(this.#ids.add(`${span.traceId} ${span.spanId}`), number, span)) return;
    const texts = this.#texts;
    this.#rows.push(row);
    this.#parentIds.push(span.parentId === undefined ? 0 : this.#ids.add(`${span.traceId} ${span.parentId}`));
    this.#flags.push(flagsOf(span));
    this.#starts.push(span.start ?? Number.NaN);
    this.#services.push(texts.add(span.service));
    this.#agents.push(texts.add(span.agentName));
    this.#tasks.push(texts.add(span.taskId));
    this.#contexts.push(texts.add(span.contextId));
    this.#traces.push(texts.add(span.traceId));
    this.#hosts.push(texts.add(span.peerService ?? span.host));
    this.#named.push(texts.add(span.name));
    this.#parentTasks.push(texts.add(span.parentTaskIds[0]));
  }

  /** Whether the span is new under its id: the same span exported twice is one. */
  #index(id: number, number: number, span: SpanSight): boolean {
    const before = (this.#spanOfId[id - 1] ?? 0) - 1;
    if (before < 0 || span.spanId === '') {
      this.#spanOfId[id - 1] = number + 1;
      return true;
    }
    if (span.kind === 'server' && this.calls(before)) {
      this.#twins.set(number, before);
      this.#spanOfId[id - 1] = number + 1;
      return true;
    }
    if (span.kind === 'client' && this.serves(before)) {
      this.#twins.set(before, number);
      return true;
    }
    return false;
  }

  /** Parents of all spans, -1 for none that is known; rings are cut. */
  parents(): Int32Array {
    const parents = new Int32Array(this.length).fill(-1);
    for (let span = 0; span < this.length; span += 1) {
      const id = this.#parentIds.at(span);
      const parent = this.#twins.get(span) ?? (id === 0 ? -1 : (this.#spanOfId[id - 1] ?? 0) - 1);
      if (parent !== span) parents[span] = parent;
    }
    cutRings(parents);
    return parents;
  }

  row(span: number): number {
    return this.#rows.at(span);
  }
  start(span: number): number {
    return this.#starts.at(span);
  }
  service(span: number): string | undefined {
    return this.#texts.text(this.#services.at(span));
  }
  agentName(span: number): string | undefined {
    return this.#texts.text(this.#agents.at(span));
  }
  taskId(span: number): string | undefined {
    return this.#texts.text(this.#tasks.at(span));
  }
  contextId(span: number): string | undefined {
    return this.#texts.text(this.#contexts.at(span));
  }
  traceId(span: number): string | undefined {
    return this.#texts.text(this.#traces.at(span));
  }
  /** Who is called: a service, else a host. */
  called(span: number): string | undefined {
    return this.#texts.text(this.#hosts.at(span));
  }
  /** The task in whose service the span says to be. */
  parentTask(span: number): string | undefined {
    return this.#texts.text(this.#parentTasks.at(span));
  }
  spanName(span: number): string {
    return this.#texts.text(this.#named.at(span)) ?? '';
  }
  /** A span of the caller's side of a call. */
  calls(span: number): boolean {
    return (this.#flags.at(span) & CALLS) !== 0;
  }
  /** A span of the callee's side. */
  serves(span: number): boolean {
    return (this.#flags.at(span) & SERVES) !== 0;
  }
  /** Whether it speaks of agents or their protocols. */
  speaks(span: number): boolean {
    return (this.#flags.at(span) & SPEAKS) !== 0;
  }
  fetchesCard(span: number): boolean {
    return (this.#flags.at(span) & FETCHES_CARD) !== 0;
  }
  /** Whether it only looks: it hands no work over. */
  looks(span: number): boolean {
    return (this.#flags.at(span) & LOOKS) !== 0;
  }
  linked(span: number): boolean {
    return (this.#flags.at(span) & LINKED) !== 0;
  }
  /** Whether it names a parent, known or not. */
  hasParent(span: number): boolean {
    return (this.#flags.at(span) & HAS_PARENT) !== 0;
  }
  /** Whether it says that an agent is invoked, or that a message is sent to one. */
  invokes(span: number): boolean {
    return (this.#flags.at(span) & INVOKES) !== 0;
  }
}

function flagsOf(span: SpanSight): number {
  const { path, operation } = span;
  const card = path !== undefined && CARD_PATH.test(path);
  let flags = sideOf(span) | lookOf(span, card);
  if (span.speaksOfAgents) flags |= SPEAKS;
  if (card) flags |= FETCHES_CARD;
  if (span.links.length > 0) flags |= LINKED;
  if (span.parentId !== undefined) flags |= HAS_PARENT;
  if (operation === 'invoke_agent') flags |= INVOKES;
  return flags;
}

function sideOf({ kind, operation }: SpanSight): number {
  if (kind === 'server' || kind === 'consumer') return SERVES;
  // A call to a model or a tool is no call to an agent: the agent that it names is the one that makes it.
  return (kind === 'client' || kind === 'producer') && (operation === undefined || AGENT_OPERATION.test(operation)) ? CALLS : 0;
}

function lookOf({ method, httpMethod }: SpanSight, card: boolean): number {
  if (card || (httpMethod !== undefined && LOOKING.test(httpMethod))) return LOOKS;
  if (method === undefined) return 0;
  if (WORKING_METHOD.test(method)) return INVOKES;
  return LOOKING_METHOD.test(method) ? LOOKS : 0;
}

/** Parent links of hostile or broken spans may close a ring; the link that closes it is taken for none. */
function cutRings(parents: Int32Array): void {
  const walkOf = new Int32Array(parents.length).fill(-1);
  for (let start = 0; start < parents.length; start += 1) {
    for (let span = start; span >= 0 && walkOf[span] === -1; span = parents[span] ?? -1) {
      walkOf[span] = start;
      const parent = parents[span] ?? -1;
      if (parent >= 0 && walkOf[parent] === start) parents[span] = -1;
    }
  }
}
