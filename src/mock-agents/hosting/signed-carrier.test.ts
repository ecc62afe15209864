// Chains of any length, signed before an episode begins: they are proven as far as anybody would read them, and cost no more.

import { expect, it } from 'vitest';
import { PAYMENTS_INVESTIGATOR } from '../lessons/cast.ts';
import { everybody } from '../testing/everybody.ts';
import { played } from '../testing/played-lesson.ts';
import { handedCaller, signedCarrier } from './signed-carrier.ts';

const callers = (hops: number) => Array.from({ length: hops }, (_, hop) => `agent-${hop}`);

function shown(hops: number) {
  const delegationChain = callers(hops);
  const world = { seed: 'one', roots: ['agent-0', PAYMENTS_INVESTIGATOR.agentId], maxDepth: 100 };
  const carrier = signedCarrier(world, 'callee');
  const headers = carrier.encode(handedCaller(world, { ...PAYMENTS_INVESTIGATOR, delegationChain }));
  const taken = carrier.decode(headers);
  return { length: Math.max(...Object.values(headers).map((value) => value.length)), proof: taken.ok && taken.value.chainProof };
}

it('[X.44] proves a chain of any length that can be read, and says why where it cannot', () => {
  for (const hops of [0, 1, 4, 12]) expect(shown(hops).proof, `${hops} hops`).toMatchObject({ kind: 'verified' });
  for (const hops of [25, 50, 500]) {
    const { length, proof } = shown(hops);
    expect(proof, `${hops} hops`).toEqual({ kind: 'unverified', why: 'the token is too long' });
    expect(length).toBeLessThan(200_000);
  }
});

it('[E.8] plays a lesson whose chain is as long as a knob takes it', async () => {
  const { outcome, lines } = await played({ lesson: 'input-required', policy: 'hardened', knobs: { chain: callers(50) } }, everybody);
  expect(outcome).toMatchObject({ ok: true, end: 'done' });
  const denied = lines.flatMap((line) => (line.line === 'fact' && line.fact.kind === 'delegation-denied' ? [line.fact.denials] : []));
  expect(denied[0]?.map(({ code }) => code)).toContain('DEPTH_EXCEEDED');
});
