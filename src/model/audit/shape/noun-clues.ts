// Evidence of versions in messages, statuses and parts.

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { BIT } from './clue-kinds.ts';

/** Parts looked at in a list: a sender does not change its version in the middle of one. */
const SAMPLE = 8;

/** Evidence in a status, and in its message. */
export function statusBits(status: Json | undefined, isRpc: boolean): number {
  if (!isJsonObject(status)) return 0;
  const { state, message } = status;
  let bits = typeof state === 'string' ? stateBits(state, isRpc) : 0;
  if (isJsonObject(message)) bits |= messageBits(message, isRpc);
  return bits;
}

const LOWER_STATES: ReadonlySet<string> = new Set([
  'submitted',
  'working',
  'input-required',
  'completed',
  'canceled',
  'failed',
  'rejected',
  'auth-required',
]);

function stateBits(state: string, isRpc: boolean): number {
  if (LOWER_STATES.has(state)) return BIT.lowerWord;
  if (!state.startsWith('TASK_STATE_')) return 0;
  if (state === 'TASK_STATE_CANCELLED') return BIT.twoLs;
  // Over HTTP+JSON 0.3 follows its proto: the names alone say nothing there.
  return (state === 'TASK_STATE_CANCELED' ? BIT.oneL : 0) | (isRpc ? BIT.protoWord : 0);
}

/** Evidence in a message and its parts. */
export function messageBits(message: JsonObject, isRpc: boolean): number {
  const { role, kind, parts, content } = message;
  let bits = kind === 'message' ? BIT.kind : 0;
  const isProto = typeof role === 'string' && role.startsWith('ROLE_');
  if (role === 'user' || role === 'agent') bits |= BIT.lowerWord;
  else if (isProto && isRpc) bits |= BIT.protoWord;
  if (Array.isArray(content) && isProto) bits |= BIT.content | partsBits(content as readonly Json[]);
  if (Array.isArray(parts)) bits |= (isProto ? BIT.protoParts : 0) | partsBits(parts as readonly Json[]);
  return bits;
}

/** Evidence in a list of parts. */
export function partsBits(parts: Json | undefined): number {
  if (!Array.isArray(parts)) return 0;
  let bits = 0;
  const most = Math.min(parts.length, SAMPLE);
  for (let index = 0; index < most; index += 1) {
    const part = (parts as readonly Json[])[index];
    if (isJsonObject(part)) bits |= partBits(part);
  }
  return bits;
}

const CONTENTS: ReadonlySet<string> = new Set(['text', 'file', 'data']);

function partBits(part: JsonObject): number {
  const { kind, type, file } = part;
  if (typeof kind === 'string') return CONTENTS.has(kind) ? BIT.partKind : 0;
  if (typeof type === 'string') return CONTENTS.has(type) ? BIT.partType : 0;
  if (isJsonObject(file)) return Object.hasOwn(file, 'fileWithUri') || Object.hasOwn(file, 'fileWithBytes') ? BIT.protoFile : 0;
  const isModern = ['raw', 'url', 'mediaType', 'filename'].some((key) => typeof part[key] === 'string');
  return isModern ? BIT.modernPart : 0;
}
