// Base64 as it hides text: long stretches of its letters, standard or for URLs, and what they say when that is text.

/** Shorter ones hide no JSON with a secret in it, and no user with a password that is worth the search. */
const RUN = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{32,}={0,2}/g;
/** Looked at first: a picture or a document shows itself as no text in its first bytes. */
const HEAD = 96;

/** The stretches of a text that may be base64, with what they decode to; only those that are text. */
export function* base64Texts(text: string): Generator<{ readonly from: number; readonly to: number; readonly decoded: string }> {
  for (const match of text.matchAll(RUN)) {
    const run = match[0];
    // The most of all runs end here: identifiers, hashes, pictures.
    if (!/[g-zG-Z]/.test(run)) continue;
    const head = decodeBase64(run.slice(0, HEAD));
    if (head === undefined || !isText(head, run.length > HEAD)) continue;
    const decoded = run.length > HEAD ? decodeBase64(run) : head;
    if (decoded !== undefined && isText(decoded, false)) yield { from: match.index, to: match.index + run.length, decoded };
  }
}

/** What a base64 text says as UTF-8, either alphabet, padded or not; undefined when it is none. */
export function decodeBase64(text: string): string | undefined {
  const standard = (/[-_]/.test(text) ? text.replaceAll('-', '+').replaceAll('_', '/') : text).replace(/=+$/, '');
  if (standard.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(standard)) return undefined;
  const binary = atob(standard);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return UTF8.decode(bytes);
}
const UTF8 = new TextDecoder('utf-8');

/** Whether what was decoded is text: no control characters but white space, hardly anything that is no UTF-8. */
function isText(decoded: string, cut: boolean): boolean {
  const text = cut ? decoded.replace(/\uFFFD+$/, '') : decoded;
  if (/[\u0000-\u0008\u000e-\u001f\u007f]/.test(text)) return false;
  const odd = text.match(/[^\n\r\t -~]/g)?.length ?? 0;
  return !text.includes('\uFFFD') || odd * 50 < text.length;
}
