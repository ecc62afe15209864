// What the two who ring are booted with: the remote agent of a watch, and a stranger.

import type { Json } from '../../model/base/json.ts';
import type { RemoteSettings, WatchAction } from '../watch-scene.ts';

/** A call at the host's push address, at its time. */
export type RingAction = Extract<WatchAction, { readonly do: 'ring' }>;

/** The registration that a scene begins with. The token is the one secret of a scene: it is in no log and no link. */
export interface ArmedConfig {
  readonly configId: string;
  readonly url: string;
  readonly token: string;
}

export interface RemoteAgentSettings {
  readonly remote: RemoteSettings;
  readonly armed?: ArmedConfig;
  /** Where its rings go: an address as a push config has it. */
  readonly pushUrl: string;
  readonly rings: readonly RingAction[];
  /** Whether the task is there from the beginning, parked. */
  readonly startsParked: boolean;
}
export function remoteAgentSettingsAsJson(settings: RemoteAgentSettings): Json {
  return settings as unknown as Json;
}

/** Somebody who has the address and no token. */
export interface StrangerSettings {
  readonly pushUrl: string;
  /** Id of the served protocol whose words it uses. */
  readonly protocol: string;
  readonly rings: readonly RingAction[];
}
export function strangerSettingsAsJson(settings: StrangerSettings): Json {
  return settings as unknown as Json;
}
