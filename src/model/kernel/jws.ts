// Compact JWS with EdDSA (RFC 7515, RFC 8037): signs a JSON object and verifies one. Nothing else of JOSE: the algorithm is not
// the token's to choose, and no key travels with a token.

import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { isJsonObject, parseJson, type JsonObject } from '../base/json.ts';
import { failure, success, type Result } from '../base/result.ts';

/** Longest token that is looked at. */
const MOST_CHARACTERS = 65_536;

export interface SigningKey {
  readonly keyId: string;
  /** 32 bytes. */
  readonly secret: Uint8Array;
}

/** A secret made of a text: for worlds that must be the same when they are played again, and keep no secrets. */
export function secretFrom(text: string): Uint8Array {
  return sha256(new TextEncoder().encode(text));
}

/** The public half of a secret, 32 bytes. */
export function publicKeyOf(secret: Uint8Array): Uint8Array {
  return ed25519.getPublicKey(secret);
}

/** Signs a payload. Equal payloads and keys give equal tokens: EdDSA throws no dice. */
export function signCompact(payload: JsonObject, type: string, { keyId, secret }: SigningKey): string {
  const head = `${encodeText(JSON.stringify({ alg: 'EdDSA', typ: type, kid: keyId }))}.${encodeText(JSON.stringify(payload))}`;
  return `${head}.${encodeBytes(ed25519.sign(new TextEncoder().encode(head), secret))}`;
}

/**
 * The payload of a token, once its signature holds.
 * @param keyOf the public key of a key id; undefined where nobody by that id is known
 */
export function verifyCompact(
  token: string,
  type: string,
  keyOf: (keyId: string) => Uint8Array | undefined,
): Result<{ readonly keyId: string; readonly payload: JsonObject }> {
  if (token.length > MOST_CHARACTERS) return failure({ path: '', message: 'the token is too long' });
  const [head, body, signature, ...more] = token.split('.');
  if (head === undefined || body === undefined || signature === undefined || more.length > 0) {
    return failure({ path: '', message: 'the token is no compact JWS' });
  }
  const header = decodeObject(head);
  const payload = decodeObject(body);
  const keyId = header?.['kid'];
  if (!header || !payload || typeof keyId !== 'string') return failure({ path: '', message: 'the token cannot be read' });
  if (header['alg'] !== 'EdDSA' || header['typ'] !== type || 'crit' in header) {
    return failure({ path: 'alg', message: `the token is no ${type} signed with EdDSA` });
  }
  const key = keyOf(keyId);
  if (!key) return failure({ path: 'kid', message: `no key is known of ${keyId}` });
  const bytes = decodeBytes(signature);
  if (!bytes || !holds(bytes, `${head}.${body}`, key)) return failure({ path: '', message: `the signature of ${keyId} does not hold` });
  return success({ keyId, payload });
}

/** The library throws at what is no signature by its form. */
function holds(signature: Uint8Array, signed: string, key: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, new TextEncoder().encode(signed), key);
  } catch {
    return false;
  }
}

function decodeObject(part: string): JsonObject | undefined {
  const bytes = decodeBytes(part);
  if (!bytes) return undefined;
  const parsed = parseJson(new TextDecoder().decode(bytes));
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
}

function encodeText(text: string): string {
  return encodeBytes(new TextEncoder().encode(text));
}

function encodeBytes(bytes: Uint8Array): string {
  let units = '';
  for (const byte of bytes) units += String.fromCharCode(byte);
  return btoa(units).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Undefined for what is not base64url, padding included: one value has one spelling. */
function decodeBytes(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const units = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(units, (unit) => unit.charCodeAt(0));
  return encodeBytes(bytes) === text ? bytes : undefined;
}
