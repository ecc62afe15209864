// The lab in a worker of its own: says `loaded`, is handed a port, plays lessons on it. Its agents are workers inside it.

import agentUrl from './agent.worker.ts?worker&url';
import { startLab } from './lab-entry.ts';

startLab(agentUrl, import.meta.url);
