import { describe, expect, it } from 'vitest';
import type { RowKind } from '../log/row-kind.ts';
import { draftLog } from '../testing/draft-log.ts';
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
});
