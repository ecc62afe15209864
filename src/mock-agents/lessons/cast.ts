// Who plays in the lessons: three agents of a bank, and a caller that investigates payments.

import type { AgentCard, Skill } from '../../model/protocol/agent-card.ts';
import type { CallerContext } from '../../model/protocol/caller-context.ts';

const BARE_CARD: Omit<AgentCard, 'name' | 'description' | 'url' | 'version'> = {
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
};
const SCREEN: Skill = {
  skillId: 'screen',
  name: 'Screen a counterparty',
  description: 'Screen a legal entity or individual against SDN, UN and local lists.',
  tags: ['sanctions', 'compliance', 'screening'],
  examples: ['Screen Acme Trading FZE'],
};
const REFRESH: Skill = {
  skillId: 'refresh',
  name: 'Refresh KYC',
  description: 'Collect and verify refreshed KYC data.',
  tags: ['kyc', 'compliance'],
  examples: [],
};
const COPY: Skill = { skillId: 'copy', name: 'Write copy', description: 'Draft campaign copy.', tags: ['marketing'], examples: [] };

export const SANCTIONS_CARD: AgentCard = {
  ...BARE_CARD,
  name: 'sanctions-screening-agent',
  description: 'Screens counterparties against sanctions and watch lists.',
  url: 'https://agents.bank.ae/sanctions',
  version: '3.1.0',
  skills: [SCREEN],
  streaming: true,
  pushNotifications: true,
  owner: 'group-compliance',
  tenants: ['wholesale', 'retail'],
  maxDataClassification: 'restricted',
};
export const KYC_CARD: AgentCard = {
  ...BARE_CARD,
  name: 'kyc-refresh-agent',
  description: 'Runs periodic KYC refresh workflows.',
  url: 'https://agents.bank.ae/kyc',
  version: '1.4.0',
  skills: [REFRESH],
  owner: 'retail-onboarding',
  tenants: ['retail'],
  maxDataClassification: 'confidential',
};
export const MARKETING_CARD: AgentCard = {
  ...BARE_CARD,
  name: 'marketing-copy-agent',
  description: 'Writes marketing copy.',
  url: 'https://agents.bank.ae/marketing',
  version: '0.9.0',
  skills: [COPY],
  owner: 'brand',
  securitySchemes: ['apikey'],
};
/** A card about which nothing is said but its name. */
export const EMPTY_CARD: AgentCard = { ...BARE_CARD, name: 'a', description: '', url: 'https://a.example/', version: '1.0.0' };

export const PAYMENTS_INVESTIGATOR: CallerContext = {
  agentId: 'payments-investigator',
  tenant: 'wholesale',
  userId: 'u-42',
  scopes: ['delegate'],
  dataClassification: 'restricted',
  delegationChain: ['orchestrator'],
};

/** Somebody from outside, about whom nothing is known. */
export const STRANGER: CallerContext = {
  agentId: 'stranger',
  tenant: 'elsewhere',
  userId: 'unknown',
  scopes: [],
  dataClassification: 'public',
  delegationChain: [],
};

/** Where the bank's own systems take deliveries. */
export const CALLBACK_HOST = 'agents.bank.ae';
