// What a message must be before a hardened server acts on it: bounded, of the caller's own role, in a context that its tenant may
// use, in forms that the card offers (critique R07, R18, R30, R32, R40).

import { digestOf } from '../../base/text-digest.ts';
import type { OperationError } from '../../protocol/operation.ts';
import type { Part } from '../../protocol/part.ts';
import { frozenCopy } from '../frozen-copy.ts';
import type { MessageQuestion } from '../policy.ts';
import type { Check } from '../policy-entry.ts';
import { REPEATS_BY_NAME, type IntakeStrategy, type RepeatStrategy } from '../strategies.ts';

const invalid = (message: string): OperationError => ({ code: 'INVALID_PARAMS', message });

const HAS_PARTS: Check<MessageQuestion> = {
  id: 'message-has-parts',
  title: 'A message says something',
  critique: 'R40',
  default: true,
  check: ({ message }) => (message.parts.length > 0 ? undefined : invalid('a message needs at least one part')),
};

/** Addresses that a reader of the message could be made to run or to read from its own disk. */
const FILE_SCHEMES: ReadonlySet<string> = new Set(['https:', 'http:', 's3:', 'gs:', 'urn:']);

function faultOf(part: Part): string | undefined {
  switch (part.kind) {
    case 'text':
      return part.text === undefined || typeof part.text !== 'string' ? 'a text part needs text' : undefined;
    case 'data':
      return part.data === undefined ? 'a data part needs data' : undefined;
    case 'file':
      if (part.bytes !== undefined) return undefined;
      if (part.uri === undefined || !URL.canParse(part.uri)) return 'a file part needs bytes or an absolute uri';
      return FILE_SCHEMES.has(new URL(part.uri).protocol) ? undefined : `a file part may not use ${new URL(part.uri).protocol}`;
    default:
      return 'a part is text, file or data';
  }
}

const CLOSED_PARTS: Check<MessageQuestion> = {
  id: 'closed-parts',
  title: 'Each part has what its kind needs, and files have addresses that can be fetched',
  critique: 'R40',
  default: true,
  check: ({ message }) => {
    for (const part of message.parts) {
      const fault = faultOf(part);
      if (fault !== undefined) return invalid(fault);
    }
    return undefined;
  },
};

/** Without parameters and case: `Text/Plain; charset=utf-8` is `text/plain`. */
function mediaType(mode: string): string {
  return (mode.split(';', 1)[0] ?? '').trim().toLowerCase();
}

function accepts(mode: string, type: string): boolean {
  const offered = mediaType(mode);
  return offered === '*/*' || offered === type || (offered.endsWith('/*') && type.startsWith(offered.slice(0, -1)));
}

const OFFERED_MODES: Check<MessageQuestion> = {
  id: 'offered-input-modes',
  title: 'A part of a stated media type is of one that the card takes',
  critique: 'R18',
  default: true,
  check: ({ message, card }) => {
    for (const { mimeType } of message.parts) {
      if (mimeType === undefined || card.defaultInputModes.some((mode) => accepts(mode, mediaType(mimeType)))) continue;
      return { code: 'CONTENT_TYPE_NOT_SUPPORTED', message: `${card.name} takes ${card.defaultInputModes.join(', ')}, not ${mimeType}` };
    }
    return undefined;
  },
};

const OFFERED_STREAM: Check<MessageQuestion> = {
  id: 'offered-streaming',
  title: 'A stream is served where the card offers streams',
  critique: 'R18',
  default: true,
  check: ({ card, isStream }) =>
    isStream && !card.streaming ? { code: 'UNSUPPORTED', message: `${card.name} does not offer streams` } : undefined,
};

const OWN_CONTEXT: Check<MessageQuestion> = {
  id: 'own-context',
  title: 'A context belongs to the tenant that began it',
  critique: 'R07',
  default: true,
  // Told alike whether the context is another's or could be: who asks learns nothing about others.
  check: ({ caller, contextTenant }) =>
    contextTenant === undefined || contextTenant === caller.tenant
      ? undefined
      : { code: 'CONTEXT_NOT_ALLOWED', message: 'this context cannot be used here' },
};

export const HARDENED_MESSAGES: readonly Check<MessageQuestion>[] = [HAS_PARTS, CLOSED_PARTS, OFFERED_STREAM, OFFERED_MODES, OWN_CONTEXT];

/** A caller speaks as user, and keeps no hand in what the server keeps. */
export const TAKE_AS_USER: IntakeStrategy = {
  id: 'take-as-user',
  title: "A message is taken as the caller's own, and as a copy that nobody can change",
  critique: 'R30',
  default: true,
  take: (message) => frozenCopy({ ...message, role: 'user' as const }),
  keep: frozenCopy,
};

/** A message that says something else is another wish, whatever it is called: not every client counts well. */
export const REPEATS_BY_MESSAGE: RepeatStrategy = {
  ...REPEATS_BY_NAME,
  id: 'repeats-by-message',
  title: 'A message that is sent twice by its caller is done once',
  nameOf: ({ clientRef, message }) =>
    clientRef ?? `message ${message.messageId} ${digestOf(JSON.stringify([message.parts, message.metadata ?? null]))}`,
};
