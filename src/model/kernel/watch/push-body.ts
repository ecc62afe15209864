// What a push body is read for, and nothing else of it: the remote task it is about and the state that it claims. The reader is
// handed in, for wires are the adapters' business. SPEC.md W.6, W.9.

import type { Json } from '../../base/json.ts';
import type { ToldStatus } from './turn-mapping.ts';

export interface PushBody {
  readonly remoteTaskId: string;
  /** Undefined for an artifact or a message, which claims no state. */
  readonly status?: ToldStatus;
}

/** @returns undefined where the value is no push, or names no task */
export type ReadPushBody = (body: Json) => PushBody | undefined;
