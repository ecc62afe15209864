// Writes a task as a run of ACP 1.0 with the request that began it: what any reader of ACP understands, with no private marks.
// What has no place there is in the losses of acp.ts. Nothing is made up: a time that no task states is null.

import type { JsonObject } from '../../base/json.ts';
import type { ObservedState, Task } from '../../protocol/task.ts';
import { encodeAcpPart } from './acp-parts.ts';
import { planRun, type PlannedPart, type RunPlan } from './acp-plan.ts';
import { isAcpRole, STATUS_OF_STATE } from './acp-words.ts';

/** A run and the request that began it. */
export interface RunExchange extends JsonObject {
  readonly request: JsonObject;
  readonly run: JsonObject;
}

/**
 * Writes a task as a run.
 * @param agentName whose run it is; a task does not say it
 */
export function encodeRun(task: Task<ObservedState>, agentName = 'agent'): RunExchange {
  return encodePlanned(task, planRun(task), agentName);
}

/** The same for a plan that is at hand. */
export function encodePlanned(task: Task<ObservedState>, plan: RunPlan, agentName: string): RunExchange {
  const session = task.contextId === '' ? null : task.contextId;
  const role = isAcpRole(`agent/${agentName}`) ? `agent/${agentName}` : 'agent';
  const { state, timestamp } = task.status;
  const ended = state === 'completed' || state === 'canceled' || state === 'failed' || state === 'rejected';
  return {
    request: {
      agent_name: agentName,
      session_id: session,
      input: plan.input.map(({ parts }) => encodeMessage('user', parts)),
      mode: 'sync',
    },
    run: {
      run_id: task.taskId,
      agent_name: agentName,
      session_id: session,
      status: STATUS_OF_STATE[state],
      await_request: plan.question ? { type: 'message', message: encodeMessage(role, plan.question.parts) } : null,
      output: plan.output.map(({ parts }) => encodeMessage(role, parts)),
      error:
        state === 'failed' || state === 'rejected' ? { code: 'server_error', message: plan.failure?.part.text ?? '', data: null } : null,
      created_at: null,
      finished_at: ended ? (timestamp ?? null) : null,
    },
  };
}

function encodeMessage(role: string, parts: readonly PlannedPart[]): JsonObject {
  return { role, parts: parts.map(({ part, name }) => encodeAcpPart(part, name)) };
}
