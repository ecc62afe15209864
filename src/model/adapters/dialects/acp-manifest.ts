// Agent manifests of ACP as the cards they nearly are. The mismatch: a manifest has no address, no version and no security
// scheme; one server lists many agents; what an agent can do are capabilities with a name and a text, tags belong to the whole
// agent. ACP 1.0 AgentManifest; camelCase spellings are of a draft. What a manifest does not say is '' here and no fault.

import { isJsonObject, member, type Json, type JsonObject } from '../../base/json.ts';
import type { PublishedCard, Skill } from '../../protocol/agent-card.ts';
import type { ObservedCard } from '../observation.ts';
import { at, listAt, objectAt, optionalText, requiredText, textList, type ObjectPlace, type Place, type Reading } from './reading.ts';

/** Members of a manifest's metadata; one of them makes an object with a name a manifest. */
const METADATA: ReadonlySet<string> = new Set([
  'annotations',
  'documentation',
  'license',
  'programming_language',
  'natural_languages',
  'framework',
  'capabilities',
  'domains',
  'tags',
  'author',
  'contributors',
  'links',
  'dependencies',
  'recommended_models',
]);
/** Members that only cards of A2A have. */
const OF_CARDS = ['url', 'skills', 'protocolVersion', 'supportedInterfaces', 'inputSchema', 'role', 'parts'];

/** Whether an object is an agent manifest of ACP. */
export function isManifest(value: Json): boolean {
  if (!isJsonObject(value) || typeof value['name'] !== 'string' || OF_CARDS.some((key) => Object.hasOwn(value, key))) return false;
  if (Array.isArray(value['input_content_types']) || Array.isArray(value['output_content_types'])) return true;
  const metadata = value['metadata'];
  return isJsonObject(metadata) && Object.hasOwn(value, 'description') && Object.keys(metadata).some((key) => METADATA.has(key));
}

/** Writes the manifest of a card. Its address, its version and its security schemes have no place in ACP. */
export function encodeManifest(card: PublishedCard): JsonObject {
  const tags = [...new Set(card.skills.flatMap((skill) => skill.tags))];
  return {
    name: card.name,
    description: card.description,
    input_content_types: [...card.defaultInputModes],
    output_content_types: [...card.defaultOutputModes],
    metadata: { capabilities: card.skills.map(({ name, description }) => ({ name, description })), tags },
  };
}

/** Reads a manifest. Its content types are there since 1.0; every agent of ACP streams, none delivers. */
export function readManifest(reading: Reading, place: Place): Omit<ObservedCard, 'problems'> {
  const wire = objectAt(reading, place);
  const metadata = at(reading, wire, 'metadata');
  const card: PublishedCard = {
    name: requiredText(reading, wire, 'name'),
    description: optionalText(reading, wire, 'description') ?? '',
    url: '',
    version: '',
    protocolVersion: '',
    skills: isJsonObject(metadata.value) ? readCapabilities(reading, { value: metadata.value, path: metadata.path }) : [],
    streaming: true,
    pushNotifications: false,
    defaultInputModes: textList(reading, at(reading, wire, 'input_content_types')),
    defaultOutputModes: textList(reading, at(reading, wire, 'output_content_types')),
    securitySchemes: [],
  };
  return { card, interfaces: [] };
}

function readCapabilities(reading: Reading, metadata: ObjectPlace): readonly Skill[] {
  const tags = [...textList(reading, at(reading, metadata, 'tags')), ...textList(reading, at(reading, metadata, 'domains'))];
  return listAt(reading, at(reading, metadata, 'capabilities'), (inner, item) => {
    const wire: Json = typeof item.value === 'string' ? { name: item.value } : (item.value ?? {});
    const capability = objectAt(inner, { ...item, value: wire });
    const name = requiredText(inner, capability, 'name');
    return { skillId: slug(name), name, description: optionalText(inner, capability, 'description') ?? '', tags, examples: [] };
  });
}

function slug(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
}

/** The version that a manifest shows: content types came with 1.0. */
export function manifestVersion(value: JsonObject): string | undefined {
  return Array.isArray(member(value, 'input_content_types')) || Array.isArray(member(value, 'output_content_types')) ? '1.0' : undefined;
}
