// Evidence of versions in one value and the HTTP head it came with. A header and a path say what is claimed, a body what is
// spoken. Names of enums over HTTP+JSON fit 0.3 and 1.0 alike and are no evidence there; `content` is that of 0.3.
// Method tables: A2A 0.1 §7, 0.3.0 §3.5.6, 1.0 §5.3; objects: the schemas of each version; 1.0 Appendix A.2 for what was renamed.

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import type { Observation } from '../../adapters/observation.ts';
import type { Sight } from '../../adapters/sight.ts';
import type { VersionClue } from '../casebook/casebook.ts';
import { payloadOf } from '../casebook/payload.ts';
import { BIT, kindsIn } from './clue-kinds.ts';
import { errorBits } from './error-clues.ts';
import { messageBits, partsBits, statusBits } from './noun-clues.ts';

export type ClueFact = Pick<VersionClue, 'where' | 'versions' | 'by'>;

const NOTHING: readonly ClueFact[] = [];

/** The evidence in a value as bits of `clue-kinds.ts`; 0 where there is none, and for what is no A2A. Linear, never throws. */
export function clueBitsOf(sight: Sight): number {
  const { observation } = sight;
  if (observation === undefined || observation.dialect === 'acp' || observation.dialect === 'interop') return 0;
  const { said } = observation;
  if (said.kind === 'several') {
    return said.items.reduce((bits, item) => bits | (item.observation.said.kind === 'several' ? 0 : clueBitsOf({ ...sight, ...item })), 0);
  }
  if (said.kind === 'card' || said.kind === 'nothing' || said.kind === 'unrecognised') return 0;
  // What an SDK prints of its own objects was never sent.
  if (observation.dialect === 'a2a-v1-dump') return 0;
  const payload = payloadOf(sight);
  if (said.kind === 'request') return requestBits(sight, said.method, payload, observation);
  if (said.kind === 'error') return errorBits(payload, said.code, said.reason);
  return bodyBits(payload, observation) | frameBits(sight, observation);
}

/**
 * The evidence in a value.
 * @returns where it stands, the versions that it fits and whose it is; the same empty list where there is none
 */
export function versionCluesOf(sight: Sight): readonly ClueFact[] {
  return clueFacts(sight, clueBitsOf(sight));
}

/** The evidence that bits stand for. */
export function clueFacts(sight: Sight, bits: number): readonly ClueFact[] {
  if (bits === 0) return NOTHING;
  const by = clueSide(sight);
  return kindsIn(bits).map((kind) => ({ ...kind, by }));
}

/** Who wrote a value: a delivery is the server's. */
export function clueSide({ as, call }: Sight): 'client' | 'server' {
  return as === 'request' && call?.operation !== 'push' ? 'client' : 'server';
}

/** What an answer or an event is wrapped in: over JSON-RPC that alone tells 1.0 from what was before. */
function frameBits({ as, call }: Sight, { said, payloadPath, binding }: Observation): number {
  if (binding !== 'jsonrpc') return 0;
  const end = payloadPath.slice(payloadPath.lastIndexOf('.') + 1);
  if (WRAPPERS.has(end)) return BIT.wrapper;
  // Only what starts or streams a task is wrapped in 1.0: a task that was asked for comes bare in every version.
  const operation = call?.operation;
  const isWrapped = as === 'event' || as === 'element' || operation === 'send' || operation === 'stream' || operation === 'subscribe';
  return isWrapped && end === 'result' && NOUNS.has(said.kind) ? BIT.bare : 0;
}

const WRAPPERS: ReadonlySet<string> = new Set(['task', 'message', 'statusUpdate', 'artifactUpdate', 'status_update', 'artifact_update']);
const NOUNS: ReadonlySet<string> = new Set(['task', 'message', 'status-update', 'artifact-update']);

function bodyBits(payload: Json | undefined, observation: Observation): number {
  if (!isJsonObject(payload)) return 0;
  const isRpc = observation.binding === 'jsonrpc';
  switch (observation.said.kind) {
    case 'task':
      return taskBits(payload, isRpc);
    case 'tasks':
      return listed(payload['tasks']).reduce<number>((bits, task) => bits | (isJsonObject(task) ? taskBits(task, isRpc) : 0), 0);
    case 'status-update':
      return kindBits(payload) | statusBits(payload['status'], isRpc) | (typeof payload['final'] === 'boolean' ? BIT.final : 0);
    case 'artifact-update': {
      const artifact = payload['artifact'];
      return kindBits(payload) | (isJsonObject(artifact) ? artifactBits(artifact) : 0);
    }
    case 'message':
      return messageBits(payload, isRpc);
    case 'push-config':
      return configBits(payload);
    default:
      return 0;
  }
}

function taskBits(task: JsonObject, isRpc: boolean): number {
  let bits = kindBits(task) | statusBits(task['status'], isRpc);
  if (typeof task['sessionId'] === 'string') bits |= BIT.session;
  for (const message of listed(task['history'])) if (isJsonObject(message)) bits |= messageBits(message, isRpc);
  for (const artifact of listed(task['artifacts'])) if (isJsonObject(artifact)) bits |= artifactBits(artifact);
  return bits;
}

function artifactBits(artifact: JsonObject): number {
  const numbered = typeof artifact['index'] === 'number' && !Object.hasOwn(artifact, 'artifactId') ? BIT.session : 0;
  return numbered | partsBits(artifact['parts']);
}

const KINDS: ReadonlySet<string> = new Set(['task', 'status-update', 'artifact-update']);

function kindBits({ kind }: JsonObject): number {
  return typeof kind === 'string' && KINDS.has(kind) ? BIT.kind : 0;
}

/** Values looked at in a list: a sender does not change its version in the middle of one. */
const SAMPLE = 8;

function listed(list: Json | undefined): readonly Json[] {
  return Array.isArray(list) ? (list as readonly Json[]).slice(0, SAMPLE) : [];
}

function requestBits({ headers, call }: Sight, method: string, payload: Json | undefined, { binding }: Observation): number {
  const isRpc = binding === 'jsonrpc';
  let bits = headerBits(headers?.['a2a-version']) | (isRpc ? methodBits(method) : pathBits(call?.hint.path));
  if (!isJsonObject(payload)) return bits;
  const { message, configuration } = payload;
  if (isJsonObject(message)) bits |= messageBits(message, isRpc);
  if (isJsonObject(configuration)) bits |= configurationBits(configuration);
  if (isRpc && typeof payload['sessionId'] === 'string') bits |= BIT.session;
  if (method.includes('PushNotificationConfig') || method.includes('pushNotification')) bits |= configBits(payload);
  return bits;
}

function headerBits(header: string | undefined): number {
  const claimed = header === undefined ? undefined : /^\s*(\d+)\.(\d+)/.exec(header);
  if (!claimed) return 0;
  if (claimed[1] === '1') return BIT.modernHeader;
  return claimed[1] === '0' && (claimed[2] === '2' || claimed[2] === '3') ? BIT.kindHeader : 0;
}

function pathBits(path: string | undefined): number {
  return path !== undefined && /\/v1\/(?:message:|tasks|card)/.test(path) ? BIT.path : 0;
}

const SHARED_METHODS: ReadonlySet<string> = new Set(['tasks/get', 'tasks/cancel', 'tasks/resubscribe']);
const OLD_METHODS: ReadonlySet<string> = new Set([
  'tasks/send',
  'tasks/sendSubscribe',
  'tasks/pushNotification/set',
  'tasks/pushNotification/get',
]);
const MODERN_METHOD =
  /^(?:Send(?:Streaming)?Message|(?:Get|Cancel|SubscribeTo)Task|ListTasks|(?:Create|Set|Get|List|Delete)TaskPushNotificationConfigs?|GetExtendedAgentCard)$/;

/** What a JSON-RPC method tells; 0 for one that A2A does not know. */
function methodBits(method: string): number {
  if (SHARED_METHODS.has(method)) return BIT.sharedMethod;
  if (OLD_METHODS.has(method)) return BIT.oldMethod;
  if (/^(?:message\/(?:send|stream)|tasks\/pushNotificationConfig\/\w+|agent\/\w+)$/.test(method)) return BIT.kindMethod;
  return MODERN_METHOD.test(method) ? BIT.modernMethod : 0;
}

function configurationBits(configuration: JsonObject): number {
  let bits = 0;
  if (Object.hasOwn(configuration, 'blocking')) bits |= BIT.blocking;
  if (Object.hasOwn(configuration, 'returnImmediately')) bits |= BIT.returnImmediately;
  if (isJsonObject(configuration['pushNotificationConfig']) || isJsonObject(configuration['pushNotification'])) bits |= BIT.kindConfig;
  if (isJsonObject(configuration['taskPushNotificationConfig'])) bits |= BIT.modernConfig;
  return bits;
}

/** A config as the push methods carry it: nested before 1.0, flat since. */
function configBits(config: JsonObject): number {
  if (isJsonObject(config['pushNotificationConfig'])) return BIT.kindConfig;
  return typeof config['url'] === 'string' && Object.hasOwn(config, 'taskId') ? BIT.modernConfig : 0;
}
