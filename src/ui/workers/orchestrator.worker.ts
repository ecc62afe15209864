// The orchestrator in a worker of its own: nothing of the agents it delegates to is loaded with it.

import { ORCHESTRATOR_BEHAVIOURS } from '../../mock-agents/orchestrator/orchestrator.ts';
import { hostInWorker } from './host-in-worker.ts';

hostInWorker(ORCHESTRATOR_BEHAVIOURS);
