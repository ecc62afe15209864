// Faults of a peer that is too slow, or stands still: its work takes its own time, or none passes for it any more. They begin
// when the task has said that it is working, so that from outside both look the same.

import type { Fact } from '../../model/log/fact.ts';
import type { TaskId } from '../../model/protocol/task.ts';
import type { AgentIo } from '../agent-io.ts';
import type { Fault } from '../experiment.ts';
import type { StruckOrders } from './struck-orders.ts';

type TimeIo = Pick<AgentIo, 'sleep' | 'after' | 'fact'>;

/**
 * The time of an agent under a fault. Whose time it is tells the last fact: one input of the lab moves one task, and a task
 * writes before it waits.
 */
export function stoppedTime(io: AgentIo, fault: Fault, orders: StruckOrders): TimeIo {
  const hung = new Set<TaskId>();
  const slowed = new Set<TaskId>();
  let current: TaskId = '';
  let isLongStep = false;

  const beginWork = (taskId: TaskId): void => {
    if (!orders.isMeantTask(taskId)) return;
    if (fault.mode === 'hang' && !hung.has(taskId) && orders.strike(`${taskId} goes no further`)) hung.add(taskId);
    if (fault.mode !== 'slow' || slowed.has(taskId)) return;
    slowed.add(taskId);
    isLongStep = orders.strike(`the next step of ${taskId} takes ${fault.slowMs} ms`);
  };
  return {
    fact(fact: Fact) {
      orders.hear(fact);
      io.fact(fact);
      if ('taskId' in fact && fact.taskId !== undefined) current = fact.taskId;
      if (fact.kind === 'status-stored' && fact.state === 'working') beginWork(fact.taskId);
    },
    sleep(ms, signal) {
      if (hung.has(current)) return neverUnlessAborted(signal);
      const isLong = isLongStep;
      isLongStep = false;
      return io.sleep(isLong ? fault.slowMs : ms, signal);
    },
    after(ms, then, background) {
      const taskId = current;
      return io.after(ms, () => void (hung.has(taskId) || then()), background);
    },
  };
}

/** Waits for nothing but the abort of a signal. */
export function neverUnlessAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = (): void => reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}
