import { describe, expect, it } from 'vitest';
import { LESSONS } from '../mock-agents/lessons/catalogue.ts';
import { createLessonPlayer } from './lesson-player.ts';
import { type PlayedRound, type PlayedTake, roundOf } from './lesson-rounds.ts';
import { seatLessonPlayer } from './lesson-seat.ts';

const lesson = LESSONS[0]!;
const shown: PlayedTake = { log: 1, name: 'episode 1', take: roundOf(lesson)[0] };
const round: PlayedRound = { knobs: {}, policy: undefined, takes: [shown], shown };

describe('the lesson player’s seat', () => {
  it('[U.3] seats a fresh player when one stops with an error, tells why, and plays on', async () => {
    const faults: unknown[] = [];
    const seat = seatLessonPlayer(
      createLessonPlayer(() => Promise.resolve(round)),
      (error) => faults.push(error),
    );
    const seen: unknown[] = [];
    const watching = seat.subscribe(({ value }) => seen.push(value));
    seat.send({ type: 'open', lesson, knobs: null as unknown as Record<string, never>, seed: undefined });
    expect(faults).toEqual([expect.any(TypeError)]);
    expect(seat.getSnapshot()).toMatchObject({ status: 'active', value: 'closed' });
    seat.send({ type: 'open', lesson, knobs: {}, seed: undefined });
    seat.send({ type: 'run' });
    const { value, context } = await seat.settled();
    expect({ value, rounds: context.rounds }).toEqual({ value: 'exploring', rounds: [round] });
    expect(seen).toEqual(['closed', 'reading', 'playing', 'exploring']);
    watching.unsubscribe();
    seat.send({ type: 'close' });
    expect(seen).toHaveLength(4);
    expect(faults).toHaveLength(1);
  });
});
