// Requests of ACP that start a run or go on with one, both ways. Messages of ACP have no ids, so that the server makes them one;
// several messages of a request are one message to the agent. ACP 1.0 RunCreateRequest, RunResumeRequest.

import { isJsonObject, member, parseJson, type Json, type JsonObject } from '../../base/json.ts';
import { failure, success, type Result } from '../../base/result.ts';
import type { Message } from '../../protocol/message.ts';
import type { Operation } from '../../protocol/operation.ts';
import { readAcpMessage } from '../dialects/acp-decode.ts';
import { encodeAcpPart } from '../dialects/acp-parts.ts';
import {
  at,
  fault,
  listAt,
  newReading,
  objectAt,
  optionalText,
  requiredText,
  type ObjectPlace,
  type Reading,
} from '../dialects/reading.ts';
import { uuidOf } from './acp-ids.ts';

const MODES = ['sync', 'async', 'stream'] as const;
export type AcpMode = (typeof MODES)[number];

/** What a request hands over. */
export interface AskedRun {
  /** '' where a run goes on. */
  readonly agent: string;
  readonly mode: AcpMode;
  readonly handover: { readonly message: Message; readonly contextId?: string };
}

type ContextOfSession = (sessionId: string) => string | undefined;

/**
 * Decodes the body of a request.
 * @param taskId of the run that goes on; undefined where one starts
 * @param contextOf the context of a session that was told before
 */
export function decodeRunRequest(body: string, taskId: string | undefined, contextOf: ContextOfSession): Result<AskedRun> {
  const parsed = parseJson(body);
  if (!parsed.ok) return parsed;
  const reading = newReading(false);
  const wire = objectAt(reading, { value: parsed.value, path: '' });
  const asked = taskId === undefined ? readCreate(reading, wire, contextOf) : readResume(reading, wire, taskId);
  return reading.faults.length > 0 ? failure(...reading.faults) : success(asked);
}

function readCreate(reading: Reading, wire: ObjectPlace, contextOf: ContextOfSession): AskedRun {
  const input = at(reading, wire, 'input');
  const messages = listAt(reading, input, (inner, item) => readAcpMessage(inner, item, 'user'));
  const parts = messages.flatMap((message) => message.parts);
  if (parts.length === 0) fault(reading, input.path, 'must have at least one message with a part');
  const held = member(member(wire.value, 'session'), 'id');
  const session = optionalText(reading, wire, 'session_id') ?? (typeof held === 'string' ? held : undefined);
  const contextId = session === undefined ? undefined : (contextOf(session) ?? session);
  const message: Message = { messageId: '', role: 'user', parts, ...(contextId !== undefined && { contextId }) };
  return {
    agent: requiredText(reading, wire, 'agent_name'),
    mode: readMode(reading, wire) ?? 'sync',
    handover: { message, ...(contextId !== undefined && { contextId }) },
  };
}

function readResume(reading: Reading, wire: ObjectPlace, taskId: string): AskedRun {
  const resume = objectAt(reading, at(reading, wire, 'await_resume'));
  if (resume.value['type'] !== 'message') fault(reading, `${resume.path}.type`, 'must be message');
  const { parts } = readAcpMessage(reading, at(reading, resume, 'message'), 'user');
  const mode = readMode(reading, wire);
  if (mode === undefined) fault(reading, 'mode', 'is required');
  return { agent: '', mode: mode ?? 'sync', handover: { message: { messageId: '', role: 'user', parts, taskId } } };
}

function readMode(reading: Reading, wire: ObjectPlace): AcpMode | undefined {
  const word = optionalText(reading, wire, 'mode');
  const mode = MODES.find((known) => known === word);
  if (word !== undefined && mode === undefined) fault(reading, 'mode', 'must be sync, async or stream');
  return mode;
}

/** The path and the body of a request that hands a message over. */
export function encodeRunRequest(
  operation: Extract<Operation, { readonly kind: 'send' | 'stream' }>,
  agent: string,
): { readonly path: string; readonly body: JsonObject } {
  const { message, contextId = message.contextId } = operation;
  const mode = operation.kind === 'stream' ? 'stream' : operation.blocking === false ? 'async' : 'sync';
  const said: JsonObject = { role: 'user', parts: message.parts.map((part) => encodeAcpPart(part)) };
  if (message.taskId !== undefined) {
    const runId = uuidOf(message.taskId);
    return { path: `/runs/${runId}`, body: { run_id: runId, await_resume: { type: 'message', message: said }, mode } };
  }
  const session: JsonObject = contextId === undefined || contextId === '' ? {} : { session_id: uuidOf(contextId) };
  return { path: '/runs', body: { agent_name: agent, ...session, input: [said], mode } };
}

/** Whether a value has the members of an object that ACP calls by this name. */
export function runOf(value: Json): Json | undefined {
  return isJsonObject(value) && isJsonObject(value['run']) ? value['run'] : undefined;
}
