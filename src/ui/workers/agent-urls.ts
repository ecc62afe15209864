// The scripts of agents: one worker entry for each make of agent, none of which is loaded before an agent of it is seated.

import type { AgentEntry } from '../../mock-agents/lanes.ts';
import agentsUrl from './agent.worker.ts?worker&url';
import orchestratorUrl from './orchestrator.worker.ts?worker&url';
import specialistUrl from './specialist.worker.ts?worker&url';
import standInUrl from './stand-in.worker.ts?worker&url';

/** Where the code of each make of agent is; a page may lack some of them. */
export type AgentUrls = Readonly<Partial<Record<AgentEntry, string>>>;

export const AGENT_URLS: AgentUrls = {
  agents: agentsUrl,
  orchestrator: orchestratorUrl,
  specialist: specialistUrl,
  'stand-in': standInUrl,
};
