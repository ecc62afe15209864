// Whether a stand-in takes a push. One sentence for every refusal, and a refusal changes nothing and is written nowhere in
// the stand-in's history. SPEC.md W.6.

import type { TaskState } from '../../protocol/task.ts';
import { areEqualDigests } from './push-token.ts';
import { PUSH_REFUSAL } from './watch-constants.ts';
import type { RemoteWatch } from './watch-choice.ts';

/** As long as a digest, and equal to none: what is compared where there is no doorbell. */
const NO_DIGEST = '-'.repeat(64);

/** A push as it reaches a stand-in: the digest of the token that was presented, never the token. */
export interface PresentedPush {
  readonly tokenDigest: string;
  readonly remoteTaskId: string;
  /** What the body says the state is: a hint for fetching again, never applied. Null where it says none. */
  readonly claimed: TaskState | null;
}

export interface Doorbell {
  readonly isClosed: boolean;
  readonly watch: RemoteWatch | null;
  readonly remoteTaskId: string | null;
}

/** @returns undefined where the push is accepted, else the one sentence */
export function pushObjection({ isClosed, watch, remoteTaskId }: Doorbell, push: PresentedPush): typeof PUSH_REFUSAL | undefined {
  // The digest is compared whatever else is wrong, so that time tells nothing either.
  const isRightToken = areEqualDigests(push.tokenDigest, watch?.mode === 'push' ? watch.tokenDigest : NO_DIGEST);
  const isAccepted = isRightToken && watch?.mode === 'push' && !isClosed && remoteTaskId !== null && push.remoteTaskId === remoteTaskId;
  return isAccepted ? undefined : PUSH_REFUSAL;
}
