// Which of three watches a parked remote task gets. It is chosen once per remote task. SPEC.md W.1, W.3.

import type { Updates } from './watch-constants.ts';

export type RemoteWatch =
  /** The remote agent rings. Its id of the registration is kept for deletion, and of the token only the digest. */
  | { readonly mode: 'push'; readonly configId: string; readonly tokenDigest: string }
  /** A subscription is held open. */
  | { readonly mode: 'follow' }
  /** Nothing is heard before the next turn. */
  | { readonly mode: 'off' };

export interface WatchSituation {
  readonly updates: Updates;
  /** False for an agent that runs here: its changes need no watch. */
  readonly isRemoteAgent: boolean;
  readonly cardOffersPush: boolean;
  /** Where this server can be reached; undefined where nobody outside can reach it. */
  readonly baseUrl: string | undefined;
}

/** What a situation asks for, before anybody is asked; the address of a doorbell goes with the wish for one. */
export function wantedWatch({
  updates,
  isRemoteAgent,
  cardOffersPush,
  baseUrl,
}: WatchSituation): { readonly kind: 'register'; readonly baseUrl: string } | { readonly kind: 'follow' | 'off' } {
  if (!isRemoteAgent || updates === 'off') return { kind: 'off' };
  return updates === 'auto' && cardOffersPush && baseUrl !== undefined && baseUrl !== ''
    ? { kind: 'register', baseUrl }
    : { kind: 'follow' };
}
