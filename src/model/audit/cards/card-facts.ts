// A wire card for judging: its version by what is in it, its members under any of their names, its interfaces and its schemes.

import { snakeCase } from '../../base/spellings.ts';
import { isJsonObject, member, type Json, type JsonObject } from '../../base/json.ts';
import type { CardSeen } from '../casebook/casebook.ts';
import { hostOf } from '../../base/url-parts.ts';

export interface CardFacts {
  readonly seen: CardSeen;
  readonly value: JsonObject;
  /** The version that judges it: `0.1`, `0.2`, `0.3`, `1.0`. */
  readonly version: string;
  readonly interfaces: readonly CardInterface[];
  /** Host and port of every place where the card says that the agent is, and where it was fetched. */
  readonly endpoints: ReadonlySet<string>;
}
export interface CardInterface {
  /** Where in the card: `url`, `additionalInterfaces[0].url`. */
  readonly path: string;
  readonly url: string;
  /** `JSONRPC`, `HTTP+JSON`, `GRPC` …, '' where not stated. */
  readonly binding: string;
  readonly holder: JsonObject;
}

/** A member under its name or its snake_case spelling; undefined where it is absent or null. */
export function cardMember(holder: JsonObject, name: string): Json | undefined {
  const found = member(holder, name) ?? member(holder, snakeCase(name));
  return found === null ? undefined : found;
}

/** A card as the rules look at it; undefined for a value that is no object. */
export function cardFacts(seen: CardSeen): CardFacts | undefined {
  const { value } = seen;
  if (!isJsonObject(value)) return undefined;
  const interfaces = interfacesOf(value);
  const places = [...interfaces.map(({ url }) => url), seen.fetchedFrom].map(hostOf).filter((host) => host !== undefined);
  return { seen, value, version: versionOf(seen, value), interfaces, endpoints: new Set(places) };
}

const SINCE_V03 = ['signatures', 'additionalInterfaces', 'preferredTransport'];
const SINCE_V02 = ['securitySchemes', 'security', 'supportsAuthenticatedExtendedCard', 'iconUrl'];

function versionOf({ version }: CardSeen, value: JsonObject): string {
  if (Array.isArray(cardMember(value, 'supportedInterfaces'))) return '1.0';
  const stated = cardMember(value, 'protocolVersion');
  const claimed = typeof stated === 'string' ? /^(\d+\.\d+)/.exec(stated)?.[1] : undefined;
  if (claimed !== undefined) return claimed === '0.0' ? '0.1' : claimed;
  if (SINCE_V03.some((name) => cardMember(value, name) !== undefined)) return '0.3';
  if (SINCE_V02.some((name) => cardMember(value, name) !== undefined)) return '0.2';
  // Nothing in the card tells: the version that asks for least judges it.
  return version === '1.0' && cardMember(value, 'url') === undefined ? '1.0' : '0.1';
}

function interfacesOf(value: JsonObject): readonly CardInterface[] {
  const own = cardMember(value, 'url');
  const preferred = cardMember(value, 'preferredTransport');
  const main = typeof own === 'string' ? [{ path: 'url', url: own, binding: textOr(preferred, 'JSONRPC'), holder: value }] : [];
  const lists = ['additionalInterfaces', 'supportedInterfaces'].flatMap((name) => {
    const list = cardMember(value, name);
    return Array.isArray(list) ? (list as readonly Json[]).map((item, index) => interfaceOf(item, `${name}[${index}]`)) : [];
  });
  return [...main, ...lists.filter((item) => item !== undefined)];
}

function interfaceOf(item: Json, path: string): CardInterface | undefined {
  if (!isJsonObject(item)) return undefined;
  const url = cardMember(item, 'url');
  if (typeof url !== 'string') return undefined;
  const binding = textOr(cardMember(item, 'protocolBinding') ?? cardMember(item, 'transport'), '');
  return { path: `${path}.url`, url, binding, holder: item };
}

function textOr(value: Json | undefined, other: string): string {
  return typeof value === 'string' ? value : other;
}
