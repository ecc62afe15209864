// Which dialect an object is written in, judged by what is in it and not by what surrounds it: a header says what a sender
// claims, a body what it speaks. Hard evidence decides; a tie is broken by the hint and otherwise left open.

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import type { Dialect, ObserveHint } from '../observation.ts';

/** What the body of an object shows. */
interface Evidence {
  kindMember: boolean;
  dump: boolean;
  oldProto: boolean;
  newProto: boolean;
  protoWords: boolean;
  lowerWords: boolean;
}

export interface Verdict {
  readonly dialect: Dialect;
  /** `Major.Minor`, undefined when the value does not tell. */
  readonly version?: string;
}

/** What is known about the value's surroundings. */
export interface Surroundings {
  readonly hint: ObserveHint;
  /** Inside a JSON-RPC envelope. */
  readonly enveloped: boolean;
  /** Inside a wrapper member such as `statusUpdate`. */
  readonly wrapped: boolean;
}

/** Messages and parts looked at per list: a dialect does not change in the middle of one. */
const SAMPLE = 4;

/** Judges a task, an update, a message or an artifact. */
export function judge(value: Json, around: Surroundings): Verdict {
  const seen = collect(value);
  if (seen.dump) return { dialect: 'a2a-v1-dump', version: seen.oldProto ? '0.3' : '1.0' };
  if (seen.oldProto) return { dialect: 'a2a-v03-proto', version: '0.3' };
  if (seen.newProto && !seen.kindMember) return { dialect: 'a2a-v1', version: '1.0' };
  if (seen.kindMember) return seen.protoWords ? { dialect: 'a2a-v1', version: '1.0' } : { dialect: 'a2a-v03', version: '0.3' };
  if (seen.protoWords) return tie(around);
  const modern = around.wrapped || claimedVersion(around.hint)?.startsWith('1') === true;
  return modern ? { dialect: 'a2a-v1', version: '1.0' } : { dialect: 'a2a-v03', ...(seen.lowerWords && { version: '0.3' }) };
}

/** Enum names, and nothing that tells 1.0 from 0.3 over REST. Read as 1.0, which loses nothing. */
function tie({ hint, enveloped }: Surroundings): Verdict {
  if (enveloped) return { dialect: 'a2a-v1', version: '1.0' };
  const version = claimedVersion(hint);
  if (version?.startsWith('0')) return { dialect: 'a2a-v03-proto', version };
  return { dialect: 'a2a-v1', ...(version !== undefined && { version }) };
}

/** The version that a request line or its headers claim, else the hint's. */
export function claimedVersion(hint: ObserveHint): string | undefined {
  const header = hint.headers?.['a2a-version'];
  const stated = header === undefined ? undefined : /^(\d+\.\d+)/.exec(header.trim())?.[1];
  if (stated !== undefined) return stated;
  if (/^application\/a2a\+json\b/i.test(hint.headers?.['content-type'] ?? '')) return '1.0';
  if (hint.version !== undefined) return hint.version;
  return /\/v1\/(?:message:|tasks|card)/.test(hint.path ?? '') ? '0.3' : undefined;
}

function collect(value: Json): Evidence {
  const seen: Evidence = {
    kindMember: false,
    dump: false,
    oldProto: false,
    newProto: false,
    protoWords: false,
    lowerWords: false,
  };
  if (!isJsonObject(value)) return seen;
  seen.kindMember = typeof value['kind'] === 'string';
  lookAtStatus(seen, value['status']);
  for (const message of [value, ...sample(value['history'])]) lookAtMessage(seen, message);
  for (const artifact of [value['artifact'], ...sample(value['artifacts'])]) {
    if (isJsonObject(artifact)) for (const part of sample(artifact['parts'])) lookAtPart(seen, part);
  }
  return seen;
}

function sample(list: Json | undefined): readonly Json[] {
  return Array.isArray(list) ? (list as readonly Json[]).slice(0, SAMPLE) : [];
}

function lookAtStatus(seen: Evidence, status: Json | undefined): void {
  if (!isJsonObject(status)) return;
  const word = status['state'];
  if (typeof word === 'number') seen.dump = true;
  if (typeof word === 'string') {
    if (word === 'TASK_STATE_CANCELLED') seen.oldProto = true;
    if (word === 'TASK_STATE_CANCELED') seen.newProto = true;
    if (word.startsWith('TASK_STATE_')) seen.protoWords = true;
    else seen.lowerWords = true;
  }
  for (const message of [status['message'], status['update']]) if (message !== undefined) lookAtMessage(seen, message);
}

function lookAtMessage(seen: Evidence, message: Json): void {
  if (!isJsonObject(message) || !Object.hasOwn(message, 'role')) return;
  const { role, parts, content } = message;
  const proto = typeof role === 'string' && role.startsWith('ROLE_');
  if (proto) seen.protoWords = true;
  if (typeof role === 'number') seen.dump = true;
  if (role === 'user' || role === 'agent') seen.lowerWords = true;
  if (typeof message['kind'] === 'string') seen.kindMember = true;
  if (Array.isArray(content) && (proto || typeof role === 'number')) seen.oldProto = true;
  if (Array.isArray(parts) && proto) seen.newProto = true;
  for (const part of [...sample(parts), ...sample(content)]) lookAtPart(seen, part);
}

function lookAtPart(seen: Evidence, part: Json): void {
  if (!isJsonObject(part)) return;
  if (isDumpedChoice(part['content'])) seen.dump = true;
  if (typeof part['kind'] === 'string') seen.kindMember = true;
  const file = part['file'];
  if (isJsonObject(file) && (Object.hasOwn(file, 'fileWithUri') || Object.hasOwn(file, 'fileWithBytes'))) seen.oldProto = true;
  if (['raw', 'url', 'mediaType', 'filename'].some((key) => typeof part[key] === 'string')) seen.newProto = true;
}

function isDumpedChoice(value: Json | undefined): value is JsonObject {
  return isJsonObject(value) && typeof value['$case'] === 'string';
}
