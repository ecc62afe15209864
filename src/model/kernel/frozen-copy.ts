// Values that cross the edge of a server are copied and frozen, so that neither side can change what the other holds (critique R39).

/**
 * A deep copy of a JSON value, frozen at every level. Never more levels than a stack has: messages are bounded in depth before.
 */
export function frozenCopy<T>(value: T): T {
  if (Array.isArray(value)) return Object.freeze(value.map((item: unknown) => frozenCopy(item))) as T;
  if (typeof value !== 'object' || value === null) return value;
  // From entries, not by assignment: a member may be called `__proto__`.
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, frozenCopy(item as unknown)]))) as T;
}
