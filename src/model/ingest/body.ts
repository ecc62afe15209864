// What a body is, wherever it stood: a value, JSON in a text, an event stream in a text, another text, or nothing.
// The path goes on from where the body stood to what it holds.

import { looksLikeEventStream } from '../base/event-stream.ts';
import { parseJson, type Json } from '../base/json.ts';
import type { ValuePath } from '../log/row.ts';

export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: Json; readonly path: ValuePath }
  | { readonly kind: 'stream'; readonly text: string; readonly path: ValuePath }
  | { readonly kind: 'text'; readonly text: string; readonly path: ValuePath };

export const NO_BODY: Body = { kind: 'none' };

/** Looks at a body. `contentType` decides where a text could be several things; a text that is JSON is read as JSON whatever it claims. */
export function readBody(value: Json | undefined, path: ValuePath, contentType = ''): Body {
  if (value === undefined || (value === '' && !isEventStream(contentType))) return NO_BODY;
  if (typeof value !== 'string') return { kind: 'json', value, path };
  if (isEventStream(contentType) || looksLikeEventStream(value)) return { kind: 'stream', text: value, path };
  const read = /^\s*[[{"]/.test(value) ? parseJson(value) : undefined;
  return read?.ok ? { kind: 'json', value: read.value, path: `${path}/json` } : { kind: 'text', text: value, path };
}

export function isEventStream(contentType: string): boolean {
  return /^\s*text\/event-stream/i.test(contentType);
}
