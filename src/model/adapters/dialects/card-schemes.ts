// The security schemes that a card offers, and what they are. A scheme may have any name: what counts is its type. Specification 0.1 §5.5
// (`authentication.schemes`, names of OpenAPI), 0.3 §5.5.3 (objects with a `type`), 1.0 §4.5 (objects named after their type).

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { lettersAndDigits } from '../../base/spellings.ts';
import type { PublishedCard } from '../../protocol/agent-card.ts';
import { at, fault, note, objectAt, textList, type ObjectPlace, type Reading } from './reading.ts';

type Schemes = Pick<PublishedCard, 'securitySchemes' | 'schemeTypes'>;

/** Reads the schemes. A list of names is the reference's own spelling: read, and said to be no strict card. */
export function readSchemes(reading: Reading, wire: ObjectPlace): Schemes {
  const place = at(reading, wire, 'securitySchemes');
  if (place.value === undefined) return readFirstSchemes(reading, wire);
  if (Array.isArray(place.value)) {
    note(reading, place.path, 'is a list of names; A2A wants an object of schemes by name');
    return { securitySchemes: textList(reading, place) };
  }
  if (isJsonObject(place.value)) {
    const schemes = place.value;
    return typed(Object.keys(schemes), (name) => typeOf(schemes[name]));
  }
  fault(reading, place.path, 'must be an object');
  return { securitySchemes: [] };
}

/** As cards of 0.1 have them, by the names of their types. */
function readFirstSchemes(reading: Reading, wire: ObjectPlace): Schemes {
  const place = at(reading, wire, 'authentication');
  if (!isJsonObject(place.value)) return { securitySchemes: [] };
  const schemes = textList(reading, at(reading, objectAt(reading, place), 'schemes'));
  return typed(schemes, (name) => WORDS.get(lettersAndDigits(name)));
}

function typed(names: readonly string[], typeOfName: (name: string) => string | undefined): Schemes {
  const types = names.flatMap((name): [string, string][] => {
    const type = typeOfName(name);
    return type === undefined || type === name ? [] : [[name, type]];
  });
  return { securitySchemes: names, ...(types.length > 0 && { schemeTypes: Object.fromEntries(types) }) };
}

/** Types in all spellings, without case and punctuation. OpenID Connect is a layer over OAuth 2.0 and gets its tokens by it. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['oauth2', 'oauth2'],
  ['openidconnect', 'oauth2'],
  ['mutualtls', 'mtls'],
  ['mtls', 'mtls'],
  ['apikey', 'apikey'],
]);
const HTTP: ReadonlySet<string> = new Set(['http', 'httpauth']);

function typeOf(scheme: Json | undefined): string | undefined {
  if (!isJsonObject(scheme)) return undefined;
  const { type } = scheme;
  if (typeof type === 'string') return wordOf(type, scheme);
  for (const name of Object.keys(scheme)) {
    const inner = scheme[name];
    const [, word] = /^(\w{1,20})securityscheme$/.exec(lettersAndDigits(name)) ?? [];
    if (word !== undefined && isJsonObject(inner)) return wordOf(word, inner);
  }
  return undefined;
}

/** A scheme of HTTP is what it names: `basic`, `bearer`. */
function wordOf(type: string, { scheme }: JsonObject): string {
  const plain = lettersAndDigits(type);
  if (HTTP.has(plain)) return typeof scheme === 'string' && scheme !== '' ? scheme.toLowerCase() : 'http';
  return WORDS.get(plain) ?? plain;
}
