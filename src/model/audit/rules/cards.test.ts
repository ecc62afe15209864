import { describe, expect, it } from 'vitest';
import { judgeText } from '../../testing/judged.ts';
import { ruled } from '../../testing/small-traces.ts';
import { CARD_RULES } from './cards.ts';

const said = (value: unknown): readonly string[] => ruled(CARD_RULES, JSON.stringify(value)).said;

describe('[J.71] cards', () => {
  it('a manifest of ACP is no card of A2A, wherever it stands', () => {
    const manifest = { name: 'writer', description: 'Writes.', input_content_types: ['text/plain'], output_content_types: ['text/plain'] };
    expect(said(manifest)).toEqual([]);
    expect(said({ agents: [manifest] })).toEqual([]);
    expect(judgeText(JSON.stringify(manifest)).said).toEqual([]);
  });
  it('a URL that is the place of the card itself', () => {
    const at = (url: string): unknown => ({
      name: 'a',
      description: 'd',
      url,
      version: '1',
      protocolVersion: '0.3.0',
      preferredTransport: 'HTTP+JSON',
      capabilities: {},
      defaultInputModes: ['text/plain'],
      defaultOutputModes: ['text/plain'],
      skills: [],
    });
    for (const path of ['v1/card', '.well-known/agent-card.json', 'agent/authenticatedExtendedCard'])
      expect(said(at(`https://a.example/${path}`))).toEqual(['card-endpoint-mismatch - error']);
    for (const path of ['v1', 'card', 'agents/card']) expect(said(at(`https://a.example/${path}`))).toEqual([]);
  });
  it('flows of OAuth without the addresses that they need', () => {
    const card = (scheme: unknown, requirement: unknown): unknown => ({
      name: 'a',
      description: 'd',
      url: 'https://a.example/',
      version: '1',
      protocolVersion: '0.3.0',
      preferredTransport: 'JSONRPC',
      capabilities: {},
      defaultInputModes: ['text/plain'],
      defaultOutputModes: ['text/plain'],
      skills: [],
      securitySchemes: { k: scheme },
      security: [requirement],
    });
    const flow = (flows: unknown): unknown => card({ type: 'oauth2', flows }, { k: [] });
    expect(said(flow({ clientCredentials: { scopes: {} } }))).toEqual(['card-security-invalid - error']);
    expect(said(flow({ authorizationCode: { authorizationUrl: 'https://i.example/a', scopes: {} } }))).toEqual([
      'card-security-invalid - error',
    ]);
    expect(said(flow({ clientCredentials: { tokenUrl: 'https://i.example/t', scopes: {} } }))).toEqual([]);
  });
});
