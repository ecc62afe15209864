// Agent cards of A2A 0.3, both ways. Two ways of writing: the reference's ten-key card, whose `securitySchemes` is a list of
// names and which is therefore no strict A2A card, and the strict one. Platform metadata is on neither (invariant 6).
// Specification 0.3 §5.5; which members are required, and since when, differs by version.

import type { Json, JsonObject } from '../../base/json.ts';
import type { PublishedCard, Skill } from '../../protocol/agent-card.ts';
import type { ObservedCard } from '../observation.ts';
import { readSchemes } from './card-schemes.ts';
import {
  at,
  fault,
  flag,
  listAt,
  objectAt,
  optionalText,
  requiredListAt,
  requiredText,
  textList,
  type ObjectPlace,
  type Place,
  type Reading,
} from './reading.ts';

type CardInterface = ObservedCard['interfaces'][number];

/** The ten-key card of the reference, keys in its order (SPEC.md X.3): exactly what its vectors pin. */
export function encodeReferenceCard(card: PublishedCard): JsonObject {
  return {
    protocolVersion: card.protocolVersion,
    name: card.name,
    description: card.description,
    url: card.url,
    version: card.version,
    capabilities: { streaming: card.streaming, pushNotifications: card.pushNotifications },
    defaultInputModes: [...card.defaultInputModes],
    defaultOutputModes: [...card.defaultOutputModes],
    securitySchemes: [...card.securitySchemes],
    skills: card.skills.map(encodeSkill),
  };
}

/** A card as the specification wants it: schemes by name with their OpenAPI shape, and the transport named. */
export function encodeStrictCard(card: PublishedCard): JsonObject {
  return {
    ...encodeReferenceCard(card),
    protocolVersion: /^\d+\.\d+$/.test(card.protocolVersion) ? `${card.protocolVersion}.0` : card.protocolVersion,
    preferredTransport: 'JSONRPC',
    securitySchemes: Object.fromEntries(
      card.securitySchemes.map((name) => [name, SCHEME_SHAPES.get(name) ?? { type: 'http', scheme: name }]),
    ),
    security: card.securitySchemes.map((name) => ({ [name]: [] })),
  };
}

const SCHEME_SHAPES: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ['oauth2', { type: 'oauth2', flows: {} }],
  ['mtls', { type: 'mutualTLS' }],
  ['apikey', { type: 'apiKey', in: 'header', name: 'x-api-key' }],
]);

/** Writes a skill, which is the same in 0.3 and 1.0. */
export function encodeSkill(skill: Skill): JsonObject {
  return {
    id: skill.skillId,
    name: skill.name,
    description: skill.description,
    tags: [...skill.tags],
    examples: [...skill.examples],
  };
}

/** Reads a 0.3 (or 0.2) card with its interfaces; what the specification requires and is not there is a fault. */
export function readCard(reading: Reading, place: Place): Omit<ObservedCard, 'problems'> {
  const wire = objectAt(reading, place);
  const capabilities = objectAt(reading, at(reading, wire, 'capabilities'));
  const url = requiredText(reading, wire, 'url');
  const protocolVersion = requiredText(reading, wire, 'protocolVersion');
  const card: PublishedCard = {
    ...readCardCore(reading, wire, capabilities),
    url,
    protocolVersion,
    ...readSchemes(reading, wire),
  };
  return { card, interfaces: readInterfaces(reading, wire, { url, version: protocolVersion }) };
}

/** The members that a card of any version has. */
export function readCardCore(
  reading: Reading,
  wire: ObjectPlace,
  capabilities: ObjectPlace,
): Omit<PublishedCard, 'url' | 'protocolVersion' | 'securitySchemes' | 'schemeTypes'> {
  return {
    name: requiredText(reading, wire, 'name'),
    description: requiredText(reading, wire, 'description'),
    version: requiredText(reading, wire, 'version'),
    skills: requiredListAt(reading, at(reading, wire, 'skills'), readSkill),
    streaming: flag(reading, capabilities, 'streaming'),
    pushNotifications: flag(reading, capabilities, 'pushNotifications'),
    defaultInputModes: requiredTexts(reading, at(reading, wire, 'defaultInputModes')),
    defaultOutputModes: requiredTexts(reading, at(reading, wire, 'defaultOutputModes')),
  };
}

function requiredTexts(reading: Reading, place: Place): readonly string[] {
  if (place.value === undefined) fault(reading, place.path, 'is required');
  return textList(reading, place);
}

function readSkill(reading: Reading, place: Place): Skill {
  const wire = objectAt(reading, place);
  return {
    skillId: requiredText(reading, wire, 'id'),
    name: requiredText(reading, wire, 'name'),
    description: requiredText(reading, wire, 'description'),
    tags: requiredTexts(reading, at(reading, wire, 'tags')),
    examples: textList(reading, at(reading, wire, 'examples')),
  };
}

function readInterfaces(
  reading: Reading,
  wire: ObjectPlace,
  main: { readonly url: string; readonly version: string },
): readonly CardInterface[] {
  const version = majorMinor(main.version);
  const stamped = (url: string, binding: string): CardInterface => ({ url, binding, ...(version !== undefined && { version }) });
  const first = stamped(main.url, optionalText(reading, wire, 'preferredTransport') ?? 'JSONRPC');
  const further = listAt(reading, at(reading, wire, 'additionalInterfaces'), (inner, item) => {
    const entry = objectAt(inner, item);
    return stamped(requiredText(inner, entry, 'url'), requiredText(inner, entry, 'transport'));
  });
  const same = (entry: CardInterface): boolean => entry.url === first.url && entry.binding === first.binding;
  return [first, ...further.filter((entry) => !same(entry))];
}

/** `Major.Minor` of a version text, undefined when it is none. */
export function majorMinor(version: Json | undefined): string | undefined {
  return typeof version === 'string' ? /^v?(\d+\.\d+)/.exec(version)?.[1] : undefined;
}
