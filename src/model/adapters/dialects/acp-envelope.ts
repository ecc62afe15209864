// The neutral task ⇄ the envelope of the reference, shaped after a run of the Agent Communication Protocol. The mismatch: ACP
// has six status words for our eight states, one flat input, messages with typed parts, and no place for a chain but metadata.
// Reading follows the reference to the letter, also where it is weak (critique R38, R41, R43): what dies there is refused here.

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { quotedText } from '../../base/quoted-text.ts';
import { failure, success, type Result } from '../../base/result.ts';
import type { InternalState, InternalTask } from './internal-task.ts';
import type { DeclaredLoss } from './losses.ts';
import { isFalsy, itemsOf, pythonText } from './python-text.ts';

/** The words of a run's status that the reference knows; `cancelling` is not among them (R41). */
const ACP_STATUSES = ['created', 'in-progress', 'awaiting', 'completed', 'cancelled', 'failed'] as const;
type AcpStatus = (typeof ACP_STATUSES)[number];

export const ACP_TO_INTERNAL: Readonly<Record<AcpStatus, InternalState>> = {
  created: 'queued',
  'in-progress': 'running',
  awaiting: 'awaiting_input',
  completed: 'succeeded',
  cancelled: 'cancelled',
  failed: 'failed',
};

/** Two states share a word with another: the declared losses. */
export const INTERNAL_TO_ACP: Readonly<Record<InternalState, AcpStatus>> = {
  queued: 'created',
  running: 'in-progress',
  awaiting_input: 'awaiting',
  awaiting_auth: 'awaiting',
  succeeded: 'completed',
  cancelled: 'cancelled',
  failed: 'failed',
  rejected: 'failed',
};

/** What the envelope cannot say, as the reference declares it (R42). The path ends in the state that is lost. */
export const LOSSES: readonly DeclaredLoss[] = [
  { when: 'encode', path: 'state=awaiting_auth', why: 'ACP has one word for both waits, and awaiting comes back as awaiting_input' },
  { when: 'encode', path: 'state=rejected', why: 'ACP has no word for a refusal, and failed comes back as failed' },
];

/** The neutral task as an envelope. A part is only there when it says something, so that an empty task stays empty. */
export function acpFromInternal(task: InternalTask): JsonObject {
  const parts: JsonObject[] = [];
  if (task.outputText !== '') parts.push({ content_type: 'text/plain', content: task.outputText });
  if (Object.keys(task.structured).length > 0) parts.push({ content_type: 'application/json', content: task.structured });
  return {
    run_id: task.taskId,
    session_id: task.contextId,
    status: INTERNAL_TO_ACP[task.state],
    input: [{ content_type: 'text/plain', content: task.inputText }],
    output: [{ role: 'agent', parts }],
    metadata: { delegation_chain: task.delegationChain, artifacts: task.artifacts },
  };
}

/** An envelope as the neutral task. Fails with the path of what the reference dies of. */
export function internalFromAcp(envelope: Json): Result<InternalTask> {
  if (!isJsonObject(envelope)) return failure({ path: '', message: 'must be an object' });
  const status = pythonText(own(envelope, 'status', ''));
  if (!isAcpStatus(status)) return failure({ path: 'status', message: `unknown ACP status: ${quotedText(status)}` });
  const input = itemsOrNone(own(envelope, 'input'));
  if (!input) return failure(NOT_A_LIST('input'));
  const output = readOutput(own(envelope, 'output'));
  if (!output.ok) return output;
  const metadata = readMetadata(own(envelope, 'metadata'));
  if (!metadata.ok) return metadata;
  return success({
    taskId: pythonText(own(envelope, 'run_id', '')),
    contextId: pythonText(own(envelope, 'session_id', '')),
    state: ACP_TO_INTERNAL[status],
    inputText: input
      .filter(isJsonObject)
      .filter((part) => own(part, 'content_type') === 'text/plain')
      .map((part) => pythonText(own(part, 'content', '')))
      .join(' '),
    ...output.value,
    ...metadata.value,
  });
}

const NOT_A_LIST = (path: string): { readonly path: string; readonly message: string } => ({ path, message: 'must be a list' });

function readOutput(value: Json | undefined): Result<Pick<InternalTask, 'outputText' | 'structured'>> {
  const messages = itemsOrNone(value);
  if (!messages) return failure(NOT_A_LIST('output'));
  const texts: string[] = [];
  const structured = new Map<string, Json>();
  for (const [index, message] of messages.entries()) {
    if (!isJsonObject(message)) continue;
    const path = `output[${index}].parts`;
    const parts = itemsOf(own(message, 'parts', []));
    if (!parts) return failure(NOT_A_LIST(path));
    for (const [place, part] of parts.entries()) {
      if (!isJsonObject(part)) return failure({ path: `${path}[${place}]`, message: 'must be an object' });
      readOutputPart(part, texts, structured);
    }
  }
  return success({ outputText: texts.join(' '), structured: Object.fromEntries(structured) });
}

function readOutputPart(part: JsonObject, texts: string[], structured: Map<string, Json>): void {
  const type = own(part, 'content_type');
  const content = own(part, 'content', '');
  if (type === 'text/plain') texts.push(pythonText(content));
  if (type === 'application/json' && isJsonObject(content)) for (const [key, value] of Object.entries(content)) structured.set(key, value);
}

/** Whatever can be gone through is taken as a list: a text becomes its characters, an object its keys (R38). */
function readMetadata(value: Json | undefined): Result<Pick<InternalTask, 'delegationChain' | 'artifacts'>> {
  const metadata = isJsonObject(value) ? value : {};
  const delegationChain = itemsOf(own(metadata, 'delegation_chain', []));
  if (!delegationChain) return failure(NOT_A_LIST('metadata.delegation_chain'));
  const artifacts = itemsOf(own(metadata, 'artifacts', []));
  if (!artifacts) return failure(NOT_A_LIST('metadata.artifacts'));
  return success({ delegationChain, artifacts });
}

function itemsOrNone(value: Json | undefined): readonly Json[] | undefined {
  return value === undefined || isFalsy(value) ? [] : itemsOf(value);
}

/** A word of ACP's that the reference knows. */
function isAcpStatus(word: string): word is AcpStatus {
  return (ACP_STATUSES as readonly string[]).includes(word);
}

function own(value: JsonObject, key: string): Json | undefined;
function own(value: JsonObject, key: string, otherwise: Json): Json;
function own(value: JsonObject, key: string, otherwise?: Json): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : otherwise;
}
