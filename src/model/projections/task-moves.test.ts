import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TASK_STATES, type ObservedState } from '../protocol/task.ts';
import { drawnLog, type DrawnRow } from '../testing/drawn-log.ts';
import { taskMovesOf } from './task-moves.ts';
import { WorstStates } from './worst-state.ts';

/** The moves of task `t` as text: `working` a state, `working!` one that our kernel would refuse. */
function movesOf(rows: readonly DrawnRow[]): string {
  const moves = taskMovesOf(drawnLog(rows.map((row) => ({ taskId: 't', agent: 'server', ...row }))));
  return moves
    .movesOfTask('t')
    .map((number) => moves.move(number))
    .map(({ to, refused }) => `${to}${refused ? '!' : ''}`)
    .join(' ');
}
const streamed = (state: ObservedState, exchange = 1): DrawnRow => ({ kind: 'status-update', channel: 'stream', state, exchange });
const polled = (state: ObservedState): DrawnRow => ({ kind: 'call-settled', channel: 'poll', state });
const stored = (state: ObservedState): DrawnRow => ({
  kind: 'status-stored',
  channel: 'kernel',
  state,
  value: { kind: 'status-stored', taskId: 't', contextId: 'c', state, tick: 1 },
});

describe('TaskMoves', () => {
  it('[P.4] takes a state equal to the last for no move', () => {
    expect(movesOf([streamed('submitted'), streamed('working'), streamed('working'), polled('working'), streamed('completed')])).toBe(
      'submitted working completed',
    );
  });

  it('[P.5] takes what the kernel stored for the moves, and the wire that lags behind for repetitions', () => {
    expect(
      movesOf([
        stored('submitted'),
        stored('working'),
        streamed('submitted'),
        stored('completed'),
        streamed('working'),
        streamed('completed'),
      ]),
    ).toBe('submitted working completed');
  });

  it('[P.6] takes a sample of a state left behind for a late copy', () => {
    expect(movesOf([streamed('working'), streamed('completed'), polled('working')])).toBe('working completed');
    expect(movesOf([streamed('working'), { ...polled('completed'), channel: 'push' }, { ...polled('working'), channel: 'push' }])).toBe(
      'working completed',
    );
  });

  it('[P.6] takes a sample for a move where the task may have come back', () => {
    expect(movesOf([polled('working'), polled('input-required'), polled('working')])).toBe('working input-required working');
  });

  it('[P.6] notes a move that our kernel would refuse where two rows of one stream stand next to each other', () => {
    expect(movesOf([streamed('submitted'), streamed('completed')])).toBe('submitted completed!');
    expect(movesOf([streamed('completed'), streamed('working')])).toBe('completed working!');
  });

  it('[P.6] notes nothing between samples that may have a legal way between them', () => {
    expect(movesOf([polled('submitted'), polled('completed')])).toBe('submitted completed');
    expect(movesOf([streamed('submitted', 1), streamed('completed', 2)])).toBe('submitted completed');
  });

  it('[P.6] notes a move out of a terminal state wherever it is seen: no way leads out', () => {
    expect(movesOf([polled('completed'), polled('input-required')])).toBe('completed input-required!');
  });

  it('[P.6] says nothing about words that are no states', () => {
    expect(movesOf([streamed('unknown'), streamed('completed'), streamed('unknown')])).toBe('unknown completed unknown');
  });

  it('[P.10] knows a task when it has been shown, not when it was asked for', () => {
    const moves = taskMovesOf(
      drawnLog([
        { kind: 'message-sent', channel: 'poll', taskId: 'asked', agent: 'caller' },
        { kind: 'call-settled', channel: 'poll', taskId: 'asked', agent: 'server', failed: true },
        { kind: 'push-received', channel: 'push', taskId: 'shown', agent: 'receiver', state: 'working' },
        { kind: 'task-snapshot', channel: 'stream', taskId: 'shown', agent: 'server', state: 'working' },
      ]),
    );
    expect([0, 1, 2, 3].map((cursor) => moves.tasksBetween(0, moves.taskCountUpTo(cursor)))).toEqual([[], [], ['shown'], ['shown']]);
    expect([2, 3].map((cursor) => moves.ownerOf('shown', cursor))).toEqual([undefined, 'server']);
    expect(moves.tasksOfAgent('server')).toEqual(['shown']);
  });
});

describe('WorstStates', () => {
  it('[P.8] finds the worst state of any stretch', () => {
    const order: readonly ObservedState[] = [
      'completed',
      'submitted',
      'working',
      'unknown',
      'input-required',
      'auth-required',
      'canceled',
      'rejected',
      'failed',
    ];
    const state = fc.option(fc.constantFrom<ObservedState>(...TASK_STATES, 'unknown'), { nil: undefined, freq: 2 });
    fc.assert(
      fc.property(fc.array(state, { maxLength: 3_000, size: 'max' }), fc.nat(3_000), fc.nat(3_000), (states, a, b) => {
        const worst = new WorstStates();
        states.forEach((each) => worst.add(each));
        const from = Math.min(a, b, states.length);
        const to = Math.min(Math.max(a, b), states.length);
        let reads = 0;
        const found = worst.worst(from, to, (place) => {
          reads += 1;
          return states[place];
        });
        const expected = Math.max(-1, ...states.slice(from, to).map((each) => (each === undefined ? -1 : order.indexOf(each))));
        expect(found).toBe(order[expected]);
        expect(reads).toBeLessThanOrEqual(64);
      }),
    );
  });
});
