// Handlers take their time before each thing they do, so that a person can see them work. Ending takes none.

import { textPart } from '../../model/kernel/parts.ts';
import type { AgentHandler } from '../../model/kernel/agent-handler.ts';
import type { Message } from '../../model/protocol/message.ts';
import type { Task } from '../../model/protocol/task.ts';
import type { HandOn } from '../hosting/handing-on.ts';

/** Waits one step of virtual time; rejects when nobody reads any more. */
type Pace = (signal: AbortSignal) => Promise<void>;
export type PacedHandler = (pace: Pace, handOn: HandOn) => AgentHandler;

/** What an agent says about a task of its own. */
export function agentSays(task: Task, messageId: string, text: string): Message {
  return { messageId, role: 'agent', parts: [textPart(text)], taskId: task.taskId, contextId: task.contextId };
}
