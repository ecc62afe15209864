// The numbers of the remote watch, each stated once. SPEC.md family W. Times are milliseconds.

/** The waits before a task is fetched again that does not show what a push claimed. */
export const PUSH_RECHECKS_MS: readonly number[] = [1_000, 2_000, 4_000];
/** What one accepted push may cost, whatever it claims. */
export const MOST_FETCHES_OF_A_PUSH = 1 + PUSH_RECHECKS_MS.length;

/** A follow is begun anew after this, so that none runs for ever. */
export const FOLLOW_WINDOW_MS = 600_000;
/** The pause after a follow that failed, or whose news was none. */
export const FOLLOW_RETRY_MS = 5_000;
export const FOLLOW_INTERVAL_DEFAULT_MS = 5_000;
export const FOLLOW_INTERVAL_LEAST_MS = 1_000;
/** How often a follow shows that it lives; a cancel reaches it within one of these. */
export const FOLLOW_HEARTBEAT_MS = 1_000;

export const UPDATES = ['auto', 'follow', 'off'] as const;
/** How changes of a parked remote task are to be heard: by push where the card offers it, by following, or not at all. */
export type Updates = (typeof UPDATES)[number];
export const UPDATES_DEFAULT: Updates = 'auto';

export const PUSH_PATH = '/a2a/push/{task_id}';
export const PUSH_TOKEN_HEADER = 'X-A2A-Notification-Token';
export const MOST_PUSH_BYTES = 65_536;
export const TOKEN_BYTES = 32;
/** The one sentence for every refusal: which check failed is nobody's business. */
export const PUSH_REFUSAL = 'push not accepted';

/** Events of a history before it is rolled. */
export const HISTORY_BOUND = 1_000;

/** What the remote agent is asked between turns (a turn has no limit: it is a stream that lasts as long as the work, and a cancel ends it), how long an answer is awaited, and how often the question is put. */
export interface RemoteCallRule {
  readonly limitMs: number;
  readonly attempts: number;
}
export const REMOTE_CALLS = {
  situation: { limitMs: 30_000, attempts: 1 },
  register: { limitMs: 30_000, attempts: 1 },
  /** Outside pushes; rechecks are the further tries of a fetch that a push caused. */
  fetch: { limitMs: 30_000, attempts: 3 },
  'fetch-of-a-push': { limitMs: 30_000, attempts: 1 },
  follow: { limitMs: FOLLOW_WINDOW_MS + 60_000, attempts: 1 },
  delete: { limitMs: 30_000, attempts: 2 },
  list: { limitMs: 30_000, attempts: 1 },
  cancel: { limitMs: 30_000, attempts: 1 },
} as const satisfies Readonly<Record<string, RemoteCallRule>>;
/** Between two tries of a fetch. */
export const FETCH_PAUSE_MS = 1_000;
