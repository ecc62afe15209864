// The task lifecycle as one XState machine: which moves are legal, which states are terminal and in which the callee waits
// for its caller. No timers, no invokes: the machine is a drawing of the rules and a pure function. Everything else that
// knows the lifecycle (transition-table.ts) is read off it. A2A 0.3 §6.3; SPEC.md T.1–T.4.

import { setup } from 'xstate';
import type { TaskState } from '../protocol/task.ts';

/** A move is named by the state it leads to. */
export interface LifecycleEvent {
  readonly type: TaskState;
}

/** The authority on our kernel's lifecycle. */
export const lifecycleMachine = setup({
  types: { events: {} as LifecycleEvent, tags: {} as 'interrupted' },
}).createMachine({
  id: 'task',
  initial: 'submitted',
  states: {
    // No move to completed: a completion without work has no middle that an auditor could read.
    submitted: {
      on: {
        working: 'working',
        'auth-required': 'auth-required',
        canceled: 'canceled',
        failed: 'failed',
        rejected: 'rejected',
      },
    },
    working: {
      on: {
        'input-required': 'input-required',
        'auth-required': 'auth-required',
        completed: 'completed',
        canceled: 'canceled',
        failed: 'failed',
      },
    },
    // No move to rejected: who has asked a question has accepted the task, giving up now is a failure.
    'input-required': {
      tags: 'interrupted',
      on: { working: 'working', canceled: 'canceled', failed: 'failed' },
    },
    // Rejected is legal here: the credential that was asked for may show that the task is not permitted.
    'auth-required': {
      tags: 'interrupted',
      on: { working: 'working', canceled: 'canceled', failed: 'failed', rejected: 'rejected' },
    },
    completed: { type: 'final' },
    canceled: { type: 'final' },
    failed: { type: 'final' },
    rejected: { type: 'final' },
  },
});
