// The short way for what nearly every record of a big trace is: a JSON-RPC answer or request that is written as its version
// writes it, with nothing missing, nothing strange and nothing of another version. Each object is walked once over its own members;
// whatever is not plain ends here with undefined, and the general way looks at the value. What is returned is what the general
// way returns, and says beside that the value is well formed. SPEC.md X.6.

import type { Json, JsonObject } from '../../base/json.ts';
import type { Issue } from '../../base/result.ts';
import type { OperationKind } from '../../protocol/operation.ts';
import type { Observation, ObserveHint, Said } from '../observation.ts';
import { readPlainArtifactUpdate, readPlainMessage, readPlainStatusUpdate, readPlainTask } from '../dialects/plain-nouns.ts';

const NO_ISSUES: readonly Issue[] = [];
const RESULT = '/.result';

/** The observation of a value that is written plainly; undefined for any other. Never throws. */
export function observePlain(value: Json, hint: ObserveHint): Observation | undefined {
  // What 0.2 wrote looks the same and is called otherwise.
  const envelope = isObject(value) && hint.version !== '0.2' ? plainEnvelope(value) : undefined;
  if (!envelope) return undefined;
  const { id, method, params, result } = envelope;
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  if (method === undefined) return params === undefined && isObject(result) ? plainResult(result, id) : undefined;
  return result === undefined && isObject(params) ? plainRequest(method, params, id) : undefined;
}

interface Envelope {
  id: Json | undefined;
  method: Json | undefined;
  params: Json | undefined;
  result: Json | undefined;
}

function plainEnvelope(value: JsonObject): Envelope | undefined {
  const envelope: Envelope = { id: undefined, method: undefined, params: undefined, result: undefined };
  let isMarked = false;
  for (const key in value) {
    const given = value[key];
    if (key === 'jsonrpc') isMarked = given === '2.0';
    else if (key === 'id' || key === 'result' || key === 'method' || key === 'params') envelope[key] = given;
    else return undefined;
  }
  return isMarked ? envelope : undefined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function plainResult(result: JsonObject, rpcId: string | number): Observation | undefined {
  switch (result['kind']) {
    case 'status-update':
      return ofStatusUpdate(result, rpcId, RESULT, false);
    case 'artifact-update':
      return ofArtifactUpdate(result, rpcId, RESULT, false);
    case 'task':
      return ofTask(result, rpcId, RESULT, false);
    case 'message':
      return ofMessage(result, rpcId, RESULT, false);
    case undefined:
      return plainWrapped(result, rpcId);
    default:
      return undefined;
  }
}

/** 1.0: exactly one member, which names what it holds. */
function plainWrapped(result: JsonObject, rpcId: string | number): Observation | undefined {
  let found: Observation | undefined;
  let count = 0;
  for (const key in result) {
    count += 1;
    const inner = result[key];
    if (count > 1 || !isObject(inner)) return undefined;
    if (key === 'statusUpdate') found = ofStatusUpdate(inner, rpcId, '/.result/.statusUpdate', true);
    else if (key === 'artifactUpdate') found = ofArtifactUpdate(inner, rpcId, '/.result/.artifactUpdate', true);
    else if (key === 'task') found = ofTask(inner, rpcId, '/.result/.task', true);
    else if (key === 'message') found = ofMessage(inner, rpcId, '/.result/.message', true);
  }
  return found;
}

function ofStatusUpdate(value: JsonObject, rpcId: string | number, path: string, modern: boolean): Observation | undefined {
  const update = readPlainStatusUpdate(value, modern);
  return update && observation({ kind: 'status-update', update }, { rpcId, path, modern }, stateWordOf(value));
}

function ofArtifactUpdate(value: JsonObject, rpcId: string | number, path: string, modern: boolean): Observation | undefined {
  const update = readPlainArtifactUpdate(value, modern);
  return update && observation({ kind: 'artifact-update', update }, { rpcId, path, modern });
}

function ofTask(value: JsonObject, rpcId: string | number, path: string, modern: boolean): Observation | undefined {
  const task = readPlainTask(value, modern);
  return task && observation({ kind: 'task', task }, { rpcId, path, modern }, stateWordOf(value));
}

function ofMessage(value: JsonObject, rpcId: string | number, path: string, modern: boolean): Observation | undefined {
  const message = readPlainMessage(value, modern);
  return message && observation({ kind: 'message', message }, { rpcId, path, modern });
}

/** The sender's own spelling; the status was read, so it is there. */
function stateWordOf(value: JsonObject): string {
  return (value['status'] as JsonObject)['state'] as string;
}

interface Crossing {
  readonly rpcId: string | number;
  readonly path: string;
  readonly modern: boolean;
}

function observation(said: Said, { rpcId, path, modern }: Crossing, stateWord?: string): Observation {
  const dialect = modern ? 'a2a-v1' : 'a2a-v03';
  const version = modern ? '1.0' : '0.3';
  const payloadPath = path;
  // Two literals and no spreading: this runs once an event.
  return stateWord === undefined
    ? { said, dialect, version, binding: 'jsonrpc', rpcId, payloadPath, issues: NO_ISSUES, wellFormed: true }
    : { said, dialect, version, binding: 'jsonrpc', rpcId, payloadPath, stateWord, issues: NO_ISSUES, wellFormed: true };
}

/** A message that is sent, with nothing about how it is to be answered. */
function plainRequest(method: Json, params: JsonObject, rpcId: string | number): Observation | undefined {
  const operation = typeof method === 'string' ? SENDING[method] : undefined;
  if (operation === undefined || typeof method !== 'string') return undefined;
  for (const key in params) if (key !== 'message') return undefined;
  const wire = params['message'];
  const modern = method.charCodeAt(0) < 0x61;
  const message = isObject(wire) ? readPlainMessage(wire, modern) : undefined;
  if (!message) return undefined;
  const { taskId, contextId } = message;
  const said: Extract<Said, { kind: 'request' }> = {
    kind: 'request',
    operation,
    method,
    rpcId,
    ...(taskId !== undefined && { taskId }),
    ...(contextId !== undefined && { contextId }),
    message,
  };
  return observation(said, { rpcId, path: '/.params', modern });
}

const SENDING: Readonly<Record<string, OperationKind | undefined>> = Object.assign(
  Object.create(null) as object,
  {
    'message/send': 'send',
    'message/stream': 'stream',
    SendMessage: 'send',
    SendStreamingMessage: 'stream',
  } as const,
);
