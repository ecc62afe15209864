import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FromAgent } from '../lanes.ts';
import { OPS_PER_TURN } from './constants.ts';
import { decodeFromAgent } from './lane-guard.ts';

const head = { status: 200, headers: { 'content-type': 'text/plain' } };
const request = { method: 'GET', path: '/', headers: {}, body: '' };
const EVERY_OP: FromAgent = {
  type: 'idle',
  turn: 3,
  ops: [
    { op: 'head', exchange: 1, head, text: 'whole' },
    { op: 'head', exchange: 1, head },
    { op: 'chunk', exchange: 1, text: 'a' },
    { op: 'end', exchange: 1 },
    { op: 'lost', exchange: 1, why: 'broken' },
    { op: 'sleep', timer: 1, ms: 10 },
    { op: 'sleep', timer: 2, ms: 0, background: true },
    { op: 'unsleep', timer: 1 },
    { op: 'call', call: 1, to: 'b', request, credit: 16 },
    { op: 'took', call: 1, count: 1 },
    { op: 'hangup', call: 1 },
    { op: 'fact', fact: { kind: 'cards-ranked', names: [] } },
  ],
};
const idle = (...ops: unknown[]): unknown => ({ type: 'idle', turn: 1, ops });

describe('what an agent says, decoded', () => {
  it('[E.5] takes every wish of the lanes', () => {
    expect(decodeFromAgent(EVERY_OP)).toEqual(EVERY_OP);
    expect(decodeFromAgent({ type: 'fatal', turn: 0, why: 'no' })).toEqual({ type: 'fatal', turn: 0, why: 'no' });
  });

  it('[E.5] takes nothing that could move time back, stop it or break the text of a recording', () => {
    const wrong = [
      undefined,
      null,
      'idle',
      { type: 'idle', ops: [] },
      idle({ op: 'sleep', timer: 1, ms: -1 }),
      idle({ op: 'sleep', timer: 1, ms: Number.NaN }),
      idle({ op: 'sleep', timer: 1, ms: Number.POSITIVE_INFINITY }),
      idle({ op: 'chunk', exchange: 1, text: { toString: 'no' } }),
      idle({ op: 'head', exchange: 1, head: { status: 200, headers: { a: 1 } } }),
      idle({ op: 'call', call: 1, to: 'b', request: { ...request, body: 1 }, credit: 1 }),
      idle({ op: 'fact', fact: { kind: 'episode-ended' } }),
      idle({ op: 'fact', fact: { kind: 'message-sent' } }),
      idle({ op: 'restart' }),
      idle(...Array.from({ length: OPS_PER_TURN + 1 }, () => ({ op: 'end', exchange: 1 }))),
    ];
    expect(wrong.map(decodeFromAgent)).toEqual(wrong.map(() => undefined));
  });

  it('[E.5] never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        decodeFromAgent(anything);
        decodeFromAgent(idle(anything));
      }),
    );
  });
});
