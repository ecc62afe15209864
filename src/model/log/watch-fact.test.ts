import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import { factFlaw } from './fact-shape.ts';
import { createCutter } from './redaction.ts';
import type { WatchFact } from './watch-fact.ts';

const of = { standIn: 'task-1', taskId: 'remote-1' };
const FACTS: readonly WatchFact[] = [
  { kind: 'stand-in-moved', standIn: 'task-1', number: 1, event: 'stand-in-begun', to: 'turn' },
  { kind: 'stand-in-moved', ...of, number: 7, event: 'registration-begun', from: 'choosing', to: 'choosing' },
  { kind: 'turn-started', ...of, turn: 1 },
  { kind: 'parked', ...of, state: 'input-required' },
  {
    kind: 'registered',
    ...of,
    agent: 'specialist',
    configId: 'config-1',
    tokenDigest: 'b46c09677343261f0b439a472422225e3a230c9c094d6ab16762e2036b597053',
  },
  { kind: 'registration-failed', ...of, agent: 'specialist', errorType: 'TimedOut' },
  { kind: 'watch-changed', ...of, mode: 'push', why: 'chosen' },
  { kind: 'task-fetched', ...of, why: 'push', state: 'working', text: 'Screening', claimed: 'canceled' },
  { kind: 'task-fetched', standIn: 'task-1', why: 'recheck', errorType: 'TimedOut' },
  { kind: 'recheck-waiting', ...of, recheck: 1, waitMs: 1_000, claimed: 'canceled' },
  { kind: 'follow-subscribed', ...of, followRun: 1 },
  { kind: 'follow-ended', ...of, followRun: 1, why: 'error', errorType: 'TransportError' },
  { kind: 'follow-cancelled', ...of, followRun: 1, why: 'reply' },
  { kind: 'parent-told', ...of, number: 1, state: 'working', text: '', note: false },
  { kind: 'stand-in-closed', ...of, state: 'completed' },
  { kind: 'history-rolled', ...of, kept: ['remote_task_id', 'watch', 'last'] },
  { kind: 'push-accepted', ...of },
  { kind: 'push-refused', standIn: 'task-1', status: 401, category: 'not-accepted' },
  { kind: 'push-deletion-failed', ...of, attempt: 1, errorType: 'TimedOut' },
];

describe.each(FACTS)('[W.19] the fact $kind', (fact) => {
  it('is taken for one when it is read again, and holds nothing that would be cut', () => {
    expect(factFlaw(JSON.parse(JSON.stringify(fact)) as Json)).toBeUndefined();
    const text = JSON.stringify({ author: 'kernel', fact });
    expect(createCutter().cutJsonText(text).text).toBe(text);
  });
});
