import { describe, expect, it } from 'vitest';
import type { Claim, RowMatch } from '../log/claim.ts';
import { logFromText } from '../testing/log-from-text.ts';
import { RECORDING } from '../testing/small-recording.ts';
import { projectClaims } from './lesson-claims.ts';

const log = logFromText(RECORDING);
type Unsaid<C> = C extends unknown ? Omit<C, 'say'> : never;
/** Whether a claim holds, or what was found instead. */
function judged(claim: Unsaid<Claim>): true | string | undefined {
  const [verdict] = projectClaims(log, { claims: [{ say: 'so', ...claim }] });
  return verdict?.holds ? true : verdict?.found;
}

describe('projectClaims', () => {
  it('[E.13] counts rows, all of them or those after another', () => {
    expect(judged({ check: 'count', of: { kind: 'message-sent' }, is: 2 })).toBe(true);
    expect(judged({ check: 'count', of: { kind: 'message-sent' }, is: 3 })).toBe('2');
    const after = { kind: 'stream-ended' } as const;
    expect(judged({ check: 'count', of: { kind: 'message-sent', agent: 'payments-investigator' }, after, is: 1 })).toBe(true);
    expect(judged({ check: 'count', of: { kind: 'message-sent' }, after: { kind: 'push-sent' }, is: 0 })).toBe('no push-sent');
  });

  it('[E.13] tells requests apart by what they are called', () => {
    const sent = { kind: 'message-sent' } as const;
    const label = log.row(log.rowsOfKind('message-sent')[0] ?? 0).label ?? '';
    expect(label).not.toBe('');
    expect(judged({ check: 'value', of: { ...sent, label: 'no such method' }, path: 'method', is: 'x' })).toBe(
      'no message-sent no such method',
    );
    expect(judged({ check: 'count', of: { ...sent, label: 'no such method' }, is: 0 })).toBe(true);
    expect(judged({ check: 'order', of: [{ ...sent, label }] })).toBe(true);
  });

  it('[E.13] finds an order, each after the one before', () => {
    const of: readonly RowMatch[] = [
      { kind: 'status-update', state: 'submitted' },
      { kind: 'status-update', state: 'working' },
      { kind: 'artifact-update' },
      { kind: 'status-update', state: 'completed' },
    ];
    expect(judged({ check: 'order', of })).toBe(true);
    expect(judged({ check: 'order', of: of.toReversed() })).toMatch(/^no artifact-update after|^no status-update/);
  });

  it('[E.13] knows when something was and what was stored last', () => {
    expect(judged({ check: 'at', of: { kind: 'status-stored', state: 'working' }, is: 110 })).toBe(true);
    expect(judged({ check: 'stored', taskId: 'task-1', is: 'completed@3' })).toBe(true);
    expect(judged({ check: 'stored', taskId: 'task-2', is: 'completed@3' })).toBe('nothing');
  });

  it('[E.13] knows every time at which something was', () => {
    const stored = { kind: 'status-stored' } as const;
    expect(judged({ check: 'times', of: stored, are: [10, 110, 215] })).toBe(true);
    expect(judged({ check: 'times', of: stored, are: [10, 110] })).toBe('[10,110,215]');
    expect(judged({ check: 'times', of: { kind: 'parent-told' }, are: [] })).toBe(true);
    expect(judged({ check: 'times', of: { kind: 'parent-told' }, are: [0] })).toBe('[]');
  });

  it('[E.13] reads members of facts and of the wire by path', () => {
    const created = { kind: 'task-created' } as const;
    expect(judged({ check: 'value', of: created, path: 'delegationChain[1]', is: 'payments-investigator' })).toBe(true);
    expect(judged({ check: 'value', of: created, path: 'delegationChain[-1]', is: 'payments-investigator' })).toBe(true);
    expect(judged({ check: 'value', of: created, path: 'delegationChain.length', is: 2 })).toBe(true);
    expect(judged({ check: 'value', of: created, nth: 1, path: 'taskId', is: 'task-1' })).toBe('no task-created');
    const stored = { kind: 'status-stored' } as const;
    expect(judged({ check: 'value', of: stored, from: 'end', path: 'tick', is: 3 })).toBe(true);
    expect(judged({ check: 'value', of: stored, nth: 1, path: 'tick', is: 2 })).toBe(true);
    expect(judged({ check: 'values', of: stored, path: 'tick', are: [1, 2, 3] })).toBe(true);
    expect(judged({ check: 'every', of: stored, path: 'taskId', is: 'task-1' })).toBe(true);
    expect(judged({ check: 'every', of: stored, path: 'tick', is: 1 })).toBe('2');
    expect(judged({ check: 'count', of: { kind: 'status-stored', fact: ['tick', 2] }, is: 1 })).toBe(true);
  });

  it('[E.13] compares keys in order, and values whatever their keys stand in', () => {
    const created = { of: { kind: 'task-created' }, path: '' } as const;
    expect(judged({ check: 'keys', ...created, is: ['kind', 'taskId', 'contextId', 'delegationChain'] })).toBe(true);
    expect(judged({ check: 'keys', ...created, is: ['kind'] })).toContain('contextId');
    expect(judged({ check: 'same', a: created, b: created })).toBe(true);
    expect(judged({ check: 'same', a: created, b: { of: { kind: 'push-sent' }, path: '' } })).toBe('no push-sent');
  });
});
