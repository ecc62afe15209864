// A file or a download as bytes that the engine reads through, and reads again in places when somebody looks. In a worker that is
// possible at once; elsewhere (tests) what was read is kept.

import type { ByteSource } from '../../model/base/byte-source.ts';

/** What only workers have. */
interface WorkerScope {
  readonly FileReaderSync?: new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer };
}

export function blobSource(blob: Blob): ByteSource {
  const source = { size: blob.size, read: async (from: number, to: number) => new Uint8Array(await blob.slice(from, to).arrayBuffer()) };
  const { FileReaderSync: Reader } = globalThis as WorkerScope;
  if (!Reader) return source;
  const readNow = (part: Blob): Uint8Array => new Uint8Array(new Reader().readAsArrayBuffer(part));
  return {
    ...source,
    readAgain: (from, to) => readNow(blob.slice(from, to)),
    keep: (bytes) => {
      const kept = new Blob([bytes as Uint8Array<ArrayBuffer>]);
      return () => readNow(kept);
    },
  };
}
