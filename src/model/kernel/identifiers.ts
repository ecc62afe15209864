// Where ids come from is a port too: counted by default, so that two equal runs have equal ids; random ones are handed in.

export interface IdSource {
  /** A new id that begins with the prefix. */
  next(prefix: 'task' | 'ctx' | 'msg'): string;
  /** How many were handed out. */
  readonly count: number;
}

/** Ids counted by one counter whatever the prefix: `task-1`, `ctx-2`, `task-3`. */
export function countedIds(): IdSource {
  let count = 0;
  return {
    next(prefix) {
      count += 1;
      return `${prefix}-${count}`;
    },
    get count() {
      return count;
    },
  };
}

/**
 * Ids that cannot be guessed: 128 random bits each.
 * @param random numbers from 0 up to 1, as good as the ids are to be
 */
export function randomIds(random: () => number): IdSource {
  let count = 0;
  const word = (): string =>
    Math.floor(random() * 0x1_0000)
      .toString(16)
      .padStart(4, '0');
  return {
    next(prefix) {
      count += 1;
      return `${prefix}-${Array.from({ length: 8 }, word).join('')}`;
    },
    get count() {
      return count;
    },
  };
}
