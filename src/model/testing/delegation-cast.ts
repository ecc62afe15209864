// The cast of the worked example, for tests: three cards, a bare one, and the caller that everything is relative to.

import type { AgentCard, Skill } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';

export const PAYMENTS_INVESTIGATOR: CallerContext = {
  agentId: 'payments-investigator',
  tenant: 'wholesale',
  userId: 'u-42',
  scopes: ['delegate'],
  dataClassification: 'restricted',
  delegationChain: ['orchestrator'],
};

/** A card with the reference's defaults for everything not given. */
export function castCard(name: string, more: Partial<AgentCard> = {}): AgentCard {
  return {
    name,
    description: '',
    url: `https://agents.example/${name}`,
    version: '1.0.0',
    protocolVersion: '0.3',
    skills: [],
    streaming: false,
    pushNotifications: false,
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    securitySchemes: ['oauth2'],
    owner: 'unknown',
    tenants: [],
    maxDataClassification: 'internal',
    ...more,
  };
}

export function castSkill(skillId: string, ...tags: readonly string[]): Skill {
  return { skillId, name: skillId, description: '', tags, examples: [] };
}

export const SANCTIONS = castCard('sanctions-screening-agent', {
  version: '3.1.0',
  skills: [castSkill('screen', 'sanctions', 'compliance', 'screening')],
  tenants: ['wholesale', 'retail'],
  maxDataClassification: 'restricted',
});
export const KYC = castCard('kyc-refresh-agent', {
  version: '1.4.0',
  skills: [castSkill('refresh', 'kyc', 'compliance')],
  tenants: ['retail'],
  maxDataClassification: 'confidential',
});
export const MARKETING = castCard('marketing-copy-agent', {
  version: '0.9.0',
  skills: [castSkill('copy', 'marketing')],
  securitySchemes: ['apikey'],
});
