// Throws for our own bugs, and only for those. Each message carries the SPEC.md rule that was broken.

/**
 * Holds an invariant of ours.
 * @param condition what must be true
 * @param rule SPEC.md rule id, e.g. `L.2`
 * @param message what was found instead
 * @throws Error naming the rule when the condition is false
 */
export function invariant(condition: unknown, rule: string, message: string): asserts condition {
  if (!condition) throw new Error(`[${rule}] ${message}`);
}

/** Closes a switch over a closed union: the compiler refuses the call while a member is unhandled. */
export function unreachable(value: never): never {
  throw new Error(`unhandled member of a closed union: ${JSON.stringify(value)}`);
}
