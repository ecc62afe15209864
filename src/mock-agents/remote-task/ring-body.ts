// The body of a ring: a push as the protocol writes it, or one that is spoiled in the way that its settings say.

import { isJsonObject, type Json } from '../../model/base/json.ts';
import type { Ring } from '../watch-scene.ts';

const NO_JSON = 'the bell rings, and this is no JSON';
const PADDING = 'padding';

/** @param push the body of a true push: an object, as JSON text */
export function ringBody({ body, bytes }: Pick<Ring, 'body' | 'bytes'>, push: string): string {
  const text = body === 'no-json' ? NO_JSON : body === 'no-task-id' ? withoutTaskId(push) : push;
  if (bytes === null) return text;
  const missing = bytes - new TextEncoder().encode(text).length;
  // Nothing is cut off: a body that is longer already stays as it is.
  return missing <= 0 ? text : padded(text, missing);
}

/** The member that is filled is read by nobody; a gap too small for one is filled behind the body, where JSON allows spaces. */
function padded(text: string, missing: number): string {
  const empty = `{"${PADDING}":"",`;
  const room = missing - (empty.length - 1);
  if (!text.startsWith('{') || room < 0) return text + ' '.repeat(missing);
  return `{"${PADDING}":"${'x'.repeat(room)}",${text.slice(1)}`;
}

/** The task stands in the body itself (A2A 0.3) or in its member `task` (1.0). */
function withoutTaskId(push: string): string {
  const value = JSON.parse(push) as Json;
  if (!isJsonObject(value)) return push;
  const { id: _id, ...rest } = value;
  const { task } = rest;
  if (!isJsonObject(task)) return JSON.stringify(rest);
  const { id: _taskId, ...unnamed } = task;
  return JSON.stringify({ ...rest, task: unnamed });
}
