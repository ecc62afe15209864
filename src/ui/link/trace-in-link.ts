// A small trace inside a link: its saved form, with secrets cut, compressed and written in characters that a link keeps. What
// comes in a link is untrusted: it is unpacked up to a bound, and only ever read as text (rule U.31).

import { parseJson, textMember } from '../../model/base/json.ts';
import { failure, type Result, success } from '../../model/base/result.ts';

/** Bytes of the saved form. */
export const MOST_UNPACKED = 1_000_000;
/** Characters of a link that mail programs, chats and trackers are known to keep. */
export const LONG_LINK = 8_000;
/** What packs to more is not packed by us: random bytes in base64 take a third more than they are. */
const MOST_PACKED = 1_500_000;
const PACKING = 'gzip';

/** How many bytes a text takes in UTF-8. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Packs a text; what it is, and how it was packed, stands before it. */
export async function packTrace(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return `${PACKING}.${base64UrlOf(bytes)}`;
}

/**
 * Unpacks a text.
 * @returns the text; or why there is none, in words: another way of packing, broken pieces, too much
 */
export async function unpackTrace(packed: string): Promise<Result<string>> {
  if (packed.length > MOST_PACKED) return refuse('The trace in it is longer than a link carries.');
  const [, way, body] = /^([A-Za-z0-9]{1,20})\.([\w-]+)$/.exec(packed) ?? [];
  if (way === undefined || body === undefined) return refuse('What should be a trace in it is none.');
  if (way !== PACKING) return refuse(`The trace in it is packed as “${way}”; this page unpacks ${PACKING}.`);
  const bytes = bytesOfBase64Url(body);
  return bytes === undefined ? refuse(BROKEN) : inflated(bytes);
}

/** The name that a saved form gives itself. */
export function nameInTrace(text: string): string {
  const end = text.indexOf('\n');
  const header = parseJson(text.slice(0, end < 0 ? text.length : end).slice(0, 10_000));
  const name = header.ok ? textMember(header.value, 'name') : undefined;
  return name === undefined || name.trim() === '' ? 'trace of a link' : name.slice(0, 200);
}

const BROKEN = 'The trace in it is broken: a part of the link may be missing.';

function refuse(message: string): Result<never> {
  return failure({ path: 'trace', message });
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Result<string>> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let total = 0;
  let text = '';
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      total += piece.value.length;
      if (total > MOST_UNPACKED) {
        await reader.cancel();
        return refuse('The trace in it unpacks to more than 1 MB; it was not unpacked.');
      }
      text += decoder.decode(piece.value, { stream: true });
    }
    text += decoder.decode();
  } catch {
    // No gzip, a wrong sum, an end too early, no UTF-8: the same mistake for whoever follows the link.
    return refuse(BROKEN);
  }
  return text === '' ? refuse('The trace in it is empty.') : success(text);
}

/** Bytes of one call that makes text of them: more arguments than that are too many. */
const SLICE = 8_192;

function base64UrlOf(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += SLICE) binary += String.fromCharCode(...bytes.subarray(at, at + SLICE));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function bytesOfBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (unit) => unit.charCodeAt(0));
  } catch {
    return undefined;
  }
}
