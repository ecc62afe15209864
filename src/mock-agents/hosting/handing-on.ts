// Handing work on: an agent that serves a task and, in its turn, is the caller of another one. It acts for its own caller: the
// tenant, user and scopes are those of the task's caller, and the chain is the one of its task, unless it is told to lie.

import type { ServedProtocol } from '../../model/adapters/protocol-port.ts';
import type { TaskWork } from '../../model/kernel/agent-handler.ts';
import type { AgentCard } from '../../model/protocol/agent-card.ts';
import type { CallerContext } from '../../model/protocol/caller-context.ts';
import type { Operation } from '../../model/protocol/operation.ts';
import type { Part } from '../../model/protocol/part.ts';
import type { AgentName, Task } from '../../model/protocol/task.ts';
import { type AgentIo, CallLost } from '../agent-io.ts';
import type { HandingOn } from '../lesson.ts';
import { askAgent, type Conditions, denialBeforehand } from './asking.ts';

/** To whom, with the card that is known of it. */
export interface OnwardSettings extends HandingOn {
  readonly card: AgentCard;
}

/** What came of work that was handed on: a task in whatever state, or no task and why. */
export type HandedOn =
  | { readonly kind: 'task'; readonly to: AgentName; readonly task: Task }
  | { readonly kind: 'refused'; readonly to: AgentName; readonly code: string; readonly reason: string };

/** Delegates in the name of whoever's task is worked on, and waits for the answer. */
export type HandOn = (work: TaskWork, parts: readonly Part[], signal: AbortSignal) => Promise<HandedOn>;

interface Caller {
  readonly io: AgentIo;
  readonly protocol: ServedProtocol;
  readonly conditions: Conditions;
  readonly maxDepth: number;
}

/** An agent that knows no other one cannot hand work on. */
export const handOnToNobody: HandOn = () =>
  Promise.resolve({ kind: 'refused', to: 'nobody', code: 'UNKNOWN_AGENT', reason: 'this agent knows no other' });

/** How an agent hands work on. */
export function createHandOn(from: Caller, onward: OnwardSettings | undefined): HandOn {
  if (!onward) return handOnToNobody;
  const { to, card } = onward;
  let asked = 0;
  return async (work, parts, signal) => {
    asked += 1;
    const caller = onwardCaller(from.io.agent, work, onward);
    const message = { messageId: `${from.io.agent}-${asked}`, role: 'user', parts, referenceTaskIds: [work.taskId] } as const;
    const operation: Operation = { kind: 'send', message };
    const question = { agent: to, card, operation, caller, requestId: asked };
    const denial = denialBeforehand(from.conditions, question, { maxDepth: from.maxDepth, onFact: from.io.fact });
    if (denial) return { kind: 'refused', to, ...denial };
    try {
      const result = await askAgent(from.io, from, question, { signal });
      if (result.kind === 'task') return { kind: 'task', to, task: result.task };
      const { code, message: reason } =
        result.kind === 'error' ? result.error : { code: 'NO_TASK', message: `the answer is a ${result.kind}, and no task` };
      return { kind: 'refused', to, code, reason };
    } catch (error) {
      if (!(error instanceof CallLost)) throw error;
      return { kind: 'refused', to, code: 'UNAVAILABLE', reason: error.message };
    }
  };
}

/** Somebody who says another chain than it was handed has nothing to show for it. */
function onwardCaller(agentId: AgentName, work: TaskWork, { chain, dataClassification }: HandingOn): CallerContext {
  const { chainProof, ...handed } = work.caller;
  return {
    ...handed,
    agentId,
    dataClassification: dataClassification === 'kept' ? handed.dataClassification : dataClassification,
    delegationChain: chain === 'kept' ? work.task().delegationChain : chain,
    ...(chain === 'kept' && chainProof ? { chainProof } : {}),
  };
}
