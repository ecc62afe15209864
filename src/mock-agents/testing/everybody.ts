// Every agent that a lesson may seat, in this thread: for tests that play whole lessons without workers.

import { BEHAVIOURS } from '../behaviours/behaviours.ts';
import { spawnInside } from '../in-process.ts';
import { ORCHESTRATOR_BEHAVIOURS } from '../orchestrator/orchestrator.ts';
import { SPECIALIST_BEHAVIOURS } from '../specialist/specialist.ts';

export const everybody = spawnInside({ ...BEHAVIOURS, ...ORCHESTRATOR_BEHAVIOURS, ...SPECIALIST_BEHAVIOURS });
