// How bytes begin that are packed: by what, as far as their first bytes tell. Two bytes of zlib may be anything's.

/** A way of packing that is unpacked here. */
export type Packing = 'gzip' | 'zlib';

/** What bytes are packed with, by how they begin; undefined where they are not packed in a way that is unpacked here. */
export function packingOf(bytes: Uint8Array): Packing | undefined {
  const [first = 0, second = 0, third = 0] = bytes;
  if (first === 0x1f && second === 0x8b && third === 8) return 'gzip';
  return first === 0x78 && (second & 0x20) === 0 && (first * 256 + second) % 31 === 0 ? 'zlib' : undefined;
}

const OTHERS: readonly (readonly [word: string, start: readonly number[]])[] = [
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['zip', [0x50, 0x4b, 3, 4]],
  ['bzip2', [0x42, 0x5a, 0x68, 0x39]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58]],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf]],
];

/** The word for a way of packing that is not unpacked here; undefined where bytes do not begin like one. */
export function otherPackingOf(bytes: Uint8Array): string | undefined {
  return OTHERS.find(([, start]) => start.every((byte, index) => bytes[index] === byte))?.[0];
}
