// What is wrong with a text itself, in the words of the rules about texts (adapters/sight.ts carries them to whoever judges).

import type { Said } from '../adapters/observation.ts';
import type { Sight, TextFault } from '../adapters/sight.ts';

/** A frame that is whole and whose lines go on without `data:`, as documents print it. */
export const UNPREFIXED: TextFault = {
  rule: 'sse-malformed-frame',
  why: 'The data of this event goes on in lines without "data:"; a client would see its first line alone.',
};
/** An event that holds several values, one a line: the blank lines between events are missing. */
export const RUN_TOGETHER: TextFault = {
  rule: 'sse-malformed-frame',
  why: 'No blank line parts these events; a client would see one event whose data is not JSON.',
};
/** A frame whose data is JSON and nothing that a stream may hold. */
const UNKNOWN_SHAPE: TextFault = {
  rule: 'sse-malformed-frame',
  why: 'The data of this event is JSON, and none of the shapes that a stream may hold.',
};
/** The text stops inside a value. */
export const TRUNCATED: TextFault = {
  rule: 'truncated-input',
  why: 'The text stops inside a value: the capture or the paste was cut.',
};

/** Protocols that a value may belong to instead, by the word of `Said.looksLike`. */
const OTHER_PROTOCOLS: ReadonlySet<string> = new Set([
  'agent-client-protocol',
  'agent-connect-protocol',
  'acp-draft',
  'mcp',
  'langgraph',
  'openai',
  'anthropic',
  'gemini',
]);

/** The fault of a value that is no agent traffic: another protocol, or an event of a stream that has no known shape. */
export function shapeFault(as: Sight['as'], said: Said | undefined): TextFault | undefined {
  if (said?.kind !== 'unrecognised') return undefined;
  const { looksLike, why } = said;
  if (looksLike !== undefined && OTHER_PROTOCOLS.has(looksLike)) {
    const fault: TextFault = { rule: 'unsupported-protocol', why: `This is ${why}, which this page does not judge.` };
    return as === 'event' ? { ...fault, ofEvent: true } : fault;
  }
  // ACP lets an agent stream whatever it likes under `generic`.
  return as === 'event' && looksLike !== 'acp-generic' ? UNKNOWN_SHAPE : undefined;
}
