// Agent cards of A2A 1.0: where 0.3 has one URL and further interfaces, 1.0 has an ordered list of interfaces, each with its
// binding and its protocol version; the first is preferred. Specification 1.0 §4.4, §8.

import { isJsonObject } from '../../base/json.ts';
import type { PublishedCard } from '../../protocol/agent-card.ts';
import type { ObservedCard } from '../observation.ts';
import { majorMinor, readCardCore } from './a2a-v03-card.ts';
import { readSchemes } from './card-schemes.ts';
import { at, fault, objectAt, optionalText, requiredListAt, requiredText, type Place, type Reading } from './reading.ts';

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
