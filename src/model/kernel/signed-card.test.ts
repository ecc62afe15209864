import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../base/json.ts';
import { PROPERTY } from '../testing/arbitraries.ts';
import { publicKeyOf, secretFrom, signCompact, signDetached, type SigningKey } from './jws.ts';
import { signCard, verifyCard } from './signed-card.ts';

const keyOf = (keyId: string): SigningKey => ({ keyId, secret: secretFrom(`test/${keyId}`) });
const SPECIALIST = keyOf('specialist');
const KNOWN = (keyId: string): Uint8Array | undefined => (keyId === 'specialist' ? publicKeyOf(SPECIALIST.secret) : undefined);
const CARD: JsonObject = {
  protocol: 'interop',
  name: 'specialist',
  skills: [{ id: 'statistics', tags: [], description: 'ß €' }],
  auth: { schemes: ['bearer'] },
};

function signed(card: JsonObject, ...keys: readonly SigningKey[]): JsonObject {
  const signatures = keys.map((key) => {
    const signature = signCard(card, key);
    if (!signature.ok) throw new Error(signature.issues[0]?.message);
    return { ...signature.value };
  });
  return { ...card, signatures };
}

function verdict(card: JsonObject): string {
  const verified = verifyCard(card, KNOWN);
  return verified.ok ? `by ${verified.value}` : verified.issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
}

describe('[I.14] a signed card', () => {
  it('is verified by the key of its signer, however its members are ordered', () => {
    const card = signed(CARD, SPECIALIST);
    expect(verdict(card)).toBe('by specialist');
    expect(verdict(Object.fromEntries(Object.entries(card).reverse()))).toBe('by specialist');
    expect(verdict(JSON.parse(JSON.stringify(card)) as JsonObject)).toBe('by specialist');
  });

  it('needs one signature that holds by a key that is known', () => {
    expect(verdict(signed(CARD, keyOf('stranger'), SPECIALIST))).toBe('by specialist');
    expect(verdict(signed(CARD, keyOf('stranger')))).toBe('signatures[0]: no key is known of stranger');
    expect(verdict(CARD)).toBe('signatures: the card is not signed');
    expect(verdict({ ...CARD, signatures: [] })).toBe('signatures: the card is not signed');
    expect(verdict({ ...CARD, signatures: 'x' })).toBe('signatures: the card is not signed');
  });

  it('is of another key than it says', () => {
    const forged = signed(CARD, { keyId: 'specialist', secret: secretFrom('another') });
    expect(verdict(forged)).toBe('signatures[0]: the signature of specialist does not hold');
  });

  it('does not hold once anything in it has changed', () => {
    const { signatures } = signed(CARD, SPECIALIST);
    const changes: readonly JsonObject[] = [
      { ...CARD, name: 'Specialist' },
      { ...CARD, heartbeat: true },
      { ...CARD, skills: [] },
      { ...CARD, auth: { schemes: ['bearer', 'none'] } },
      Object.fromEntries(Object.entries(CARD).slice(1)),
    ];
    for (const change of changes) {
      expect(verdict({ ...change, signatures: signatures as Json })).toBe('signatures[0]: the signature of specialist does not hold');
    }
  });

  it.each<readonly [string, Json, RegExp]>([
    ['no object', 'x', /cannot be read/],
    ['nothing in it', {}, /cannot be read/],
    ['a header that is no JSON', { protected: 'AAAA', signature: 'AAAA' }, /cannot be read/],
    ['another algorithm', { protected: btoa('{"alg":"none","kid":"specialist"}'), signature: '' }, /not signed with EdDSA/],
    ['no key', { protected: btoa('{"alg":"EdDSA"}'), signature: 'AAAA' }, /names no key/],
    ['no end', { protected: 'A'.repeat(70_000), signature: 'A' }, /cannot be read/],
    ['a token of another card', { ...signDetached('{}', 'JOSE', SPECIALIST) }, /does not hold/],
    ['a token of another kind', { protected: signCompact(CARD, 'JOSE', SPECIALIST), signature: 'x' }, /cannot be read/],
  ])('with %s is not verified', (_name, signature, why) => {
    expect(verdict({ ...CARD, signatures: [signature] })).toMatch(why);
  });

  it('is read in bounded time', () => {
    const many = Array.from({ length: 100_000 }, () => ({ protected: 'AAAA', signature: 'AAAA' }));
    const verified = verifyCard({ ...CARD, signatures: many }, KNOWN);
    expect(verified.issues).toHaveLength(8);
    const deep = JSON.parse(`{"name":${'['.repeat(50_000)}${']'.repeat(50_000)}}`) as JsonObject;
    expect(signCard(deep, SPECIALIST).ok).toBe(false);
    expect(verdict({ ...deep, signatures: [{}] })).toMatch(/deeper/);
  });

  it('never throws, whatever it says', () => {
    const signature = fc.record({
      protected: fc.oneof(fc.base64String(), fc.string()),
      signature: fc.oneof(fc.base64String(), fc.string()),
    });
    fc.assert(
      fc.property(fc.jsonValue(), fc.oneof(fc.array(signature), fc.jsonValue()), (content, signatures) => {
        expect(verifyCard({ content, signatures } as JsonObject, KNOWN).ok).toBe(false);
      }),
      PROPERTY,
    );
  });
});
