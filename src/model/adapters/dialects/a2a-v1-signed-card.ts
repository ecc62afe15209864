// What the signatures of a 1.0 card cover: the card as protobuf writes it. A member that says what its absence says is not
// written, unless it must be there or counts as set; free-form parameters are taken as they are. Specification 1.0 §8.4.1.

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';

/** One message of the specification, by how its members are treated. */
interface Shape {
  /** Neither required nor with a presence of their own: left out where they are empty. */
  readonly leftOut: readonly string[];
  /** Members that are messages, or lists of them. */
  readonly parts?: Readonly<Record<string, Shape>>;
  /** The values of a map, whatever its keys are. */
  readonly values?: Shape;
}

const AUTHORIZATION: Shape = { leftOut: ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'scopes'] };
const FLOWS: Shape = {
  leftOut: [],
  parts: {
    authorizationCode: { leftOut: ['refreshUrl', 'pkceRequired'] },
    clientCredentials: { leftOut: ['refreshUrl'] },
    deviceCode: { leftOut: ['refreshUrl'] },
    implicit: AUTHORIZATION,
    password: AUTHORIZATION,
  },
};
const SCHEME: Shape = {
  leftOut: [],
  parts: {
    apiKeySecurityScheme: { leftOut: ['description'] },
    httpAuthSecurityScheme: { leftOut: ['description', 'bearerFormat'] },
    oauth2SecurityScheme: { leftOut: ['description', 'oauth2MetadataUrl'], parts: { flows: FLOWS } },
    openIdConnectSecurityScheme: { leftOut: ['description'] },
    mtlsSecurityScheme: { leftOut: ['description'] },
  },
};
const REQUIREMENT: Shape = { leftOut: ['schemes'], parts: { schemes: { leftOut: [], values: { leftOut: ['list'] } } } };
const SKILL: Shape = {
  leftOut: ['examples', 'inputModes', 'outputModes', 'securityRequirements'],
  parts: { securityRequirements: REQUIREMENT },
};
const CARD: Shape = {
  leftOut: ['securitySchemes', 'securityRequirements', 'signatures'],
  parts: {
    supportedInterfaces: { leftOut: ['tenant'] },
    capabilities: { leftOut: ['extensions'], parts: { extensions: { leftOut: ['uri', 'description', 'required'] } } },
    securitySchemes: { leftOut: [], values: SCHEME },
    securityRequirements: REQUIREMENT,
    skills: SKILL,
  },
};

/** The part of a 1.0 card, as it is on the wire, that its signatures cover. */
export function signedContentV1(card: JsonObject): JsonObject {
  const { signatures: _signatures, ...content } = card;
  return written(content, CARD);
}

function written(message: JsonObject, { leftOut, parts = {}, values }: Shape): JsonObject {
  const members = Object.entries(message).flatMap(([name, value]): [string, Json][] => {
    const shape = values ?? (Object.hasOwn(parts, name) ? parts[name] : undefined);
    const kept = shape === undefined ? value : withShape(value, shape);
    return leftOut.includes(name) && isDefault(kept) ? [] : [[name, kept]];
  });
  return Object.fromEntries(members);
}

function withShape(value: Json, shape: Shape): Json {
  if (Array.isArray(value)) return value.map((item: Json) => (isJsonObject(item) ? written(item, shape) : item));
  return isJsonObject(value) ? written(value, shape) : value;
}

function isDefault(value: Json): boolean {
  if (value === '' || value === false || value === null) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
