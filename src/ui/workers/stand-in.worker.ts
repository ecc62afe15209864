// The host of a stand-in for a remote task, in a worker of its own, so that it can be killed.

import { STAND_IN_BEHAVIOURS } from '../../mock-agents/stand-in/stand-in-host.ts';
import { hostInWorker } from './host-in-worker.ts';

hostInWorker(STAND_IN_BEHAVIOURS);
