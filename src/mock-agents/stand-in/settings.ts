// What the lab boots a host with that stands in for a remote task.

import type { Json } from '../../model/base/json.ts';
import type { AgentCard } from '../../model/protocol/agent-card.ts';
import type { CallerContext } from '../../model/protocol/caller-context.ts';
import type { Millis } from '../lanes.ts';
import type { HostSettings, RemoteStatus } from '../watch-scene.ts';

/** What the host's own person does. `place`: which of the scene's actions it is; it names a reply, whichever life gives it. */
export type HostAction = { readonly place: number; readonly at: Millis } & (
  | { readonly do: 'reply'; readonly text: string }
  | { readonly do: 'cancel' | 'roll' }
);

export interface StandInHostSettings {
  readonly host: HostSettings;
  readonly remoteCard: AgentCard;
  /** Id of a served protocol of A2A. */
  readonly protocol: string;
  /** In whose name the remote agent is called. */
  readonly caller: CallerContext;
  /** The registration that the episode begins with. Of its token the host is told only the digest, for that is all it would have kept. */
  readonly armed?: { readonly configId: string; readonly tokenDigest: string };
  /** How the remote task is known to be, where the episode begins parked. */
  readonly parked: RemoteStatus;
  readonly actions: readonly HostAction[];
}

export function standInSettingsAsJson(settings: StandInHostSettings): Json {
  return settings as unknown as Json;
}
