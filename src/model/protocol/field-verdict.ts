// What becomes of one field of a document that is translated from protocol to protocol, worst first (SPEC.md R.3).

export const FIELD_VERDICTS = ['undeclared-loss', 'declared-loss', 'defaulted', 'renamed', 'kept'] as const;
export type FieldVerdict = (typeof FIELD_VERDICTS)[number];
