// The names under which secrets stand: of headers, of members of JSON, of parameters and of settings. Names are compared without
// case, dashes and underscores, so one entry is every spelling of it. What a name says is one of three things: its value is a
// secret whatever it looks like (`certain`), it is one when it looks like one (`likely`), or the name says nothing.

/** What is said of a secret: the shape its placeholder names, and the place it stood at. */
export interface SecretPlace {
  readonly shape: string;
  readonly place: string;
}

/** What a name tells about its value. */
export interface SecretName extends SecretPlace {
  readonly certain: boolean;
  /** A header by this name is one wherever it stands: its value goes on to the end of the line. */
  readonly header: boolean;
}

/**
 * Headers whose value is a secret, and its shape. `x-caller-context` is none: it is the stand-in for a verified token, to be
 * read. A member of JSON by one of these names is a header to us, wherever it stands.
 */
const HEADERS: readonly (readonly [name: string, shape: string])[] = [
  ['authorization', 'authorization'],
  ['proxy-authorization', 'authorization'],
  ['x-forwarded-authorization', 'authorization'],
  ['cookie', 'cookie'],
  ['set-cookie', 'cookie'],
  ['x-api-key', 'api-key'],
  ['api-key', 'api-key'],
  ['x-goog-api-key', 'api-key'],
  ['ocp-apim-subscription-key', 'api-key'],
  ['x-functions-key', 'api-key'],
  ['x-auth-token', 'token'],
  ['x-access-token', 'token'],
  ['x-csrf-token', 'token'],
  ['x-xsrf-token', 'token'],
  ['x-vault-token', 'token'],
  ['x-gitlab-token', 'token'],
  ['private-token', 'token'],
  ['job-token', 'token'],
  ['x-amz-security-token', 'token'],
  ['x-a2a-notification-token', 'token'],
];

/** Members whose text is a secret wherever they stand: A2A 0.3 §6.9, 1.0 §4.3, OAuth 2.0 (RFC 6749), and what is called like it. */
const MEMBERS: readonly (readonly [name: string, shape: string, place: string])[] = [
  ['credential', 'credentials', 'credentials'],
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
  ['client-assertion', 'token', 'client assertion'],
  ['code-verifier', 'secret', 'code verifier'],
  ['saml-response', 'token', 'SAML response'],
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
/** A name may be a path: `ext.example/v1/auth_token`, `spring.datasource.password`. */
const LAST_STEP = /[^./:[\]]+$/;

// Names that are made of more words: the last one says what it is, the one before says whether that is a secret.
const ENDING =
  /^(.*?)(token|secret|password|passwd|passphrase|passcode|pwd|pass|credentials?|authorization|auth|cookie|jwt|bearer|apikey|key|assertion)s?$/;
/** Tokens that are positions, counts or handles. */
const HARMLESS_TOKEN =
  /(?:page|next|prev|previous|continuation|continue|cancell?ation|cursor|sync|progress|resume|skip|total|max|min|input|output|prompt|completion|cached?|reasoning|thinking|audio|image|text|count|num|number|stop|start|end|eos|bos|pad|mask|sep|unk|special|usage|per|budget|limit|partition|change|delta|watch|pagination|list|first|last|current)$/;
const SECRET_TOKEN =
  /(?:auth|access|refresh|id|api|bearer|session|push|notification|secret|security|csrf|xsrf|oauth2?|jwt|bot|user|client|service|account|personal|webhook|hook|callback|private|github|gitlab|slack|hf|huggingface|npm|vault|admin|identity|login|device|deploy|registry|verification|sas|signed|pat|app)$/;
const SECRET_KEY =
  /(?:api|private|secret|access|account|signing|encryption|decryption|subscription|master|auth|ssh|hmac|webhook|functions|storage|openai|anthropic|gemini|mistral|groq)$/;
const LIKELY_KEY = /(?:shared|session|service|client|server|app|application|license|deploy|host|admin|root|user)$/;

/** Names come again and again; hostile text has many, so that the memory of them is bounded. */
const known = new Map<string, SecretName | undefined>();
const MOST_KNOWN = 2048;

/** What a name says of its value, undefined for nothing. */
export function secretName(name: string): SecretName | undefined {
  if (name.length > 200) return undefined;
  const before = known.get(name);
  if (before !== undefined || known.has(name)) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const told = judgeName(name);
  known.set(name, told);
  return told;
}

function judgeName(name: string): SecretName | undefined {
  const lower = name.toLowerCase().replace(SPAN_PREFIX, '');
  const step = LAST_STEP.exec(lower)?.[0] ?? '';
  const plain = plainName(step);
  const shape = HEADER_SHAPES.get(plain);
  if (shape !== undefined) {
    // As a member of something else it may be spelled in other ways; as a header it has dashes.
    const header = step.includes('-') || /^(?:authorization|cookie)$/.test(step);
    return { shape, place: header ? `header ${step}` : step.replace(/[-_]+/g, ' '), certain: true, header };
  }
  const member = MEMBER_SECRETS.get(plain);
  if (member) return { ...member, certain: true, header: false };
  const ending = ENDING.exec(plain);
  return ending ? judgeEnding(step.replace(/[-_]+/g, ' ').trim(), ending[1] ?? '', ending[2] ?? '') : undefined;
}

function judgeEnding(words: string, before: string, last: string): SecretName | undefined {
  const ending = ENDINGS[last];
  const told = ending?.(before);
  return told && { shape: told[0], place: words, certain: told[1], header: false };
}

type Ending = (before: string) => readonly [shape: string, certain: boolean] | undefined;
/** `awaiting_auth` is a state, `requires_auth` a question. */
const STATE_BEFORE_AUTH = /(?:await(?:ing)?|requir(?:es?|ing)|needs?|has|is|no|with|without|uses?|after|before|missing|pending)$/;
const CREDENTIALS: Ending = () => ['credentials', true];
const PASSWORD: Ending = () => ['password', true];
const SHORT_PASSWORD: Ending = (before) =>
  before === '' || /(?:user|db|admin|root|smtp|redis|database|basic|login|sql|pg|ssh)$/.test(before) ? ['password', false] : undefined;
const LIKELY_TOKEN: Ending = () => ['token', false];
const ENDINGS: Readonly<Record<string, Ending>> = {
  token: (before) => (HARMLESS_TOKEN.test(before) ? undefined : ['token', SECRET_TOKEN.test(before)]),
  key: (before) => {
    if (SECRET_KEY.test(before)) return [before.endsWith('private') ? 'private-key' : 'api-key', true];
    return LIKELY_KEY.test(before) ? ['api-key', false] : undefined;
  },
  apikey: () => ['api-key', true],
  secret: (before) => [before.endsWith('client') ? 'client-secret' : 'secret', true],
  credential: CREDENTIALS,
  credentials: CREDENTIALS,
  // A header of someone's own: `X-Upstream-Authorization`.
  authorization: (before) => ['authorization', before === 'x' || /upstream|original|forwarded|proxy/.test(before)],
  cookie: () => ['cookie', false],
  password: PASSWORD,
  passwd: PASSWORD,
  passphrase: PASSWORD,
  passcode: PASSWORD,
  pwd: SHORT_PASSWORD,
  pass: SHORT_PASSWORD,
  auth: (before) => (STATE_BEFORE_AUTH.test(before) ? undefined : ['token', false]),
  jwt: LIKELY_TOKEN,
  bearer: LIKELY_TOKEN,
  assertion: LIKELY_TOKEN,
};

/** Where in a value the secret begins: the scheme word before it is none. */
export type SecretValue = SecretPlace & { readonly from: number };

/** Which part of a header's value is the secret. Undefined for headers that carry none. */
export function headerSecret(name: string, value: string): SecretValue | undefined {
  const told = secretName(name);
  return told?.header ? valueSecret(told, value) : undefined;
}

/** Which part of a text is a secret by the name it stands under, wherever that is. */
export function namedSecret(name: string, value: string): SecretValue | undefined {
  const told = secretName(name);
  return told && valueSecret(told, value);
}

/** Which part of a value under a name is the secret. */
export function valueSecret(told: SecretName, value: string): SecretValue | undefined {
  const from = SCHEME.exec(value)?.[0].length ?? 0;
  const scheme = told.shape === 'authorization' || (from > 0 && !told.certain) ? from : 0;
  const secret = scheme === 0 ? value : value.slice(scheme);
  if (isMasked(secret) || NO_SECRET.test(secret)) return undefined;
  if (!told.certain && !looksSecret(secret) && !PLACEHOLDERS.test(secret)) return undefined;
  return { shape: told.shape, place: told.place, from: scheme };
}

/** Whether a parameter by this name is what signs its URL. */
export function isSignature(name: string): boolean {
  return /^(?:sig|signature|x-(?:amz|goog)-signature)$/i.test(name);
}

/** Words of schemas, schemes and settings that stand where a value would. */
const NO_SECRET =
  /^(?:string|str|text|null|none|nil|undefined|true|false|required|optional|yes|no|bearer|basic|digest|apikey|api[-_ ]?key|oauth2?|openidconnect|mutualtls|mtls|jwt|n\/a|unknown|empty|missing|invalid|expired|valid|present|unset|(?:read|write)[-_]?only)$/i;

/** What a person or a tool put in the place of a secret: nothing, stars, a word in brackets, the name of a variable. */
export function isMasked(value: string): boolean {
  const text = value.trim();
  if (text === '') return true;
  if (text.length > 64 || PLACEHOLDERS.test(text)) return false;
  return MASKS.some((mask) => mask.test(text));
}

/** One, or several in a row: a secret that was torn apart has one for each piece. */
const PLACEHOLDERS = /^(?:\[cut \d{1,9}: [a-z][a-z-]{0,31}\])+$/;
const MASKS: readonly RegExp[] = [
  /\*{3}|\u2022{3}|\u2588{3}|\.\.\.$|\u2026/,
  /^(?:x{3,}|X{3,}|[-_.#?]{2,})$/,
  /^<[\w .:-]*>$|^\[[\w .:-]*\]$|^\{\{?[\w .:-]*\}?\}$|^\$\{[^{}]*\}$|^\$[A-Z_][A-Z0-9_]*$|^%[A-Z_]+%$/,
  /^[[(<{]?(?:redacted|masked|hidden|filtered|removed|censored|omitted|sanitized|scrubbed)[\])>}]?$/i,
  /^(?:your|my|the|an?|insert|replace|example|dummy|placeholder)[-_ ](?:[a-z]+[-_ ]){0,4}(?:token|key|secret|password|credentials?|here|me)$/i,
];

/** Whether a text has the look of a key or a password and not of a word or a sentence. */
export function looksSecret(text: string): boolean {
  if (text.length < 6 || /[\s"'()<>{}]/.test(text)) return false;
  const [letter, digit] = [/[A-Za-z]/.test(text), /\d/.test(text)];
  if (digit) return letter || text.length >= 8;
  if (text.length < 8) return false;
  return /[^-_.\s][-_.+/=~][^-_.\s]/.test(text) || /[a-z][A-Z]/.test(text) || text.length >= 20;
}

/** A word of a name, and what can stand after a name; the end of a line included, because data may go on in the next one. */
export const MAYBE_NAMED =
  /(?:(?<!(?:input|output|total|max|prompt|completion|cached|reasoning)[-_]?)token|credential|authorization|cookie|secret|password|passwd|passphrase|passcode|pwd|pass|auth|jwt|bearer|assertion|verifier|samlresponse|(?:api|private|secret|access|account|sign(?:ing)?|cryption|scription|master|auth|ssh|hmac|hook|functions|storage|openai|anthropic|gemini|mistral|groq|shared|session|service|client|server|app|application|license|deploy|host|admin|root|user)[-_ .]?key)s?(?:\\*["'])?\]?[ \t]*(?:[:=,}>&\]\r\n]|\\+[rn]|%3|$)/i;
