import { describe, expect, it } from 'vitest';
import { encodeReferenceCard } from '../adapters/adapters.ts';
import type { Json } from '../base/json.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import { draftLog, factRow, type DraftRow } from '../testing/draft-log.ts';
import { projectCards } from './cards.ts';

const SANCTIONS: AgentCard = {
  name: 'sanctions-screening-agent',
  description: 'Screens counterparties.',
  url: 'https://agents.bank.ae/sanctions',
  version: '3.1.0',
  protocolVersion: '0.3',
  skills: [{ skillId: 'screen', name: 'Screen', description: 'Screens one', tags: ['sanctions'], examples: [] }],
  streaming: true,
  pushNotifications: true,
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  securitySchemes: ['oauth2'],
  owner: 'group-compliance',
  tenants: ['wholesale', 'retail'],
  maxDataClassification: 'restricted',
};
const TEN_KEYS = [
  'protocolVersion',
  'name',
  'description',
  'url',
  'version',
  'capabilities',
  'defaultInputModes',
  'defaultOutputModes',
  'securitySchemes',
  'skills',
];

const published = factRow('directory', { kind: 'card-published', card: SANCTIONS });
const seen = (document: Json): DraftRow => ({ kind: 'card-seen', channel: 'card', agent: SANCTIONS.name, value: document });
const wire = encodeReferenceCard(SANCTIONS);
const cards = (rows: readonly DraftRow[], cursor = rows.length - 1) => projectCards(draftLog(rows), { cursor });

describe('cards', () => {
  it('[P.40] shows the ten keys that a published card would have on the wire, and what stays off it', () => {
    const [card] = cards([published]);
    expect(Object.keys(card?.wouldPublish as object)).toEqual(TEN_KEYS);
    expect(card?.wire).toBeUndefined();
    expect(card?.platform).toEqual({ owner: 'group-compliance', tenants: ['wholesale', 'retail'], maxDataClassification: 'restricted' });
  });

  it('[P.40] shows a card that was seen as it was, and invents no platform for it', () => {
    const [card] = cards([seen(wire)]);
    expect(card?.wire).toEqual({ seq: 0, document: wire, version: '0.3' });
    expect(card?.platform).toBeUndefined();
    expect(card?.published.name).toBe(SANCTIONS.name);
  });

  it('[P.40] puts both sides of one agent together and follows the cursor', () => {
    const rows = [published, seen(wire)];
    expect(cards(rows, -1)).toEqual([]);
    expect(cards(rows, 0).map(({ wire: onWire, platform }) => [onWire?.seq, platform?.owner])).toEqual([[undefined, 'group-compliance']]);
    expect(cards(rows, 1).map(({ wire: onWire, platform }) => [onWire?.seq, platform?.owner])).toEqual([[1, 'group-compliance']]);
  });

  it('[P.41] keeps the documents that a card had before it changed, each once', () => {
    const changed = { ...wire, version: '3.2.0' };
    const [card] = cards([seen(wire), seen(wire), seen(changed)]);
    expect(card?.wire?.seq).toBe(2);
    expect(card?.earlier?.map(({ seq }) => seq)).toEqual([0]);
  });

  it('[P.41] takes a card that changed back as the one that now holds', () => {
    const changed = { ...wire, version: '3.2.0' };
    const [card] = cards([seen(wire), seen(changed), seen(wire)]);
    expect([card?.wire?.seq, card?.published.version]).toEqual([2, '3.1.0']);
    expect(card?.earlier?.map(({ seq }) => seq)).toEqual([0, 1]);
  });

  it('names what is wrong with a card by its own version', () => {
    const [card] = cards([seen({ ...wire, protocolVersion: '0.3.0', defaultInputModes: undefined as unknown as Json })]);
    expect(card?.problems.map(({ path }) => path)).toContain('securitySchemes');
  });

  it('[P.42] counts conduct up to the cursor: streams, deliveries and where tasks stand', () => {
    const rows: readonly DraftRow[] = [
      published,
      { kind: 'message-sent', channel: 'stream', label: 'message/stream', exchange: 1, agent: 'caller', peer: SANCTIONS.name },
      { kind: 'status-update', channel: 'stream', exchange: 1, agent: SANCTIONS.name, taskId: 't-1', state: 'working' },
      { kind: 'status-update', channel: 'stream', exchange: 1, agent: SANCTIONS.name, taskId: 't-1', state: 'completed' },
      { kind: 'message-sent', channel: 'push', exchange: 2, agent: SANCTIONS.name, peer: 'caller', taskId: 't-1', state: 'completed' },
      { kind: 'call-settled', channel: 'send', exchange: 3, agent: SANCTIONS.name, taskId: 't-2', state: 'rejected' },
    ];
    expect(cards(rows)[0]?.conduct).toEqual({ streams: 1, pushes: 1, tasks: 2, completed: 1, failed: 0, rejected: 1 });
    expect(cards(rows, 2)[0]?.conduct).toEqual({ streams: 1, pushes: 0, tasks: 1, completed: 0, failed: 0, rejected: 0 });
  });
});
