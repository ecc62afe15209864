// The secret of a doorbell. It is made, handed to the remote agent and forgotten: what is kept is its digest. SHA-256 is
// enough, for there is nothing to guess in 256 random bits. SPEC.md W.5.

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { invariant } from '../../base/assert.ts';
import { encodeBytes } from '../jws.ts';
import { TOKEN_BYTES } from './watch-constants.ts';

/** Random bytes, as many as asked for: from the platform in the product, seeded in lessons. */
export type Randomness = (count: number) => Uint8Array;

/** A new token: 256 random bits as text that a header and a URL can carry. */
export function newPushToken(random: Randomness): string {
  const bytes = random(TOKEN_BYTES);
  invariant(bytes.length === TOKEN_BYTES, 'W.5', `${bytes.length} random bytes instead of ${TOKEN_BYTES}`);
  return encodeBytes(bytes);
}

/** SHA-256 of the token's UTF-8 bytes: 64 hexadecimal digits in lower case. */
export function tokenDigest(token: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(token)));
}

/** Whether two digests are equal; how long it takes does not tell where they differ. */
export function areEqualDigests(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  for (let index = 0; index < left.length; index += 1) difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  return difference === 0;
}
