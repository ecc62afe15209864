// Whose task it is. A task belongs to the tenant, agent and user that began it; for everybody else it is not there, in the very
// words in which an unknown one is not there (critique R06). What its owner may add to it is asked after that.

import { rankOf } from '../classification.ts';
import type { AccessQuestion, ReplyQuestion } from '../policy.ts';
import type { Check } from '../policy-entry.ts';
import { INTERRUPTED_STATES, isTerminal } from '../transition-table.ts';

const OWNER: Check<AccessQuestion> = {
  id: 'owner-only',
  title: 'A task is there for the tenant, agent and user that began it',
  critique: 'R06',
  default: true,
  check: ({ caller, record, task }) =>
    record.tenant === caller.tenant && record.agentId === caller.agentId && record.userId === caller.userId
      ? undefined
      : { code: 'TASK_NOT_FOUND', message: `no such task: ${task.taskId}` },
};

export const HARDENED_ACCESS: readonly Check<AccessQuestion>[] = [OWNER];

const LIVE: Check<ReplyQuestion> = {
  id: 'reply-to-live-task',
  title: 'A reply needs a task that is not terminal',
  critique: 'R29',
  default: true,
  check: ({ task }) =>
    isTerminal(task.status.state) ? { code: 'TASK_TERMINAL', message: `task ${task.taskId} is ${task.status.state}` } : undefined,
};

const WAITING: Check<ReplyQuestion> = {
  id: 'reply-to-question',
  title: 'A reply needs a task that waits for one and is not being worked on',
  critique: 'R29',
  default: true,
  check: ({ task, isAtWork }) => {
    if (!INTERRUPTED_STATES.has(task.status.state)) {
      return { code: 'NOT_WAITING', message: `task ${task.taskId} is ${task.status.state} and waits for no message` };
    }
    return isAtWork ? { code: 'NOT_WAITING', message: `task ${task.taskId} is being worked on` } : undefined;
  },
};

const SAME_CONTEXT: Check<ReplyQuestion> = {
  id: 'reply-in-its-context',
  title: "A reply names the task's context or none",
  critique: 'R07',
  default: true,
  check: ({ task, message, contextId = message.contextId }) =>
    contextId === undefined || contextId === '' || contextId === task.contextId
      ? undefined
      : { code: 'INVALID_PARAMS', message: `task ${task.taskId} belongs to another context` },
};

const LABEL_HELD: Check<ReplyQuestion> = {
  id: 'label-only-raised',
  title: 'What a task carries is never called less guarded than before',
  critique: 'R53',
  default: true,
  check: ({ caller, record, task }) =>
    (rankOf(caller.dataClassification) ?? 0) >= (rankOf(record.dataClassification) ?? 0)
      ? undefined
      : {
          code: 'CLASSIFICATION_LOWERED',
          message: `task ${task.taskId} carries ${record.dataClassification}; a reply may not be ${caller.dataClassification}`,
        },
};

export const HARDENED_REPLIES: readonly Check<ReplyQuestion>[] = [LIVE, WAITING, SAME_CONTEXT, LABEL_HELD];
