// Who takes part in a watch: the remote agent, the host that stands in for its task, and whoever rings without knowing the token.

import { newPushToken, tokenDigest } from '../model/kernel/watch/push-token.ts';
import { pushUrl } from '../model/kernel/watch/push-url.ts';
import type { AgentName } from '../model/protocol/task.ts';
import { spawnInside } from './in-process.ts';
import type { Spawn } from './lanes.ts';
import type { Lesson } from './lesson.ts';
import { stranger } from './participants/stranger.ts';
import { type ArmedConfig, remoteAgentSettingsAsJson, type RingAction, strangerSettingsAsJson } from './remote-task/settings.ts';
import { createSeededRandom, hashSeed } from './seeded-random.ts';
import { type HostAction, type StandInHostSettings, standInSettingsAsJson } from './stand-in/settings.ts';
import type { Kill } from './virtual-time/lab-core.ts';
import type { Participant } from './virtual-time/seats.ts';
import { FIRST_CONFIG_ID, TRUE_RING, type WatchAction, type WatchScene } from './watch-scene.ts';

interface WatchStaging {
  readonly seed: string;
  readonly spawn: Spawn;
}

/** Where a host is that has said no address of its own, or none that is one. */
const USUAL_BASE = 'https://host.example';
const STRANGER = 'stranger';

/** The agent first and the host last: it begins when everybody is there. */
export function watchCast(lesson: Pick<Lesson, 'caller'>, scene: WatchScene, { seed, spawn }: WatchStaging): readonly Participant[] {
  const { remote, host } = scene;
  const url = pushUrl(baseOf(scene), host.localTaskId);
  const armed = armedConfig(scene, url, seed);
  const agentSettings = remoteAgentSettingsAsJson({
    remote,
    pushUrl: url,
    rings: ringsBy('agent', scene.actions),
    startsParked: host.begins === 'parked',
    ...(armed && { armed }),
  });
  return [
    { agent: remote.card.name, behaviour: 'remote-task', settings: agentSettings, spawn, place: 'worker' },
    ...strangerSeat(scene, url),
    {
      agent: hostOf(scene),
      behaviour: 'stand-in',
      entry: 'stand-in',
      settings: standInSettingsAsJson(hostSettings(lesson, scene, armed)),
      spawn,
      place: 'worker',
      receives: true,
      revivesAfterMs: host.restartMs,
    },
  ];
}

/** The name that the host goes by: the one of its address. */
export function hostOf(scene: WatchScene): AgentName {
  return new URL(baseOf(scene)).host;
}

/** The deaths that a scene has for the host's worker. */
export function killsOf(scene: WatchScene): readonly Kill[] {
  return scene.actions.flatMap((action) => (action.do === 'kill' ? [{ agent: hostOf(scene), at: action.at }] : []));
}

function baseOf({ host: { baseUrl } }: WatchScene): string {
  return baseUrl !== null && URL.canParse(baseUrl) && new URL(baseUrl).host !== '' ? baseUrl : USUAL_BASE;
}

function hostSettings({ caller }: Pick<Lesson, 'caller'>, scene: WatchScene, armed: ArmedConfig | undefined): StandInHostSettings {
  const { remote, host } = scene;
  return {
    host,
    remoteCard: remote.card,
    protocol: remote.protocol,
    caller,
    ...(armed && { armed: { configId: armed.configId, tokenDigest: tokenDigest(armed.token) } }),
    parked: remote.parked,
    actions: scene.actions.flatMap(hostAction),
  };
}

function hostAction(action: WatchAction, place: number): readonly HostAction[] {
  switch (action.do) {
    case 'reply':
      return [{ place, at: action.at, do: 'reply', text: action.text }];
    case 'cancel':
    case 'roll':
      return [{ place, at: action.at, do: action.do }];
    default:
      return [];
  }
}

/** A registration from before the episode. Its token comes from the seed, as everything in an episode does. */
function armedConfig({ host }: WatchScene, url: string, seed: string): ArmedConfig | undefined {
  if (host.begins === 'turn' || host.watch !== 'push') return undefined;
  const random = createSeededRandom(hashSeed(`${seed}/push-token`));
  const token = newPushToken((count) => Uint8Array.from({ length: count }, () => Math.floor(random() * 256)));
  return { configId: FIRST_CONFIG_ID, url, token };
}

function strangerSeat(scene: WatchScene, url: string): readonly Participant[] {
  const rings = ringsBy('stranger', scene.actions);
  if (rings.length === 0) return [];
  const settings = strangerSettingsAsJson({ pushUrl: url, protocol: scene.remote.protocol, rings });
  return [{ agent: STRANGER, behaviour: STRANGER, settings, spawn: spawnInside({ stranger }), place: 'inside' }];
}

function ringsBy(who: RingAction['by'], actions: readonly WatchAction[]): readonly RingAction[] {
  return actions.filter((action): action is RingAction => action.do === 'ring' && (action.by ?? TRUE_RING.by) === who);
}
