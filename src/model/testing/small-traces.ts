// Small traces for tests of rules: the nouns of each version in a few letters, and lines that say who sent what when.

import type { Casebook } from '../audit/casebook/casebook.ts';
import { evidenceOf, verdictsOf, type Rule } from '../audit/rule.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { DEFAULT_SETTINGS, type LogSettings } from '../log/saved-form.ts';
import { judgeText } from './judged.ts';

const SETTINGS: LogSettings = { ...DEFAULT_SETTINGS, stallSeconds: 300, retrySeconds: 60 };

/** What rules say of a text: `rule task severity`, sorted, each once; what they let pass as `rule task`. */
export interface Ruled {
  readonly said: readonly string[];
  readonly passed: readonly string[];
  readonly book: Casebook;
}

/** Reads a text and judges it by some rules alone. */
export function ruled(rules: readonly Rule[], text: string, settings: Partial<LogSettings> = {}, name = 'trace'): Ruled {
  const { book, hops } = judgeText(text, name).auditor;
  const said = new Set<string>();
  const passed = new Set<string>();
  for (const rule of rules) {
    const { found, letPass = [] } = verdictsOf(rule, evidenceOf(book, hops), { ...SETTINGS, ...settings });
    for (const { task, severity } of found) said.add(`${rule.id} ${nameOf(task)} ${severity}`);
    for (const { task } of letPass) passed.add(`${rule.id} ${nameOf(task)}`);
  }
  return { said: [...said].sort(), passed: [...passed].sort(), book };
}

function nameOf(task: { readonly id: string } | null): string {
  return task === null ? '-' : task.id;
}

/** An instant of a day, by seconds after nine: `at(2.5)`. */
function at(seconds: number): string {
  return new Date(Date.UTC(2026, 2, 13, 9) + seconds * 1000).toISOString();
}

/** One JSON value a line. */
export function lines(...values: readonly Json[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

/** The body of an event stream. */
export function sse(...values: readonly Json[]): string {
  return values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('');
}

export function asked(id: Json, method: string, params: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id, method, params };
}
export function answered(id: Json, result: Json): JsonObject {
  return { jsonrpc: '2.0', id, result };
}
export function refused(id: Json, code: number, message = 'no'): JsonObject {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

export interface Extras {
  /** Seconds of the status stamp. */
  readonly at?: number;
  readonly context?: string | null;
  readonly final?: boolean;
  /** Text of the status message; its id is made of it. */
  readonly says?: string;
  readonly artifacts?: readonly JsonObject[];
  readonly history?: readonly JsonObject[];
}

function contextOf(id: string, { context }: Extras): JsonObject {
  return context === null ? {} : { contextId: context ?? `c-${id}` };
}

function stampOf({ at: seconds }: Extras): JsonObject {
  return seconds === undefined ? {} : { timestamp: at(seconds) };
}

/** 0.3, as JSON-RPC writes it. */
export const v03 = {
  text: (text: string): JsonObject => ({ kind: 'text', text }),
  message: (messageId: string, more: JsonObject = {}): JsonObject => ({
    kind: 'message',
    role: 'user',
    messageId,
    parts: [{ kind: 'text', text: `text of ${messageId}` }],
    ...more,
  }),
  status: (id: string, state: string, extras: Extras): JsonObject => ({
    state,
    ...(extras.says === undefined
      ? {}
      : { message: { kind: 'message', role: 'agent', messageId: `a-${extras.says}`, parts: [v03.text(extras.says)], taskId: id } }),
    ...stampOf(extras),
  }),
  task: (id: string, state: string, extras: Extras = {}): JsonObject => ({
    kind: 'task',
    id,
    ...contextOf(id, extras),
    status: v03.status(id, state, extras),
    ...(extras.artifacts ? { artifacts: extras.artifacts } : {}),
    ...(extras.history ? { history: extras.history } : {}),
  }),
  update: (id: string, state: string, extras: Extras = {}): JsonObject => ({
    kind: 'status-update',
    taskId: id,
    ...contextOf(id, extras),
    status: v03.status(id, state, extras),
    ...(extras.final === undefined ? {} : { final: extras.final }),
  }),
  artifact: (id: string, artifactId: string, more: JsonObject = {}): JsonObject => ({
    kind: 'artifact-update',
    taskId: id,
    contextId: `c-${id}`,
    artifact: { artifactId, parts: [v03.text('x')] },
    append: false,
    lastChunk: true,
    ...more,
  }),
};

const WORD = (state: string): string => `TASK_STATE_${state.toUpperCase().replaceAll('-', '_')}`;

/** 1.0, in its wrappers. */
export const v10 = {
  message: (messageId: string, more: JsonObject = {}): JsonObject => ({
    messageId,
    role: 'ROLE_USER',
    parts: [{ text: `text of ${messageId}` }],
    ...more,
  }),
  status: (id: string, state: string, extras: Extras): JsonObject => ({
    state: WORD(state),
    ...(extras.says === undefined
      ? {}
      : { message: { role: 'ROLE_AGENT', messageId: `a-${extras.says}`, parts: [{ text: extras.says }], taskId: id } }),
    ...stampOf(extras),
  }),
  bare: (id: string, state: string, extras: Extras = {}): JsonObject => ({
    id,
    ...contextOf(id, extras),
    status: v10.status(id, state, extras),
    ...(extras.artifacts ? { artifacts: extras.artifacts } : {}),
    ...(extras.history ? { history: extras.history } : {}),
  }),
  task: (id: string, state: string, extras: Extras = {}): JsonObject => ({ task: v10.bare(id, state, extras) }),
  update: (id: string, state: string, extras: Extras = {}): JsonObject => ({
    statusUpdate: { taskId: id, ...contextOf(id, extras), status: v10.status(id, state, extras) },
  }),
  artifact: (id: string, artifactId: string, more: JsonObject = {}): JsonObject => ({
    artifactUpdate: {
      taskId: id,
      contextId: `c-${id}`,
      artifact: { artifactId, parts: [{ text: 'x' }] },
      append: false,
      lastChunk: true,
      ...more,
    },
  }),
};

/** Lines of an exchange log with times: exchange `conn` asks, is answered whole, or streams and ends. */
export const wire = {
  ask: (conn: number, seconds: number, method: string, params: JsonObject): JsonObject => ({
    direction: 'request',
    conn,
    ts: at(seconds),
    method: 'POST',
    url: 'https://worker.example/',
    headers: { 'content-type': 'application/json' },
    body: asked(conn, method, params),
  }),
  /** The same request sent to another server, with headers. */
  to: (url: string, request: JsonObject, headers: JsonObject = {}): JsonObject => ({
    ...request,
    url,
    headers: { 'content-type': 'application/json', ...headers },
  }),
  answer: (conn: number, seconds: number, body: Json, status = 200): JsonObject => ({
    direction: 'response',
    conn,
    ts: at(seconds),
    status,
    headers: { 'content-type': 'application/json' },
    body,
  }),
  event: (conn: number, seconds: number, result: Json): JsonObject => ({
    direction: 'event',
    conn,
    ts: at(seconds),
    body: answered(conn, result),
  }),
  end: (conn: number, seconds: number, reason?: string): JsonObject => ({
    direction: 'end',
    conn,
    ts: at(seconds),
    ...(reason === undefined ? {} : { reason }),
  }),
};

/** An exchange of a capture: what was asked when, for how long it took, and what came back. */
export interface HarEntry {
  readonly from: number;
  readonly seconds: number;
  /** `POST /message:send`; POST to the root where absent. */
  readonly line?: string;
  readonly host?: string;
  readonly body?: Json;
  readonly status?: number;
  readonly answer?: Json;
  /** The whole text of an event stream. */
  readonly stream?: string;
  readonly error?: string;
}

/** A capture of a browser or proxy. */
export function har(...entries: readonly HarEntry[]): string {
  const headers: Json = [{ name: 'content-type', value: 'application/json' }];
  return JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'test', version: '1' },
      entries: entries.map((entry): JsonObject => {
        const [method, path] = (entry.line ?? 'POST /').split(' ');
        const text = entry.stream ?? (entry.answer === undefined ? undefined : JSON.stringify(entry.answer));
        const mimeType = entry.stream === undefined ? 'application/json' : 'text/event-stream';
        return {
          startedDateTime: at(entry.from),
          time: entry.seconds * 1000,
          request: {
            method: method ?? 'POST',
            url: `https://${entry.host ?? 'worker.example'}${path ?? '/'}`,
            httpVersion: 'HTTP/2',
            headers,
            queryString: [],
            ...(entry.body === undefined ? {} : { postData: { mimeType: 'application/json', text: JSON.stringify(entry.body) } }),
          },
          response: {
            status: entry.status ?? 200,
            statusText: '',
            httpVersion: 'HTTP/2',
            headers: [{ name: 'content-type', value: mimeType }],
            content: { size: text?.length ?? 0, mimeType, ...(text === undefined ? {} : { text }) },
            ...(entry.error === undefined ? {} : { _error: entry.error }),
          },
          timings: { send: 0, wait: entry.seconds * 1000, receive: 0 },
        };
      }),
    },
  });
}
