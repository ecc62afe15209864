// Asking a remote agent within the table's limits: so long, so often, and whatever goes wrong comes back as a name.
// SPEC.md W.12.

import type { RemoteAnswer, StandInPorts } from './stand-in-ports.ts';
import { FETCH_PAUSE_MS, type RemoteCallRule } from './watch-constants.ts';

type Ask<T> = (signal: AbortSignal) => Promise<RemoteAnswer<T>>;

const TIMED_OUT = { ok: false, failure: { errorType: 'TimedOut' } } as const;
/** An error's name may be anything that its thrower likes. */
const PLAIN_NAME = /^[A-Za-z_$][\w$.]{0,63}$/;

/** The name of what was thrown, and nothing else of it. */
export function errorTypeOf(thrown: unknown): string {
  return thrown instanceof Error ? plainName(thrown.name) : 'Error';
}

function plainName(name: string): string {
  return PLAIN_NAME.test(name) ? name : 'Error';
}

/** One try. The call is aborted when its time is over or the signal is. */
export async function askWithin<T>(
  clock: StandInPorts['clock'],
  limitMs: number,
  ask: Ask<T>,
  signal: AbortSignal,
): Promise<RemoteAnswer<T>> {
  const call = new AbortController();
  const over = new AbortController();
  const stop = (): void => call.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const late = clock.sleep(limitMs, over.signal).then(
    () => TIMED_OUT,
    (thrown: unknown) => {
      if (!over.signal.aborted) throw thrown;
      return TIMED_OUT;
    },
  );
  try {
    return plain(await Promise.race([ask(call.signal), late]));
  } catch (thrown) {
    return { ok: false, failure: { errorType: errorTypeOf(thrown) } };
  } finally {
    signal.removeEventListener('abort', stop);
    over.abort();
    call.abort();
  }
}

function plain<T>(answer: RemoteAnswer<T>): RemoteAnswer<T> {
  if (answer.ok) return answer;
  return { ok: false, failure: { ...answer.failure, errorType: plainName(answer.failure.errorType) } };
}

/** As many tries as the rule allows, with a pause between two. */
export async function askOften<T>(
  clock: StandInPorts['clock'],
  { attempts, limitMs }: RemoteCallRule,
  ask: Ask<T>,
  signal: AbortSignal,
): Promise<RemoteAnswer<T>> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await askWithin(clock, limitMs, ask, signal);
    if (answer.ok || answer.failure.isGone === true || attempt >= attempts || signal.aborted) return answer;
    try {
      await clock.sleep(FETCH_PAUSE_MS, signal);
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
      return answer;
    }
  }
}
