// Time is a port: nothing in the kernel reads a clock. Two kinds of it exist here, and they never mix: milliseconds of a
// clock that is handed in, and the server's own count of what it stored.

export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

/** Counts 1, 2, 3, …: the number in a stored status. Equal histories have equal ticks, whatever the time of day. */
export interface TickSource {
  next(): number;
  /** The last tick handed out, 0 before the first. */
  readonly last: number;
}

export function createTicks(): TickSource {
  let last = 0;
  return {
    next: () => (last += 1),
    get last() {
      return last;
    },
  };
}
