// The names under which secrets stand: of headers, and of members of JSON. Names are compared without case, dashes and
// underscores, so one entry is every spelling of it.

/** What is said of a secret: the shape its placeholder names, and the place it stood at. */
export interface SecretPlace {
  readonly shape: string;
  readonly place: string;
}

/**
 * Headers whose value is a secret, and its shape. `x-caller-context` is none: it is the stand-in for a verified token, to be
 * read. A member of JSON by one of these names is a header to us, wherever it stands.
 */
const HEADERS: readonly (readonly [name: string, shape: string])[] = [
  ['authorization', 'authorization'],
  ['proxy-authorization', 'authorization'],
  ['cookie', 'cookie'],
  ['set-cookie', 'cookie'],
  ['x-api-key', 'api-key'],
  ['api-key', 'api-key'],
  ['x-goog-api-key', 'api-key'],
  ['x-auth-token', 'token'],
  ['x-access-token', 'token'],
  ['x-csrf-token', 'token'],
  ['x-amz-security-token', 'token'],
  ['x-a2a-notification-token', 'token'],
];

/** Members whose text is a secret wherever they stand: A2A 0.3 §6.9, 1.0 §4.3, OAuth 2.0 (RFC 6749), and what is called like it. */
const MEMBERS: readonly (readonly [name: string, shape: string, place: string])[] = [
  ['credentials', 'credentials', 'config.authentication.credentials'],
  ['notification-token', 'token', 'config.token'],
  ['push-token', 'token', 'config.token'],
  ['client-secret', 'client-secret', 'client secret'],
  ['access-token', 'token', 'access token'],
  ['refresh-token', 'token', 'refresh token'],
  ['id-token', 'token', 'id token'],
  ['auth-token', 'token', 'auth token'],
  ['private-key', 'private-key', 'private key'],
  ['password', 'password', 'password'],
];

/** Members whose text is a secret inside the holders named, or beside one of the members named. */
export const PLACED_MEMBERS: readonly (SecretPlace & {
  readonly member: string;
  readonly within: ReadonlySet<string>;
  readonly beside: ReadonlySet<string>;
})[] = [
  {
    // Push notification configs: A2A 0.3 §6.8, 1.0 §4.3; one that stands alone is known by its looks.
    member: 'token',
    within: new Set(['pushnotificationconfig', 'pushnotification', 'taskpushnotificationconfig', 'pushconfig']),
    beside: new Set(['url', 'callbackurl', 'webhookurl']),
    shape: 'token',
    place: 'config.token',
  },
  // A list of cookies as browsers export them.
  { member: 'value', within: new Set(['cookies']), beside: new Set(), shape: 'cookie', place: 'cookies' },
];

/** A name without case, dashes and underscores. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

const HEADER_SHAPES: ReadonlyMap<string, string> = new Map(HEADERS.map(([name, shape]) => [plainName(name), shape]));
const MEMBER_SECRETS: ReadonlyMap<string, SecretPlace> = new Map(
  MEMBERS.map(([name, shape, place]) => [plainName(name), { shape, place }]),
);

/** Only schemes that are known: another first word may be the secret's own. */
const SCHEME =
  /^(?:bearer|basic|digest|negotiate|ntlm|dpop|hoba|mutual|token|apikey|aws4-hmac-sha256|scram-sha-\d+|gnap|privatetoken) +(?=\S)/i;

/** Spans write a header as `http.request.header.authorization`. */
const SPAN_PREFIX = /^http\.(?:request|response)\.header\./;

/** Where in a value the secret begins: the scheme word before it is none. */
export type SecretValue = SecretPlace & { readonly from: number };

/** Which part of a header's value is the secret. Undefined for headers that carry none. */
export function headerSecret(name: string, value: string): SecretValue | undefined {
  const header = name.toLowerCase().replace(SPAN_PREFIX, '');
  const shape = HEADER_SHAPES.get(plainName(header));
  if (shape === undefined || value === '') return undefined;
  const from = shape === 'authorization' ? (SCHEME.exec(value)?.[0].length ?? 0) : 0;
  return { from, shape, place: `header ${header}` };
}

/** Which part of a text is a secret by the name it stands under, wherever that is. */
export function namedSecret(name: string, value: string): SecretValue | undefined {
  const secret = MEMBER_SECRETS.get(plainName(name));
  return secret && value !== '' ? { ...secret, from: 0 } : headerSecret(name, value);
}

/** Whether a header's name is one whose value is a secret. */
export function isSecretHeader(name: string): boolean {
  return headerSecret(name, 'x') !== undefined;
}

/** All names, for a pattern: every dash may be an underscore or missing. */
export const SECRET_NAMES: string = [...HEADERS, ...MEMBERS, ['token']]
  .map(([name = '']) => name.replaceAll('-', '[-_]?'))
  // The longer first: an alternative takes what it can get.
  .sort((a, b) => b.length - a.length)
  .join('|');
