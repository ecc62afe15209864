// What stops each attack: the same server and the same handlers under both policies, on a clock that only these tests move.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallerContext } from '../../protocol/caller-context.ts';
import type { Message } from '../../protocol/message.ts';
import { KYC, MARKETING, SANCTIONS } from '../../testing/delegation-cast.ts';
import { admit } from '../admission.ts';
import { createDirectory } from '../discovery.ts';
import { textPart } from '../parts.ts';
import { hardened, reference } from '../policy.ts';
import { createServer } from '../server.ts';
import {
  CARD,
  PROVEN_INVESTIGATOR,
  STRANGER,
  code,
  idle,
  readSome,
  said,
  sanctions,
  says,
  stage,
  playIn,
} from '../../testing/policy-stage.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  playIn({ wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)), now: () => Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('[T.25] a message is taken within bounds and offers', () => {
  const { ask } = stage(hardened, sanctions);

  it('takes the role of the caller, whatever it says', async () => {
    const staged = stage(hardened, sanctions);
    await idle(staged.ask({ kind: 'send', message: says('go', { role: 'agent' }) }));
    expect([...staged.server.get('task-1').history].map(({ role }) => role)).toEqual(['user']);
  });

  it('does a message that is sent twice once', async () => {
    const staged = stage(hardened, sanctions);
    const first = await idle(staged.ask({ kind: 'send', message: says('go') }));
    expect(await staged.ask({ kind: 'send', message: says('go') })).toEqual({ ...first, foundAgain: true });
    const again = await staged.ask({ kind: 'stream', message: says('go') });
    expect(said(await readSome(again))).toEqual(['task completed']);
    expect(staged.told('task-created')).toHaveLength(1);
    await idle(staged.ask({ kind: 'send', message: { ...says('go'), parts: [textPart('something else')] } }));
    await idle(staged.ask({ kind: 'send', message: says('go') }, STRANGER));
    expect(staged.told('task-created')).toHaveLength(3);
  });

  it('takes equal words with other metadata for another wish', async () => {
    const staged = stage(hardened, sanctions);
    await idle(staged.ask({ kind: 'send', message: says('go', { metadata: { trace: 'a' } }) }));
    const other = await idle(staged.ask({ kind: 'send', message: says('go', { metadata: { trace: 'b' } }) }));
    expect(other.kind).toBe('task');
    expect(staged.told('task-created')).toHaveLength(2);
  });

  it.each([
    [{ parts: [] }, 'INVALID_PARAMS'],
    [{ parts: [{ kind: 'file', uri: 'javascript:alert(1)' }] }, 'INVALID_PARAMS'],
    [{ parts: [{ kind: 'file', uri: 'https://files.example/x.png', mimeType: 'image/png' }] }, 'CONTENT_TYPE_NOT_SUPPORTED'],
    [{ parts: Array.from({ length: 1_001 }, () => textPart('x')) }, 'LIMIT_EXCEEDED'],
    [{ parts: [textPart('x'.repeat(4_194_305))] }, 'LIMIT_EXCEEDED'],
    [{ parts: [{ kind: 'data', data: nested(65) }] }, 'LIMIT_EXCEEDED'],
    [{ parts: [{ kind: 'data', data: nested(20_000) }] }, 'LIMIT_EXCEEDED'],
  ] as const)('refuses what is out of bounds', async (more, expected) => {
    expect(code(await ask({ kind: 'send', message: says('go', more as Partial<Message>) }))).toBe(expected);
  });

  it('refuses a stream that the card does not offer', async () => {
    const server = createServer({ card: { ...CARD, streaming: false }, handler: sanctions, policy: hardened });
    const answer = await server.execute({ kind: 'stream', message: says('go') }, PROVEN_INVESTIGATOR, {
      signal: new AbortController().signal,
    });
    expect(code(answer)).toBe('UNSUPPORTED');
  });
});

function nested(levels: number): string[] {
  let value: unknown[] = [];
  for (let level = 1; level < levels; level += 1) value = [value];
  return value as string[];
}

describe('[D.7] one bad label is one card less', () => {
  const RETAIL: CallerContext = { ...PROVEN_INVESTIGATOR, tenant: 'retail', dataClassification: 'confidential' };
  const MISTYPED = { ...KYC, maxDataClassification: 'Confidential' };

  it('skips the card and tells it; the reference tells nobody anything', () => {
    for (const [policy, expected] of [
      [reference, "unknown data classification: 'Confidential'"],
      [hardened, [SANCTIONS.name]],
    ] as const) {
      const directory = createDirectory({ policy });
      for (const card of [SANCTIONS, MARKETING, MISTYPED]) directory.register(card);
      const found = directory.discover(RETAIL, ['sanctions']);
      expect(found.ok ? found.value.map(({ name }) => name) : found.issues[0]?.message).toEqual(expected);
      expect(directory.skipped(RETAIL).map(({ name }) => name)).toEqual(policy === hardened ? [MISTYPED.name] : []);
      expect(directory.skipped(PROVEN_INVESTIGATOR)).toEqual([]);
    }
  });

  it('is one denial more, in its place', () => {
    const codes = (caller: CallerContext) => {
      const decision = admit(caller, MISTYPED, { checks: hardened.admission });
      return decision.ok && decision.value.map((denial) => denial.code);
    };
    expect(codes(RETAIL)).toEqual(['CLASSIFICATION_UNKNOWN']);
    expect(codes({ ...RETAIL, delegationChain: ['a', 'b', 'c', 'd'] })).toEqual(['DEPTH_EXCEEDED', 'CLASSIFICATION_UNKNOWN']);
    expect(codes({ ...RETAIL, dataClassification: 'Restricted' })).toEqual(['CLASSIFICATION_UNKNOWN']);
  });

  it('shows only what admission would take', () => {
    const directory = createDirectory({ policy: hardened });
    for (const card of [SANCTIONS, MARKETING]) directory.register(card);
    const names = (caller: CallerContext) => {
      const found = directory.discover(caller, []);
      return found.ok && found.value.map(({ name }) => name);
    };
    expect(names(PROVEN_INVESTIGATOR)).toEqual([SANCTIONS.name]);
    expect(names({ ...PROVEN_INVESTIGATOR, delegationChain: [SANCTIONS.name] })).toEqual([]);
    expect(names({ ...PROVEN_INVESTIGATOR, scopes: [] })).toEqual([]);
  });
});

describe('[A.10] hardened admission asks what the reference only carries', () => {
  it.each([
    [{ agentId: 'callee' }, 'CYCLE_DETECTED'],
    [{ delegationChain: ['Callee '] }, 'CYCLE_DETECTED'],
    [{ delegationChain: ['payments-investigator'] }, 'CYCLE_DETECTED'],
    [{ delegationChain: ['a', 'b', 'a'] }, 'CYCLE_DETECTED'],
    [{ tenant: '' }, 'TENANT_NOT_PERMITTED'],
    [{ userId: ' ' }, 'CALLER_UNIDENTIFIED'],
    [{ agentId: '' }, 'CALLER_UNIDENTIFIED'],
    [{ scopes: ['read'] }, 'SCOPE_MISSING'],
  ])('%j: %s', (changes, expected) => {
    const decision = admit({ ...PROVEN_INVESTIGATOR, ...changes }, CARD, { checks: hardened.admission });
    expect(decision.ok && decision.value.map((denial) => denial.code)).toEqual([expected]);
  });

  it('tells a caller nobody else in the chain', () => {
    const decision = admit({ ...PROVEN_INVESTIGATOR, delegationChain: ['secret-desk', 'callee'] }, CARD, { checks: hardened.admission });
    expect(JSON.stringify(decision)).not.toContain('secret-desk');
  });
});
