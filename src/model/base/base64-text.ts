// Base64 as captures use it for bodies (RFC 4648 §4 and §5): back to the text that crossed.

/** A placeholder of a cut (log/redaction.ts) may stand in the encoded text; it stands in the decoded one, too. */
const PLACEHOLDER = /(\[cut \d{1,9}: [a-z][a-z-]{0,31}\])/;

/**
 * Decodes a text of base64 whose bytes are UTF-8. Both alphabets, padding or not, white space between are fine.
 * @returns undefined where it is no base64, or where the bytes are no text; never throws
 */
export function decodeBase64Text(encoded: string): string | undefined {
  if (!encoded.includes('[cut ')) return decodePiece(encoded);
  const pieces = encoded.split(PLACEHOLDER).map((piece) => (PLACEHOLDER.test(piece) ? piece : decodePiece(piece)));
  return joined(pieces);
}

function joined(pieces: readonly (string | undefined)[]): string | undefined {
  return pieces.includes(undefined) ? undefined : pieces.join('');
}

function decodePiece(encoded: string): string | undefined {
  // What was cut out of it left padding behind, and more letters after that.
  const padded = /=(?=[A-Za-z0-9+/_-])/.test(encoded) ? encoded.split(/(?<==)(?=[A-Za-z0-9+/_-])/) : undefined;
  if (padded) return joined(padded.map(decodePiece));
  try {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
    return decodeUtf8(Uint8Array.from(binary, (unit) => unit.charCodeAt(0)));
  } catch {
    // Not a fault of ours: whoever wrote the capture called something base64 that is none.
    return undefined;
  }
}

/** Bytes as UTF-8 text, a byte order mark left out; undefined where they are no UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
