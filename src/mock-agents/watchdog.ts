// The only file of the lab that knows real time, and none of it enters a log: a figure here decides at most *that* an agent
// that never answers is ended. Time is counted in ticks, so a machine that slept through a turn costs one tick and no verdict.

export interface WatchdogSettings {
  /** How long a turn may keep its token. */
  readonly turnMillis: number;
  /** How long a worker may take to load and boot. Long: its code may come over a slow network, and a script that fails says so itself. */
  readonly bootMillis: number;
  /** How long undeclared work gets to speak up before an episode is called stalled. */
  readonly graceMillis: number;
}
const WATCHDOG_SETTINGS: WatchdogSettings = { turnMillis: 1_500, bootMillis: 60_000, graceMillis: 50 };
const TICKS_PER_TURN = 6;

export interface Watchdog {
  /** Calls `bark` once if it is not stopped in time. At most one watch is on: one turn is out in the whole lab. */
  watch(what: 'turn' | 'boot', bark: () => void): () => void;
  grace(): Promise<void>;
  close(): void;
}

/** Starts its ticker; `close` stops it. */
export function createWatchdog(settings: WatchdogSettings = WATCHDOG_SETTINGS): Watchdog {
  const tickMillis = Math.max(1, settings.turnMillis / TICKS_PER_TURN);
  let current: { left: number; readonly bark: () => void } | undefined;
  const ticker = setInterval(() => {
    const watched = current;
    if (!watched) return;
    watched.left--;
    if (watched.left > 0) return;
    // An answer that already waits in the queue wins: two more tasks go by before the verdict.
    setTimeout(() => setTimeout(() => barkIfStill(watched), 0), 0);
  }, tickMillis);
  const barkIfStill = (watched: { readonly bark: () => void }): void => {
    if (current !== watched) return;
    current = undefined;
    watched.bark();
  };
  return {
    watch(what, bark) {
      const watched = { left: Math.ceil((what === 'turn' ? settings.turnMillis : settings.bootMillis) / tickMillis), bark };
      current = watched;
      return () => {
        if (current === watched) current = undefined;
      };
    },
    grace: () => new Promise((resolve) => void setTimeout(resolve, settings.graceMillis)),
    close: () => clearInterval(ticker),
  };
}
