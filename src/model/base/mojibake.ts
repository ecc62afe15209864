// Text that was UTF-8 and has been read as Windows-1252 or Latin-1, as recorders do where a content type names no charset:
// `é` stands as `Ã©`. Reading the units back as bytes restores it; that these bytes are good UTF-8 is the proof.

import { decodeUtf8 } from './base64-text.ts';

/** What Windows-1252 has at 0x80 to 0x9f (WHATWG Encoding, index windows-1252); the holes are the controls of Latin-1. */
const UPPER = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const BYTE_OF: ReadonlyMap<number, number> = new Map(Array.from(UPPER, (unit, index) => [unit.charCodeAt(0), 0x80 + index]));

/** Two units that UTF-8 makes of one character, read as two: the first look, which settles nearly every text. */
const SUSPICIOUS = /[\u00c2-\u00f4][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/;

/**
 * Repairs a text whose characters are the bytes of a UTF-8 text.
 * @returns the text that was meant; undefined where the text is none of that kind: nothing beyond ASCII in it, or anything that
 * cannot be such a byte, or bytes that are no UTF-8
 */
export function repairMojibake(text: string): string | undefined {
  if (!SUSPICIOUS.test(text)) return undefined;
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const byte = unit < 0x100 ? unit : BYTE_OF.get(unit);
    if (byte === undefined) return undefined;
    bytes[at] = byte;
  }
  return decodeUtf8(bytes);
}
