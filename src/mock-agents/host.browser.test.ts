// The contract of host and lab in a browser: in one thread, and across real workers.

import { spawnFrom } from '../ui/workers/spawn.ts';
import { HOSTILE_BEHAVIOURS } from './behaviours/hostile.ts';
import { spawnInside } from './in-process.ts';
import { hostContract, workerContract } from './testing/host.contract.ts';
import { PLAIN_AGENTS } from './testing/plain-agents.ts';
import agentUrl from './testing/plain.worker.ts?worker&url';

hostContract('in one thread of a browser', spawnInside({ ...HOSTILE_BEHAVIOURS, ...PLAIN_AGENTS }));

const inWorkers = spawnFrom({ agents: agentUrl }, location.href, () => undefined);
hostContract('across workers', inWorkers);
workerContract('across workers', inWorkers);
