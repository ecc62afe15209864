// One agent of a lesson in a worker of its own.

import { BEHAVIOURS } from '../../mock-agents/behaviours/behaviours.ts';
import { hostInWorker } from './host-in-worker.ts';

hostInWorker(BEHAVIOURS);
