// What a request asks: over JSON-RPC by its method, over REST by its request line. The message is read in whatever dialect it
// is written; ids come from wherever that version keeps them.

import { isJsonObject, type Json } from '../../base/json.ts';
import { methodFacts, type MethodFacts } from '../bindings/operations.ts';
import type { RestFacts } from '../bindings/rest.ts';
import { readMessage } from '../dialects/a2a-v03-decode.ts';
import { readProtoMessage } from '../dialects/a2a-v1-decode.ts';
import { at, type Place, type Reading } from '../dialects/reading.ts';
import type { Dialect, ObserveHint, Said } from '../observation.ts';
import type { Message } from '../../protocol/message.ts';
import { claimedVersion, judge } from './evidence.ts';
import { methodLookalike } from './lookalikes.ts';
import type { Envelope, Spot } from './peel.ts';
import type { Saying } from './saying.ts';

type Asked = Extract<Said, { readonly kind: 'request' }>;

/** What a JSON-RPC request asks. */
export function sayRpcRequest(envelope: Extract<Envelope, { kind: 'request' }>, reading: Reading, hint: ObserveHint): Saying {
  const { method, params, rpcId } = envelope;
  const facts = methodFacts(method);
  const other = facts ? undefined : methodLookalike(method, params?.value);
  if (other) return { said: { kind: 'unrecognised', ...other }, steps: params?.steps ?? '' };
  const spoken = readSpoken(params, reading, { ...hint, ...(facts && { version: facts.version }) });
  const said: Asked = {
    kind: 'request',
    operation: facts?.operation ?? 'other',
    method,
    ...(rpcId !== undefined && { rpcId }),
    ...idsOf(params, facts?.version === '0.1', spoken?.message),
    ...(spoken && { message: spoken.message }),
    ...callbackOf(params),
  };
  return { said, ...spokenIn(facts, spoken, hint), steps: params?.steps ?? '' };
}

function spokenIn(facts: MethodFacts | undefined, spoken: Spoken | undefined, hint: ObserveHint): Pick<Saying, 'dialect' | 'version'> {
  const version = facts?.version ?? spoken?.version ?? claimedVersion(hint);
  const ofMethod = facts?.version === '1.0' ? 'a2a-v1' : 'a2a-v03';
  const dialect = spoken?.dialect ?? (facts && ofMethod);
  return { ...(dialect && { dialect }), ...(version !== undefined && { version }) };
}

/** What a request over HTTP+JSON asks. */
export function sayRestRequest(
  facts: Pick<RestFacts, 'operation' | 'label' | 'taskId' | 'version'> & { readonly at: Spot },
  reading: Reading,
  hint: ObserveHint,
): Saying {
  const spoken = readSpoken(facts.at, reading, hint);
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

function readSpoken(params: Spot | undefined, reading: Reading, hint: ObserveHint): Spoken | undefined {
  if (!params || !isJsonObject(params.value)) return undefined;
  const own = at(reading, params, 'message');
  const place = own.value === undefined ? at(reading, params, 'request') : own;
  if (!isJsonObject(place.value)) return undefined;
  const verdict = judge(place.value, { hint, enveloped: false, wrapped: hint.version === '1.0' });
  const spelled: Reading = { ...reading, wrappedData: verdict.dialect === 'a2a-v03-proto' };
  const message = verdict.dialect === 'a2a-v03' ? readMessage(spelled, place) : readProtoMessage(spelled, place);
  return { message, ...verdict };
}

/** The task and context a request is about: in the message, in the params, in a resource name. In 0.1 `id` and `sessionId`. */
function idsOf(params: Place | undefined, v01: boolean, message: Message | undefined): Pick<Asked, 'taskId' | 'contextId'> {
  const text = (key: string): string | undefined => textOf(params?.value, key);
  // A 1.0 config request has the task under taskId and the config under id; everything else has the task under id.
  const keys = message && !v01 ? ['taskId', 'task_id'] : ['taskId', 'task_id', 'id'];
  const taskId = firstText([message?.taskId, ...keys.map(text), namedTask(text('name')), namedTask(text('parent'))]);
  const contextId = firstText([message?.contextId, text('contextId'), ...(v01 ? [text('sessionId')] : [])]);
  return { ...(taskId !== undefined && { taskId }), ...(contextId !== undefined && { contextId }) };
}

function firstText(texts: readonly (string | undefined)[]): string | undefined {
  return texts.find((text) => text !== undefined);
}

/** The task of a resource name: `tasks/{id}/…`. */
function namedTask(name: string | undefined): string | undefined {
  return name === undefined ? undefined : /^tasks\/([^/]+)/.exec(name)?.[1];
}

function callbackOf(params: Place | undefined): Pick<Asked, 'callbackUrl'> {
  const value = params?.value;
  const configuration = isJsonObject(value) ? value['configuration'] : undefined;
  const holders = [
    ...['pushNotificationConfig', 'pushNotification', 'config'].map((key) => inner(value, key)),
    ...['pushNotificationConfig', 'taskPushNotificationConfig', 'pushNotification'].map((key) => inner(configuration, key)),
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
