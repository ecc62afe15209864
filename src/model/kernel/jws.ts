// JWS with EdDSA (RFC 7515, RFC 8037): signs a JSON object in a compact token, or a text that stands elsewhere, and verifies
// both. Nothing else of JOSE: the algorithm is not the token's to choose, and no key travels with a token.

import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { isJsonObject, parseJson, type JsonObject } from '../base/json.ts';
import { failure, success, type Result } from '../base/result.ts';

/** Longest token that is looked at. */
export const LONGEST_TOKEN = 65_536;

export interface SigningKey {
  readonly keyId: string;
  /** 32 bytes. */
  readonly secret: Uint8Array;
}

/** The public key of a key id; undefined where nobody by that id is known. */
export type KnownKeys = (keyId: string) => Uint8Array | undefined;

/** A signature of a text that travels elsewhere (RFC 7515 §7.2.2, appendix F). */
export interface DetachedSignature {
  readonly protected: string;
  readonly signature: string;
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
export function signCompact(payload: JsonObject, type: string, key: SigningKey): string {
  const head = headerText(type, key);
  const body = encodeText(JSON.stringify(payload));
  return `${head}.${body}.${signatureOf(`${head}.${body}`, key)}`;
}

/** Signs a text that is not part of the signature. */
export function signDetached(text: string, type: string, key: SigningKey): DetachedSignature {
  const head = headerText(type, key);
  return { protected: head, signature: signatureOf(`${head}.${encodeText(text)}`, key) };
}

function headerText(type: string, { keyId }: SigningKey): string {
  return encodeText(JSON.stringify({ alg: 'EdDSA', typ: type, kid: keyId }));
}

function signatureOf(signed: string, { secret }: SigningKey): string {
  return encodeBytes(ed25519.sign(new TextEncoder().encode(signed), secret));
}

/** The payload of a token, once its signature holds. */
export function verifyCompact(
  token: string,
  type: string,
  keyOf: KnownKeys,
): Result<{ readonly keyId: string; readonly payload: JsonObject }> {
  if (token.length > LONGEST_TOKEN) return failure({ path: '', message: 'the token is too long' });
  const [head, body, signature, ...more] = token.split('.');
  if (head === undefined || body === undefined || signature === undefined || more.length > 0) {
    return failure({ path: '', message: 'the token is no compact JWS' });
  }
  const header = decodeObject(head);
  const payload = decodeObject(body);
  if (!header || !payload) return failure({ path: '', message: 'the token cannot be read' });
  if (header['typ'] !== type || !isEdDsa(header)) return failure({ path: 'alg', message: `the token is no ${type} signed with EdDSA` });
  const signer = verifySigned({ header, signed: `${head}.${body}`, signature }, keyOf);
  return signer.ok ? success({ keyId: signer.value, payload }) : signer;
}

/**
 * Who signed a text that stands elsewhere, once the signature holds.
 * @param detached as it was received; its unprotected header says nothing here
 */
export function verifyDetached(text: string, detached: JsonObject, keyOf: KnownKeys): Result<string> {
  const { protected: head, signature } = detached;
  if (typeof head !== 'string' || typeof signature !== 'string' || head.length + signature.length > LONGEST_TOKEN) {
    return failure({ path: '', message: 'the signature cannot be read' });
  }
  const header = decodeObject(head);
  if (!header) return failure({ path: 'protected', message: 'the signature cannot be read' });
  return verifySigned({ header, signed: `${head}.${encodeText(text)}`, signature }, keyOf);
}

interface Signed {
  readonly header: JsonObject;
  readonly signed: string;
  readonly signature: string;
}

/** The key id of whoever signed. */
function verifySigned({ header, signed, signature }: Signed, keyOf: KnownKeys): Result<string> {
  const keyId = header['kid'];
  if (typeof keyId !== 'string') return failure({ path: 'kid', message: 'the signature names no key' });
  if (!isEdDsa(header)) return failure({ path: 'alg', message: 'it is not signed with EdDSA' });
  const key = keyOf(keyId);
  if (!key) return failure({ path: 'kid', message: `no key is known of ${keyId}` });
  const bytes = decodeBytes(signature);
  if (!bytes || !holds(bytes, signed, key)) return failure({ path: '', message: `the signature of ${keyId} does not hold` });
  return success(keyId);
}
/** Alone: what a header marks as critical has to be understood, and nothing is (RFC 7515 §4.1.11). */
function isEdDsa(header: JsonObject): boolean {
  return header['alg'] === 'EdDSA' && !('crit' in header);
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

/** Base64url without padding (RFC 7515 §2). */
export function encodeBytes(bytes: Uint8Array): string {
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
