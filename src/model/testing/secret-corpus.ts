// Planted secrets: every place where one has been met, every shape, every encoding. A plant is one HTTP exchange with a secret in it, so
// that any format that holds exchanges can carry it; secret-carriers.ts writes the formats. Drawn from a seed: the same on every run.

import type { Json } from '../base/json.ts';
import { BODIES, PRINTED, SETTINGS, SPELLED_NAMES, STRUCTURED, URLS, VENDOR_KEYS, type Draw } from './secret-fragments.ts';
import { storedGzip } from './stored-gzip.ts';

/** One exchange of an agent's; bodies as text, as they cross. */
export interface PlantedExchange {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string;
  readonly status: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;
}
export interface Plant {
  /** `message text: JWT`: unlike any other of the corpus. */
  readonly name: string;
  /** What must occur in nothing that is answered: the secret, and its encoded form where it stands in one. */
  readonly secrets: readonly string[];
  readonly exchange: PlantedExchange;
}

/** A stream of numbers below a limit, the same for the same seed. */
function createDice(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
type Dice = ReturnType<typeof createDice>;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function drawn(dice: Dice, length: number, letters = LETTERS): string {
  return Array.from({ length }, () => letters.charAt(dice(letters.length))).join('');
}

/** A few letters that make a draw unlike a word, whatever else is drawn. */
const mixed = (dice: Dice, length: number): string => `a7Q${drawn(dice, length - 3)}`;
const url64 = (text: string): string => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** Secrets that are known by their looks, wherever they stand. */
const SHAPES: Readonly<Record<string, (dice: Dice) => string>> = {
  JWT: (dice) => `${url64('{"alg":"HS256","typ":"JWT"}')}.${url64(`{"sub":"${drawn(dice, 8)}","iat":1760000000}`)}.${mixed(dice, 43)}`,
  'unsigned JWT': (dice) => `${url64('{"alg":"none"}')}.${url64(`{"sub":"${drawn(dice, 12)}"}`)}.`,
  'OpenAI key': (dice) => `sk-${mixed(dice, 48)}`,
  'OpenAI project key': (dice) => `sk-proj-${mixed(dice, 40)}_${drawn(dice, 12)}-${drawn(dice, 30)}`,
  'Anthropic key': (dice) => `sk-ant-api03-${mixed(dice, 60)}-${drawn(dice, 24)}AA`,
  'AWS key id': (dice) => `AKIA${drawn(dice, 15, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}7`,
  'AWS session key id': (dice) => `ASIA${drawn(dice, 15, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}2`,
  'GitHub token': (dice) => `ghp_${mixed(dice, 36)}`,
  'GitHub server token': (dice) => `ghs_${mixed(dice, 36)}`,
  'GitHub fine token': (dice) => `github_pat_${mixed(dice, 22)}_${drawn(dice, 59)}`,
  'GitLab token': (dice) => `glpat-${mixed(dice, 20)}`,
  'Slack token': (dice) => `xoxb-${drawn(dice, 12, '0123456789')}-${drawn(dice, 12, '0123456789')}-${mixed(dice, 24)}`,
  'Google key': (dice) => `AIza${mixed(dice, 35)}`,
  'Google access token': (dice) => `ya29.${mixed(dice, 90)}`,
  'Stripe key': (dice) => `sk_live_${mixed(dice, 24)}`,
  'npm token': (dice) => `npm_${mixed(dice, 36)}`,
  'PyPI token': (dice) => `pypi-${mixed(dice, 120)}`,
  'Hugging Face token': (dice) => `hf_${mixed(dice, 34)}`,
  'SendGrid key': (dice) => `SG.${mixed(dice, 22)}.${mixed(dice, 43)}`,
  'Twilio key': (dice) => `SK${drawn(dice, 30, '0123456789abcdef')}a7`,
  'Groq key': (dice) => `gsk_${mixed(dice, 52)}`,
  'private key': (dice) =>
    `-----BEGIN PRIVATE KEY-----\n${mixed(dice, 64)}\n${mixed(dice, 64)}\n${mixed(dice, 30)}==\n-----END PRIVATE KEY-----`,
};

/** Secrets that only their names give away. */
const NAMED: Readonly<Record<string, (dice: Dice) => string>> = {
  password: (dice) => `hunter-${mixed(dice, 9)}`,
  'opaque token': (dice) => mixed(dice, 32),
  'token in hexadecimal': (dice) => `a7${drawn(dice, 38, '0123456789abcdef')}`,
  UUID: (dice) => {
    const hex = (length: number): string => drawn(dice, length, '0123456789abcdef');
    return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
  },
  'AWS secret': (dice) => `${mixed(dice, 20)}/${drawn(dice, 19)}`,
};

const HOST = 'https://agent.example';
const JSON_TYPE = { 'content-type': 'application/json' };
const json = (value: Json): string => JSON.stringify(value);

function exchange(parts: Partial<PlantedExchange>): PlantedExchange {
  return {
    method: 'POST',
    url: `${HOST}/a2a`,
    requestHeaders: JSON_TYPE,
    requestBody: json({ jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { id: 'task-1' } }),
    status: 200,
    responseHeaders: JSON_TYPE,
    responseBody: json({
      jsonrpc: '2.0',
      id: 1,
      result: { kind: 'task', id: 'task-1', contextId: 'context-1', status: { state: 'working' } },
    }),
    ...parts,
  };
}

/** A message that is sent, with a text and metadata. */
function sent(text: string, metadata?: Json, more: Readonly<Record<string, Json>> = {}): PlantedExchange {
  const message = {
    kind: 'message',
    messageId: 'message-1',
    role: 'user',
    parts: [{ kind: 'text', text }],
    ...(metadata ? { metadata } : {}),
  };
  return exchange({ requestBody: json({ jsonrpc: '2.0', id: 1, method: 'message/send', params: { message, ...more } }) });
}

/** A task that is answered. */
function answered(more: Readonly<Record<string, Json>>): PlantedExchange {
  const result = { kind: 'task', id: 'task-1', contextId: 'context-1', status: { state: 'working' }, ...more };
  return exchange({ responseBody: json({ jsonrpc: '2.0', id: 1, result }) });
}

const hex = (text: string): string => Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('');
const withHeader = (name: string, value: string): PlantedExchange => exchange({ requestHeaders: { ...JSON_TYPE, [name]: value } });
const withArtifact = (part: Json): PlantedExchange => answered({ artifacts: [{ artifactId: 'artifact-1', parts: [part] }] });
const file = (text: string, mimeType: string): Json => ({ kind: 'file', file: { name: 'file', mimeType, bytes: btoa(text) } });

type Place = (secret: string) => PlantedExchange;

/** Places where any shape is known by its looks. */
const OPEN_PLACES: Readonly<Record<string, Place>> = {
  'text of a message': (secret) => sent(`Use ${secret} for the call, please.`),
  'text of a message, in brackets': (secret) => sent(`the key (${secret}) is new`),
  'text of a message, quoted': (secret) => sent(`it said "${secret}".`),
  'metadata of a message': (secret) => sent('go', { 'https://ext.example/v1': { value: secret } }),
  'name in metadata': (secret) => sent('go', { seen: { [secret]: 3 } }),
  'text of an artifact': (secret) => withArtifact({ kind: 'text', text: `first line\n${secret}\nlast line` }),
  'data of an artifact': (secret) => withArtifact({ kind: 'data', data: { found: [secret, 'nothing'] } }),
  'status message': (secret) =>
    answered({
      status: {
        state: 'failed',
        message: { kind: 'message', messageId: 'm', role: 'agent', parts: [{ kind: 'text', text: `401 for ${secret}` }] },
      },
    }),
  'data of an error': (secret) =>
    exchange({
      responseBody: json({ jsonrpc: '2.0', id: 1, error: { code: -32_603, message: `refused ${secret}`, data: { tried: secret } } }),
    }),
  'JSON in a string': (secret) => sent('go', { call: json({ arguments: json({ value: secret }) }) }),
  'base64 of a file': (secret) => withArtifact(file(`# settings\nvalue = ${secret}\nother = 1\n`, 'text/plain')),
  'base64 of JSON in metadata': (secret) => sent('go', { state: btoa(json({ step: 3, value: secret })) }),
  'base64 for URLs': (secret) => sent('go', { cursor: url64(json({ after: 'row 7', value: secret })) }),
  'base64 in base64': (secret) => sent('go', { state: btoa(json({ inner: btoa(json({ step: 3, value: secret })) })) }),
  'gzip in base64': (secret) => withArtifact(file(storedGzip(`# settings\nvalue = ${secret}\n`), 'application/gzip')),
  'hexadecimal of a text': (secret) => sent('go', { raw: hex(`value = ${secret}\n`) }),
  'base64 in a data URL': (secret) => sent(`see data:text/plain;base64,${btoa(`line one\n${secret}\nline three\n`)} there`),
  'URL in a text': (secret) => sent(`open https://files.example/x?y=${encodeURIComponent(secret)}&z=1 now`),
  'URL in percent-encoding': (secret) =>
    sent(`open ${HOST}/go?to=${encodeURIComponent(`https://files.example/?v=${encodeURIComponent(secret)}`)}`),
};

/** Places that a name makes: any secret will do. */
const NAMED_PLACES: Readonly<Record<string, Place>> = {
  'header Authorization, Bearer': (secret) => withHeader('Authorization', `Bearer ${secret}`),
  'header Authorization, no scheme': (secret) => withHeader('Authorization', secret),
  'header Authorization, Basic': (secret) => withHeader('Authorization', `Basic ${btoa(`user:${secret}`)}`),
  'header X-API-Key': (secret) => withHeader('X-API-Key', secret),
  'header of a vendor': (secret) => withHeader('x-acme-auth-token', secret),
  'header Cookie': (secret) => withHeader('Cookie', `theme=dark; session=${secret}`),
  'header Set-Cookie': (secret) => exchange({ responseHeaders: { ...JSON_TYPE, 'set-cookie': `sid=${secret}; HttpOnly` } }),
  'header X-A2A-Notification-Token': (secret) => withHeader('X-A2A-Notification-Token', secret),
  'header Referer': (secret) => withHeader('referer', `https://app.example/cb?access_token=${secret}`),
  'parameter access_token': (secret) => exchange({ url: `${HOST}/a2a?access_token=${encodeURIComponent(secret)}&x=1` }),
  'parameter api_key': (secret) => exchange({ url: `${HOST}/a2a?v=2&api_key=${encodeURIComponent(secret)}` }),
  'parameter sig': (secret) => exchange({ url: `https://blob.example/c/f.json?sv=2024&sig=${encodeURIComponent(secret)}` }),
  'fragment access_token': (secret) => sent(`https://app.example/done#access_token=${encodeURIComponent(secret)}&token_type=bearer`),
  'code of an authorization': (secret) => sent(`GET /oauth/callback?code=${encodeURIComponent(secret)}&state=xyz`),
  'user and password of a URL': (secret) => sent(`connect to postgres://svc:${encodeURIComponent(secret)}@db.example:5432/app first`),
  'user and password of the URL called': (secret) => exchange({ url: `https://svc:${encodeURIComponent(secret)}@agent.example/a2a` }),
  'token of a push config': (secret) =>
    sent('go', undefined, { configuration: { pushNotificationConfig: { url: 'https://hooks.example/in', token: secret } } }),
  'credentials of a push config': (secret) =>
    sent('go', undefined, {
      configuration: {
        pushNotificationConfig: { url: 'https://hooks.example/in', authentication: { schemes: ['Bearer'], credentials: secret } },
      },
    }),
  'push config that is read': (secret) =>
    exchange({
      responseBody: json({ jsonrpc: '2.0', id: 1, result: { taskId: 'task-1', id: 'c', url: 'https://hooks.example', token: secret } }),
    }),
  'push config of 0.3': (secret) =>
    exchange({
      responseBody: json({
        jsonrpc: '2.0',
        id: 1,
        result: [{ taskId: 'task-1', pushNotificationConfig: { url: 'https://h.example', token: secret } }],
      }),
    }),
  'auth_token in metadata': (secret) => sent('go', { auth_token: secret }),
  'accessToken in metadata': (secret) => sent('go', { session: { accessToken: secret } }),
  'api-key in metadata': (secret) => sent('go', { llm: { 'api-key': secret } }),
  'SECRET_KEY in metadata': (secret) => sent('go', { env: { DJANGO_SECRET_KEY: secret } }),
  'aws_secret_access_key in data': (secret) => withArtifact({ kind: 'data', data: { aws_secret_access_key: secret } }),
  'clientSecret in data': (secret) => withArtifact({ kind: 'data', data: { clientId: 'a', clientSecret: secret } }),
  'db.password in data': (secret) => withArtifact({ kind: 'data', data: { 'spring.datasource.password': secret } }),
  'list of header entries': (secret) => answered({ metadata: { headers: [{ name: 'Authorization', value: `Bearer ${secret}` }] } }),
  'list of header pairs': (secret) => answered({ metadata: { headers: [['x-api-key', secret]] } }),
  'entry of an environment': (secret) => withArtifact({ kind: 'data', data: { env: [{ name: 'DB_PASSWORD', value: secret }] } }),
  'answer of a token endpoint': (secret) =>
    exchange({ url: 'https://login.example/token', responseBody: json({ access_token: secret, token_type: 'bearer', expires_in: 3600 }) }),
  'refresh token': (secret) => exchange({ url: 'https://login.example/token', responseBody: json({ refresh_token: secret, scope: 'a' }) }),
  'form body': (secret) =>
    exchange({
      url: 'https://login.example/token',
      requestHeaders: { 'content-type': 'application/x-www-form-urlencoded' },
      requestBody: `grant_type=client_credentials&client_id=a&client_secret=${encodeURIComponent(secret)}`,
    }),
  'form in a text': (secret) => sent(`grant_type=password&username=u&password=${encodeURIComponent(secret)}&scope=x`),
  'setting of a shell': (secret) => sent(`export DB_PASSWORD=${secret}\nmake run`),
  'setting in quotes': (secret) => sent(`set OPENAI_API_KEY="${secret}" before`),
  'line of YAML': (secret) => sent(`server:\n  api_key: ${secret}\n  port: 80`),
  'line that says password': (secret) => sent(`The login is\npassword: ${secret}\nthanks`),
  'token in prose': (secret) => sent(`the auth_token=${secret}, valid for an hour`),
  'curl with a header': (secret) => sent(`curl -H 'Authorization: Bearer ${secret}' https://agent.example`),
  'curl with a user': (secret) => sent(`curl -s -u svc:${secret} https://agent.example`),
  'curl with data': (secret) => sent(`curl --data 'a=b&client_secret=${encodeURIComponent(secret)}' https://login.example/token`),
  'curl with a cookie': (secret) => sent(`curl -b 'session=${secret}' https://agent.example`),
  'dictionary of Python': (secret) => sent(`headers={'Authorization': 'Bearer ${secret}', 'Accept': '*/*'}`),
  'scope of Python': (secret) => sent(`[(b'host', b'a'), (b'authorization', b'Bearer ${secret}')]`),
  'JSON in a text': (secret) => sent(`I got {"token_type":"bearer","access_token":"${secret}"} back`),
  'JSON with JSON in a string': (secret) => sent('go', { call: json({ body: json({ password: secret }) }) }),
  'base64 of JSON': (secret) => sent('go', { state: btoa(json({ user: 'u', password: secret })) }),
  'base64 of an environment': (secret) => withArtifact(file(`NODE_ENV=production\nDB_PASSWORD=${secret}\n`, 'text/plain')),
  'secret of Kubernetes': (secret) => withArtifact({ kind: 'data', data: { kind: 'Secret', data: { password: btoa(secret) } } }),
  'percent-encoded parameters': (secret) => sent(`next=%2Fcb%3Faccess_token%3D${encodeURIComponent(secret)}%26x%3D1`),
  'connection string': (secret) => sent(`DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${secret};EndpointSuffix=core`),
  'credentials of a card': (secret) =>
    exchange({
      method: 'GET',
      url: `${HOST}/.well-known/agent.json`,
      requestBody: '',
      responseBody: json({
        name: 'Agent',
        url: HOST,
        version: '1',
        capabilities: {},
        skills: [],
        authentication: { schemes: ['basic'], credentials: secret },
      }),
    }),
  'run of ACP': (secret) =>
    exchange({
      url: `${HOST}/runs`,
      requestBody: json({
        agent_name: 'a',
        input: [{ role: 'user', parts: [{ content_type: 'application/json', content: json({ api_key: secret }) }] }],
      }),
    }),
};

/** Every open place with some shapes and every shape somewhere; every named place with two kinds of secret. */
export function plantSecrets(seed: number): readonly Plant[] {
  const dice = createDice(seed);
  const plants: Plant[] = [];
  const shapes = Object.entries(SHAPES);
  Object.entries(OPEN_PLACES).forEach(([place, plant], index) => {
    const count = index === 0 ? shapes.length : 4;
    for (let turn = 0; turn < count; turn += 1) {
      const [shape, draw] = shapes[(index * 4 + turn) % shapes.length] ?? ['', () => ''];
      plants.push(planted(`${place}: ${shape}`, draw(dice), plant));
    }
  });
  const kinds = Object.entries({ ...NAMED, JWT: SHAPES['JWT'] ?? (() => '') });
  Object.entries(NAMED_PLACES).forEach(([place, plant], index) => {
    for (let turn = 0; turn < 2; turn += 1) {
      const [kind, draw] = kinds[(index + turn * 2) % kinds.length] ?? ['', () => ''];
      plants.push(planted(`${place}: ${kind}`, draw(dice), plant));
    }
  });
  plants.push(...fragmentPlants(dice));
  return plants;
}

/** Every fragment in a message, and every other one in an artifact. */
function fragmentPlants(dice: Dice): readonly Plant[] {
  const draw: Draw = (length, letters) => (letters === undefined ? mixed(dice, length) : drawn(dice, length, letters));
  const inText: readonly Place[] = [(text) => sent(text), (text) => withArtifact({ kind: 'text', text })];
  const placeOf = (index: number): Place => inText[index % inText.length] ?? sent;
  const keys = Object.entries({ ...VENDOR_KEYS, ...STRUCTURED }).map(([name, drawKey], index) => {
    const secret = drawKey(draw);
    // What a token begins with is the same for all of its kind, and the tag of an assertion is no secret.
    return planted(`key: ${name}`, secret, (whole) => placeOf(index)(`Use ${whole} now`), secret.slice(Math.floor(secret.length / 3)));
  });
  const tables = { SPELLED_NAMES, PRINTED, SETTINGS, URLS, BODIES };
  const named = Object.entries(tables).flatMap(([table, around]) =>
    Object.entries(around).map(([name, write], index) => {
      const kinds = [() => mixed(dice, 32), () => `a7${drawn(dice, 38, '0123456789abcdef')}`, () => `hunter-${mixed(dice, 9)}`];
      // A short word for a user of a URL is a name.
      const secret = (name.includes('for a user') ? kinds[0] : kinds[index % kinds.length])?.() ?? '';
      return planted(`${table}: ${name}`, secret, (text) => placeOf(index)(write(text)));
    }),
  );
  return [...keys, ...named];
}

/** What is looked for: the middle of the secret as well, so that a piece of it that is left counts as left. */
function planted(name: string, secret: string, place: Place, sought = secret): Plant {
  const line = sought.split('\n').at(1) ?? secret;
  const middle = Math.floor(line.length / 2);
  return { name, secrets: [sought, line.slice(0, middle), line.slice(middle)].filter((text) => text.length >= 6), exchange: place(secret) };
}
