// Ids of traces and spans: hexadecimal as OTLP/JSON and Jaeger write them, base64 as plain protobuf JSON does. One spelling
// for all, so that a parent is found whoever wrote its id. W3C Trace Context: an id of zeros names nothing.

import type { Json } from '../base/json.ts';

const HEX = /^[0-9a-f]{1,32}$/i;
const BASE64 = /^[A-Za-z0-9+/_-]{11}=?$|^[A-Za-z0-9+/_-]{22}(?:==)?$/;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** An id in lower case without leading zeros; undefined for one that names nothing. An id in no known spelling stands for itself. */
export function readSpanId(value: Json | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const hex = HEX.test(text) ? text.toLowerCase() : BASE64.test(text) ? hexOf(text) : text.slice(0, 64);
  const significant = hex.replace(/^0+/, '');
  return significant === '' ? undefined : significant;
}

function hexOf(base64: string): string {
  let hex = '';
  let bits = 0;
  let held = 0;
  for (const letter of base64.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', '')) {
    held = (held << 6) | ALPHABET.indexOf(letter);
    bits += 6;
    while (bits >= 4) {
      bits -= 4;
      hex += ((held >> bits) & 0xf).toString(16);
      held &= (1 << bits) - 1;
    }
  }
  // 8 and 16 bytes do not fill their last letter.
  return hex.slice(0, base64.replaceAll('=', '').length === 11 ? 16 : 32);
}
