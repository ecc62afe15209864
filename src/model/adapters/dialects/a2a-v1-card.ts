// Agent cards of A2A 1.0: where 0.3 has one URL and further interfaces, 1.0 has an ordered list of interfaces, each with its
// binding and its protocol version; the first is preferred. Specification 1.0 §4.4, §8.

import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { PublishedCard } from '../../protocol/agent-card.ts';
import type { ObservedCard } from '../observation.ts';
import { encodeSkill, majorMinor, readCardCore } from './a2a-v03-card.ts';
import { readSchemes } from './card-schemes.ts';
import { at, fault, objectAt, optionalText, requiredListAt, requiredText, type Place, type Reading } from './reading.ts';

/** Schemes of the policy's words in the shape of 1.0; any other word is a scheme of HTTP. 1.0 §4.5. */
const SCHEMES: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ['oauth2', { oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: 'https://auth.example/token', scopes: {} } } } }],
  ['mtls', { mtlsSecurityScheme: {} }],
  ['apikey', { apiKeySecurityScheme: { location: 'header', name: 'x-api-key' } }],
]);

/** Writes a card of an agent that is served over one binding. Lists that must not be left out are written when empty too. */
export function encodeV1Card(card: PublishedCard, binding: 'JSONRPC' | 'HTTP+JSON'): JsonObject {
  return {
    name: card.name,
    description: card.description,
    version: card.version,
    supportedInterfaces: [{ url: card.url, protocolBinding: binding, protocolVersion: '1.0' }],
    capabilities: { streaming: card.streaming, pushNotifications: card.pushNotifications },
    ...(card.securitySchemes.length > 0 && {
      securitySchemes: Object.fromEntries(card.securitySchemes.map((name) => [name, schemeOf(card, name)])),
      securityRequirements: card.securitySchemes.map((name) => ({ schemes: { [name]: { list: [] } } })),
    }),
    defaultInputModes: [...card.defaultInputModes],
    defaultOutputModes: [...card.defaultOutputModes],
    skills: card.skills.map(encodeSkill),
  };
}

function schemeOf({ schemeTypes }: PublishedCard, name: string): JsonObject {
  const type = schemeTypes !== undefined && Object.hasOwn(schemeTypes, name) ? schemeTypes[name] : undefined;
  return SCHEMES.get(type ?? name) ?? { httpAuthSecurityScheme: { scheme: type ?? name } };
}

/** Reads a 1.0 card with its interfaces. */
export function readV1Card(reading: Reading, place: Place): Omit<ObservedCard, 'problems'> {
  const wire = objectAt(reading, place);
  const capabilities = objectAt(reading, at(reading, wire, 'capabilities'));
  const listed = at(reading, wire, 'supportedInterfaces');
  const interfaces = requiredListAt(reading, listed, (inner, item) => {
    const entry = objectAt(inner, item);
    const version = optionalText(inner, entry, 'protocolVersion');
    if (version === undefined) fault(inner, `${entry.path}.protocolVersion`, 'is required');
    const stamp = majorMinor(version);
    return {
      url: requiredText(inner, entry, 'url'),
      binding: requiredText(inner, entry, 'protocolBinding'),
      ...(stamp !== undefined && { version: stamp }),
    };
  });
  if (listed.value !== undefined && interfaces.length === 0) fault(reading, listed.path, 'must name at least one interface');
  const preferred = interfaces[0];
  const card: PublishedCard = {
    ...readCardCore(reading, wire, capabilities),
    url: preferred?.url ?? optionalText(reading, wire, 'url') ?? '',
    protocolVersion: preferred?.version ?? '1.0',
    ...readSchemes(reading, wire),
  };
  return { card, interfaces };
}

/** Whether a card is written the way of 1.0. */
export function isV1Card(place: Place): boolean {
  return (
    isJsonObject(place.value) && (Array.isArray(place.value['supportedInterfaces']) || Array.isArray(place.value['supported_interfaces']))
  );
}
