// Signed cards of A2A 1.0, and that the official library takes ours and we take its.

import { canonicalizeAgentCard, generateAgentCardSignature, verifyAgentCardSignature, AgentCard } from '@a2a-js/sdk';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { canonicalJson } from '../base/canonical-json.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { publicKeyOf, secretFrom } from '../kernel/jws.ts';
import { publishedCard } from '../kernel/published-card.ts';
import { signCard, verifyCard } from '../kernel/signed-card.ts';
import { castCard, castSkill } from '../testing/delegation-cast.ts';
import { signedContentV1 } from './adapters.ts';
import { encodeV1Card } from './dialects/a2a-v1-card.ts';

const KEY = { keyId: 'callee', secret: secretFrom('test/callee') };
const known = (keyId: string): Uint8Array | undefined => (keyId === KEY.keyId ? publicKeyOf(KEY.secret) : undefined);
/** Nothing in it is empty: of what is empty the library leaves out more than the specification does. */
const CARD = encodeV1Card(
  publishedCard(
    castCard('callee', {
      description: 'Calls.',
      securitySchemes: [],
      skills: [{ ...castSkill('calling', 'calls'), name: 'Calling', description: 'Calls.', examples: ['call'] }],
    }),
  ),
  'JSONRPC',
);

afterEach(() => {
  vi.restoreAllMocks();
});

function content(card: JsonObject): unknown {
  const text = canonicalJson(signedContentV1(card));
  return text.ok ? JSON.parse(text.value) : text.issues;
}

describe('[I.15] what a signature of a 1.0 card covers', () => {
  it('leaves out what says nothing, and keeps what must be there or was set', () => {
    const full: JsonObject = {
      name: '',
      supportedInterfaces: [],
      skills: [{ id: '', tags: [], examples: [], inputModes: [], securityRequirements: [] }],
      documentationUrl: '',
      capabilities: { streaming: false, extensions: [{ uri: '', required: false, params: { empty: '', list: [] } }] },
      securitySchemes: {
        description: { apiKeySecurityScheme: { description: '', location: '', name: '' } },
        mtls: { mtlsSecurityScheme: { description: '' } },
        oauth: { oauth2SecurityScheme: { flows: { implicit: { scopes: {} }, authorizationCode: { scopes: {}, pkceRequired: false } } } },
      },
      securityRequirements: [{ schemes: { mtls: { list: [] } } }],
      signatures: [{}],
      examples: [],
    };
    expect(content(full)).toEqual({
      name: '',
      supportedInterfaces: [],
      skills: [{ id: '', tags: [] }],
      documentationUrl: '',
      capabilities: { streaming: false, extensions: [{ params: { empty: '', list: [] } }] },
      securitySchemes: {
        description: { apiKeySecurityScheme: { location: '', name: '' } },
        mtls: { mtlsSecurityScheme: {} },
        oauth: { oauth2SecurityScheme: { flows: { implicit: {}, authorizationCode: { scopes: {} } } } },
      },
      securityRequirements: [{ schemes: { mtls: {} } }],
      examples: [],
    });
    expect(content({ securitySchemes: {}, securityRequirements: [] })).toEqual({});
  });

  it('is a text for whatever a card says', () => {
    for (const value of [[], 'x', 5, null, [1, [2]], { schemes: [] }] as readonly Json[]) {
      const odd = { skills: value, capabilities: value, securitySchemes: value, securityRequirements: [value], supportedInterfaces: value };
      expect(() => content(odd)).not.toThrow();
    }
  });
});

describe('[I.15] a signed 1.0 card', () => {
  const jwk = (secret?: Uint8Array) => ({
    kty: 'OKP',
    crv: 'Ed25519',
    alg: 'EdDSA',
    x: Buffer.from(publicKeyOf(KEY.secret)).toString('base64url'),
    ...(secret && { d: Buffer.from(secret).toString('base64url') }),
  });

  it('of ours is taken by the official library', async () => {
    expect(canonicalizeAgentCard(AgentCard.fromJSON(CARD))).toBe(
      JSON.stringify(JSON.parse(canonicalizeAgentCard(AgentCard.fromJSON(CARD)))),
    );
    const signature = signCard(CARD, KEY, signedContentV1);
    const signed = AgentCard.fromJSON({ ...CARD, signatures: signature.ok ? [signature.value] : [] });
    await expect(verifyAgentCardSignature(async () => jwk())(signed)).resolves.toBeUndefined();
    // It says on the console what it refuses.
    vi.spyOn(console, 'debug').mockReturnValue();
    await expect(verifyAgentCardSignature(async () => jwk())({ ...signed, name: 'other' })).rejects.toThrow();
  });

  it('of the official library is taken by us, until something in it has changed', async () => {
    const sign = generateAgentCardSignature(jwk(KEY.secret), { alg: 'EdDSA', kid: KEY.keyId, typ: 'JOSE' });
    const signed = AgentCard.toJSON(await sign(AgentCard.fromJSON(CARD))) as JsonObject;
    expect(verifyCard(signed, known, signedContentV1)).toMatchObject({ ok: true, value: 'callee' });
    expect(verifyCard({ ...signed, description: 'Something else.' }, known, signedContentV1).ok).toBe(false);
  });
});
