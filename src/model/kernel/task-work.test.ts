// Word that a task was taken away: for the handler that asks, under every policy, and of no other ending than somebody else's.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TaskState } from '../protocol/task.ts';
import { clarifying, idle, playIn, says, stage, stored } from '../testing/policy-stage.ts';
import type { AgentHandler } from './agent-handler.ts';
import { hardened, reference } from './policy.ts';
import { statusUpdate } from './stream-events.ts';

beforeEach(() => {
  vi.useFakeTimers();
  playIn({ wait: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)), now: () => Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Works for a while, and ends in a state; keeps the signals that it was given. */
function working(end: TaskState, signals: AbortSignal[], looks: 'first' | 'last' = 'first'): AgentHandler {
  return async function* (work) {
    if (looks === 'first') signals.push(work.takenAway);
    const copy = work.setStatus(work.handed, 'working');
    yield statusUpdate(copy);
    await new Promise((resolve) => void setTimeout(resolve, 300));
    if (looks === 'last') signals.push(work.takenAway);
    if (work.task().status.state === 'working') yield statusUpdate(work.setStatus(copy, end), true);
  };
}

describe('[T.22] a handler whose task is taken away', () => {
  it.each([reference, hardened])('hears of a cancel, sooner or when it looks: $id', async (policy) => {
    for (const looks of ['first', 'last'] as const) {
      const signals: AbortSignal[] = [];
      const staged = stage(policy, working('completed', signals, looks));
      const sent = staged.ask({ kind: 'send', message: says('go') });
      await vi.advanceTimersByTimeAsync(100);
      await staged.ask({ kind: 'cancel', taskId: 'task-1' });
      if (looks === 'first') expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
      await idle(sent);
      expect(signals.map((signal) => String(signal.reason))).toEqual(['Error: the task is canceled']);
      expect(stored(staged)).toBe('canceled@3');
    }
  });

  it.each([reference, hardened])('hears nothing of an ending of its own, nor of one after its turn: $id', async (policy) => {
    for (const end of ['completed', 'failed', 'canceled', 'input-required'] as const) {
      const signals: AbortSignal[] = [];
      const staged = stage(policy, working(end, signals));
      await idle(staged.ask({ kind: 'send', message: says('go') }));
      expect(stored(staged)).toBe(`${end}@3`);
      if (end === 'input-required') await staged.ask({ kind: 'cancel', taskId: 'task-1' });
      expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    }
  });

  it('hears nothing of a cancel of its own', async () => {
    const signals: AbortSignal[] = [];
    const staged = stage(hardened, async function* (work) {
      signals.push(work.takenAway);
      yield statusUpdate(work.cancel(), true);
    });
    await idle(staged.ask({ kind: 'send', message: says('go') }));
    expect(stored(staged)).toBe('canceled@2');
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });

  it('hears of the task that is its own, and of no other', async () => {
    const signals: AbortSignal[] = [];
    const staged = stage(hardened, working('completed', signals));
    const both = Promise.all(['one', 'two'].map((text) => staged.ask({ kind: 'send', message: says(text) })));
    await vi.advanceTimersByTimeAsync(100);
    await staged.ask({ kind: 'cancel', taskId: 'task-3' });
    await idle(both);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
  });

  it('is told of it in each turn', async () => {
    const signals: AbortSignal[] = [];
    const staged = stage(hardened, (work, message, signal) => (signals.push(work.takenAway), clarifying(work, message, signal)));
    await idle(staged.ask({ kind: 'send', message: says('go') }));
    const answered = staged.ask({ kind: 'send', message: says('more', { taskId: 'task-1' }) });
    await vi.advanceTimersByTimeAsync(50);
    await staged.ask({ kind: 'cancel', taskId: 'task-1' });
    await idle(answered);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
  });
});
