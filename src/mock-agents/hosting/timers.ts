// Sleeps of an agent. The lab owns all timers; here is only what to do when one wakes.

import type { AgentIo } from '../agent-io.ts';
import type { TurnLedger } from './turn-ledger.ts';

export interface Timers extends Pick<AgentIo, 'after' | 'cancel' | 'sleep'> {
  wake(timer: number): void;
}

/** The timers of one agent over its ledger. */
export function createTimers(ledger: TurnLedger): Timers {
  const waiting = new Map<number, () => void>();
  let count = 0;

  const after: AgentIo['after'] = (ms, then, background) => {
    const timer = ++count;
    ledger.note({ op: 'sleep', timer, ms, ...(background ? { background } : {}) });
    waiting.set(timer, then);
    return timer;
  };
  const cancel: AgentIo['cancel'] = (timer) => {
    if (waiting.delete(timer)) ledger.note({ op: 'unsleep', timer });
  };
  return {
    after,
    cancel,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(reasonOf(signal));
        const stop = (): void => {
          cancel(timer);
          if (signal) reject(reasonOf(signal));
        };
        const timer = after(ms, () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        });
        signal?.addEventListener('abort', stop, { once: true });
      }),
    wake(timer) {
      const then = waiting.get(timer);
      waiting.delete(timer);
      then?.();
    },
  };
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('aborted');
}
