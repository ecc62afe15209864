// Scripts that come after the page: how many are on their way, so that whoever waits for quiet waits for them too.

let coming = 0;

/** Counts a script until it is there, or will not come. @returns what it was given */
export function counted<T>(script: Promise<T>): Promise<T> {
  coming++;
  return script.finally(() => coming--);
}

/** How many scripts are on their way. */
export function scriptsComing(): number {
  return coming;
}
