import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { answered, asked, lines, refused, ruled } from '../../testing/small-traces.ts';
import { CARD_CONDUCT_RULES } from './card-conduct.ts';

const said = (text: string): readonly string[] => ruled(CARD_CONDUCT_RULES, text).said;
const card = (capabilities: JsonObject): JsonObject => ({
  name: 'a',
  description: 'd',
  version: '1',
  supportedInterfaces: [{ url: 'https://a.example/', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities,
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 's', name: 's', description: 'd', tags: ['x'] }],
});
const ask = asked(1, 'GetExtendedAgentCard', {});

describe('[J.72] card-capability-mismatch: the extended card', () => {
  it('served though the public card does not promise it', () => {
    expect(said(lines(card({}), ask, answered(1, card({ extendedAgentCard: true }))))).toEqual(['card-capability-mismatch - error']);
  });
  it('refused though it does, in either word', () => {
    for (const code of [-32007, -32004])
      expect(said(lines(card({ extendedAgentCard: true }), ask, refused(1, code)))).toEqual(['card-capability-mismatch - error']);
  });
  it('not by what the extended card says of itself', () => {
    expect(said(lines(ask, answered(1, card({}))))).toEqual([]);
    expect(said(lines(card({ extendedAgentCard: true }), ask, answered(1, card({ streaming: true }))))).toEqual([]);
    expect(said(lines(card({}), ask, refused(1, -32004)))).toEqual([]);
  });
});
