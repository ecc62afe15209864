// Agent cards: which version one is of, and what is wrong with it. The version is what a card says, or else the youngest
// member that it has; a member that is missing tells as well. Specification 0.1 §5.5, 0.2 §5.5, 0.3 §5.5, 1.0 §4.4.

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import type { Issue } from '../../base/result.ts';
import { majorMinor, readCard } from '../dialects/a2a-v03-card.ts';
import { isV1Card, readV1Card } from '../dialects/a2a-v1-card.ts';
import { newReading, type Reading } from '../dialects/reading.ts';
import type { Spot } from './peel.ts';
import type { Saying } from './saying.ts';

/** What an agent card says, and what is wrong with it. */
export function sayCard(at: Spot, reading: Reading): Saying {
  const own = newReading(true);
  const modern = isV1Card(at);
  const read = modern ? readV1Card(own, at) : readCard(own, at);
  const version = modern ? (read.interfaces[0]?.version ?? '1.0') : versionOf(at.value);
  // One by one: a hostile card has more faults than a call takes arguments.
  const faults = own.faults.filter((fault) => !isYounger(fault, at, version));
  for (const fault of faults) reading.faults.push(fault);
  for (const note of own.notes) reading.notes.push(note);
  const prefix = at.path === '' ? '' : `${at.path}.`;
  const problems = [...faults, ...own.notes].map(({ path, message }) => ({
    path: path.startsWith(prefix) ? path.slice(prefix.length) : path,
    message,
  }));
  return {
    said: { kind: 'card', card: { ...read, problems } },
    dialect: modern ? 'a2a-v1' : 'a2a-v03',
    ...(version !== undefined && { version }),
    steps: at.steps,
  };
}

/** Whether a fault is the lack of what the card's own version does not ask for: 0.1 for little, nothing before 0.2.5 for its version. */
function isYounger({ path, message }: Issue, at: Spot, version: string | undefined): boolean {
  if (message !== 'is required') return false;
  const member = path
    .slice(at.path.length)
    .replace(/^\./, '')
    .replace(/^skills\[\d+\]/, 'skills[]');
  if (version === '0.1') return LATER_THAN_01.has(member);
  return member === 'protocolVersion' && (version === '0.2' || version === undefined);
}

const LATER_THAN_01: ReadonlySet<string> = new Set([
  'protocolVersion',
  'description',
  'defaultInputModes',
  'defaultOutputModes',
  'skills[].description',
  'skills[].tags',
]);

/** The version of a card that names no interfaces; undefined where it is older than 0.2.4 and nothing tells how much. */
function versionOf(value: Json): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const stated = majorMinor(value['protocolVersion'] ?? value['protocol_version']);
  if (stated !== undefined) return stated;
  // Drafts of 1.0 listed versions, or said under a name of their own that there is an extended card.
  if (Array.isArray(value['protocolVersions']) || Object.hasOwn(value, 'supportsExtendedAgentCard')) return '1.0';
  if (isSince03(value)) return '0.3';
  if (SINCE_02.some((key) => Object.hasOwn(value, key)) || hasMember(value['capabilities'], 'extensions')) return '0.2';
  const complete = Object.hasOwn(value, 'defaultInputModes') && Object.hasOwn(value, 'defaultOutputModes');
  return hasMember(value['authentication'], 'schemes') || (Object.hasOwn(value, 'url') && !complete) ? '0.1' : undefined;
}

/** Members that came with 0.2: a card of 0.3 has a `protocolVersion` besides, as it must. */
const SINCE_02 = ['preferredTransport', 'additionalInterfaces', 'iconUrl', 'supportsAuthenticatedExtendedCard', 'securitySchemes'];

function isSince03(value: JsonObject): boolean {
  const skills: unknown = value['skills'];
  const schemes = value['securitySchemes'];
  const kinds = isJsonObject(schemes) ? Object.values(schemes) : [];
  return (
    Array.isArray(value['signatures']) ||
    (Array.isArray(skills) && skills.some((skill) => hasMember(skill as Json, 'security'))) ||
    kinds.some((scheme) => isJsonObject(scheme) && (scheme['type'] === 'mutualTLS' || Object.hasOwn(scheme, 'oauth2MetadataUrl')))
  );
}

function hasMember(value: Json | undefined, key: string): boolean {
  return isJsonObject(value) && Object.hasOwn(value, key);
}
