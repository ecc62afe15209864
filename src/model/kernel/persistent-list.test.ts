import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PROPERTY } from '../testing/arbitraries.ts';
import { castCard, PAYMENTS_INVESTIGATOR } from '../testing/delegation-cast.ts';
import type { AgentHandler } from './agent-handler.ts';
import { PersistentList } from './persistent-list.ts';
import { reference } from './policy.ts';
import { createServer } from './server.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Stores n statuses, each with a message, and counts what was done to lists on the way. */
async function operationsOf(changes: number): Promise<{ appends: number; reads: number; history: number }> {
  const append = vi.spyOn(PersistentList.prototype, 'append');
  const reads = vi.spyOn(PersistentList.prototype, 'toArray');
  const chatting: AgentHandler = async function* (work) {
    let task = work.setStatus(work.handed, 'working');
    for (let change = 1; change < changes; change += 1) {
      const message = { messageId: `m-${change}`, role: 'agent', parts: [] } as const;
      task = work.setStatus(task, task.status.state === 'working' ? 'input-required' : 'working', message);
    }
    yield { kind: 'task', task };
  };
  const server = createServer({ card: castCard('chatty', { maxDataClassification: 'restricted' }), handler: chatting, policy: reference });
  const task = await server.send({ message: { messageId: 'msg-1', role: 'user', parts: [] }, caller: PAYMENTS_INVESTIGATOR });
  const counted = { appends: append.mock.calls.length, reads: reads.mock.calls.length, history: task.history.length };
  vi.restoreAllMocks();
  return counted;
}

describe('a persistent list', () => {
  it('[T.8] holds what an array holds, in every version, whichever versions it grows from', () => {
    const growth = fc.array(fc.record({ from: fc.nat(), value: fc.integer() }), { maxLength: 60 });
    fc.assert(
      fc.property(growth, (steps) => {
        const versions = [{ list: PersistentList.empty<number>(), array: [] as readonly number[] }];
        for (const { from, value } of steps) {
          const base = versions[from % versions.length];
          if (base) versions.push({ list: base.list.append(value), array: [...base.array, value] });
        }
        for (const { list, array } of versions) {
          expect([...list]).toEqual(array);
          expect(list.length).toBe(array.length);
          expect(list.last).toBe(array.at(-1));
        }
      }),
      PROPERTY,
    );
  });

  it('[T.8] keeps a stale copy as it was when both versions grow', () => {
    const shared = PersistentList.from(['a', 'b']);
    const [one, other] = [shared.append('one'), shared.append('other')];
    expect([[...shared], [...one], [...other]]).toEqual([
      ['a', 'b'],
      ['a', 'b', 'one'],
      ['a', 'b', 'other'],
    ]);
  });

  it('[T.8] is a plain list in JSON, however long', () => {
    expect(JSON.stringify({ history: PersistentList.from([1, 2]) })).toBe('{"history":[1,2]}');
    const long = PersistentList.from(Array.from({ length: 200_000 }, (_, index) => index));
    expect(JSON.parse(JSON.stringify(long))).toHaveLength(200_000);
  });

  it('[T.8] takes a list that is persistent as it is', () => {
    const list = PersistentList.from([1]);
    expect(PersistentList.from(list)).toBe(list);
  });

  it('[T.8] makes n status changes cost n appends and not one copy', async () => {
    expect(await operationsOf(10)).toEqual({ appends: 10, reads: 0, history: 10 });
    expect(await operationsOf(1_000)).toEqual({ appends: 1_000, reads: 0, history: 1_000 });
    expect(await operationsOf(8_000)).toEqual({ appends: 8_000, reads: 0, history: 8_000 });
  });
});
