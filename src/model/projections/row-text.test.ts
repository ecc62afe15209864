import { describe, expect, it } from 'vitest';
import type { Fact } from '../log/fact.ts';
import type { RowKind } from '../log/row-kind.ts';
import { draftLog, factRow } from '../testing/draft-log.ts';
import { rowText } from './row-text.ts';

const STRANGE = { weather: 'fine' };
const textOf = (kind: RowKind, value: unknown) => rowText(draftLog([{ kind, value: value as never }]), 0);

describe('rowText', () => {
  it('[P.11] says nothing of rows whose label tells, where no object of the protocol came with them', () => {
    expect((['message-sent', 'push-received', 'stream-ended'] as const).map((kind) => textOf(kind, STRANGE))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('[P.11] says why an answer or an event is not recognised', () => {
    const texts = (['call-settled', 'status-update', 'card-seen'] as const).map((kind) => textOf(kind, STRANGE));
    for (const text of texts) expect(text).toMatch(/\S/);
  });

  it('[P.11] takes the words of a request', () => {
    const message = { kind: 'message', messageId: 'm-1', role: 'user', parts: [{ kind: 'text', text: 'Screen\n  this' }] };
    expect(textOf('message-sent', { jsonrpc: '2.0', id: 1, method: 'message/send', params: { message } })).toBe('Screen this');
  });

  it('[P.11] says what a client decided about a peer, and what the lab did to it', () => {
    const failure = { kind: 'status', status: 503, detail: 'the peer answered 503' } as const;
    const facts: readonly Fact[] = [
      { kind: 'retry-scheduled', attempt: 1, waitMs: 500, step: 'create', failure },
      { kind: 'outcome-decided', outcome: 'ok', attempts: 2, why: 'the task completed', note: 'late', artifacts: 1, complete: 'yes' },
      { kind: 'late-completion', taskId: 'task-1', state: 'completed' },
      { kind: 'fault-injected', mode: 'error', what: 'answers 503' },
      { kind: 'step-logged', step: 'format_table', status: 'DEGRADED', detail: 'unavailable' },
    ];
    expect(facts.map((fact) => rowText(draftLog([factRow('orchestrator', fact)]), 0))).toEqual([
      'try 1 failed at create: the peer answered 503; again in 500 ms',
      'ok after 2 tries: the task completed; late',
      'completed was seen after the cancel had left',
      'error: answers 503',
      'format_table DEGRADED: unavailable',
    ]);
    const strange = { kind: 'retry-scheduled', failure: null } as unknown as Fact;
    expect(rowText(draftLog([factRow('orchestrator', strange)]), 0)).toContain('no detail');
  });
});
