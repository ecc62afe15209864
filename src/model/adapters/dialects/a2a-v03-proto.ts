// A2A 0.3 as protobuf JSON, which its REST binding speaks and gRPC dumps print, for reading. The mismatch: a message keeps its
// parts under `content`, states and roles are enum names with a cancel word of its own spelling, files and data stand one level
// down, resources are named by paths, and neither parts nor requests of that schema have all that the JSON of 0.3 has.
// 0.3 protobuf schema. Objects are read by a2a-v1-decode.ts, parts by a2a-v1-parts.ts: the schema of 1.0 grew from this one.

import type { DeclaredLoss } from './losses.ts';
import type { Reading } from './reading.ts';

/** What this dialect loses. */
export const LOSSES: readonly DeclaredLoss[] = [
  { when: 'decode', path: '*.extensions', why: 'the nouns keep no list of extension URIs' },
  { when: 'decode', path: 'statusUpdate.metadata', why: 'a status update carries no metadata inside' },
  { when: 'decode', path: 'artifactUpdate.metadata', why: 'an artifact update carries no metadata inside' },
];

/** Reads as this dialect is spelled. */
export function inV03Proto(reading: Reading): Reading {
  return { ...reading, wrappedData: true };
}
