// Every agent that a lesson may seat, in this thread: for tests that play whole lessons without workers.

import { BEHAVIOURS } from '../behaviours/behaviours.ts';
import { ORCHESTRATOR_BEHAVIOURS } from '../orchestrator/orchestrator.ts';
import { SPECIALIST_BEHAVIOURS } from '../specialist/specialist.ts';
import { STAND_IN_BEHAVIOURS } from '../stand-in/stand-in-host.ts';
import { spawnByEntry } from './spawn-by-entry.ts';

export const everybody = spawnByEntry({
  agents: BEHAVIOURS,
  orchestrator: ORCHESTRATOR_BEHAVIOURS,
  specialist: SPECIALIST_BEHAVIOURS,
  'stand-in': STAND_IN_BEHAVIOURS,
});
