// Ids of ACP are UUIDs, ours are any text. An id that is none is given one that follows from it, so that both sides of a wire
// come to the same without telling each other. RFC 9562 §5.8: version 8, made as its maker likes.

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Where the four hashes begin, so that they differ. */
const BASES: readonly number[] = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35];
const PRIME = 0x01000193;

/** The UUID of an id: itself where it is one. */
export function uuidOf(id: string): string {
  if (UUID.test(id)) return id;
  const digits = BASES.map((base) => hash(id, base).toString(16).padStart(8, '0')).join('');
  const variant = ((Number.parseInt(digits[16] ?? '0', 16) & 3) | 8).toString(16);
  return [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `${variant}${digits.slice(17, 20)}`, digits.slice(20)].join(
    '-',
  );
}

function hash(text: string, base: number): number {
  let value = base;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), PRIME);
  value = Math.imul(value ^ (value >>> 16), BASES[2] ?? 1);
  return (value ^ (value >>> 13)) >>> 0;
}
