// A file or standard input as bytes that can be read through once and again in places.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { bytesInMemory, type ByteSource } from '../../src/model/base/byte-source.ts';

export interface OpenedBytes {
  readonly source: ByteSource;
  close(): void;
}

/** Opens a file by its path, `-` for standard input. Rejects with the system's reason. */
export async function openBytes(path: string): Promise<OpenedBytes> {
  if (path === '-') return { source: bytesInMemory(await standardInput()), close: () => undefined };
  const handle = await open(path, 'r');
  const { size, mode } = await handle.stat();
  const isRegular = (mode & 0o170000) === 0o100000;
  if (!isRegular) {
    // A pipe has no size and is read once; a folder rejects here with the system's reason.
    const bytes = await handle.readFile().finally(() => handle.close());
    return { source: bytesInMemory(bytes), close: () => undefined };
  }
  await handle.close();
  return regularFile(path, size);
}

function regularFile(path: string, size: number): OpenedBytes {
  const descriptor = openSync(path, 'r');
  fstatSync(descriptor);
  const readAgain = (from: number, to: number): Uint8Array => {
    const bytes = new Uint8Array(to - from);
    let read = 0;
    while (read < bytes.length) {
      const more = readSync(descriptor, bytes, read, bytes.length - read, from + read);
      if (more === 0) break;
      read += more;
    }
    return bytes.subarray(0, read);
  };
  const source: ByteSource = { size, read: (from, to) => Promise.resolve(readAgain(from, to)), readAgain };
  return { source, close: () => closeSync(descriptor) };
}

async function standardInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
