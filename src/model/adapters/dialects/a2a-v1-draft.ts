// Drafts of A2A 1.0, as early libraries and copies of the draft speak it, for reading. The mismatch: the methods and wrappers of
// 1.0 around the lower-case words of 0.3 without `kind`, files under `file.fileWith…` with `mediaType` and `name`, data one level
// down, the cancel word with two l, `final` and `blocking` still there, names of operations and card members that 1.0 dropped.
// Main branch between 0.3.0 and 1.0.0. Objects are read by a2a-v1-decode.ts.

import type { DeclaredLoss } from './losses.ts';
import type { Reading } from './reading.ts';

/** What this dialect loses. */
export const LOSSES: readonly DeclaredLoss[] = [
  { when: 'decode', path: '*.extensions', why: 'the nouns keep no list of extension URIs' },
  { when: 'decode', path: '*.tenant', why: 'the nouns know no routing by tenant' },
  { when: 'decode', path: 'statusUpdate.metadata', why: 'a status update carries no metadata inside' },
  { when: 'decode', path: 'artifactUpdate.metadata', why: 'an artifact update carries no metadata inside' },
];

/** Reads as this dialect is spelled. */
export function inV1Draft(reading: Reading): Reading {
  return { ...reading, wrappedData: true };
}
