import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventQueue, type Placed } from './event-queue.ts';

function drained(queue: EventQueue<Placed>): Placed[] {
  const events: Placed[] = [];
  for (let event = queue.pop(); event; event = queue.pop()) events.push(event);
  return events;
}

describe('the event queue', () => {
  it('[E.1] gives events by time, and by number where times are equal, however they were put in', () => {
    const times = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 200 });
    fc.assert(
      fc.property(times, (ats) => {
        const events = ats.map((at, number) => ({ at, number }));
        const queue = new EventQueue<Placed>();
        for (const event of events.toReversed()) queue.push(event);
        const sorted = [...events].sort((one, other) => one.at - other.at || one.number - other.number);
        expect(drained(queue)).toEqual(sorted);
      }),
    );
  });

  it('[E.1] keeps that order when events are taken out in between', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 9 })), { maxLength: 200 }), (moves) => {
        const queue = new EventQueue<Placed>();
        let held: Placed[] = [];
        moves.forEach((at, number) => {
          if (at !== null) {
            queue.push({ at, number });
            held.push({ at, number });
            return;
          }
          held = held.sort((one, other) => one.at - other.at || one.number - other.number);
          expect(queue.pop()).toEqual(held.shift());
        });
        expect(queue.size).toBe(held.length);
      }),
    );
  });

  it('has nothing to give when it is empty', () => {
    const queue = new EventQueue<Placed>();
    expect([queue.pop(), queue.peek(), queue.size]).toEqual([undefined, undefined, 0]);
  });
});
