// What a translation may lose, said beforehand. A loss that is not in its list is a defect (SPEC.md R.1): the round trip
// shows it as undeclared, and a test fails.

export interface DeclaredLoss {
  /** Which way the loss happens, from the dialect that lists it. */
  readonly when: 'decode' | 'encode';
  /** The member, as a path with `[]` for any element; `*` stands for anything below. */
  readonly path: string;
  /** One sentence: what is lost, and why. */
  readonly why: string;
}
