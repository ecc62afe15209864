// Which dialect an object is written in, judged by what is in it and not by what surrounds it: a header says what a sender
// claims, a body what it speaks. Hard evidence decides; a tie is broken by the hint and otherwise left open.

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { inV01 } from '../dialects/a2a-v01.ts';
import { inV03Proto } from '../dialects/a2a-v03-proto.ts';
import { inV1Draft } from '../dialects/a2a-v1-draft.ts';
import type { Reading } from '../dialects/reading.ts';
import type { Dialect, ObserveHint } from '../observation.ts';

/** What the body of an object shows. */
interface Evidence {
  kindMember: boolean;
  dump: boolean;
  /** Only 0.3 over REST: `content` in a message, the cancel word with two l, files under `fileWith…`. */
  oldProto: boolean;
  /** `fileWith…` beside a media type or a name: a draft of 1.0. */
  draftFile: boolean;
  /** Only 1.0: the cancel word with one l, `raw`, `url`, `mediaType`, `filename`. */
  newProto: boolean;
  /** A role name beside `parts`. */
  newMessage: boolean;
  protoWords: boolean;
  lowerWords: boolean;
  /** Parts told apart by `type`, as 0.1 does. */
  typedParts: boolean;
}

export interface Verdict {
  readonly dialect: Dialect;
  /** `Major.Minor`, undefined when the value does not tell. */
  readonly version?: string;
  /** Data may come one level down, as drafts of 1.0 have it. */
  readonly draft?: true;
}

/** A reading of what is written in the dialect judged. */
export function readingIn(reading: Reading, { dialect, version, draft }: Verdict): Reading {
  if (dialect === 'a2a-v03-proto') return inV03Proto(reading);
  if (draft === true) return inV1Draft(reading);
  return version === '0.1' ? inV01(reading) : reading;
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

const V1: Verdict = { dialect: 'a2a-v1', version: '1.0' };
const DRAFT: Verdict = { dialect: 'a2a-v1', version: '1.0', draft: true };
const V03_PROTO: Verdict = { dialect: 'a2a-v03-proto', version: '0.3' };
const V03: Verdict = { dialect: 'a2a-v03', version: '0.3' };
const V02: Verdict = { dialect: 'a2a-v03', version: '0.2' };
const SILENT: Verdict = { dialect: 'a2a-v03' };

/** Judges a task, an update, a message or an artifact. */
export function judge(value: Json, around: Surroundings): Verdict {
  const seen = collect(value);
  const { hint, enveloped, wrapped } = around;
  if (seen.dump) return { dialect: 'a2a-v1-dump', version: seen.oldProto ? '0.3' : '1.0' };
  if (seen.kindMember) return judgeMarked(seen, around);
  const proto = judgeProto(seen, enveloped);
  if (proto) return proto;
  const claimed = claimedVersion(hint);
  if (seen.protoWords || (wrapped && !seen.lowerWords)) return tie(value, enveloped, claimed);
  if (wrapped || claimed?.startsWith('1') === true) return DRAFT;
  return judgeUnmarked(seen, value, claimed);
}

/** What only one of the protobuf schemas has. */
function judgeProto(seen: Evidence, enveloped: boolean): Verdict | undefined {
  // 0.3 writes protobuf JSON over REST only: in an envelope it is a draft of 1.0.
  if (seen.draftFile || (seen.oldProto && enveloped)) return DRAFT;
  if (seen.oldProto) return V03_PROTO;
  return seen.newProto || seen.newMessage ? V1 : undefined;
}

/** `kind` is of 0.2 and 0.3; inside what is otherwise of 1.0 it was left over. */
function judgeMarked(seen: Evidence, { wrapped, hint }: Surroundings): Verdict {
  if (seen.protoWords && (wrapped || seen.newProto || claimedVersion(hint)?.startsWith('1') === true)) return V1;
  return hint.version === '0.2' ? V02 : V03;
}

/** Enum names or none, and nothing that tells 1.0 from 0.3 over REST. Read as 1.0, which loses nothing. */
function tie(value: Json, enveloped: boolean, claimed: string | undefined): Verdict {
  if (enveloped) return V1;
  if (claimed?.startsWith('0') === true) return { dialect: 'a2a-v03-proto', version: claimed };
  if (claimed !== undefined) return { dialect: 'a2a-v1', version: claimed };
  return isJsonObject(value) && value['final'] !== undefined ? V03_PROTO : { dialect: 'a2a-v1' };
}

/** The words of 0.1 to 0.3 without `kind`: left out where 0.2 and 0.3 want it, unknown to 0.1. */
function judgeUnmarked(seen: Evidence, value: Json, claimed: string | undefined): Verdict {
  if (claimed !== undefined) return { dialect: 'a2a-v03', version: claimed };
  if (seen.typedParts && isJsonObject(value) && !hasNewIds(value)) return { dialect: 'a2a-v03', version: '0.1' };
  return seen.lowerWords ? V03 : SILENT;
}

/** Ids that 0.1 does not have. */
function hasNewIds(value: JsonObject): boolean {
  return ['messageId', 'message_id', 'contextId', 'context_id', 'taskId', 'task_id'].some((key) => Object.hasOwn(value, key));
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
    draftFile: false,
    newProto: false,
    newMessage: false,
    protoWords: false,
    lowerWords: false,
    typedParts: false,
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
  if (Array.isArray(parts) && proto) seen.newMessage = true;
  for (const part of [...sample(parts), ...sample(content)]) lookAtPart(seen, part);
}

function lookAtPart(seen: Evidence, given: Json): void {
  if (!isJsonObject(given)) return;
  const part = isJsonObject(given['root']) ? given['root'] : given;
  if (isDumpedChoice(part['content'])) seen.dump = true;
  if (typeof part['kind'] === 'string') seen.kindMember = true;
  else if (typeof part['type'] === 'string') seen.typedParts = true;
  const file = part['file'];
  if (isJsonObject(file) && (Object.hasOwn(file, 'fileWithUri') || Object.hasOwn(file, 'fileWithBytes'))) {
    if (Object.hasOwn(file, 'mediaType')) seen.draftFile = true;
    else seen.oldProto = true;
  }
  if (NEW_MEMBERS.some((key) => typeof part[key] === 'string')) seen.newProto = true;
}

const NEW_MEMBERS = ['raw', 'url', 'mediaType', 'filename'];

function isDumpedChoice(value: Json | undefined): value is JsonObject {
  return isJsonObject(value) && typeof value['$case'] === 'string';
}
