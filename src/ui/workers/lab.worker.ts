// The lab in a worker of its own: says `loaded`, is handed a port, plays lessons on it. Its agents are workers inside it.

import { AGENT_URLS } from './agent-urls.ts';
import { startLab } from './lab-entry.ts';

startLab(AGENT_URLS, import.meta.url);
