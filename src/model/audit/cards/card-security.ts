// Security of a card: schemes with what their sort needs, requirements that name a declared scheme. Specification 0.3.0 §5.5.3,
// 1.0 §4.5; OpenAPI security schemes. Both shapes are read in every version: real cards mix them.

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { cardMember } from './card-facts.ts';

export interface SecurityFault {
  readonly path: string;
  readonly what: string;
}

const NEEDS: Readonly<Record<string, readonly string[]>> = {
  apiKey: ['in', 'name'],
  http: ['scheme'],
  oauth2: ['flows'],
  openIdConnect: ['openIdConnectUrl'],
  mutualTLS: [],
};
const WRAPPED: Readonly<Record<string, readonly string[]>> = {
  apiKeySecurityScheme: ['location', 'name'],
  httpAuthSecurityScheme: ['scheme'],
  oauth2SecurityScheme: ['flows'],
  openIdConnectSecurityScheme: ['openIdConnectUrl'],
  mtlsSecurityScheme: [],
};
const MOST = 100;

/** What is wrong with the security of a card. */
export function securityFaults(card: JsonObject): readonly SecurityFault[] {
  const schemes = cardMember(card, 'securitySchemes');
  const faults: SecurityFault[] = [];
  if (schemes !== undefined && !isJsonObject(schemes)) {
    faults.push({ path: 'securitySchemes', what: 'is no object of named schemes' });
  }
  const declared = isJsonObject(schemes) ? schemes : {};
  for (const [name, scheme] of Object.entries(declared).slice(0, MOST)) faults.push(...schemeFaults(name, scheme));
  const names = new Set(Object.keys(declared));
  for (const { path, required } of requirementsOf(card)) {
    for (const name of required)
      if (!names.has(name)) faults.push({ path, what: `names "${name}", which securitySchemes does not declare` });
  }
  return faults.slice(0, MOST);
}

function schemeFaults(name: string, scheme: Json): readonly SecurityFault[] {
  const path = `securitySchemes.${name}`;
  if (!isJsonObject(scheme)) return [{ path, what: 'is no object' }];
  const wrapper = Object.keys(WRAPPED).find((key) => cardMember(scheme, key) !== undefined);
  const inner = wrapper === undefined ? scheme : cardMember(scheme, wrapper);
  if (!isJsonObject(inner)) return [{ path, what: 'is no object' }];
  const { type } = inner;
  const needs = wrapper === undefined ? (typeof type === 'string' ? NEEDS[type] : undefined) : WRAPPED[wrapper];
  if (!needs) return [{ path, what: typeof type === 'string' ? `has the unknown type "${type}"` : 'says of no known sort that it is one' }];
  const missing = needs.filter((member) => isMissing(inner, member));
  const faults = missing.map((member) => ({ path: `${path}.${member}`, what: 'is required and absent' }));
  return [...faults, ...flowFaults(inner, path)];
}

/** What each flow of OAuth needs beside its scopes, which protocol buffers leave out where there are none. */
const FLOW_NEEDS: Readonly<Record<string, readonly string[]>> = {
  authorizationCode: ['authorizationUrl', 'tokenUrl'],
  clientCredentials: ['tokenUrl'],
  deviceCode: ['deviceAuthorizationUrl', 'tokenUrl'],
  implicit: ['authorizationUrl'],
  password: ['tokenUrl'],
};

function flowFaults(scheme: JsonObject, path: string): readonly SecurityFault[] {
  const flows = cardMember(scheme, 'flows');
  if (!isJsonObject(flows)) return [];
  return Object.entries(FLOW_NEEDS).flatMap(([name, needs]) => {
    const flow = cardMember(flows, name);
    if (!isJsonObject(flow)) return [];
    const missing = needs.filter((member) => isMissing(flow, member));
    return missing.map((member) => ({ path: `${path}.flows.${name}.${member}`, what: 'is required and absent' }));
  });
}

/** `in` and `location` are one member under two names. */
function isMissing(scheme: JsonObject, member: string): boolean {
  const names = member === 'in' || member === 'location' ? ['in', 'location'] : [member];
  return names.every((name) => [undefined, ''].includes(cardMember(scheme, name) as string | undefined));
}

interface Requirement {
  readonly path: string;
  readonly required: readonly string[];
}

function requirementsOf(card: JsonObject): readonly Requirement[] {
  const skills = cardMember(card, 'skills');
  const holders = [
    { path: '', holder: card as Json },
    ...(Array.isArray(skills)
      ? (skills as readonly Json[]).slice(0, MOST).map((holder, index) => ({ path: `skills[${index}].`, holder }))
      : []),
  ];
  return holders.flatMap(({ path, holder }) => (isJsonObject(holder) ? listsOf(holder, path) : []));
}

function listsOf(holder: JsonObject, prefix: string): readonly Requirement[] {
  return ['security', 'securityRequirements'].flatMap((name) => {
    const list = cardMember(holder, name);
    if (!Array.isArray(list)) return [];
    return (list as readonly Json[]).slice(0, MOST).map((item, index) => ({ path: `${prefix}${name}[${index}]`, required: namesIn(item) }));
  });
}

/** `{name: […]}`, or `{schemes: {name: {list: […]}}}`. */
function namesIn(item: Json): readonly string[] {
  if (!isJsonObject(item)) return [];
  const { schemes } = item;
  return Object.keys(isJsonObject(schemes) ? schemes : item);
}
