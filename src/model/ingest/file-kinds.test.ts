import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodePiece } from '../base/byte-text.ts';
import { gapsOf, readTrace } from '../testing/read-trace.ts';
import { fileKindOf } from './file-kinds.ts';

const bytes = (...parts: readonly (string | Uint8Array)[]): string =>
  decodePiece(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))), 'utf-8');
const noise = deflateRawSync(Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * at * 31 + 7 * at) & 0xff)));
const tar = Buffer.alloc(512);
tar.write('trace.ndjson', 0);
tar.write('0000644\0', 100);
tar.write('ustar\x0000', 257);

describe('files that hold no text', () => {
  it.each<[string, string]>([
    ['a PNG picture', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', noise)],
    ['a JPEG picture', bytes('\xff\xd8\xff\xe0\0\x10JFIF\0\x01', noise)],
    ['a PDF document', bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\nstream\n', noise, '\n%%EOF')],
    ['a ZIP archive', bytes('PK\x03\x04\x14\0\0\0\x08\0', noise)],
    ['a tar archive', bytes(tar, '{"kind":"task","id":"t","status":{"state":"working"}}\n')],
    ['a file packed with zstd', bytes('\x28\xb5\x2f\xfd\x04', noise)],
    ['a file packed with xz', bytes('\xfd7zXZ\0', noise)],
    ['gzip data that was read as text', bytes('\x1f\x8b\x08\0', noise)],
    ['an SQLite database', bytes('SQLite format 3\0\x10\0', noise)],
    ['a packet capture', bytes('\xd4\xc3\xb2\xa1\x02\0\x04\0', noise)],
    ['a packet capture', bytes('\x0a\x0d\x0d\x0a\x1c\0\0\0\x4d\x3c\x2b\x1a', noise)],
  ])('[N.6] %s is named, and unread as a whole', (name, text) => {
    const trace = readTrace(text);
    expect(gapsOf(trace)).toEqual([]);
    expect(trace.sources.get(0)?.format).toBe('unknown');
    expect(trace.unread).toHaveLength(1);
    expect(trace.unread[0]).toMatchObject({ from: 0, to: text.length });
    expect(trace.unread[0]?.why).toContain(name);
  });

  it('[N.6] takes no text for a file', () => {
    for (const text of [
      'PK is short for a key',
      'GIF pictures',
      '{"PNG":1}',
      '%PDF',
      'SQLite format 3 it says',
      '\uFFFD\uFFFD',
      'PAR1 and PAR2',
    ])
      expect(fileKindOf(text)).toBeUndefined();
  });
});
