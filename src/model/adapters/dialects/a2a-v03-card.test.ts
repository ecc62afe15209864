import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PublishedCard } from '../../protocol/agent-card.ts';
import { arbitraryCard, PROPERTY } from '../../testing/arbitraries.ts';
import { observe } from '../observing/observe.ts';
import { decodeCard } from './a2a-v03.ts';
import { encodeReferenceCard, encodeStrictCard } from './a2a-v03-card.ts';

const published: fc.Arbitrary<PublishedCard> = arbitraryCard.map(({ owner: _o, tenants: _t, maxDataClassification: _m, ...card }) => card);

describe('[X.3] cards of A2A 0.3', () => {
  it('come back as they were, the reference way, with a remark about the list of schemes', () => {
    fc.assert(
      fc.property(published, (card) => {
        const read = decodeCard(encodeReferenceCard(card));
        expect(read).toEqual({
          ok: true,
          value: card,
          issues: [{ path: 'securitySchemes', message: 'is a list of names; A2A wants an object of schemes by name' }],
        });
      }),
      PROPERTY,
    );
  });

  it('come back as they were, the strict way, without a remark', () => {
    fc.assert(
      fc.property(published, (card) => {
        expect(decodeCard(encodeStrictCard(card))).toEqual({ ok: true, value: { ...card, protocolVersion: '0.3.0' }, issues: [] });
      }),
      PROPERTY,
    );
  });

  it('never show platform metadata', () => {
    fc.assert(
      fc.property(arbitraryCard, (card) => {
        for (const wire of [encodeReferenceCard(card), encodeStrictCard(card)]) {
          expect(['owner', 'tenants', 'maxDataClassification'].filter((key) => Object.hasOwn(wire, key))).toEqual([]);
        }
      }),
      PROPERTY,
    );
  });

  it('offer each scheme in its own shape', () => {
    const card: PublishedCard = {
      name: 'a',
      description: '',
      url: 'https://agents.example/a',
      version: '1',
      protocolVersion: '0.3',
      skills: [],
      streaming: false,
      pushNotifications: false,
      defaultInputModes: [],
      defaultOutputModes: [],
      securitySchemes: ['oauth2', 'mtls', 'apikey', 'bearer', 'constructor'],
    };
    expect(encodeStrictCard(card)['securitySchemes']).toEqual({
      oauth2: { type: 'oauth2', flows: {} },
      mtls: { type: 'mutualTLS' },
      apikey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      bearer: { type: 'http', scheme: 'bearer' },
      constructor: { type: 'http', scheme: 'constructor' },
    });
  });

  it('name the further interfaces, the main one once', () => {
    const { said } = observe({
      name: 'a',
      url: 'https://h/rpc',
      protocolVersion: '0.3.0',
      skills: [],
      additionalInterfaces: [
        { url: 'https://h/rpc', transport: 'JSONRPC' },
        { url: 'https://h/rest', transport: 'HTTP+JSON' },
      ],
    });
    expect(said.kind === 'card' && said.card.interfaces).toEqual([
      { url: 'https://h/rpc', binding: 'JSONRPC', version: '0.3' },
      { url: 'https://h/rest', binding: 'HTTP+JSON', version: '0.3' },
    ]);
  });
});
