// A realm in the lab's own thread: the same host and the same messages over a channel. For the participants that are ours
// (the delegating client, callback receivers) and for tests; code that may hang belongs in a worker.

import { hostAgent, type HostOptions } from './agent-host.ts';
import type { Behaviours } from './agent-io.ts';
import type { LanePort, Spawn } from './lanes.ts';

// Captured here: an agent's realm replaces it.
const Channel = globalThis.MessageChannel;

/** How to seat agents with these behaviours in this thread. */
export function spawnInside(behaviours: Behaviours, options: HostOptions = {}): Spawn {
  return () => {
    const { port1, port2 } = new Channel();
    hostAgent(port2 as unknown as LanePort, behaviours, options);
    return { port: port1 as unknown as LanePort, kill: () => port2.close() };
  };
}
