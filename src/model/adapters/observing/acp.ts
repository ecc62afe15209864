// Values of the Agent Communication Protocol: runs, events of their streams, requests, manifests, sessions, errors. Told apart by shape, because no version number in them says what they are. ACP 1.0; SPEC.md X.30–X.33.

import { isJsonObject, member, type Json, type JsonObject } from '../../base/json.ts';
import { readAcpMessage, readNamedPart, readQuestion, readRun, readRunStep, roleOfAuthor } from '../dialects/acp-decode.ts';
import { isManifest, manifestVersion, readManifest } from '../dialects/acp-manifest.ts';
import { isAcpPart, readAcpPart } from '../dialects/acp-parts.ts';
import { eventPayload, isAcpRole, isDottedEvent, stateOfStatus, type Payload } from '../dialects/acp-words.ts';
import type { Reading } from '../dialects/reading.ts';
import type { Role } from '../../protocol/message.ts';
import type { AcpFacts, ObserveHint } from '../observation.ts';
import { isAcpRequest, RESUME, sayAcpLine, sayAcpRequest, START } from './acp-requests.ts';
import { acpVersion, acpVersionOfMessage, FIRST, PLURAL, stampAcp } from './acp-version.ts';
import { memberSpot, type Spot } from './peel.ts';
import type { Saying } from './saying.ts';

/** What a bare value of ACP says; undefined when it is none. */
export function sayAcp(spot: Spot, reading: Reading, hint: ObserveHint): Saying | undefined {
  const { value } = spot;
  if (hint.direction === 'request' && hint.method !== undefined && hint.path !== undefined) {
    const asked = sayAcpLine(spot, reading, hint);
    if (asked) return asked;
  }
  if (!isJsonObject(value)) return undefined;
  if (Object.hasOwn(value, 'type')) return sayEvent(spot, value, reading);
  if (Object.hasOwn(value, 'run_id')) return sayRun(spot, value, reading);
  if (isAcpRequest(value)) return sayAcpRequest(spot, reading, { method: START });
  if (isError(value)) return sayError(spot, value);
  if (isMessage(value)) return sayMessage(spot, reading, roleOfAuthor(value));
  if (isSession(value)) return named(spot, 'a session of ACP: it lists where its messages are', 'acp-session');
  if (isManifest(value)) return sayManifest(spot, value, reading);
  return undefined;
}

function named(spot: Spot, why: string, looksLike: string): Saying {
  return { said: { kind: 'unrecognised', why, looksLike }, dialect: 'acp', steps: spot.steps };
}

function sayRun(spot: Spot, value: JsonObject, reading: Reading): Saying | undefined {
  const status = value['status'];
  if (Object.hasOwn(value, 'await_resume')) return sayAcpRequest(spot, reading, { method: RESUME });
  const run = typeof status === 'string' && (hasRunMembers(value) || stateOfStatus(status) !== undefined);
  return run ? runSaying(spot, value, reading) : undefined;
}

function hasRunMembers(value: JsonObject): boolean {
  return ['agent_name', 'output', 'outputs', 'await_request'].some((key) => Object.hasOwn(value, key));
}

function runSaying(spot: Spot, value: JsonObject, reading: Reading): Saying {
  const step = isJsonObject(value['step']) ? readRunStep(reading, { value, path: spot.path }) : undefined;
  return {
    said: { kind: 'task', task: step ?? readRun(reading, spot) },
    ...stampAcp(acpVersion(value)),
    steps: spot.steps,
    ...(typeof value['status'] === 'string' && { stateWord: value['status'] }),
    acp: runFacts(value),
  };
}

function runFacts(value: JsonObject): AcpFacts {
  const name = value['agent_name'];
  return {
    ...(typeof name === 'string' && { agentName: name }),
    ...(value['status'] === 'cancelling' && { cancelRequested: true }),
  };
}

/** Of a run's event the payload is the run; any other says what it is by its type, so that it is its own payload. */
function sayEvent(spot: Spot, value: JsonObject, reading: Reading): Saying | undefined {
  const found = eventPayload(value);
  if (!found) return isAcpRequest(value) ? sayAcpRequest(spot, reading, { method: START }) : undefined;
  const { event, payload, key } = found;
  const inner = memberSpot(spot, key, value[key] ?? null);
  const facts: AcpFacts = { event };
  if (payload === 'run') {
    const said = runSaying(inner, inner.value as JsonObject, reading);
    return { ...(isDottedEvent(event) ? {} : { version: FIRST }), ...said, acp: { ...said.acp, ...facts } };
  }
  const own =
    payload === 'generic'
      ? named(spot, 'something that the agent itself made up to say', 'acp-generic')
      : sayPiece(payload, inner, reading);
  return { ...own, steps: spot.steps, acp: facts };
}

function sayPiece(payload: Exclude<Payload, 'run' | 'generic'>, inner: Spot, reading: Reading): Saying {
  switch (payload) {
    case 'message':
      return sayMessage(inner, reading, 'agent');
    case 'part':
      return sayPart(inner, reading);
    case 'artifact':
      return { ...sayPart(inner, reading), version: FIRST };
    case 'await':
      return sayQuestion(inner, reading);
    case 'error':
      return sayError(inner, inner.value as JsonObject);
  }
}

/** A part with a name is an artifact, whole; one without is a piece of what the agent says. */
function sayPart(spot: Spot, reading: Reading): Saying {
  const name = member(spot.value, 'name');
  const whole = { ...stampAcp(undefined), steps: spot.steps };
  if (typeof name !== 'string' || name === '') {
    return { said: { kind: 'message', message: { messageId: '', role: 'agent', parts: [readAcpPart(reading, spot)] } }, ...whole };
  }
  const artifact = readNamedPart(reading, spot);
  const update = { kind: 'artifact-update', taskId: '', contextId: '', artifact, append: false, lastChunk: true } as const;
  return { said: { kind: 'artifact-update', update }, ...whole };
}

/** Before 0.2.2 a stream said its pause without the run. */
function sayQuestion(spot: Spot, reading: Reading): Saying {
  const message = readQuestion(reading, spot);
  const status = { state: 'input-required', ...(message && { message }) } as const;
  const update = { kind: 'status-update', taskId: '', contextId: '', status, final: false } as const;
  return { said: { kind: 'status-update', update }, ...stampAcp(PLURAL), steps: spot.steps, stateWord: 'await' };
}

/** A message of an event is the agent's, whoever it says wrote it; one that stands alone is its author's. */
function sayMessage(spot: Spot, reading: Reading, role: Role): Saying {
  const message = readAcpMessage(reading, spot, role);
  return { said: { kind: 'message', message }, ...stampAcp(acpVersionOfMessage(spot.value)), steps: spot.steps };
}

/** A bare message: a role of ACP and parts of ACP, or times that only ACP gives a message. */
function isMessage(value: JsonObject): boolean {
  const parts: unknown = value['parts'];
  if (!Array.isArray(parts) || Object.hasOwn(value, 'messageId') || Object.hasOwn(value, 'kind')) return false;
  if (parts.length > 0) return parts.every((part) => isAcpPart(part as Json));
  const { role } = value;
  const dated = Object.hasOwn(value, 'created_at') || Object.hasOwn(value, 'completed_at');
  return typeof role === 'string' && isAcpRole(role) && (dated || role.includes('/'));
}

function isSession(value: JsonObject): boolean {
  const history: unknown = value['history'];
  if (typeof value['id'] !== 'string' || !Array.isArray(history) || Object.hasOwn(value, 'status')) return false;
  return Object.hasOwn(value, 'state') ? history.every((item) => typeof item === 'string') : history.length > 0 && history.every(isUrl);
}

function isUrl(item: unknown): boolean {
  return typeof item === 'string' && /^[a-z][a-z0-9+.-]*:\/\//i.test(item);
}

function sayManifest(spot: Spot, value: JsonObject, reading: Reading): Saying {
  const card = readManifest(reading, spot);
  return { said: { kind: 'card', card: { ...card, problems: [] } }, ...stampAcp(manifestVersion(value)), steps: spot.steps };
}

const CODES: ReadonlySet<Json | undefined> = new Set(['server_error', 'invalid_input', 'not_found']);

function isError(value: JsonObject): boolean {
  if (!CODES.has(value['code']) || typeof value['message'] !== 'string') return false;
  return Object.keys(value).every((key) => key === 'code' || key === 'message' || key === 'data');
}

function sayError(spot: Spot, value: JsonObject): Saying {
  const { code } = value;
  const message = typeof value['message'] === 'string' ? value['message'] : '';
  const version = isJsonObject(value['data']) ? '1.0' : undefined;
  return { said: { kind: 'error', code: typeof code === 'string' ? code : 'unknown', message }, ...stampAcp(version), steps: spot.steps };
}
