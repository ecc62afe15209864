import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import { castSkill, KYC, SANCTIONS } from '../testing/delegation-cast.ts';
import { draftLog, type DraftRow, factRow } from '../testing/draft-log.ts';
import { projectDiscovery } from './discovery.ts';
import { DEFAULT_PLATFORM, knownCards } from './known-cards.ts';

const wire = (name: string, version = '1.4.0'): Json => ({
  name,
  description: 'Checks who a customer is.',
  url: `https://agents.example/${name}`,
  version,
  protocolVersion: '0.3.0',
  capabilities: { streaming: true, pushNotifications: false },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'refresh', name: 'Refresh', description: 'Asks again.', tags: ['kyc'], examples: [] }],
});
const seen = (name: string, version?: string): DraftRow => ({
  kind: 'card-seen',
  channel: 'card',
  agent: name,
  value: wire(name, version),
});
const published = factRow('directory', { kind: 'card-published', card: KYC });

describe('cards known at the cursor', () => {
  it('[P.20] takes a card off the wire with defaults for what a wire never shows, and says so', () => {
    const { cards, platformUnknown } = knownCards(draftLog([seen('kyc-refresh-agent')]), 0);
    expect([...platformUnknown]).toEqual(['kyc-refresh-agent']);
    expect(cards.get('kyc-refresh-agent')).toMatchObject({
      ...DEFAULT_PLATFORM,
      name: 'kyc-refresh-agent',
      version: '1.4.0',
      streaming: true,
      skills: [{ skillId: 'refresh', name: 'Refresh', tags: ['kyc'] }],
    });
  });

  it('[P.20] lets a published card go before a seen one, whichever came first', () => {
    for (const rows of [
      [seen('kyc-refresh-agent'), published],
      [published, seen('kyc-refresh-agent')],
    ]) {
      const { cards, platformUnknown } = knownCards(draftLog(rows), 1);
      expect([cards.get('kyc-refresh-agent'), [...platformUnknown]]).toEqual([KYC, []]);
    }
  });

  it('[P.20] counts the last of several, and only up to the cursor', () => {
    const log = draftLog([seen('a', '1.0.0'), seen('a', '2.0.0'), factRow('directory', { kind: 'card-published', card: SANCTIONS })]);
    const versions = (cursor: number) => [...knownCards(log, cursor).cards.values()].map((card) => [card.name, card.version]);
    expect([-1, 0, 1, 2].map(versions)).toEqual([
      [],
      [['a', '1.0.0']],
      [['a', '2.0.0']],
      [
        ['a', '2.0.0'],
        ['sanctions-screening-agent', '3.1.0'],
      ],
    ]);
  });

  it('[P.20] leaves out a value that is no card', () => {
    expect(knownCards(draftLog([{ kind: 'card-seen', value: { hello: 'world' } }, { kind: 'card-seen' }]), 1).cards.size).toBe(0);
  });

  it('[P.21] answers from the wire alone, naming every default', () => {
    const answer = projectDiscovery(draftLog([seen('a'), seen('b')]), { cursor: 1, whatIf: { tags: ['kyc'] } });
    expect(answer.ranked.map(({ name, best }) => [name, best])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    expect([answer.platformUnknown, answer.platformUnknownTotal, answer.callerUnknown.length]).toEqual([['a', 'b'], 2, 6]);
  });

  it('[P.24] answers the same cards with the same list, so that an index over them is found again', () => {
    const log = draftLog([published, factRow('x', { kind: 'need-stated', caller: CALLER, tags: [], maxDepth: 4 })]);
    expect(knownCards(log, 1).list).toBe(knownCards(log, 0).list);
    expect(knownCards(log, -1).list).not.toBe(knownCards(log, 0).list);
  });
});

const CALLER = { agentId: 'x', tenant: '', userId: '', scopes: [], dataClassification: 'internal', delegationChain: [] };

describe('a very large directory', () => {
  it('[P.24] is answered whole and explained in part', () => {
    const cards = Array.from({ length: 20_000 }, (_, at) => ({
      ...SANCTIONS,
      name: `agent-${at}`,
      tenants: at % 10 === 0 ? [] : ['retail'],
      skills: [castSkill('s', `tag-${at % 50}`, 'all')],
    }));
    const rows = cards.map((card) => factRow('directory', { kind: 'card-published', card }));
    const answer = projectDiscovery(draftLog(rows), {
      cursor: rows.length - 1,
      whatIf: { tags: ['all', 'tag-0'], caller: { tenant: 'wholesale' } },
    });
    expect([answer.rankedTotal, answer.ranked.length, answer.excludedTotal, answer.excluded.length]).toEqual([2000, 200, 18_000, 200]);
    expect(answer.ranked[0]).toMatchObject({ name: 'agent-0', best: 2 });
    expect(JSON.stringify(answer).length).toBeLessThan(400_000);
  });
});
