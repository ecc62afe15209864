import { describe, expect, it } from 'vitest';
import { TASK_STATES, type TaskState } from '../protocol/task.ts';
import { isOneMove, isReachable, StreamOrder } from './observed-moves.ts';

type Event = Parameters<StreamOrder['take']>[0];

function verdicts(events: readonly Event[], heartbeat = false): readonly string[] {
  const order = new StreamOrder(heartbeat);
  return events.map((event) => {
    const verdict = order.take(event);
    return verdict.kind === 'violation' ? verdict.why : verdict.kind;
  });
}
const inOrder = (...states: readonly TaskState[]): readonly Event[] => states.map((state, index) => ({ state, seq: index + 1 }));

describe('what two sightings in a row may show', () => {
  it('[Q.5] [Q.6] 17 of 64 pairs pass a stream, 33 pass a poll, and what passes a stream passes a poll', () => {
    const all = TASK_STATES.flatMap((from) => TASK_STATES.map((to) => [from, to] as const));
    expect(all.filter(([from, to]) => isOneMove(from, to))).toHaveLength(17);
    expect(all.filter(([from, to]) => isReachable(from, to))).toHaveLength(33);
    expect(all.every(([from, to]) => !isOneMove(from, to) || isReachable(from, to))).toBe(true);
  });
});

describe('the order of a stream', () => {
  it('[Q.5] takes the first event as it comes and holds each later one to one move', () => {
    expect(verdicts(inOrder('working', 'input-required', 'working', 'completed'))).toEqual(['move', 'move', 'move', 'move']);
    expect(verdicts(inOrder('submitted', 'completed'))[1]).toBe('the stream moved from submitted to completed');
    expect(verdicts(inOrder('working', 'working'))[1]).toBe('the stream moved from working to working');
    expect(verdicts([{ state: 'submitted' }, { state: 'working' }, { state: 'completed' }])).toEqual(['move', 'move', 'move']);
  });
  it('[Q.5] drops an event that is delivered again, however late', () => {
    const [first, second, third] = inOrder('submitted', 'working', 'completed') as readonly [Event, Event, Event];
    expect(verdicts([first, first, second, first, second, third])).toEqual(['move', 'repeat', 'move', 'repeat', 'repeat', 'move']);
  });
  it('[Q.5] refuses events out of order, and two that share a number', () => {
    expect(
      verdicts([
        { state: 'working', seq: 5 },
        { state: 'completed', seq: 4 },
      ])[1],
    ).toBe('event 4 came after event 5');
    expect(
      verdicts([
        { state: 'working', seq: 5 },
        { state: 'completed', seq: 5 },
      ])[1],
    ).toBe('event 5 said working first and then completed');
    const [first, second, third] = inOrder('submitted', 'working', 'completed') as readonly [Event, Event, Event];
    expect(verdicts([first, third, second])[1]).toBe('the stream moved from submitted to completed');
  });
  it('[Q.7] takes a repeated state for a sign of life only where it was promised and tells of progress', () => {
    const beats: readonly Event[] = [
      { state: 'working', lastProgressAt: 1 },
      { state: 'working', lastProgressAt: 2 },
    ];
    expect(verdicts(beats, true)[1]).toBe('repeat');
    expect(verdicts(beats, false)[1]).toMatch(/working to working/);
    expect(verdicts([beats[1] as Event, beats[0] as Event], true)[1]).toMatch(/working to working/);
  });
});
