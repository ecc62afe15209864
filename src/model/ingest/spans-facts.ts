// What a span says, gathered attribute by attribute. Names are those of OpenTelemetry's conventions (HTTP, RPC, GenAI agents), of
// the `a2a.*` attributes that agents write, and older spellings of both.

import { stateOfWord } from '../adapters/adapters.ts';
import type { SpanKind, SpanSight } from '../adapters/sight.ts';
import { isJsonObject, type Json } from '../base/json.ts';
import type { ObservedState } from '../protocol/task.ts';
import { eachAttribute } from './spans-attributes.ts';

/** A state of a task that was recorded in a span. */
export interface RecordedState {
  readonly taskId: string | undefined;
  readonly contextId: string | undefined;
  readonly state: ObservedState;
  readonly time: number | undefined;
  /** From the span to what states it. */
  readonly path: string;
}
/** A text in JSON that may be a message of a protocol. */
export interface RecordedText {
  readonly name: string;
  readonly text: string;
  readonly path: string;
  readonly time: number | undefined;
}
export interface RecordedSpan {
  readonly sight: SpanSight;
  readonly states: readonly RecordedState[];
  readonly texts: readonly RecordedText[];
  /** The protocol that its attributes are of. */
  readonly protocol: 'a2a' | 'acp' | undefined;
}

type Slot =
  | 'service'
  | 'agentName'
  | 'operation'
  | 'method'
  | 'taskId'
  | 'contextId'
  | 'httpMethod'
  | 'path'
  | 'url'
  | 'host'
  | 'peerService'
  | 'userAgent'
  | 'state'
  | 'plainState'
  | 'kind'
  | 'error'
  | 'parentTasks';

const SLOTS: ReadonlyMap<string, Slot> = new Map<string, Slot>([
  ...slot('service', 'service.name'),
  ...slot('agentName', 'gen_ai.agent.name'),
  ...slot('operation', 'gen_ai.operation.name'),
  ...slot('method', 'a2a.method.name', 'a2a.method', 'a2a.operation', 'rpc.method'),
  ...slot('taskId', 'a2a.task.id', 'a2a.task_id', 'a2a.taskId', 'gen_ai.task.id', 'task.id', 'task_id', 'acp.run.id', 'acp.run_id'),
  ...slot('contextId', 'a2a.context.id', 'a2a.context_id', 'a2a.contextId', 'gen_ai.conversation.id', 'acp.session.id', 'acp.session'),
  ...slot('httpMethod', 'http.request.method', 'http.method'),
  ...slot('path', 'url.path', 'http.target', 'http.route'),
  ...slot('url', 'url.full', 'http.url'),
  ...slot('host', 'server.address', 'net.peer.name', 'net.host.name', 'http.host'),
  ...slot('peerService', 'peer.service'),
  ...slot('userAgent', 'user_agent.original', 'http.user_agent'),
  ...slot('state', 'a2a.task.state', 'a2a.task_state', 'a2a.task.status', 'a2a.task.status.state'),
  ...slot('plainState', 'gen_ai.task.state', 'gen_ai.task.status', 'task.state', 'task.status', 'state'),
  ...slot('kind', 'span.kind'),
  ...slot('error', 'error', 'otel.status_code'),
  ...slot('parentTasks', 'a2a.parent.task.id', 'a2a.parent_task.id', 'a2a.parent_task_id', 'a2a.task.parent_id', 'parent_task_id'),
  ...slot('parentTasks', 'a2a.reference_task_ids', 'a2a.message.reference_task_ids', 'a2a.referenceTaskIds', 'reference_task_ids'),
]);

function slot(name: Slot, ...spellings: readonly string[]): readonly [string, Slot][] {
  return spellings.map((spelling) => [spelling, name]);
}

const AGENT_ATTRIBUTE = /^(?:a2a\.|acp\.|gen_ai\.agent\.)/;
const AGENT_OPERATION = /^(?:invoke_agent|create_agent|invoke_workflow)$/;
/** Paths of the REST bindings, and the usual mount point of the others. */
const AGENT_PATH = /\/message[:/](?:send|stream)(?:$|\/)|\/tasks\/send|\/runs(?:$|\/)|\/a2a(?:$|\/)/i;
/** Attributes whose text may be a message of a protocol. */
const CARRIES_TEXT = /(?:^|[._])(?:body|payload|message|request|response|task|event|input\.value|output\.value)$/i;
const MOST_TEXT = 1 << 20;
const MOST_PARENTS = 64;
const NO_ERROR: ReadonlySet<Json> = new Set<Json>([false, 'false', 'OK', 'UNSET']);
const HOST = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]+|\[[^\]]*\])[^/?#]*([^?#]*)/i;

const KINDS: readonly SpanKind[] = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];

/** The kind as a number or a name in any spelling; undefined for what is none. */
export function spanKind(value: Json | undefined): SpanKind | undefined {
  if (typeof value === 'number') return KINDS[value];
  if (typeof value !== 'string') return undefined;
  const word = value.toLowerCase().replace('span_kind_', '');
  return KINDS.find((kind) => kind === word);
}

/** Whether a GenAI operation is about an agent as a whole, and not a model or a tool. */
export function isAgentOperation(operation: string): boolean {
  return AGENT_OPERATION.test(operation);
}

type Found = { -readonly [K in keyof SpanSight]?: SpanSight[K] };

/** One span while it is read. */
export class SpanFacts {
  readonly #found: Found = {};
  readonly #parentTasks: string[] = [];
  readonly #states: RecordedState[] = [];
  readonly #texts: RecordedText[] = [];
  #url: string | undefined;
  #failed = false;
  #speaks = false;
  #protocol: RecordedSpan['protocol'];
  /** A state that the span states as a whole: that at its end. */
  #whole: { readonly state: ObservedState; readonly path: string } | undefined;

  /** What the resource says: the service, where the span does not say better. */
  resource(attributes: Json | undefined): void {
    eachAttribute(attributes, (name, value) => {
      if (name === 'service.name' && typeof value === 'string' && value !== '') this.#found.service ??= value;
    });
  }

  attributes(attributes: Json | undefined, path: string): void {
    eachAttribute(attributes, (name, value, step) => this.#attribute(name, value, path + step));
  }

  /** Takes an event: what it says of a task holds for its own time. */
  event(
    event: { readonly name: string; readonly time: number | undefined; readonly attributes: Json | undefined; readonly path: string },
    attributesAt: string,
  ): void {
    let taskId: string | undefined;
    let contextId: string | undefined;
    let state: ObservedState | undefined;
    eachAttribute(event.attributes, (name, value, step) => {
      this.#heed(name);
      const known = SLOTS.get(name);
      if (known === 'taskId') taskId = textOf(value) ?? taskId;
      else if (known === 'contextId') contextId = textOf(value) ?? contextId;
      else if (known === 'state') state = stateOfWord(value) ?? 'unknown';
      else if (known === 'plainState') state ??= stateOfWord(value);
      else this.#text(name, value, { path: event.path + attributesAt + step, time: event.time });
    });
    if (state !== undefined) this.#states.push({ taskId, contextId, state, time: event.time, path: event.path });
  }

  failed(): void {
    this.#failed = true;
  }

  /** The whole of it, with what the format says of every span. */
  finish(
    span: Pick<SpanSight, 'traceId' | 'spanId' | 'name' | 'links'> & {
      readonly parentId: string | undefined;
      readonly kind: SpanKind | undefined;
      readonly start: number | undefined;
      readonly end: number | undefined;
    },
  ): RecordedSpan {
    const found = this.#found;
    this.#fromUrl();
    found.traceId = span.traceId;
    found.spanId = span.spanId;
    if (span.parentId !== undefined) found.parentId = span.parentId;
    found.links = span.links;
    found.name = span.name;
    found.kind = span.kind ?? found.kind ?? 'unspecified';
    if (span.start !== undefined) found.start = span.start;
    if (span.end !== undefined) found.end = span.end;
    found.failed = this.#failed;
    found.parentTaskIds = this.#parentTasks;
    found.speaksOfAgents = this.#speaks || span.name.startsWith('a2a.') || (found.path !== undefined && AGENT_PATH.test(found.path));
    return { sight: found as SpanSight, states: this.#allStates(span.end), texts: this.#texts, protocol: this.#protocol };
  }

  /** The state of the whole span is the last one that was recorded in it, and no news where an event has told it. */
  #allStates(end: number | undefined): readonly RecordedState[] {
    const whole = this.#whole;
    if (whole === undefined || this.#states.at(-1)?.state === whole.state) return this.#states;
    return [...this.#states, { ...whole, taskId: undefined, contextId: undefined, time: end }];
  }

  #fromUrl(): void {
    const [, host, path] = HOST.exec(this.#url ?? '') ?? [];
    if (host !== undefined) this.#found.host ??= host;
    if (path !== undefined && path !== '') this.#found.path ??= path;
  }

  #heed(name: string): void {
    if (!AGENT_ATTRIBUTE.test(name)) return;
    this.#speaks = true;
    if (name.startsWith('a2a.')) this.#protocol = 'a2a';
    else if (name.startsWith('acp.')) this.#protocol ??= 'acp';
  }

  #attribute(name: string, value: Json, path: string): void {
    this.#heed(name);
    const known = SLOTS.get(name);
    if (known === undefined) return this.#text(name, value, { path, time: undefined });
    switch (known) {
      case 'state':
      case 'plainState':
        return this.#wholeState(known, value, path);
      case 'kind':
        this.#found.kind ??= spanKind(value) ?? 'unspecified';
        return;
      case 'error':
        // Zipkin's tag holds the message of the error, and its presence is what tells.
        if (!NO_ERROR.has(value)) this.#failed = true;
        return;
      case 'parentTasks': {
        const ids = Array.isArray(value) ? (value as readonly Json[]) : [value];
        this.#parentTasks.push(...ids.flatMap((id) => (typeof id === 'string' && id !== '' ? [id] : [])).slice(0, MOST_PARENTS));
        return;
      }
      default:
        this.#named(known, textOf(value));
    }
  }

  /** A word under a name of the protocol is a state, if one we do not know; under another name it may be anything. */
  #wholeState(known: 'state' | 'plainState', value: Json, path: string): void {
    const state = stateOfWord(value);
    if (known === 'state') this.#whole = { state: state ?? 'unknown', path };
    else if (state !== undefined) this.#whole ??= { state, path };
  }

  #named(known: Exclude<Slot, 'state' | 'plainState' | 'kind' | 'error' | 'parentTasks'>, text: string | undefined): void {
    if (text === undefined) return;
    const found = this.#found;
    switch (known) {
      case 'url':
        this.#url = text;
        return;
      case 'path':
        found.path ??= text.split('?', 1)[0] ?? text;
        return;
      case 'host':
        found.host ??= text.replace(/:\d+$/, '');
        return;
      case 'operation':
        if (AGENT_OPERATION.test(text)) this.#speaks = true;
        found.operation ??= text;
        return;
      case 'service':
        // The span's own word goes before the resource's.
        found.service = text;
        return;
      default:
        found[known] ??= text;
    }
  }

  #text(name: string, value: Json, at: { readonly path: string; readonly time: number | undefined }): void {
    if (typeof value !== 'string' || value.length > MOST_TEXT || !CARRIES_TEXT.test(name) || !/^\s*\{/.test(value)) return;
    this.#texts.push({ name, text: value, ...at });
  }
}

function textOf(value: Json): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value.slice(0, 1000);
  return typeof value === 'number' ? String(value) : undefined;
}

/** A list of objects under one of several names. */
export function listUnder(holder: Json, names: readonly string[]): readonly [name: string, list: readonly Json[]] {
  if (!isJsonObject(holder)) return ['', []];
  for (const name of names) {
    const found = Object.hasOwn(holder, name) ? holder[name] : undefined;
    if (Array.isArray(found)) return [name, found as readonly Json[]];
  }
  return ['', []];
}

/** The first member that is there, of several spellings of one. */
export function spelled(holder: Json | undefined, ...names: readonly string[]): Json | undefined {
  if (!isJsonObject(holder)) return undefined;
  for (const name of names) {
    const found = Object.hasOwn(holder, name) ? holder[name] : undefined;
    if (found !== undefined && found !== null) return found;
  }
  return undefined;
}
