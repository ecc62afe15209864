// A card that somebody answers for. A signature covers the canonical text of the card without its signatures; whose keys are
// believed is the reader's to know beforehand, never the card's to say. A2A 1.0 §8.4; RFC 8785; critique R52.

import { canonicalJson } from '../base/canonical-json.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { failure, success, type Result } from '../base/result.ts';
import { type DetachedSignature, type KnownKeys, signDetached, type SigningKey, verifyDetached } from './jws.ts';

const TYPE = 'JOSE';
/** Signatures of a card that are looked at. */
const MOST_SIGNATURES = 8;

/** What of a card, as it is on a wire, its signatures cover. */
export type SignedContent = (card: JsonObject) => JsonObject;

/** The card but for its signatures. */
function withoutSignatures(card: JsonObject): JsonObject {
  const { signatures: _signatures, ...content } = card;
  return content;
}

/**
 * The signature of a card as it will be on the wire.
 * @returns an issue for a card that has no canonical text
 */
export function signCard(card: JsonObject, key: SigningKey, contentOf: SignedContent = withoutSignatures): Result<DetachedSignature> {
  const text = canonicalJson(contentOf(card));
  return text.ok ? success(signDetached(text.value, TYPE, key)) : text;
}

/**
 * Who answers for a card: the first known key of which a signature holds.
 * @param card as it came over the wire
 * @returns the key's id; issues that say of each signature what is wrong with it, and of a card without one that it has none
 */
export function verifyCard(card: JsonObject, keyOf: KnownKeys, contentOf: SignedContent = withoutSignatures): Result<string> {
  const { signatures } = card;
  if (!Array.isArray(signatures) || signatures.length === 0) return failure({ path: 'signatures', message: 'the card is not signed' });
  const text = canonicalJson(contentOf(card));
  if (!text.ok) return text;
  const issues = [];
  for (const [index, signature] of signatures.slice(0, MOST_SIGNATURES).entries()) {
    const signer = isJsonObject(signature) ? verifyDetached(text.value, signature, keyOf) : NO_SIGNATURE;
    if (signer.ok) return signer;
    issues.push(...signer.issues.map(({ message }) => ({ path: `signatures[${index}]`, message })));
  }
  return { ok: false, issues };
}

const NO_SIGNATURE = failure({ path: '', message: 'the signature cannot be read' });
