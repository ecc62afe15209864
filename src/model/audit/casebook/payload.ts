// The payload inside a value that crossed, by the steps that the observation gives; and who was asked, by host and port.

import { isJsonObject, member, parseJson, type Json, type JsonObject } from '../../base/json.ts';
import { hostOf } from '../../base/url-parts.ts';
import type { CallSight, Sight } from '../../adapters/sight.ts';

/** What the observation of a sight is about; undefined where its steps lead nowhere. */
export function payloadOf({ value, observation }: Sight): Json | undefined {
  const steps = observation?.payloadPath ?? '';
  let found: Json | undefined = value;
  for (let from = 1; from <= steps.length && found !== undefined; ) {
    const slash = steps.indexOf('/', from);
    const to = slash < 0 ? steps.length : slash;
    const step = steps.slice(from, to);
    found = step === 'json' ? parsed(found) : stepInto(found, step);
    from = to + 1;
  }
  return found;
}

function parsed(value: Json): Json | undefined {
  const read = typeof value === 'string' ? parseJson(value) : undefined;
  return read?.ok ? read.value : undefined;
}

function stepInto(value: Json, step: string): Json | undefined {
  if (step.startsWith('[')) return Array.isArray(value) ? (value as readonly Json[])[Number(step.slice(1, -1))] : undefined;
  const name = step.startsWith('.') ? step.slice(1) : '';
  return member(value, name.includes('~') ? name.replaceAll('~1', '/').replaceAll('~0', '~') : name);
}

/** The first of some members that is a text. */
export function textOf(value: Json | undefined, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const found = member(value, key);
    if (typeof found === 'string') return found;
  }
  return undefined;
}

/** The first of some members that is true or false. */
export function flagOf(value: Json | undefined, ...keys: readonly string[]): boolean | undefined {
  for (const key of keys) {
    const found = member(value, key);
    if (typeof found === 'boolean') return found;
  }
  return undefined;
}

/** The first of some members that is an object. */
export function objectOf(value: Json | undefined, ...keys: readonly string[]): JsonObject | undefined {
  for (const key of keys) {
    const found = member(value, key);
    if (isJsonObject(found)) return found;
  }
  return undefined;
}

/** Who was asked: host and port where the URL is known, else the stated name; '' for nobody known. */
export function endpointOf(call: CallSight | undefined): string {
  return call === undefined ? '' : (hostOf(call.url) ?? call.to ?? '');
}
