// Error bodies of every binding: JSON-RPC, the google.rpc style of 1.0 over REST, the bare shapes that 0.3 libraries send
// over REST, and problem documents of the drafts. Specification 1.0 §11.6; 0.3 leaves REST errors open.

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { errorReason } from '../bindings/json-rpc.ts';
import type { ObserveHint } from '../observation.ts';
import { claimedVersion } from './evidence.ts';
import { isRestError, memberSpot, type Spot } from './peel.ts';
import type { Saying } from './saying.ts';

/** What the error of a JSON-RPC envelope says. */
export function sayError(error: JsonObject, at: Spot, hint: ObserveHint): Saying {
  const version = isTyped(error['data']) ? '1.0' : claimedVersion(hint);
  return saying(error, at, { code: codeOf(error) ?? 'unknown', ...(version !== undefined && { version }) });
}

/** Details as 1.0 writes them: a list of objects that name their type. */
function isTyped(data: Json | undefined): boolean {
  return Array.isArray(data) && data.some((item) => isJsonObject(item) && Object.hasOwn(item, '@type'));
}

/** What a bare body says if it is an error's; undefined when it is none. */
export function sayRestError(spot: Spot, hint: ObserveHint): Saying | undefined {
  const { value } = spot;
  if (!isJsonObject(value)) return undefined;
  const { error } = value;
  if (isJsonObject(error) && isRestError(error)) {
    return saying(error, memberSpot(spot, 'error', error), { code: codeOf(error) ?? hint.status ?? 'unknown', version: '1.0' });
  }
  const keys = Object.keys(value);
  const code = codeOf(value);
  if (typeof code === 'number' && code <= -32000 && keys.every((key) => ['code', 'message', 'data'].includes(key))) {
    return saying(value, spot, { code, version: '0.3' });
  }
  if (typeof value['title'] === 'string' && typeof value['type'] === 'string' && typeof value['status'] === 'number') {
    const message = typeof value['detail'] === 'string' ? value['detail'] : value['title'];
    return { said: { kind: 'error', code: value['status'], message }, version: '1.0', steps: spot.steps };
  }
  return (hint.status ?? 0) >= 400 ? sayRefusal(value, spot, hint) : undefined;
}

/** A body of unknown shape under a status that says failure. */
function sayRefusal(value: JsonObject, spot: Spot, hint: ObserveHint): Saying {
  const error = isJsonObject(value['error']) ? value['error'] : value;
  const text = [error['message'], value['error'], value['detail']].find((item) => typeof item === 'string');
  const version = claimedVersion(hint);
  return saying({ ...error, message: text ?? '' }, spot, {
    code: codeOf(error) ?? hint.status ?? 'unknown',
    ...(version !== undefined && { version }),
  });
}

function saying(error: JsonObject, at: Spot, facts: { readonly code: number | string; readonly version?: string }): Saying {
  const reason = errorReason(error);
  const message = typeof error['message'] === 'string' ? error['message'] : '';
  return {
    said: { kind: 'error', code: facts.code, ...(reason !== undefined && { reason }), message },
    ...(facts.version !== undefined && { version: facts.version }),
    steps: at.steps,
  };
}

function codeOf(error: JsonObject): number | string | undefined {
  const { code } = error;
  return typeof code === 'number' || typeof code === 'string' ? code : undefined;
}
