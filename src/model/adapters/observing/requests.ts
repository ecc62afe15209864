// What a request asks: over JSON-RPC by its method, over REST by its request line. The message is read in whatever dialect it
// is written; ids come from wherever that version keeps them.

import { isJsonObject, type Json } from '../../base/json.ts';
import { methodFacts } from '../bindings/operations.ts';
import type { RestFacts } from '../bindings/rest.ts';
import { inV01 } from '../dialects/a2a-v01.ts';
import { readMessage } from '../dialects/a2a-v03-decode.ts';
import { readProtoMessage } from '../dialects/a2a-v1-decode.ts';
import { at, type Place, type Reading } from '../dialects/reading.ts';
import type { Dialect, ObserveHint, Said } from '../observation.ts';
import type { Message } from '../../protocol/message.ts';
import { claimedVersion, judge, readingIn } from './evidence.ts';
import { methodLookalike } from './lookalikes.ts';
import type { Envelope, Spot } from './peel.ts';
import type { Saying } from './saying.ts';

type Asked = Extract<Said, { readonly kind: 'request' }>;

type RpcRequest = Extract<Envelope, { kind: 'request' }>;

/** What a JSON-RPC request asks. */
export function sayRpcRequest(envelope: RpcRequest, reading: Reading, hint: ObserveHint): Saying {
  const facts = methodFacts(envelope.method);
  if (!facts) return sayOtherMethod(envelope, reading, hint);
  const told = facts.shared === true ? undefined : facts.version;
  const v01 = told === '0.1';
  const around = told === undefined ? hint : { ...hint, version: told };
  const spoken = readSpoken(envelope.params, v01 ? inV01(reading) : reading, { hint: around, rpc: true });
  const said = rpcAsked(envelope, facts.operation, { message: spoken?.message, v01 });
  return sayIn(said, envelope, {
    dialect: spoken?.dialect ?? (told === '1.0' ? 'a2a-v1' : 'a2a-v03'),
    version: told ?? spoken?.version ?? claimedVersion(hint),
  });
}

/** A method of another protocol that is known, or of nobody's: what an extension adds is kept. */
function sayOtherMethod(envelope: RpcRequest, reading: Reading, hint: ObserveHint): Saying {
  const { method, params } = envelope;
  const other = methodLookalike(method, params?.value);
  if (other) return { said: { kind: 'unrecognised', ...other }, steps: params?.steps ?? '' };
  const spoken = readSpoken(params, reading, { hint, rpc: false });
  const said = rpcAsked(envelope, 'other', { message: spoken?.message, v01: false });
  return sayIn(said, envelope, { dialect: spoken?.dialect, version: spoken?.version ?? claimedVersion(hint) });
}

function sayIn(
  said: Asked,
  { params }: RpcRequest,
  { dialect, version }: { readonly dialect: Dialect | undefined; readonly version: string | undefined },
): Saying {
  return { said, ...(dialect && { dialect }), ...(version !== undefined && { version }), steps: params?.steps ?? '' };
}

function rpcAsked(
  { method, params, rpcId }: RpcRequest,
  operation: Asked['operation'],
  { message, v01 }: { readonly message: Message | undefined; readonly v01: boolean },
): Asked {
  return {
    kind: 'request',
    operation,
    method,
    ...(rpcId !== undefined && { rpcId }),
    ...idsOf(params, v01, message),
    ...(message && { message }),
    ...callbackOf(params),
  };
}

/** What a request over HTTP+JSON asks. */
export function sayRestRequest(
  facts: Pick<RestFacts, 'operation' | 'label' | 'taskId' | 'version'> & { readonly at: Spot },
  reading: Reading,
  hint: ObserveHint,
): Saying {
  const spoken = readSpoken(facts.at, reading, { hint, rpc: false });
  const ids = idsOf(facts.at, false, spoken?.message);
  const said: Asked = {
    kind: 'request',
    operation: facts.operation,
    method: facts.label,
    ...ids,
    ...(facts.taskId !== undefined && { taskId: facts.taskId }),
    ...(spoken && { message: spoken.message }),
    ...callbackOf(facts.at),
  };
  const version = spoken?.version ?? claimedVersion(hint) ?? facts.version;
  return { said, ...(spoken && { dialect: spoken.dialect }), ...(version !== undefined && { version }), steps: facts.at.steps };
}

interface Spoken {
  readonly message: Message;
  readonly dialect: Dialect;
  readonly version?: string;
}

function readSpoken(
  params: Spot | undefined,
  reading: Reading,
  { hint, rpc }: { readonly hint: ObserveHint; readonly rpc: boolean },
): Spoken | undefined {
  if (!params || !isJsonObject(params.value)) return undefined;
  const own = at(reading, params, 'message');
  const place = own.value === undefined ? at(reading, params, 'request') : own;
  if (!isJsonObject(place.value)) return undefined;
  const verdict = judge(place.value, { hint, enveloped: rpc, wrapped: hint.version === '1.0' });
  const spelled = readingIn(reading, verdict);
  const message = verdict.dialect === 'a2a-v03' ? readMessage(spelled, place) : readProtoMessage(spelled, place);
  const { dialect, version } = verdict;
  return { message, dialect, ...(version !== undefined && { version }) };
}

/** The task and context a request is about: in the message, in the params, in a resource name. In 0.1 `id` and `sessionId`. */
function idsOf(params: Place | undefined, v01: boolean, message: Message | undefined): Pick<Asked, 'taskId' | 'contextId'> {
  const text = (key: string): string | undefined => textOf(params?.value, key);
  // A 1.0 config request has the task under taskId and the config under id; everything else has the task under id.
  const keys = message && !v01 ? ['taskId', 'task_id'] : ['taskId', 'task_id', 'id'];
  const taskId = firstText([message?.taskId, ...keys.map(text), namedTask(text('name')), namedTask(text('parent'))]);
  const contextId = firstText([message?.contextId, text('contextId'), text('context_id'), ...(v01 ? [text('sessionId')] : [])]);
  return { ...(taskId !== undefined && { taskId }), ...(contextId !== undefined && { contextId }) };
}

function firstText(texts: readonly (string | undefined)[]): string | undefined {
  return texts.find((text) => text !== undefined);
}

/** The task of a resource name: `tasks/{id}/…`. */
function namedTask(name: string | undefined): string | undefined {
  return name === undefined ? undefined : /^tasks\/([^/]+)/.exec(name)?.[1];
}

const CONFIG_KEYS = [
  'pushNotificationConfig',
  'taskPushNotificationConfig',
  'pushNotification',
  'push_notification_config',
  'task_push_notification_config',
  'push_notification',
  'config',
];

function callbackOf(params: Place | undefined): Pick<Asked, 'callbackUrl'> {
  const value = params?.value;
  const configuration = inner(value, 'configuration');
  const holders = [
    ...CONFIG_KEYS.map((key) => inner(value, key)),
    ...CONFIG_KEYS.map((key) => inner(configuration, key)),
    inner(inner(value, 'config'), 'pushNotificationConfig'),
    value,
  ];
  const url = holders.map((holder) => textOf(holder, 'url')).find((found) => found !== undefined);
  return url === undefined ? {} : { callbackUrl: url };
}

function inner(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function textOf(value: Json | undefined, key: string): string | undefined {
  const found = inner(value, key);
  return typeof found === 'string' ? found : undefined;
}
