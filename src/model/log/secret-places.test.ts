// Where each secret stood, and what is none: the words an audit judges by, and the lookalikes that must stay.

import { describe, expect, it } from 'vitest';
import { createCutter } from './redaction.ts';
import { placeKind, type PlaceKind } from './secret-place-kind.ts';

const KEY = 'sk-proj-q7ZkA1b2C3d4E5f6G7h8';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1c2VyLTEifQ.c2lnbmF0dXJl';
const json = (value: unknown): string => JSON.stringify(value);
const message = (more: object): object => ({
  kind: 'message',
  messageId: 'm',
  role: 'user',
  parts: [{ kind: 'text', text: 'go' }],
  ...more,
});
const params = (value: object): string => json({ jsonrpc: '2.0', id: 1, method: 'message/send', params: value });
const result = (value: unknown): string => json({ jsonrpc: '2.0', id: 1, result: value });
const card = { name: 'a', url: 'https://a.example', version: '1', skills: [], capabilities: {} };

const PLACES: readonly (readonly [text: string, kind: PlaceKind, side: 'request' | 'response' | undefined, place: string])[] = [
  [json({ headers: { authorization: `Bearer ${KEY}` } }), 'header', undefined, 'header authorization'],
  [`> Authorization: Bearer ${KEY}\n`, 'header', undefined, 'header authorization'],
  [json({ request: { cookies: [{ name: 'id', value: 'abc' }] } }), 'header', 'request', 'cookies'],
  [`curl -u svc:hunter-7 https://a.example`, 'header', undefined, 'header authorization'],
  [params({ configuration: { pushNotificationConfig: { url: 'https://h', token: KEY } } }), 'push-config', 'request', 'config.token'],
  [params({ taskId: 't', url: 'https://h', token: 'one' }), 'push-config', 'request', 'config.token'],
  [
    params({ url: 'https://h', authentication: { scheme: 'Bearer', credentials: 'c' } }),
    'push-config',
    'request',
    'config.authentication.credentials',
  ],
  [result([{ taskId: 't', pushNotificationConfig: { url: 'https://h', token: 'one' } }]), 'push-config', 'response', 'config.token'],
  [json({ direction: 'out', message: { params: { pushNotificationConfig: { token: 'one' } } } }), 'push-config', 'request', 'config.token'],
  [params({ message: message({ metadata: { ext: { auth_token: JWT } } }) }), 'metadata', 'request', 'auth token'],
  [params({ metadata: { headers: { authorization: 'Bearer abc' } }, message: message({}) }), 'metadata', 'request', 'header authorization'],
  [params({ message: message({ parts: [{ kind: 'text', text: `use ${KEY}` }] }) }), 'message', 'request', 'API key'],
  [result({ history: [message({ parts: [{ kind: 'text', text: `use ${JWT}` }] })] }), 'message', 'response', 'JWT'],
  [json(message({ parts: [{ kind: 'data', data: { password: 'hunter2' } }] })), 'message', undefined, 'password'],
  [result({ artifacts: [{ artifactId: 'a', parts: [{ kind: 'text', text: KEY }] }] }), 'artifact', 'response', 'API key'],
  [json({ ...card, description: `with ${KEY}` }), 'card', undefined, 'API key'],
  [json({ ...card, authentication: { schemes: ['basic'], credentials: 'c' } }), 'card', undefined, 'config.authentication.credentials'],
  [json({ ...card, url: 'https://svc:hunter2@a.example' }), 'url', undefined, 'URL'],
  [json({ url: 'https://a.example/x?access_token=abc' }), 'query', undefined, 'parameter access_token'],
  [`GET /x?api_key=abc HTTP/1.1`, 'query', undefined, 'parameter api_key'],
  [json({ access_token: 'abc', token_type: 'bearer' }), 'body', undefined, 'access token'],
  ['grant_type=client_credentials&client_secret=abc', 'body', undefined, 'client secret'],
  [`the key is ${KEY}`, 'prose', undefined, 'API key'],
  [
    params({ message: message({ metadata: { state: btoa(json({ password: 'hunter2 and more of it' })) } }) }),
    'metadata',
    'request',
    'password, in base64',
  ],
];

/** What looks like a secret and is none. */
const LOOKALIKES: readonly string[] = [
  json({
    pageToken: 'CAUQAA1b2',
    nextPageToken: 'CiAKGjBpNDd2Nmp2Zml2cXRwYjBpOXA',
    next_page_token: 'a1b2c3d4e5',
    continuationToken: 'x1y2z3w4',
  }),
  json({ taskId: '2d69bbb0-be94-4dd5-905c-b0c786be1e8d', contextId: 'ctx-17', messageId: 'a1a4ce97-89b2-4a66-9ca1-dc13720d6baa' }),
  json({
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    },
  }),
  json({
    securitySchemes: {
      o: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://a.example/oauth/token', scopes: { 'read:secret': 'reads secrets' } } },
      },
    },
  }),
  json({ security: [{ authorization: ['read'] }], securityRequirements: [{ schemes: { token: { list: ['a1b2c3d4'] } } }] }),
  json({ password: '***', token: '<redacted>', api_key: 'xxxx', secret: '[REDACTED]', authorization: 'Bearer ****', cookie: '' }),
  json({ api_key: '${OPENAI_API_KEY}', token: '$TOKEN', password: '{{ password }}', client_secret: '<your secret>', access_token: null }),
  json({
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  }),
  json({ usage: { prompt_tokens: 12, completionTokens: 7, total_tokens: 19, max_tokens: 4096, token: 'Hello' } }),
  json({
    key: 'gen_ai.agent.name',
    value: { stringValue: 'billing' },
    public_key: 'ssh-rsa',
    primaryKey: 'id',
    cache_key: 'a1b2c3',
    keyId: 'k1',
  }),
  json({
    authenticated: true,
    authorizationUrl: 'https://a.example/authorize',
    tokenUrl: 'https://a.example/token',
    token_type: 'bearer',
    auth: 'none',
  }),
  json({
    type: 'object',
    properties: { password: { type: 'string' }, api_key: { type: 'string', format: 'password' } },
    required: ['password'],
  }),
  json({
    signatures: [
      {
        protected: 'eyJhbGciOiJFUzI1NiIsImtpZCI6ImEifQ',
        signature: 'QFdkNLNszlGj3z3u0YQGt_T9LixY3qtdQpZmsTdDHDe3fXV9y9-B3m2-XgCpzuhiLt8E0tV6HXoZKHv4GtHgKQ',
      },
    ],
  }),
  json({ data: btoa('Hello, this is a text that goes on for a while and says nothing that is hidden from anyone.') }),
  json({ image: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==' }),
  json({ url: 'https://docs.example/secret-santa/password-reset?page=2#token-economy', email: 'mailto:team@agents.example' }),
  json({
    code: -32001,
    error: 'token expired',
    message: 'Authorization header is missing',
    www: 'Bearer realm="agents", error="invalid_token"',
  }),
  json({
    text: 'The password must have eight characters. Tokens: 1200. Secret: nothing. Bearer tokens are used, basic authentication is not.',
  }),
  json({
    text: 'const token = await provider.getToken(); headers.authorization = `Bearer ${token}`; api_key = settings.api_key; f(password=password)',
  }),
  json({ text: 'def login(password: str, token: Optional[str] = None, api_key: SecretStr): return os.environ["OPENAI_API_KEY"]' }),
  json({ text: 'pip install sk-learn-contrib-something-long-name and task-0123456789ab-cdef, desk-based, risk-1234567890abcdef' }),
  json({ text: 'see http://a.example:8080/x@y and git@github.com:org/repo.git and npm_config_cache and hf_hub' }),
  json({
    id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    etag: 'W/"0815"',
    cursor: 'eyJhZnRlciI6MTd9',
    version: 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K',
  }),
  json({
    skills: [{ id: 'rotate-secrets', name: 'Rotate secrets', tags: ['token', 'password'], examples: ['Reset my password: please'] }],
  }),
  json({ status: { state: 'auth-required' }, credentialsRequired: 'yes', passwordPolicy: 'strong', tokenCount: 9, secretName: 'db-main' }),
  'POST /a2a HTTP/1.1\r\nContent-Type: application/json\r\nA2A-Version: 1.0\r\n\r\n',
  'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer realm="agents"\r\n\r\n',
  'INFO token refresh ok; sessions=12 tokens=4096 authorization=granted password_change=never\n',
  'traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\n',
];

describe('[L.7] a cut says where it was', () => {
  it.each(PLACES)('%s', (text, kind, side, place) => {
    const [cut] = createCutter().findCuts(text);
    expect(cut && { kind: placeKind(cut), side: cut.side, place: cut.place }).toEqual({ kind, side, place });
  });
  it.each(PLACES)('and says the same when it is read again: %s', (text, kind, side) => {
    const again = createCutter().findCuts(createCutter().cutBody(text).text);
    expect(again.map((cut) => [placeKind(cut), cut.side])).toContainEqual([kind, side]);
  });
  it('or by the words of its place, where nothing else is kept', () => {
    const kinds = ['header x-api-key', 'cookies', 'config.token', 'parameter sig', 'URL', 'cut before'].map((place) =>
      placeKind({ place }),
    );
    expect(kinds).toEqual(['header', 'header', 'push-config', 'query', 'url', 'prose']);
  });
});

describe(`[L.7] of ${LOOKALIKES.length} texts full of what looks like a secret none is cut`, () => {
  it.each(LOOKALIKES)('%s', (text) => {
    expect(createCutter().cutBody(text).text).toBe(text);
  });
});
