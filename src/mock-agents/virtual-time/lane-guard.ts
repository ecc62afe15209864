// What an agent's port says, decoded like any stranger's message: an agent may have got hold of the port itself.

import { isJsonObject, type Json, member, textMember } from '../../model/base/json.ts';
import { KERNEL_KINDS } from '../../model/log/row-kind.ts';
import type { FromAgent, Op } from '../lanes.ts';
import { CHARACTERS_PER_TURN, charactersOf, OPS_PER_TURN } from './constants.ts';

const FACT_KINDS: ReadonlySet<string> = new Set(KERNEL_KINDS.filter((kind) => kind !== 'episode-ended'));

/** The message, or undefined where it is none of the lanes'. */
export function decodeFromAgent(data: unknown): FromAgent | undefined {
  const turn = member(data, 'turn');
  if (!isCount(turn)) return undefined;
  const why = textMember(data, 'why');
  const type = textMember(data, 'type');
  if (type === 'fatal' && why !== undefined) return { type, turn, why: why.slice(0, 500) };
  const ops = member(data, 'ops');
  if (type !== 'idle' || !Array.isArray(ops) || ops.length > OPS_PER_TURN || !ops.every(isOp)) return undefined;
  const characters = ops.reduce((sum, op) => sum + charactersOf(op), 0);
  return characters > CHARACTERS_PER_TURN ? undefined : { type, turn, ops };
}

function isOp(value: unknown): value is Op {
  switch (textMember(value, 'op')) {
    case 'head':
      return has(value, 'exchange') && isHead(member(value, 'head')) && isTextOrAbsent(member(value, 'text'));
    case 'chunk':
      return has(value, 'exchange') && textMember(value, 'text') !== undefined;
    case 'end':
      return has(value, 'exchange');
    case 'lost':
      return has(value, 'exchange') && textMember(value, 'why') !== undefined;
    case 'sleep':
      return has(value, 'timer') && isDuration(member(value, 'ms'));
    case 'unsleep':
      return has(value, 'timer');
    case 'call':
      return has(value, 'call') && has(value, 'credit') && textMember(value, 'to') !== undefined && isRequest(member(value, 'request'));
    case 'took':
      return has(value, 'call') && has(value, 'count');
    case 'hangup':
      return has(value, 'call');
    case 'store':
      return has(value, 'store') && textMember(value, 'list') !== undefined && isWish(member(value, 'wish'));
    case 'fact':
      return FACT_KINDS.has(textMember(member(value, 'fact'), 'kind') ?? '');
    default:
      return false;
  }
}

function has(value: unknown, key: string): boolean {
  return isCount(member(value, key));
}
function isCount(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
function isDuration(value: Json | undefined): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
function isTextOrAbsent(value: Json | undefined): boolean {
  return value === undefined || typeof value === 'string';
}
function isWish(value: Json | undefined): boolean {
  const kind = textMember(value, 'kind');
  return kind === 'load' || ((kind === 'append' || kind === 'replace') && textMember(value, 'text') !== undefined);
}
function isHeaders(value: Json | undefined): boolean {
  return isJsonObject(value) && Object.values(value).every((header) => typeof header === 'string');
}
function isHead(value: Json | undefined): boolean {
  return isCount(member(value, 'status')) && isHeaders(member(value, 'headers'));
}
function isRequest(value: Json | undefined): boolean {
  const texts = ['method', 'path', 'body'].every((key) => textMember(value, key) !== undefined);
  return texts && isHeaders(member(value, 'headers'));
}
