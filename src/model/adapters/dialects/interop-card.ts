// Cards of the small REST protocol: whose protocol, which framework, which skills, and that a bearer token is asked for. The
// mismatch: a skill has no name but its id, media types and push notifications do not exist, and every agent streams states.
// protocol/interop.ts; SPEC.md I.4.

import type { JsonObject } from '../../base/json.ts';
import type { PublishedCard, Skill } from '../../protocol/agent-card.ts';
import type { InteropCard } from '../../protocol/interop.ts';
import { at, fault, flag, listAt, objectAt, requiredListAt, requiredText, textList, type Place, type Reading } from './reading.ts';

/** What a card says and our card has no member for. */
export interface InteropCardFacts {
  readonly framework: string;
  readonly heartbeat: boolean;
  readonly signatures: readonly JsonObject[];
}

/** Whether an object says that it is a card of this protocol. */
export function isInteropCard(value: JsonObject): boolean {
  return value['protocol'] === 'interop' && !Object.hasOwn(value, 'protocolVersion');
}

/** Writes a card. */
export function encodeInteropCard(card: PublishedCard, { framework, heartbeat, signatures }: InteropCardFacts): InteropCard {
  return {
    protocol: 'interop',
    name: card.name,
    framework,
    description: card.description,
    version: card.version,
    url: card.url,
    skills: card.skills.map(({ skillId, description, tags }) => ({ id: skillId, description, tags })),
    auth: { schemes: card.securitySchemes },
    ...(heartbeat && { heartbeat }),
    ...(signatures.length > 0 && { signatures }),
  };
}

/** Reads a card. */
export function readInteropCard(reading: Reading, place: Place): { readonly card: PublishedCard; readonly facts: InteropCardFacts } {
  const wire = objectAt(reading, place);
  if (wire.value['protocol'] !== 'interop') fault(reading, at(reading, wire, 'protocol').path, 'must be interop');
  const card: PublishedCard = {
    name: requiredText(reading, wire, 'name'),
    description: requiredText(reading, wire, 'description'),
    url: requiredText(reading, wire, 'url'),
    version: requiredText(reading, wire, 'version'),
    protocolVersion: '',
    skills: requiredListAt(reading, at(reading, wire, 'skills'), readSkill),
    streaming: true,
    pushNotifications: false,
    defaultInputModes: [],
    defaultOutputModes: [],
    securitySchemes: textList(reading, at(reading, objectAt(reading, at(reading, wire, 'auth')), 'schemes')),
  };
  const facts: InteropCardFacts = {
    framework: requiredText(reading, wire, 'framework'),
    heartbeat: flag(reading, wire, 'heartbeat'),
    signatures: listAt(reading, at(reading, wire, 'signatures'), (inner, item) => objectAt(inner, item).value),
  };
  return { card, facts };
}

function readSkill(reading: Reading, place: Place): Skill {
  const wire = objectAt(reading, place);
  const skillId = requiredText(reading, wire, 'id');
  return {
    skillId,
    name: skillId,
    description: requiredText(reading, wire, 'description'),
    tags: textList(reading, at(reading, wire, 'tags')),
    examples: [],
  };
}
