// One JSON value from a wire, in our words: the read direction over every dialect and binding. Total: whatever the value,
// there is an answer, and what was odd about it is among the issues. SPEC.md X.6–X.9.

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import type { Issue } from '../../base/result.ts';
import { inV01, modernize } from '../dialects/a2a-v01.ts';
import { readArtifactUpdate, readMessage, readStatusUpdate, readTask } from '../dialects/a2a-v03-decode.ts';
import { readProtoArtifactUpdate, readProtoMessage, readProtoStatusUpdate, readProtoTask } from '../dialects/a2a-v1-decode.ts';
import { newReading, type Reading } from '../dialects/reading.ts';
import type { Binding, Observation, ObserveHint, Said } from '../observation.ts';
import { restFacts, type RestFacts } from '../bindings/rest.ts';
import { sayAcp } from './acp.ts';
import { sayCard } from './cards.ts';
import { sayInterop } from './interop.ts';
import { judge, readingIn, type Verdict } from './evidence.ts';
import { sayError, sayRestError } from './errors.ts';
import { observePlain } from './fast-observe.ts';
import { bareLookalike, resultLookalike, type Lookalike } from './lookalikes.ts';
import { itemSpot, peel, type Envelope, type Spot } from './peel.ts';
import { elementsOf } from './elements.ts';
import { sayConfig, sayConfigs } from './push-configs.ts';
import { recognise, type Recognised } from './recognise.ts';
import { sayRestRequest, sayRpcRequest } from './requests.ts';
import type { Saying } from './saying.ts';

interface Frame {
  readonly reading: Reading;
  readonly hint: ObserveHint;
  readonly enveloped: boolean;
  /** An element of a list that is already read one by one: lists in it are not. */
  readonly listed: boolean;
}

/**
 * Reads one JSON value. Never throws.
 * @param value any JSON
 * @param hint what is known from around it; what the value itself shows wins over the hint
 */
export function observe(value: Json, hint: ObserveHint = {}): Observation {
  return observePlain(value, hint) ?? observeWhole(value, hint);
}

/** The general way, whatever the value. */
export function observeWhole(value: Json, hint: ObserveHint): Observation {
  return observeSpot({ value, path: '', steps: '' }, hint, false);
}

function observeSpot(spot: Spot, hint: ObserveHint, listed: boolean): Observation {
  const reading = newReading(true);
  const issues: Issue[] = [];
  const envelope = peel(spot, issues);
  const saying = sayEnvelope(envelope, { reading, hint, enveloped: envelope.kind !== 'bare', listed });
  const binding = bindingOf(envelope, saying, hint);
  const rpcId = envelope.kind === 'bare' ? undefined : envelope.rpcId;
  return {
    said: saying.said,
    ...(saying.dialect !== undefined && { dialect: saying.dialect }),
    ...(saying.version !== undefined && { version: saying.version }),
    ...(binding !== undefined && { binding }),
    ...(rpcId !== undefined && { rpcId }),
    payloadPath: saying.steps,
    ...(saying.stateWord !== undefined && { stateWord: saying.stateWord }),
    ...(saying.acp && { acp: saying.acp }),
    issues: [...issues, ...reading.faults, ...reading.notes],
  };
}

function sayEnvelope(envelope: Envelope, frame: Frame): Saying {
  switch (envelope.kind) {
    case 'request':
      return sayRpcRequest(envelope, frame.reading, frame.hint);
    case 'error':
      return sayError(envelope.error, envelope.at, frame.hint);
    case 'result':
      return sayResult(envelope.payload, frame);
    case 'bare':
      return sayBare(envelope.payload, frame);
  }
}

function sayBare(spot: Spot, frame: Frame): Saying {
  const { hint } = frame;
  const other = isPlainA2a(spot.value) ? undefined : sayStranger(spot, frame);
  if (other) return other;
  if (hint.direction === 'request' && hint.method !== undefined && hint.path !== undefined) {
    const facts = restFacts(hint.method, hint.path);
    if (facts) return sayRestRequest({ ...facts, at: spot }, frame.reading, hint);
  }
  const refused = hint.direction === 'request' ? undefined : sayRestError(spot, hint);
  if (refused) return refused;
  return sayPayload(spot, recognise(spot, hint.direction === 'response' || hint.direction === 'event'), frame);
}

/** A result of A2A, or of what speaks JSON-RPC too. */
function sayResult(spot: Spot, frame: Frame): Saying {
  const other = resultLookalike(spot.value);
  return other ? sayOther(other, spot) : sayPayload(spot, recognise(spot, true), frame);
}

/** What only A2A writes at the top of a value: most values of a trace have it, and no other protocol is asked about them. */
function isPlainA2a(value: Json): boolean {
  return isJsonObject(value) && ['kind', 'statusUpdate', 'artifactUpdate', 'task', 'messageId'].some((key) => Object.hasOwn(value, key));
}

/** Bare values of other protocols: of ACP and the small REST protocol, which are read, and of those that are only named. */
function sayStranger(spot: Spot, frame: Frame): Saying | undefined {
  const other = isJsonObject(spot.value) ? bareLookalike(spot.value) : undefined;
  return other ? sayOther(other, spot) : (sayInterop(spot, frame.reading, frame.hint) ?? sayAcp(spot, frame.reading, frame.hint));
}

function sayOther({ why, looksLike }: Lookalike, spot: Spot): Saying {
  return { said: { kind: 'unrecognised', why, looksLike }, steps: spot.steps };
}

function sayPayload(spot: Spot, found: Recognised, frame: Frame): Saying {
  switch (found.kind) {
    case 'nothing':
      return { said: { kind: 'nothing' }, steps: spot.steps };
    case 'unknown': {
      const { why, looksLike } = found;
      const several = frame.listed ? undefined : saySeveral(spot, frame.hint);
      if (several) return several;
      return { said: { kind: 'unrecognised', why, ...(looksLike !== undefined && { looksLike }) }, steps: spot.steps };
    }
    case 'card':
      return sayCard(found.at, frame.reading);
    case 'tasks':
      return sayTasks(found.at, frame);
    case 'push-config':
      return sayConfig(found.at, frame.reading);
    case 'push-configs':
      return sayConfigs(found.at, frame.reading);
    case 'send-request':
      return sayRestRequest({ operation: 'send', label: 'message:send', at: found.at }, frame.reading, frame.hint);
    default:
      return sayNoun(found, frame);
  }
}

/** The elements of a list, where at least one says something: a batch, a framed stream, events, manifests. */
function saySeveral(spot: Spot, hint: ObserveHint): Saying | undefined {
  const spots = elementsOf(spot);
  if (!spots) return undefined;
  const { method: _method, path: _path, ...around } = hint;
  const own = hint.direction === 'request' ? around : hint;
  const items = spots.map((item) => ({ value: item.value, observation: observeSpot(item, own, true) }));
  const first = items.find(({ observation: { said } }) => said.kind !== 'unrecognised' && said.kind !== 'nothing');
  if (!first) return undefined;
  const { dialect, version } = first.observation;
  return { said: { kind: 'several', items }, ...(dialect && { dialect }), ...(version !== undefined && { version }), steps: spot.steps };
}

type FoundNoun = Extract<Recognised, { readonly wrapped: boolean }>;

function sayNoun(found: FoundNoun, frame: Frame): Saying {
  const { hint, enveloped } = frame;
  const judged = judge(found.at.value, { hint, enveloped, wrapped: found.wrapped });
  const verdict: Verdict = found.dumped === true ? { ...judged, dialect: 'a2a-v1-dump', version: judged.version ?? '1.0' } : judged;
  const kind = isOldEvent(found, hint) ? 'status-update' : found.kind;
  const spelled = readingIn(frame.reading, verdict);
  const old = modernize(spelled, kind, found.at);
  const reading = old ? inV01(spelled) : spelled;
  const said = readNoun(reading, kind, old ? { ...found.at, value: old } : found.at, verdict.dialect === 'a2a-v03');
  const word = stateWord(old ?? found.at.value);
  const version = old ? '0.1' : verdict.version;
  return {
    said,
    dialect: verdict.dialect,
    ...(version !== undefined && { version }),
    steps: found.at.steps,
    ...(word !== undefined && { stateWord: word }),
  };
}

/** A status event of 0.1 without `final` looks like a task that is only begun; that it came in a stream tells. */
function isOldEvent({ kind, at }: FoundNoun, { direction, version }: ObserveHint): boolean {
  if (kind !== 'task' || direction !== 'event' || version !== '0.1' || !isJsonObject(at.value)) return false;
  return Object.keys(at.value).every((key) => key === 'id' || key === 'status' || key === 'metadata');
}

function readNoun(reading: Reading, kind: FoundNoun['kind'], at: Spot, v03: boolean): Said {
  switch (kind) {
    case 'task':
      return { kind, task: v03 ? readTask(reading, at) : readProtoTask(reading, at) };
    case 'message':
      return { kind, message: v03 ? readMessage(reading, at) : readProtoMessage(reading, at) };
    case 'status-update':
      return { kind, update: v03 ? readStatusUpdate(reading, at) : readProtoStatusUpdate(reading, at) };
    case 'artifact-update':
      return { kind, update: v03 ? readArtifactUpdate(reading, at) : readProtoArtifactUpdate(reading, at) };
  }
}

/** The sender's own spelling of the state, a number as its digits. */
function stateWord(value: Json): string | undefined {
  const status = isJsonObject(value) ? value['status'] : undefined;
  const word = isJsonObject(status) ? status['state'] : undefined;
  return typeof word === 'string' || typeof word === 'number' ? String(word) : undefined;
}

function sayTasks(at: Spot, frame: Frame): Saying {
  const list = (at.value as JsonObject)['tasks'] as readonly Json[];
  const holder: Spot = { value: list, path: `${at.path}${at.path === '' ? '' : '.'}tasks`, steps: `${at.steps}/.tasks` };
  const { hint, enveloped } = frame;
  const verdict = judge(list[0] ?? null, { hint, enveloped, wrapped: true });
  const reading = readingIn(frame.reading, verdict);
  const tasks = list.map((value, index) => {
    const item = itemSpot(holder, index, value);
    return verdict.dialect === 'a2a-v03' ? readTask(reading, item) : readProtoTask(reading, item);
  });
  const { dialect, version } = verdict;
  return { said: { kind: 'tasks', tasks }, dialect, ...(version !== undefined && { version }), steps: at.steps };
}

/** How the value crossed: its envelope tells; else the token header, the request line, or what only REST frames. */
function bindingOf(envelope: Envelope, saying: Saying, hint: ObserveHint): Binding | undefined {
  if (envelope.kind !== 'bare') return 'jsonrpc';
  if (hint.binding !== undefined) return hint.binding;
  const { kind } = saying.said;
  if (kind === 'card' || kind === 'unrecognised') return undefined;
  if (saying.dialect === 'acp' || saying.dialect === 'interop') return 'rest';
  if (hint.headers?.['x-a2a-notification-token'] !== undefined) return 'webhook';
  if (hint.method !== undefined && hint.path !== undefined) return bindingOfLine(kind, hint, restFacts(hint.method, hint.path));
  if (kind === 'error' || kind === 'tasks') return 'rest';
  // A wrapper without an envelope is REST in a stream; standing alone it may be a delivery too.
  const wrapped = saying.steps !== '' && saying.dialect !== 'a2a-v1-dump';
  return wrapped && hint.direction === 'event' ? 'rest' : undefined;
}

/** A request line of the REST binding says so; a task that is posted anywhere else is a delivery. */
function bindingOfLine(kind: Said['kind'], hint: ObserveHint, facts: RestFacts | undefined): Binding | undefined {
  if (facts) return facts.operation === 'card' ? undefined : 'rest';
  return hint.direction === 'request' && kind !== 'nothing' && kind !== 'request' ? 'webhook' : undefined;
}
