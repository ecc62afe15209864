// What a decoder of outside input returns: a value or nothing, and in either case what it noticed.
// Outside input never throws; a broken invariant of our own does (see assert.ts).

/** One thing noticed in outside input. */
export interface Issue {
  /** Where, as a JSON path from the decoded value's root (`message.parts[0].text`), `''` for the root itself. */
  readonly path: string;
  /** One plain sentence: what is wrong and, where there is one, the way out. */
  readonly message: string;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly issues: readonly Issue[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** A value that was read, with whatever was noticed on the way (nothing by default). */
export function success<T>(value: T, issues: readonly Issue[] = []): Result<T> {
  return { ok: true, value, issues };
}

/** No value, and why: at least one issue. */
export function failure(...issues: readonly Issue[]): { ok: false; issues: readonly Issue[] } {
  return { ok: false, issues };
}
