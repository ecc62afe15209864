// Bodies that crossed in chunks (RFC 9112 §7.1), as a capture of the bytes shows them: each piece after a line with its length.

const SIZE_LINE = /([\da-f]{1,8})(?:[ \t]*;[^\r\n]*)?\r?\n/iy;
const NEXT_SIZE = /\r?\n(?=[\da-f]{1,8}(?:[ \t]*;[^\r\n]*)?\r?\n)/gi;

/** Where a chunk's text ends that begins at a place and has so many bytes in UTF-8; -1 where the text ends first, or inside a character. */
export function chunkEnd(text: string, from: number, bytes: number): number {
  let left = bytes;
  let at = from;
  while (left > 0 && at < text.length) {
    const unit = text.codePointAt(at) ?? 0;
    left -= unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit < 0x10000 ? 3 : 4;
    at += unit > 0xffff ? 2 : 1;
  }
  return left === 0 ? at : -1;
}

/**
 * The body without what parts its chunks; undefined for a text that does not begin with the length of one. Where a length is wrong,
 * because something in the text was replaced, a chunk goes up to the next line that states a length.
 */
export function dechunked(text: string): string | undefined {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    SIZE_LINE.lastIndex = at;
    const size = SIZE_LINE.exec(text)?.[1];
    if (size === undefined) return at === 0 ? undefined : pieces.join('');
    const from = SIZE_LINE.lastIndex;
    const length = Number.parseInt(size, 16);
    if (length === 0) return pieces.join('');
    const stated = chunkEnd(text, from, length);
    const end = stated >= 0 && /^\r?\n[\da-f]/i.test(text.slice(stated, stated + 3)) ? stated : nextSize(text, from);
    pieces.push(text.slice(from, end));
    at = end + (text.startsWith('\r', end) ? 2 : 1);
  }
  return pieces.join('');
}

function nextSize(text: string, from: number): number {
  NEXT_SIZE.lastIndex = from;
  return NEXT_SIZE.exec(text)?.index ?? text.length;
}
