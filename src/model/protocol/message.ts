// A message: one turn of the conversation about a task. A2A 0.3 §6.4.

import type { JsonObject } from '../base/json.ts';
import type { Part } from './part.ts';

export type MessageId = string;
/** `user` is the caller, which for a delegated task is another agent. */
export type Role = 'user' | 'agent';

export interface Message {
  readonly messageId: MessageId;
  readonly role: Role;
  readonly parts: readonly Part[];
  readonly taskId?: string;
  readonly contextId?: string;
  readonly metadata?: JsonObject;
  readonly referenceTaskIds?: readonly string[];
}
