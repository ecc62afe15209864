// Requests of A2A 1.0 over HTTP+JSON: what of them stands in the path, the query and the body, both ways. Specification 1.0 §11.3.

import { isJsonObject, parseJson, type Json, type JsonObject } from '../../base/json.ts';
import { failure, success, type Result } from '../../base/result.ts';
import type { HttpRequest } from '../../protocol/http.ts';
import { decodeV1Params, encodeV1Params } from './a2a-v1-params.ts';
import type { AskedOperation, CalledOperation } from './json-rpc-wire.ts';
import { decodedSegment } from './path-segments.ts';
import type { RestFacts } from './rest.ts';

/** What a query can say: members that are numbers, and members that are true or false. */
const COUNTS: ReadonlySet<string> = new Set(['historyLength', 'pageSize']);
const FLAGS: ReadonlySet<string> = new Set(['includeArtifacts']);

/** Decodes a request that its line says the operation of; every fault is an issue with the path of its member. */
export function decodeRestRequest(kind: CalledOperation['kind'], facts: RestFacts, request: HttpRequest): Result<AskedOperation> {
  const body = bodyOf(request.body);
  if (!body.ok) return body;
  const { taskId = '', configId = '' } = facts;
  switch (kind) {
    case 'send':
    case 'stream':
      return decodeV1Params(kind, body.value);
    case 'get':
    case 'list':
      return decodeV1Params(kind, { ...queryOf(request.path), id: taskId });
    case 'cancel':
    case 'subscribe':
      return decodeV1Params(kind, { id: taskId });
    case 'set-push-config':
      return decodeV1Params(kind, { ...body.value, taskId });
    case 'list-push-configs':
    case 'get-push-config':
    case 'delete-push-config':
      return decodeV1Params(kind, { taskId, id: configId });
  }
}

/** A body that is empty or null says nothing: cancels of some clients are so. */
function bodyOf(text: string): Result<JsonObject> {
  if (text.trim() === '') return success({});
  const parsed = parseJson(text);
  if (!parsed.ok) return parsed;
  if (parsed.value === null) return success({});
  return isJsonObject(parsed.value) ? success(parsed.value) : failure({ path: '', message: 'the body must be an object' });
}

function queryOf(path: string): JsonObject {
  const at = path.indexOf('?');
  if (at < 0) return {};
  const members = path
    .slice(at + 1)
    .split('&')
    .filter((member) => member !== '')
    .map((member): [string, Json] => {
      const [key = '', ...rest] = member.split('=');
      return [plainText(key), valueOf(plainText(key), plainText(rest.join('=')))];
    });
  return Object.fromEntries(members);
}

function plainText(text: string): string {
  return decodedSegment(text.replaceAll('+', ' '));
}

/** A text that is no number stays one, for the reader of the request to say so. */
function valueOf(key: string, text: string): Json {
  if (COUNTS.has(key) && /^\d{1,9}$/.test(text)) return Number(text);
  if (FLAGS.has(key) && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** The line and the body of an operation's request, below the path of the agent. */
export function encodeRestRequest(operation: CalledOperation, base: string): Pick<HttpRequest, 'method' | 'path' | 'body'> {
  const root = base.replace(/\/+$/, '');
  const post = (path: string, body: Json): Pick<HttpRequest, 'method' | 'path' | 'body'> => ({
    method: 'POST',
    path: `${root}${path}`,
    body: JSON.stringify(body),
  });
  const without = (method: 'GET' | 'DELETE' | 'POST', path: string) => ({ method, path: `${root}${path}`, body: '' });
  switch (operation.kind) {
    case 'send':
      return post('/message:send', encodeV1Params(operation));
    case 'stream':
      return post('/message:stream', encodeV1Params(operation));
    case 'get':
      return without('GET', taskPath(operation.taskId));
    case 'list':
      return without('GET', `/tasks?${encodeQuery(encodeV1Params(operation))}`);
    case 'cancel':
      return without('POST', `${taskPath(operation.taskId)}:cancel`);
    case 'subscribe':
      return without('POST', `${taskPath(operation.taskId)}:subscribe`);
    case 'set-push-config':
      return post(`${taskPath(operation.taskId)}/pushNotificationConfigs`, encodeV1Params(operation));
    case 'list-push-configs':
      return without('GET', `${taskPath(operation.taskId)}/pushNotificationConfigs`);
    case 'get-push-config':
      return without('GET', configPath(operation.taskId, operation.configId ?? operation.taskId));
    case 'delete-push-config':
      return without('DELETE', configPath(operation.taskId, operation.configId));
  }
}

function taskPath(taskId: string): string {
  return `/tasks/${encodeURIComponent(taskId)}`;
}

function configPath(taskId: string, configId: string): string {
  return `${taskPath(taskId)}/pushNotificationConfigs/${encodeURIComponent(configId)}`;
}

function encodeQuery(members: JsonObject): string {
  const text = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
  return Object.entries(members)
    .map(([key, value]) => `${key}=${encodeURIComponent(text(value))}`)
    .join('&');
}
