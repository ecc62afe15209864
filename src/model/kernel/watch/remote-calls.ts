// Asking a remote agent within the table's limits: so long, so often, and whatever goes wrong comes back as a name.
// SPEC.md W.12.

import { TIMED_OUT } from './remote-failure.ts';
import type { RemoteAnswer, StandInPorts } from './stand-in-ports.ts';
import { FETCH_PAUSE_MS, FOLLOW_HEARTBEAT_MS, type RemoteCallRule } from './watch-constants.ts';

type Ask<T> = (signal: AbortSignal) => Promise<RemoteAnswer<T>>;

const NO_ANSWER = { ok: false, failure: { errorType: TIMED_OUT } } as const;
/** An error's name may be anything that its thrower likes. */
const PLAIN_NAME = /^[A-Za-z_$][\w$.]{0,63}$/;

/** The name of what was thrown, and nothing else of it. */
export function errorTypeOf(thrown: unknown): string {
  return thrown instanceof Error ? plainName(thrown.name) : 'Error';
}

function plainName(name: string): string {
  return PLAIN_NAME.test(name) ? name : 'Error';
}

/** One try. The call is aborted when its time is over or the signal is; one that does not hear it is let go within a heartbeat. */
export async function askWithin<T>(
  clock: StandInPorts['clock'],
  limitMs: number,
  ask: Ask<T>,
  signal: AbortSignal,
): Promise<RemoteAnswer<T>> {
  const call = new AbortController();
  const over = new AbortController();
  const isOver = new AbortController();
  const stop = (): void => {
    call.abort(signal.reason);
    over.abort();
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const late = sleepUnless(clock, limitMs, over.signal)
    .then(() => (signal.aborted ? sleepUnless(clock, FOLLOW_HEARTBEAT_MS, isOver.signal) : undefined))
    .then(() => NO_ANSWER);
  try {
    return plain(await Promise.race([ask(call.signal), late]));
  } catch (thrown) {
    return { ok: false, failure: { errorType: errorTypeOf(thrown) } };
  } finally {
    signal.removeEventListener('abort', stop);
    isOver.abort();
    over.abort();
    call.abort();
  }
}

/** Sleeps, less long where it is told so. A clock that fails is no end of a sleep. */
async function sleepUnless(clock: StandInPorts['clock'], ms: number, over: AbortSignal): Promise<void> {
  try {
    await clock.sleep(ms, over);
  } catch (thrown) {
    if (!over.aborted) throw thrown;
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
