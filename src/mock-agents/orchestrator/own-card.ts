// What the orchestrator promises to those who order from it.

import type { AgentCard } from '../../model/protocol/agent-card.ts';

export const ORCHESTRATOR_FRAMEWORK = 'hand-rolled step loop';

export const ORCHESTRATOR_CARD: AgentCard = {
  name: 'orchestrator',
  description: 'Makes reports out of figures, with the help of agents that it finds by their cards.',
  url: 'https://orchestrator.example/',
  version: '1.0.0',
  protocolVersion: '',
  skills: [
    {
      skillId: 'report',
      name: 'report',
      description: 'Looks figures up, has statistics made of them and put into a table.',
      tags: ['report', 'figures'],
      examples: [],
    },
  ],
  streaming: true,
  pushNotifications: false,
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['application/json'],
  securitySchemes: ['bearer'],
  // What a bearer token is (RFC 6750).
  schemeTypes: { bearer: 'oauth2' },
  owner: 'reporting',
  tenants: [],
  maxDataClassification: 'restricted',
};
