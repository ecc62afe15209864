// From the value of a row to the payload inside its envelope, by the path that the adapters found it at.

import type { Json } from '../base/json.ts';
import { resolveValuePath } from '../log/value-path.ts';

/** The payload at a path of an observation (`/.result/.task`); the value itself where the path leads nowhere. */
export function payloadAt(value: Json, payloadPath: string): Json {
  const found = resolveValuePath(value, payloadPath.replace(/^\//, ''));
  return found.ok ? found.value : value;
}
