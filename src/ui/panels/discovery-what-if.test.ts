import { describe, expect, it } from 'vitest';
import type { AgentCard } from '../../model/protocol/agent-card.ts';
import type { StatedQuestion } from '../../model/projections/discovery.ts';
import { changeCaller, changeCard, changeNeed, countChanges, mergeWhatIf, stateCaller, stateCard } from './discovery-what-if.ts';

const STATED: StatedQuestion = {
  caller: {
    agentId: 'payments-investigator',
    tenant: 'wholesale',
    userId: 'u-42',
    scopes: [],
    dataClassification: 'restricted',
    delegationChain: ['orchestrator'],
  },
  tags: ['sanctions'],
  maxDepth: 4,
};
const CARD: AgentCard = {
  name: 'kyc-refresh-agent',
  description: '',
  url: 'https://agents.example/kyc',
  version: '1.4.0',
  protocolVersion: '0.3',
  skills: [{ skillId: 'refresh', name: 'Refresh', description: '', tags: ['kyc'], examples: [] }],
  streaming: false,
  pushNotifications: false,
  defaultInputModes: [],
  defaultOutputModes: [],
  securitySchemes: ['oauth2'],
  owner: 'kyc',
  tenants: ['retail'],
  maxDataClassification: 'confidential',
};

describe('changes to the question', () => {
  it('[U.30] keeps only fields that differ from what the log states', () => {
    const changed = changeNeed(changeCaller({}, STATED, 'tenant', 'retail'), STATED, 'tags', ['kyc']);
    expect(changed).toEqual({ caller: { tenant: 'retail' }, tags: ['kyc'] });
    expect(countChanges(changed)).toBe(2);
    expect(changeNeed(changeCaller(changed, STATED, 'tenant', 'wholesale'), STATED, 'tags', ['sanctions'])).toEqual({});
  });

  it('[U.30] compares lists by what they hold', () => {
    const changed = changeCaller({}, STATED, 'delegationChain', ['orchestrator', 'b']);
    expect(changed).toEqual({ caller: { delegationChain: ['orchestrator', 'b'] } });
    expect(changeCaller(changed, STATED, 'delegationChain', ['orchestrator'])).toEqual({});
  });

  it('[U.30] puts a card back field by field', () => {
    const one = changeCard({ maxDepth: 3 }, CARD, 'tenants', ['retail', 'wholesale']);
    const two = changeCard(one, CARD, 'maxDataClassification', 'restricted');
    expect(two).toEqual({
      maxDepth: 3,
      cards: { 'kyc-refresh-agent': { tenants: ['retail', 'wholesale'], maxDataClassification: 'restricted' } },
    });
    expect(countChanges(two)).toBe(3);
    expect(changeCard(changeCard(two, CARD, 'tenants', ['retail']), CARD, 'maxDataClassification', 'confidential')).toEqual({
      maxDepth: 3,
    });
  });

  it('[U.30] lays a found change over the changes already made', () => {
    const under = { caller: { tenant: 'retail' }, cards: { a: { tenants: ['x'] } } };
    const over = {
      caller: { dataClassification: 'internal' },
      cards: { a: { securitySchemes: ['oauth2'] }, b: { tenants: [] } },
      maxDepth: 5,
    };
    expect(mergeWhatIf(under, over)).toEqual({
      caller: { tenant: 'retail', dataClassification: 'internal' },
      cards: { a: { tenants: ['x'], securitySchemes: ['oauth2'] }, b: { tenants: [] } },
      maxDepth: 5,
    });
    expect(mergeWhatIf({}, { maxDepth: 5 })).toEqual({ maxDepth: 5 });
  });
  it('[U.30] keeps what a person states of something that no log states, a default’s own word too, until it is taken back', () => {
    const stated = stateCard(stateCaller({}, 'delegationChain', []), 'kyc-refresh-agent', 'tenants', []);
    expect(stated).toEqual({ caller: { delegationChain: [] }, cards: { 'kyc-refresh-agent': { tenants: [] } } });
    expect(countChanges(stated)).toBe(2);
    const back = stateCard(stateCaller(stated, 'delegationChain', undefined), 'kyc-refresh-agent', 'tenants', undefined);
    expect(back).toEqual({});
  });
});
