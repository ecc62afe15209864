// How the history of a stand-in begins in a scene: with a message to the remote agent, or parked.

import type { FirstEvent } from '../../model/kernel/watch/stand-in-event.ts';
import { remoteTurn, type Scrub } from '../../model/kernel/watch/turn-mapping.ts';
import type { RemoteWatch } from '../../model/kernel/watch/watch-choice.ts';
import { REMOTE_TASK_ID } from '../watch-scene.ts';
import type { StandInHostSettings } from './settings.ts';

const FIRST_MESSAGE = { replyId: 'message-1', text: 'Please begin.' };

/** @param at when the episode's clock says it begins */
export function firstEvent(settings: StandInHostSettings, scrub: Scrub, at: number): FirstEvent {
  const { host, remoteCard, parked } = settings;
  const setting = {
    at,
    standIn: host.localTaskId,
    agent: remoteCard.name,
    participant: host.participant ?? '',
    followIntervalMs: host.followIntervalMs,
  };
  if (host.begins === 'turn') return { kind: 'stand-in-begun', ...setting, reply: FIRST_MESSAGE };
  const { state, text, subState } = parked;
  const last = remoteTurn({ state, subState, text: text ?? undefined }, scrub) ?? null;
  const remoteTaskId = host.begins === 'parked' ? REMOTE_TASK_ID : null;
  const kept = { remoteTaskId, watch: watchOf(settings), last, calls: 0, told: 0, heardReplies: [] };
  return { kind: 'stand-in-resumed', ...setting, isRolled: false, kept };
}

function watchOf({ host, armed }: StandInHostSettings): RemoteWatch | null {
  switch (host.watch) {
    case 'unchosen':
      return null;
    case 'push':
      return armed ? { mode: 'push', ...armed } : null;
    default:
      return { mode: host.watch };
  }
}
