// Waiting for something, but not past an instant. The clock and its timers are handed in.

import type { ClientPorts } from './client-settings.ts';

export type Waited<T> = { readonly kind: 'came'; readonly value: T } | { readonly kind: 'late' };

const LATE: Waited<never> = { kind: 'late' };
/** A wait without an end is made of these, so that a virtual clock has something to go on to. */
const LONGEST_SLEEP = 60_000;

/**
 * Waits for work until an instant of the client's clock, for ever where that is null.
 * @returns what the work came to, or that it was late; late work goes on, and what becomes of it is the caller's business
 * @throws what the work rejects with as long as it is awaited, and the reason of an aborted `ports.signal`
 */
export async function within<T>(work: Promise<T>, until: number | null, ports: ClientPorts): Promise<Waited<T>> {
  const timer = new AbortController();
  const stop = (): void => timer.abort();
  const late = sleepUntil(until ?? Infinity, ports, timer.signal).then(
    () => LATE,
    (): Waited<never> => {
      if (ports.signal?.aborted) throw ports.signal.reason;
      // A timer that is no longer needed is aborted, and rejects: by then nobody listens.
      return LATE;
    },
  );
  ports.signal?.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work.then((value): Waited<T> => ({ kind: 'came', value })), late]);
  } finally {
    ports.signal?.removeEventListener('abort', stop);
    stop();
  }
}

async function sleepUntil(until: number, ports: ClientPorts, signal: AbortSignal): Promise<void> {
  do await ports.sleep(Math.max(0, Math.min(until - ports.now(), LONGEST_SLEEP)), signal);
  while (ports.now() < until);
}
