import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROPERTY } from '../testing/arbitraries.ts';
import { publicKeyOf, secretFrom, signCompact, verifyCompact } from './jws.ts';
import { signHop, verifyChain, type ChainTrust } from './signed-chain.ts';

const NAMES = ['root', 'a', 'b', 'c', 'd'] as const;
const keyOf = (name: string) => ({ keyId: name, secret: secretFrom(`test/${name}`) });
const TRUST: ChainTrust = {
  roots: ['root'],
  keyOf: (name) => (NAMES.some((known) => known === name) ? publicKeyOf(keyOf(name).secret) : undefined),
};

/** The token that the last but one of the names shows to the last. */
function tokenAlong(names: readonly string[], left = 4): string {
  let token: string | undefined;
  names.slice(1).forEach((to, index) => {
    token = signHop({ to, left: left - index, upstream: token }, keyOf(names[index] as string));
  });
  return token ?? '';
}

function proven(token: string, sender: string, receiver: string): unknown {
  const verified = verifyChain(token, { sender, receiver }, TRUST);
  return verified.ok ? verified.value : verified.issues[0]?.message;
}

describe('[A.11] a chain that nobody on the way can shorten', () => {
  it('proves who stands before the sender, and how deep it may still go', () => {
    expect(proven(tokenAlong(['root', 'a']), 'root', 'a')).toEqual({ chain: [], left: 4 });
    expect(proven(tokenAlong(['root', 'a', 'b', 'c']), 'b', 'c')).toEqual({ chain: ['root', 'a'], left: 2 });
  });

  it('is refused where a hop drops what it was handed, or is not the one it was signed for', () => {
    const handed = tokenAlong(['root', 'a', 'b']);
    expect(proven(signHop({ to: 'c', left: 4 }, keyOf('b')), 'b', 'c')).toBe('b may not begin a chain and shows nobody before it');
    expect(proven(handed, 'b', 'c')).toBe('the token of a is not for c');
    expect(proven(handed, 'root', 'b')).toBe('root shows a token of a');
    const stolen = signHop({ to: 'd', left: 2, upstream: handed }, keyOf('c'));
    expect(proven(stolen, 'c', 'd')).toBe('the token of a is not for c');
  });

  it('is refused where the depth grows, and where somebody unknown signs', () => {
    const grown = signHop({ to: 'b', left: 9, upstream: tokenAlong(['root', 'a']) }, keyOf('a'));
    expect(proven(grown, 'a', 'b')).toBe('the depth that is left has grown on the way');
    expect(proven(signHop({ to: 'b', left: 1 }, keyOf('stranger')), 'stranger', 'b')).toBe('no key is known of stranger');
    expect(proven(signHop({ to: 'b', left: -1 }, keyOf('root')), 'root', 'b')).toBe('the token of root leaves no depth');
  });

  it('is refused whatever unit of it is changed', () => {
    const token = tokenAlong(['root', 'a', 'b']);
    const places = fc.tuple(fc.nat(token.length - 1), fc.constantFrom('A', 'b', '.', '-', '!'));
    fc.assert(
      fc.property(places, ([place, unit]) => {
        fc.pre(token[place] !== unit);
        expect(typeof proven(token.slice(0, place) + unit + token.slice(place + 1), 'a', 'b')).toBe('string');
      }),
      { ...PROPERTY, numRuns: 60 },
    );
  });

  it('ends on any text, and on rings of its own making', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(verifyChain(text, { sender: 'a', receiver: 'b' }, TRUST).ok).toBe(false);
      }),
      PROPERTY,
    );
    const around = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'root' : 'a'));
    expect(typeof proven(tokenAlong(around, 60), around.at(-2) ?? '', around.at(-1) ?? '')).toBe('string');
  });

  it('leaves the algorithm to the verifier, and the key to who knows it', () => {
    const encode = (value: unknown) => btoa(JSON.stringify(value)).replace(/=+$/, '');
    for (const alg of ['none', 'HS256', 'ES256']) {
      const forged = `${encode({ alg, typ: 'delegation+jws', kid: 'root' })}.${encode({ to: 'a', left: 4 })}.`;
      expect(proven(forged, 'root', 'a')).toBe('the token is no delegation+jws signed with EdDSA');
    }
    const ofAnotherKind = signCompact({ to: 'a', left: 4 }, 'card+jws', keyOf('root'));
    expect(proven(ofAnotherKind, 'root', 'a')).toBe('the token is no delegation+jws signed with EdDSA');
    expect(verifyCompact(ofAnotherKind, 'card+jws', TRUST.keyOf)).toMatchObject({ ok: true, value: { keyId: 'root' } });
  });
});
