// Where a secret stood, in the words an audit needs: whether that is a place the protocol has for secrets or one that
// everybody on the way reads. The search tells it as it finds; this is the vocabulary and how a cut is asked.

/**
 * `header`: a header or a cookie of a capture, or what a command line sends as one · `push-config`: token or credentials of a push
 * notification config · `url`: `user:password@` · `query`: a parameter in a URL · `metadata`, `message`, `artifact`, `card`: inside that
 * noun of the protocol, metadata of any of them counting as metadata · `body`: elsewhere in JSON or a form · `prose`: elsewhere in text.
 */
export type PlaceKind = 'header' | 'push-config' | 'url' | 'query' | 'metadata' | 'message' | 'artifact' | 'card' | 'body' | 'prose';

/** Which half of an exchange the text itself says a secret stood in; unknown where only the row around it tells. */
export type SecretSide = 'request' | 'response';

/** What is known of the place beside its words. */
export interface SecretSpot {
  readonly where?: PlaceKind | undefined;
  readonly side?: SecretSide | undefined;
}

/**
 * Where a cut was (SPEC.md L.7): as the search told it, else by the words of its place.
 * @returns `prose` for a placeholder of which nothing more is known
 */
export function placeKind(cut: { readonly place: string; readonly where?: PlaceKind | undefined }): PlaceKind {
  if (cut.where !== undefined) return cut.where;
  if (cut.place.startsWith('header ') || cut.place === 'cookies') return 'header';
  if (cut.place.startsWith('config.')) return 'push-config';
  if (cut.place.startsWith('parameter ')) return 'query';
  return cut.place === 'URL' ? 'url' : 'prose';
}

/** Places inside which a header or a config is still where it is: in what agents say to each other. */
const SPOKEN: ReadonlySet<PlaceKind> = new Set(['metadata', 'message', 'artifact', 'card']);

/** The place of a find: its own word where that says more than what it lies in. */
export function placeOf(own: { readonly place: string }, spot: SecretSpot, fallback: PlaceKind): PlaceKind {
  const word = placeKind(own);
  if (word === 'url' || word === 'query') return word;
  if (spot.where !== undefined && (SPOKEN.has(spot.where) || word === 'prose')) return spot.where;
  return word === 'prose' ? fallback : word;
}

const CONTAINERS: Readonly<Record<string, PlaceKind>> = {
  metadata: 'metadata',
  message: 'message',
  messages: 'message',
  history: 'message',
  parts: 'message',
  artifact: 'artifact',
  artifacts: 'artifact',
  agentcard: 'card',
  card: 'card',
  manifest: 'card',
  pushnotificationconfig: 'push-config',
  taskpushnotificationconfig: 'push-config',
  pushnotification: 'push-config',
  pushconfig: 'push-config',
  headers: 'header',
  requestheaders: 'header',
  responseheaders: 'header',
  cookies: 'header',
  querystring: 'query',
  queryparams: 'query',
};

const NOWHERE: SecretSpot = {};
const REQUEST: ReadonlySet<string> = new Set(['params', 'request', 'req']);
const RESPONSE: ReadonlySet<string> = new Set(['result', 'response', 'res', 'resp']);

/** The spot inside a member that is an object or a list; `name` is plain. */
export function spotInside(spot: SecretSpot, name: string): SecretSpot {
  const { where, side } = spot;
  if (where === 'metadata' || where === 'card') return spot;
  const half = REQUEST.has(name) ? 'request' : RESPONSE.has(name) ? 'response' : undefined;
  // An envelope inside a member that is called `message` is no message.
  if (half) return where === undefined || where === 'message' || where === 'body' ? { side: half } : spot;
  const inside = Object.hasOwn(CONTAINERS, name) ? CONTAINERS[name] : undefined;
  if (inside === undefined || isWithin(where, inside)) return spot;
  return side === undefined ? { where: inside } : { where: inside, side };
}

/** Whether what lies in a place is of that place, whatever it is called: headers in a message, the message in an artifact. */
function isWithin(outer: PlaceKind | undefined, inner: PlaceKind): boolean {
  if (outer === 'artifact') return inner === 'message' || inner === 'header';
  return outer === 'message' && inner === 'header';
}

/** Of nothing known. */
export const NO_SPOT: SecretSpot = NOWHERE;

const CARD_MEMBERS: ReadonlySet<string> = new Set([
  'skills',
  'capabilities',
  'defaultinputmodes',
  'defaultoutputmodes',
  'securityschemes',
  'protocolversion',
  'supportedinterfaces',
  'preferredtransport',
]);

/** Whether a member (plain name) is one that agent cards have. */
export function isCardMember(name: string): boolean {
  return CARD_MEMBERS.has(name);
}
