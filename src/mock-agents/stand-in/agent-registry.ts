// The host's registry of remote agents, as far as a scene needs it: it knows one agent, and may lose it, for a moment or for good.

import type { RemoteFailure } from '../../model/kernel/watch/stand-in-ports.ts';
import type { AgentIo } from '../agent-io.ts';
import type { HostSettings } from '../watch-scene.ts';

export const AGENT_GONE: RemoteFailure = { errorType: 'AgentGone', isGone: true };

/** What whoever holds a subscription is told when the registry loses the agent. */
export class AgentLost extends Error {
  override readonly name: 'AgentUnavailable' | 'AgentGone';
  readonly isGone: boolean;
  constructor(isGone: boolean) {
    super('the registry has lost the agent');
    this.name = isGone ? 'AgentGone' : 'AgentUnavailable';
    this.isGone = isGone;
  }
}

export interface AgentRegistry {
  readonly isGone: () => boolean;
  /** A signal that is aborted with an `AgentLost` when the agent is lost, for as long as it is not released. */
  readonly hold: () => { readonly lost: AbortSignal; readonly release: () => void };
}

/** @param lost when the registry loses the agent, and how; null: never. Of one that is lost for a moment only those know who hold on to it */
export function createRegistry(io: Pick<AgentIo, 'now' | 'after'>, lost: HostSettings['agentLost']): AgentRegistry {
  const held = new Set<AbortController>();
  const isForGood = lost?.how === 'gone';
  if (lost && io.now() <= lost.at) {
    // Losing an agent is nothing that an episode waits for.
    const lose = (): void => held.forEach((hold) => hold.abort(new AgentLost(isForGood)));
    io.after(lost.at - io.now(), lose, true);
  }
  return {
    isGone: () => lost !== null && isForGood && io.now() >= lost.at,
    hold() {
      const hold = new AbortController();
      held.add(hold);
      return { lost: hold.signal, release: () => void held.delete(hold) };
    },
  };
}
