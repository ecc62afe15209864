// Which version of ACP a value is of. Its libraries never wrote a number, and the number of its description stood still, so it is
// the names that tell: `outputs` until 0.6, messages without a role until 0.10, roles since 0.11. What no name tells is open.

import { isJsonObject, member, type Json, type JsonObject } from '../../base/json.ts';
import type { Saying } from './saying.ts';

/** Messages without a role: 0.7 to 0.10, said as the last of them that has a name of its own in the rules of traces. */
const WITHOUT_ROLES = '0.9';
const WITH_ROLES = '1.0';
/** `outputs`, and events with a dot: 0.2 to 0.6. */
export const PLURAL = '0.2';
export const FIRST = '0.1';

/** Dialect and version of what is said. */
export function stampAcp(version: string | undefined): Pick<Saying, 'dialect' | 'version'> {
  return { dialect: 'acp', ...(version !== undefined && { version }) };
}

/** The version of a run or a request. */
export function acpVersion(value: JsonObject): string | undefined {
  // A run with its input is the envelope of the reference, which is of no version.
  if (Object.hasOwn(value, 'status') && Object.hasOwn(value, 'input')) return undefined;
  if (Object.hasOwn(value, 'await') || (Object.hasOwn(value, 'artifacts') && Object.hasOwn(value, 'outputs'))) return FIRST;
  if (Object.hasOwn(value, 'outputs') || Object.hasOwn(value, 'inputs')) return PLURAL;
  const carried = [
    ...listOf(value['output']),
    ...listOf(value['input']),
    member(value['await_request'], 'message'),
    member(value['await_resume'], 'message'),
  ];
  for (const message of carried) {
    const version = message === undefined ? undefined : acpVersionOfMessage(message);
    if (version !== undefined) return version;
  }
  return Object.hasOwn(value, 'session') || isJsonObject(member(value['error'], 'data')) ? WITH_ROLES : undefined;
}

/** The version of a message; undefined for what is none. */
export function acpVersionOfMessage(value: Json): string | undefined {
  if (!Array.isArray(member(value, 'parts'))) return undefined;
  return typeof member(value, 'role') === 'string' ? WITH_ROLES : WITHOUT_ROLES;
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
