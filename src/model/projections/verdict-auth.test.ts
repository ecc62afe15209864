import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../base/json.ts';
import { observe } from '../adapters/adapters.ts';
import { REFERENCE_ADMISSION } from '../kernel/admission.ts';
import { DEFAULT_PLATFORM } from './known-cards.ts';

const FULL = { description: 'd', protocolVersion: '0.3.0', defaultInputModes: ['text'], defaultOutputModes: ['text'] };
const BARE = {
  name: 'a',
  url: 'https://a.example/',
  version: '1',
  capabilities: {},
  skills: [{ id: 's', name: 's', description: 's', tags: ['t'] }],
};

/** What the check of authentication says of a card as it crossed: what was compared, and whether it passes. */
function auth(more: JsonObject, base: JsonObject = { ...BARE, ...FULL }): string {
  const { said } = observe({ ...base, ...more });
  if (said.kind !== 'card') return said.kind;
  const caller = { agentId: 'b', tenant: 't', userId: 'u', scopes: [], dataClassification: 'public', delegationChain: [] };
  const question = { caller, card: { ...said.card.card, ...DEFAULT_PLATFORM }, maxDepth: 4 };
  const check = REFERENCE_ADMISSION.find(({ id }) => id === 'auth');
  const answer = check?.check(question);
  const passes = answer?.ok === true && answer.value === undefined;
  return `${check?.read(question) ?? ''}: ${passes ? 'passes' : 'denied'}`;
}

describe('[P.58] authentication is judged by the types of schemes, whatever their names', () => {
  const schemes: readonly (readonly [string, Json, string])[] = [
    ['OAuth by another name', { corp: { type: 'oauth2', flows: {} } }, 'corp (oauth2): passes'],
    ['OpenID Connect', { google: { type: 'openIdConnect', openIdConnectUrl: 'https://i.example/' } }, 'google (oauth2): passes'],
    ['mutual TLS', { client: { type: 'mutualTLS' } }, 'client (mtls): passes'],
    ['a key that is called OAuth', { oauth2: { type: 'apiKey', in: 'header', name: 'x' } }, 'oauth2 (apikey): denied'],
    ['a bearer', { oauth2: { type: 'http', scheme: 'Bearer' } }, 'oauth2 (bearer): denied'],
    ['HTTP without a scheme', { mtls: { type: 'http' } }, 'mtls (http): denied'],
    ['one of two', { key: { type: 'apiKey' }, corp: { type: 'oauth2' } }, 'key (apikey), corp (oauth2): passes'],
    ['one whose name says it', { oauth2: { type: 'oauth2' } }, 'oauth2: passes'],
    ['names without types', ['oauth2'], 'oauth2: passes'],
    ['names that a prototype has', ['constructor'], 'constructor: denied'],
    ['no object', { oauth2: 'x' }, 'oauth2: passes'],
    ['1.0', { corp: { oauth2SecurityScheme: { flows: {} } } }, 'corp (oauth2): passes'],
    ['1.0 in snake case', { corp: { mtls_security_scheme: {} } }, 'corp (mtls): passes'],
    ['1.0 over HTTP', { corp: { httpAuthSecurityScheme: { scheme: 'Basic' } } }, 'corp (basic): denied'],
    ['a sort nobody knows', { corp: { type: 'saml' } }, 'corp (saml): denied'],
    ['none', {}, 'none offered: denied'],
  ];
  it.each(schemes)('[P.58] %s', (_name, securitySchemes, verdict) => {
    expect(auth({ securitySchemes })).toBe(verdict);
  });

  it('[P.58] a card of 0.1 offers what its authentication names', () => {
    expect(auth({ authentication: { schemes: ['OAuth2'] } }, BARE)).toBe('OAuth2 (oauth2): passes');
    expect(auth({ authentication: { schemes: ['Bearer', 'basic'], credentials: null } }, BARE)).toBe('Bearer, basic: denied');
    expect(auth({ authentication: { schemes: ['mtls'] } }, BARE)).toBe('mtls: passes');
    expect(auth({ authentication: null }, BARE)).toBe('none offered: denied');
    expect(auth({ authentication: { schemes: 'oauth2' } }, BARE)).toBe('none offered: denied');
  });
});
