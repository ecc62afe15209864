// Whose card decides whether data leaves: the directory's, before the callee has said a word.

import { describe, expect, it } from 'vitest';
import type { Fact } from '../../model/log/fact.ts';
import { hardened, type Policy, reference } from '../../model/kernel/policy.ts';
import { createServer } from '../../model/kernel/server.ts';
import type { Operation } from '../../model/protocol/operation.ts';
import { PAYMENTS_INVESTIGATOR, SANCTIONS_CARD } from '../lessons/cast.ts';
import { denialBeforehand } from './asking.ts';

const UNREAD = new AbortController().signal;
const IN_THE_DIRECTORY = { ...SANCTIONS_CARD, maxDataClassification: 'internal' };
const ITS_OWN = { ...SANCTIONS_CARD, maxDataClassification: 'restricted' };
const CALLER = { ...PAYMENTS_INVESTIGATOR, delegationChain: [], dataClassification: 'restricted' };
const SENDING: Operation = {
  kind: 'send',
  message: { messageId: 'msg-1', role: 'user', parts: [{ kind: 'text', text: 'Restricted words' }] },
};

function asked(policy: Policy, operation: Operation = SENDING, card: typeof SANCTIONS_CARD | undefined = IN_THE_DIRECTORY) {
  const facts: Fact[] = [];
  const question = { agent: SANCTIONS_CARD.name, card, operation, caller: CALLER, requestId: 1 };
  const denial = denialBeforehand({ policy }, question, { maxDepth: 4, onFact: (fact) => facts.push(fact) });
  return { denial: denial?.code, facts };
}

describe('[E.15] the directory says internal, the callee says restricted', () => {
  it('takes restricted words by its own card, whatever the policy of the callee', async () => {
    for (const policy of [reference, hardened]) {
      const server = createServer({
        card: ITS_OWN,
        policy,
        handler: async function* (work) {
          work.setStatus(work.setStatus(work.task(), 'working'), 'completed');
          yield* [];
        },
      });
      const result = await server.execute({ ...SENDING, kind: 'send' }, CALLER, { signal: UNREAD });
      expect(result.kind === 'task' && result.task.status.state).toBe('completed');
    }
  });

  it('is denied before a byte leaves, where the caller asks first', () => {
    expect(asked(reference)).toEqual({ denial: undefined, facts: [] });
    const { denial, facts } = asked(hardened);
    expect(denial).toBe('CLASSIFICATION_EXCEEDED');
    expect(facts).toMatchObject([
      { kind: 'delegation-denied', callee: SANCTIONS_CARD.name, denials: [{ code: 'CLASSIFICATION_EXCEEDED' }] },
    ]);
  });

  it('is asked of what hands work over, and of nothing else', () => {
    expect(asked(hardened, { ...SENDING, kind: 'stream' }).denial).toBe('CLASSIFICATION_EXCEEDED');
    for (const operation of [{ kind: 'card' }, { kind: 'get', taskId: 'task-1' }, { kind: 'cancel', taskId: 'task-1' }] as const) {
      expect(asked(hardened, operation).facts).toEqual([]);
    }
    expect(asked(hardened, SENDING, ITS_OWN).denial).toBeUndefined();
  });

  it('tells no credential', () => {
    const caller = { ...CALLER, chainProof: { kind: 'verified', token: 'secret-token', left: 1 } } as const;
    const facts: Fact[] = [];
    const question = { agent: 'x', card: IN_THE_DIRECTORY, operation: SENDING, caller, requestId: 1 };
    denialBeforehand({ policy: hardened }, question, { maxDepth: 4, onFact: (fact) => facts.push(fact) });
    expect(JSON.stringify(facts)).toContain('CLASSIFICATION_EXCEEDED');
    expect(JSON.stringify(facts)).not.toContain('secret-token');
  });
});
