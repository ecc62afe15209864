// Rows as fast-check makes them: few tasks and agents, so that they meet; times that mostly go on.

import fc from 'fast-check';
import { CHANNELS } from '../log/row-kind.ts';
import { TASK_STATES, type ObservedState } from '../protocol/task.ts';
import type { DrawnRow } from './drawn-log.ts';

const WIRE = ['message-sent', 'call-settled', 'status-update', 'artifact-update', 'task-snapshot', 'push-received'] as const;
const KERNEL = ['status-stored', 'artifact-stored', 'task-created'] as const;
const STATES: readonly ObservedState[] = [...TASK_STATES, 'unknown'];

const few = (...names: string[]): fc.Arbitrary<string | undefined> => fc.option(fc.constantFrom(...names), { nil: undefined });

/** A row without the members that are unknown; a kernel row with its fact. */
const row: fc.Arbitrary<DrawnRow> = fc
  .record({
    kind: fc.constantFrom(...WIRE, ...KERNEL),
    channel: fc.constantFrom(...CHANNELS.filter((channel) => channel !== 'kernel')),
    taskId: few('t1', 't2', 't3'),
    agent: few('alpha', 'beta'),
    peer: few('alpha', 'beta', 'gamma'),
    exchange: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    time: fc.option(fc.integer({ min: 0, max: 1000 }), { nil: undefined }),
    state: fc.option(fc.constantFrom(...STATES), { nil: undefined }),
    failed: fc.option(fc.boolean(), { nil: undefined }),
    label: few('message/send', 'Report'),
  })
  .map(({ state, ...made }) => {
    const stated = Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)) as unknown as DrawnRow;
    if (made.kind === 'message-sent') return stated;
    if (!KERNEL.some((kind) => kind === made.kind)) return { ...stated, ...(state === undefined ? {} : { state }) };
    const taskId = made.taskId ?? 't1';
    const storedState = state ?? 'working';
    const fact = { kind: made.kind, taskId, contextId: 'c', state: storedState, tick: 1, name: 'Report', delegationChain: ['alpha'] };
    return { ...stated, taskId, channel: 'kernel', value: fact, ...(made.kind === 'status-stored' ? { state: storedState } : {}) };
  });

export const randomRows: fc.Arbitrary<readonly DrawnRow[]> = fc
  .tuple(fc.array(row, { maxLength: 60 }), fc.boolean())
  .map(([rows, inOrder]) => {
    if (!inOrder) return rows;
    const times = rows.flatMap(({ time }) => time ?? []).sort((a, b) => a - b);
    let next = 0;
    return rows.map((made) => (made.time === undefined ? made : { ...made, time: times[next++] ?? made.time }));
  });
