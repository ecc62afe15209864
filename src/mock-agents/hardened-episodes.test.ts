// Lessons under the hardened policy, from their recordings.

import { describe, expect, it } from 'vitest';
import type { CallerContext } from '../model/protocol/caller-context.ts';
import type { Task } from '../model/protocol/task.ts';
import { BEHAVIOURS } from './behaviours/behaviours.ts';
import { handedCaller, signedCarrier, type ChainWorld } from './hosting/signed-carrier.ts';
import { spawnInside } from './in-process.ts';
import type { PlayRequest } from './lab-face.ts';
import { PAYMENTS_INVESTIGATOR } from './lessons/cast.ts';
import { played } from './testing/played-lesson.ts';

const inside = spawnInside(BEHAVIOURS);
const play = (request: PlayRequest) => played({ ...request, policy: 'hardened' }, inside);

describe('[E.15] a lesson under the hardened policy', () => {
  it('shows a chain that is signed, and no credential in its recording', async () => {
    const { text, lines } = await play({ lesson: 'streamed-delegation' });
    const stored = lines.flatMap((line) => (line.line === 'fact' && line.fact.kind === 'status-stored' ? [line.fact.state] : []));
    expect(stored).toEqual(['submitted', 'working', 'completed']);
    expect(text).toContain('x-delegation-token');
    expect(text).not.toMatch(/eyJ|chainProof/);
  });

  it('translates into a run that keeps files, artifacts and messages', async () => {
    for (const behaviour of ['sanctions', 'file_only', 'fail_midway']) {
      const { lines } = await play({ lesson: 'acp-round-trip', knobs: { behaviour } });
      const documents = lines.flatMap((line) => (line.line === 'fact' && line.fact.kind === 'translated' ? [line.fact.document] : []));
      expect(documents).toHaveLength(3);
      const kinds = (document: unknown) =>
        [...(document as Pick<Task, 'artifacts'>).artifacts].map((artifact) => [artifact.name, artifact.parts.map(({ kind }) => kind)]);
      expect(kinds(documents[2])).toEqual(kinds(documents[0]));
      if (behaviour === 'file_only') expect(JSON.stringify(documents[1])).toContain('content_url');
      if (behaviour === 'fail_midway') expect(JSON.stringify(documents[1])).toContain('Upstream list unavailable.');
    }
  });

  it('publishes the card as its specification wants it', async () => {
    const card = async (policy: string): Promise<object> => {
      const { lines } = await played({ lesson: 'card-on-the-wire', policy }, inside);
      const bodies = lines.flatMap((line) => (line.line === 'response' ? [line.body] : []));
      return JSON.parse(bodies[0] ?? '') as object;
    };
    expect(await card('hardened')).toEqual({
      ...(await card('reference')),
      protocolVersion: '0.3.0',
      preferredTransport: 'JSONRPC',
      securitySchemes: { oauth2: { type: 'oauth2', flows: {} } },
      security: [{ oauth2: [] }],
    });
    expect(Object.keys(await card('reference'))).toHaveLength(10);
  });

  it('[E.15] asks before it sends', async () => {
    const { lines, text } = await play({ lesson: 'streamed-delegation', knobs: { maxDepth: 1 } });
    const denials = lines.flatMap((line) => (line.line === 'fact' && line.fact.kind === 'delegation-denied' ? line.fact.denials : []));
    expect(denials.map((denial) => denial.code)).toEqual(['DEPTH_EXCEEDED']);
    expect(text).not.toContain('message/stream');
  });
});

describe('[X.44] a signed carrier', () => {
  const world: ChainWorld = { seed: 'test', roots: ['orchestrator'], maxDepth: 4 };
  const arrives = (caller: CallerContext, from: ChainWorld = world, callee = 'callee') => {
    const read = signedCarrier(world, 'callee').decode(signedCarrier(from, callee).encode(caller));
    return read.ok ? read.value.chainProof : undefined;
  };

  it('proves a chain that was handed on', () => {
    const proof = arrives(handedCaller(world, PAYMENTS_INVESTIGATOR));
    expect(proof).toMatchObject({ kind: 'verified', left: 3 });
  });

  it.each([
    ['drops it', { ...PAYMENTS_INVESTIGATOR, delegationChain: [] }, world, 'callee', /may not begin a chain/],
    ['claims it without a token', PAYMENTS_INVESTIGATOR, world, 'callee', /may not begin a chain/],
    ['claims another', { ...handedCaller(world, PAYMENTS_INVESTIGATOR), delegationChain: ['root'] }, world, 'callee', /another chain/],
    ['signs with other keys', handedCaller(world, PAYMENTS_INVESTIGATOR), { ...world, seed: 'forged' }, 'callee', /does not hold/],
    ['shows what was signed for somebody else', handedCaller(world, PAYMENTS_INVESTIGATOR), world, 'other', /not for callee/],
  ] as const)('tells that a caller %s', (...[, caller, from, callee, why]) => {
    const proof = arrives(caller, from, callee);
    expect(proof?.kind === 'unverified' && proof.why).toMatch(why);
  });
});
