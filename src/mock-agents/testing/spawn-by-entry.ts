// Seats agents in this thread as workers do it: each from the entry that it names, which knows its own make only.

import type { Behaviours } from '../agent-io.ts';
import { spawnInside } from '../in-process.ts';
import type { AgentEntry, Spawn } from '../lanes.ts';

/** How to seat agents in this thread, with the behaviours that each entry has. */
export function spawnByEntry(makes: Readonly<Partial<Record<AgentEntry, Behaviours>>>): Spawn {
  return (agent, entry) => spawnInside(makes[entry] ?? {})(agent, entry);
}
