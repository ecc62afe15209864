// What the specialist promises to everybody.

import type { AgentCard } from '../../model/protocol/agent-card.ts';

export const SPECIALIST_FRAMEWORK = 'LangGraph StateGraph';

export const SPECIALIST_CARD: AgentCard = {
  name: 'specialist',
  description: 'Makes statistics of figures, and tables of metrics.',
  url: 'https://specialist.example/',
  version: '1.0.0',
  protocolVersion: '',
  skills: [
    {
      skillId: 'statistics',
      name: 'statistics',
      description: 'Count, sum, mean, median, extremes and standard deviation of a list of numbers.',
      tags: ['statistics', 'figures'],
      examples: [],
    },
    {
      skillId: 'format_table',
      name: 'format_table',
      description: 'Metrics as a table of text.',
      tags: ['table', 'formatting'],
      examples: [],
    },
  ],
  streaming: true,
  pushNotifications: false,
  defaultInputModes: ['application/json'],
  defaultOutputModes: ['application/json', 'text/plain'],
  securitySchemes: ['bearer'],
  // What a bearer token is (RFC 6750).
  schemeTypes: { bearer: 'oauth2' },
  owner: 'analytics',
  tenants: [],
  maxDataClassification: 'restricted',
};
