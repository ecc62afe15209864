// Bytes that somebody else holds: a file, a download, an array. They are read through once, from front to back, and again in
// places when somebody looks; so what reads them need not keep them.

export interface ByteSource {
  readonly size: number;
  /** The bytes of a range, for reading through; may reject when the file is gone or breaks off. */
  read(from: number, to: number): Promise<Uint8Array>;
  /** The bytes of a range that was read before, at once. Without it they are kept (see `keep`). */
  readonly readAgain?: (from: number, to: number) => Uint8Array;
  /** Keeps bytes that cannot be read again (unpacked ones) outside the heap, and gives them back. Without it they stay in memory. */
  readonly keep?: (bytes: Uint8Array) => () => Uint8Array;
}

/** An array as a source. */
export function bytesInMemory(bytes: Uint8Array): ByteSource {
  const readAgain = (from: number, to: number): Uint8Array => bytes.subarray(from, to);
  return { size: bytes.length, read: (from, to) => Promise.resolve(readAgain(from, to)), readAgain };
}
