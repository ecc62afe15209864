// Text as gzip without packing it (RFC 1951 §3.2.4): what a test needs where no packer is at hand. One unit is one byte.

/** The bytes as a text of one unit each; at most 65 535 of them. */
export function storedGzip(text: string): string {
  const length = [text.length & 255, text.length >> 8];
  const bytes = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1, ...length, ...length.map((byte) => byte ^ 255)];
  return String.fromCharCode(...bytes) + text + '\0'.repeat(8);
}
