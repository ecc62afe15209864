// How many pushes a peer may send: a bucket for each peer that fills up again over a minute. SPEC.md W.8.

export interface PushRate {
  readonly perMinute: number;
}

/** Peers that are remembered; the one that was heard longest ago is forgotten first. */
const MOST_PEERS = 1_000;
const MINUTE_MS = 60_000;

interface Bucket {
  left: number;
  at: number;
}

export interface RateLimiter {
  /** Whether a request of the peer is within its rate; one that is counts against it. */
  admits(peer: string, now: number): boolean;
}

export function createRateLimiter({ perMinute }: PushRate): RateLimiter {
  const buckets = new Map<string, Bucket>();
  return {
    admits(peer, now) {
      const known = buckets.get(peer);
      const refilled = known ? Math.min(perMinute, known.left + (Math.max(0, now - known.at) * perMinute) / MINUTE_MS) : perMinute;
      const isAdmitted = refilled >= 1;
      buckets.delete(peer);
      buckets.set(peer, { left: isAdmitted ? refilled - 1 : refilled, at: now });
      if (buckets.size > MOST_PEERS) {
        const [oldest = ''] = buckets.keys();
        buckets.delete(oldest);
      }
      return isAdmitted;
    },
  };
}
