// What a request of the Agent Communication Protocol asks: a run is started with messages, or taken up with the answer that it
// waits for; how the answer shall come stands in the body. ACP 1.0 RunCreateRequest, RunResumeRequest.

import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { Message } from '../../protocol/message.ts';
import { acpRestFacts } from '../bindings/acp-rest.ts';
import { readMessages, readQuestion } from '../dialects/acp-decode.ts';
import { at, optionalText, type Reading } from '../dialects/reading.ts';
import type { AcpFacts, ObserveHint, Said } from '../observation.ts';
import { acpVersion, stampAcp } from './acp-version.ts';
import type { Spot } from './peel.ts';
import type { Saying } from './saying.ts';

/** The request line of a body that stands without one. */
export const START = 'POST /runs';
export const RESUME = 'POST /runs/{id}';

/** Whether a body asks for a run, or resumes one. */
export function isAcpRequest(value: JsonObject): boolean {
  if (Object.hasOwn(value, 'status')) return false;
  return isJsonObject(value['await_resume']) || (typeof value['agent_name'] === 'string' && inputOf(value) !== undefined);
}

function inputOf(value: JsonObject): 'input' | 'inputs' | undefined {
  return (['input', 'inputs'] as const).find((key) => Array.isArray(value[key]));
}

/** What a request line of ACP asks, with its body; undefined when it is none, or one that the body does not confirm. */
export function sayAcpLine(spot: Spot, reading: Reading, hint: ObserveHint): Saying | undefined {
  const facts = acpRestFacts(hint.method ?? '', hint.path ?? '');
  if (!facts) return undefined;
  const { operation, label, runId, sessionId, certain } = facts;
  if (operation !== 'run') {
    const ids = { ...(runId !== undefined && { taskId: runId }), ...(sessionId !== undefined && { contextId: sessionId }) };
    return { said: { kind: 'request', operation, method: label, ...ids }, ...(certain && stampAcp(undefined)), steps: spot.steps };
  }
  const { value } = spot;
  if (!isJsonObject(value) || !isAcpRequest(value)) return undefined;
  return sayAcpRequest(spot, reading, { method: label, ...(runId !== undefined && { runId }) });
}

/** What a body asks; the run's id where the line names it. */
export function sayAcpRequest(spot: Spot, reading: Reading, line: { readonly method: string; readonly runId?: string }): Saying {
  const value = spot.value as JsonObject;
  const resumes = Object.hasOwn(value, 'await_resume');
  const taskId = line.runId ?? optionalText(reading, spot, 'run_id');
  const contextId = optionalText(reading, spot, 'session_id') ?? optionalText(reading, at(reading, spot, 'session'), 'id');
  const message = resumes ? readAnswer(reading, spot) : joined(readMessages(reading, at(reading, spot, inputOf(value) ?? 'input'), 'user'));
  const { agent_name: agentName, mode } = value;
  const said: Said = {
    kind: 'request',
    operation: mode === 'stream' ? 'stream' : 'send',
    method: line.method,
    ...(taskId !== undefined && { taskId }),
    ...(contextId !== undefined && { contextId }),
    ...(message && { message }),
  };
  const facts: AcpFacts = {
    ...(typeof agentName === 'string' && { agentName }),
    ...(typeof mode === 'string' && { mode }),
    ...(resumes && { resumes: true }),
  };
  return { said, ...stampAcp(acpVersion(value)), steps: spot.steps, acp: facts };
}

function readAnswer(reading: Reading, spot: Spot): Message | undefined {
  const answer = readQuestion(reading, at(reading, spot, 'await_resume'));
  return answer && { ...answer, role: 'user' };
}

/** The messages of a request as the one that A2A would send. */
function joined(messages: readonly Message[]): Message | undefined {
  const [first, ...more] = messages;
  return first && (more.length === 0 ? first : { ...first, parts: messages.flatMap(({ parts }) => parts) });
}
