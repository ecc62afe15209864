// The lesson player's seat: whoever sits in it, the page talks to the seat. A machine that stops with an error would answer
// nothing any more until the page is loaded again; here a fresh one takes its place, and the fault is told (rule U.3).

import { type Actor, createActor, toObserver, waitFor } from 'xstate';
import type { LessonPlayer } from './lesson-player.ts';

type Player = Actor<LessonPlayer>;
type Snapshot = ReturnType<Player['getSnapshot']>;

export interface LessonSeat extends Pick<Player, 'getSnapshot' | 'send' | 'subscribe'> {
  /** Resolves when no episode is being played. */
  settled(): Promise<Snapshot>;
}

/**
 * Seats a player.
 * @param onFault is told why a player stopped, after the fresh one has taken its place, closed
 */
export function seatLessonPlayer(machine: LessonPlayer, onFault: (error: unknown) => void): LessonSeat {
  const observers = new Set<ReturnType<typeof toObserver<Snapshot>>>();
  const tell = (snapshot: Snapshot) => {
    for (const observer of observers) observer.next?.(snapshot);
  };
  const seat = (): Player => {
    const next = createActor(machine).start();
    next.subscribe({
      next: tell,
      error: (error) => {
        player = seat();
        tell(player.getSnapshot());
        onFault(error);
      },
    });
    return next;
  };
  let player = seat();
  return {
    getSnapshot: () => player.getSnapshot(),
    send: (event) => player.send(event),
    subscribe: (...given: [unknown]) => {
      const observer = toObserver<Snapshot>(...(given as Parameters<typeof toObserver<Snapshot>>));
      observers.add(observer);
      return { unsubscribe: () => void observers.delete(observer) };
    },
    settled: () => waitFor(player, (snapshot) => snapshot.value !== 'playing'),
  };
}
