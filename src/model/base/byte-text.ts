// Bytes as text, piece by piece: which encoding, where a piece may end, and which byte a unit of the text stands at. Every piece is
// decoded by itself, so its range of bytes is exact and it can be decoded again alone (Encoding Standard §4.5, §8.1.1, §14.4).

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** So many first bytes tell an encoding that no mark tells. */
const TELLING = 1 << 10;

/** The encoding that the first bytes tell, and how many of them are the mark that tells it; UTF-8 where nothing tells another. */
export function encodingOf(start: Uint8Array): { readonly encoding: TextEncoding; readonly mark: number } {
  if (start[0] === 0xff && start[1] === 0xfe) return { encoding: 'utf-16le', mark: 2 };
  if (start[0] === 0xfe && start[1] === 0xff) return { encoding: 'utf-16be', mark: 2 };
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return { encoding: 'utf-8', mark: 3 };
  return { encoding: unmarkedEncoding(start.subarray(0, TELLING)), mark: 0 };
}

/** Traces are written in Latin letters for the most part: in UTF-16 every other byte of them is zero, and hardly any in between. */
function unmarkedEncoding(start: Uint8Array): TextEncoding {
  const pairs = start.length >> 1;
  const zeros = [0, 0];
  for (let at = 0; at < 2 * pairs; at += 1) if (start[at] === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1;
  const [first = 0, second = 0] = zeros;
  if (pairs < 2 || Math.max(first, second) < 0.6 * pairs || Math.min(first, second) > 0.05 * pairs) return 'utf-8';
  return first > second ? 'utf-16be' : 'utf-16le';
}

/** Decodes one whole piece. What is no character becomes U+FFFD, so that the rest stays readable. */
export function decodePiece(bytes: Uint8Array, encoding: TextEncoding): string {
  // A byte order mark at the start of a later piece is a character like any other.
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}

/**
 * How many of some bytes make a piece: up to the last line feed, else up to the last whole character; 0 when there is none yet.
 * @param isLast whether no more bytes follow: then all of them
 */
export function pieceEnd(bytes: Uint8Array, encoding: TextEncoding, isLast: boolean): number {
  if (isLast) return bytes.length;
  return encoding === 'utf-8' ? utf8PieceEnd(bytes) : utf16PieceEnd(bytes, encoding === 'utf-16be');
}

function utf8PieceEnd(bytes: Uint8Array): number {
  const feed = bytes.lastIndexOf(0x0a);
  if (feed >= 0) return feed + 1;
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    // A lead byte whose sequence is not here to its end.
    if (byte >= 0xc0) return sequenceLength(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function utf16PieceEnd(bytes: Uint8Array, bigEndian: boolean): number {
  const high = bigEndian ? 0 : 1;
  const even = bytes.length & ~1;
  for (let at = even - 2; at >= 0; at -= 2) {
    if (bytes[at + high] === 0 && bytes[at + 1 - high] === 0x0a) return at + 2;
  }
  const last = bytes[even - 2 + high] ?? 0;
  return even > 0 && last >= 0xd8 && last <= 0xdb ? even - 2 : even;
}

function sequenceLength(lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) return 1;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/** A place in a piece: so many units of its text take so many of its bytes. */
export interface TextMark {
  readonly units: number;
  readonly bytes: number;
}

/**
 * The place that so many units of a piece reach; inside a pair of surrogates: where the pair begins.
 * @param from a place before it that is known already: what lies before is not walked again
 */
export function markAt(bytes: Uint8Array, encoding: TextEncoding, units: number, from: TextMark): TextMark {
  if (encoding !== 'utf-8') return { units, bytes: Math.min(units * 2, bytes.length) };
  let at = from.bytes;
  let unit = from.units;
  while (at < bytes.length) {
    const length = characterLength(bytes, at);
    const next = unit + (length === 4 ? 2 : 1);
    if (next > units) break;
    unit = next;
    at += length;
  }
  return { units: unit, bytes: at };
}

/** Bytes of the character at a place, or of what becomes one U+FFFD: as much as could have begun a character. */
function characterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = sequenceLength(lead);
  for (let index = 1; index < length; index += 1) {
    const byte = bytes[at + index] ?? 0;
    const [low, high] = index === 1 ? secondByte(lead) : [0x80, 0xbf];
    // Three bytes that begin four are one U+FFFD too, and count one unit: never 4 here.
    if (byte < low || byte > high) return index;
  }
  return length;
}

function secondByte(lead: number): readonly [low: number, high: number] {
  if (lead === 0xe0) return [0xa0, 0xbf];
  if (lead === 0xed) return [0x80, 0x9f];
  if (lead === 0xf0) return [0x90, 0xbf];
  return lead === 0xf4 ? [0x80, 0x8f] : [0x80, 0xbf];
}
