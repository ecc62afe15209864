// Takes the wrapping off a value: text that is JSON, `root` of a printed model, a JSON-RPC envelope, an envelope inside an
// envelope. Keeps the way to the payload, because rows point at it.

import { boundedDepth } from '../../base/bounded-depth.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../base/json.ts';
import { itemPath, memberPath, type Place } from '../dialects/reading.ts';
import type { Issue } from '../../base/result.ts';

/** A value inside the one given, and both ways of saying where: as an issue path and as ValuePath steps. */
export interface Spot extends Place {
  readonly value: Json;
  readonly steps: string;
}

export type Envelope =
  | { readonly kind: 'request'; readonly method: string; readonly params: Spot | undefined; readonly rpcId: Json | undefined }
  | { readonly kind: 'result'; readonly payload: Spot; readonly rpcId: Json | undefined }
  | { readonly kind: 'error'; readonly error: JsonObject; readonly at: Spot; readonly rpcId: Json | undefined }
  | { readonly kind: 'bare'; readonly payload: Spot };

/** More wrappings than this are no wrappings. */
const DEEPEST = 6;

/** The member of a spot that holds `value`. */
export function memberSpot(spot: Spot, key: string, value: Json): Spot {
  return { value, path: memberPath(spot.path, key), steps: `${spot.steps}/.${key}` };
}

/** The element of a spot. */
export function itemSpot(spot: Spot, index: number, value: Json): Spot {
  return { value, path: itemPath(spot.path, index), steps: `${spot.steps}/[${index}]` };
}

/** Unwraps a value down to an envelope or a bare payload. */
export function peel(given: Spot, issues: Issue[]): Envelope {
  let spot = given;
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const inner = innerSpot(spot, issues);
    if (!inner) break;
    spot = inner;
  }
  const envelope = openEnvelope(spot);
  if (envelope.kind !== 'result') return envelope;
  return peelDoubled(envelope, issues);
}

function innerSpot(spot: Spot, issues: Issue[]): Spot | undefined {
  if (typeof spot.value === 'string' && /^\s*[{[]/.test(spot.value)) {
    const parsed = parseJson(spot.value);
    if (!parsed.ok) return undefined;
    issues.push({ path: spot.path, message: 'is JSON inside a text' });
    return { value: boundedDepth(parsed.value), path: spot.path, steps: `${spot.steps}/json` };
  }
  if (isJsonObject(spot.value) && isJsonObject(spot.value['root']) && Object.keys(spot.value).length === 1) {
    issues.push({ path: spot.path, message: 'is wrapped in root' });
    return memberSpot(spot, 'root', spot.value['root']);
  }
  return undefined;
}

function openEnvelope(spot: Spot): Envelope {
  const { value } = spot;
  const bare: Envelope = { kind: 'bare', payload: spot };
  if (!isJsonObject(value)) return bare;
  const rpcId = value['id'];
  const { method, params, result, error } = value;
  const settled = result !== undefined || error !== undefined;
  // Trimmed logs leave `jsonrpc` out; an id beside a method, a result or an error is as good.
  const enveloped = Object.hasOwn(value, 'jsonrpc') || rpcId !== undefined;
  if (typeof method === 'string' && !settled && (enveloped || params !== undefined)) {
    return { kind: 'request', method, params: params === undefined ? undefined : memberSpot(spot, 'params', params), rpcId };
  }
  if (!enveloped) return bare;
  if (isJsonObject(error)) return isRpcError(error) ? { kind: 'error', error, at: memberSpot(spot, 'error', error), rpcId } : bare;
  return result === undefined ? bare : { kind: 'result', payload: memberSpot(spot, 'result', result), rpcId };
}

function isRpcError(error: JsonObject): boolean {
  return typeof error['code'] === 'number' && !isRestError(error);
}

/** Whether an error body is that of the 1.0 REST binding. */
export function isRestError(error: JsonObject): boolean {
  return typeof error['status'] === 'string' || Array.isArray(error['details']);
}

/** A proxy that wraps an answer once more leaves an envelope inside the result. */
function peelDoubled(outer: Extract<Envelope, { kind: 'result' }>, issues: Issue[]): Envelope {
  const inner =
    isJsonObject(outer.payload.value) && Object.hasOwn(outer.payload.value, 'jsonrpc') ? openEnvelope(outer.payload) : undefined;
  if (inner?.kind !== 'result' && inner?.kind !== 'error') return outer;
  issues.push({ path: outer.payload.path, message: 'is an envelope inside an envelope' });
  return { ...inner, rpcId: outer.rpcId };
}
