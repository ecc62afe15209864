// The client side of ACP: an operation as a request, and an answer as an operation's result. Events of ACP become what a stream
// of ours says; only those with a run name it, so that the others belong to the run that was named before them. ACP 1.0.

import { invariant } from '../../base/assert.ts';
import { isJsonObject, member, type Json } from '../../base/json.ts';
import type { Result } from '../../base/result.ts';
import type { PublishedCard } from '../../protocol/agent-card.ts';
import type { HttpHead, HttpRequest } from '../../protocol/http.ts';
import { OperationFailure, type Operation, type OperationResult } from '../../protocol/operation.ts';
import type { StreamEvent } from '../../protocol/stream-event.ts';
import type { Task } from '../../protocol/task.ts';
import { decodeRun } from '../dialects/acp.ts';
import { readAcpMessage, readNamedPart } from '../dialects/acp-decode.ts';
import { readManifest } from '../dialects/acp-manifest.ts';
import { decodeStrictly } from '../dialects/reading.ts';
import type { AskingOptions } from '../protocol-port.ts';
import { decodeAcpError } from './acp-errors.ts';
import { uuidOf } from './acp-ids.ts';
import { encodeRunRequest, runOf } from './acp-requests.ts';
import { sentence } from './answering.ts';
import { brokenFrame, taskResult } from './bad-answer.ts';
import { cardAnswer, decodedEvents, isEventStream, readJson } from './json-rpc-client.ts';

/** The HTTP request of an operation. Manifests are fetched without saying who asks. */
export function encodeAcpOperation(operation: Operation, options: AskingOptions): HttpRequest {
  const root = (options.path ?? '/').replace(/\/+$/, '');
  const headers = { accept: 'application/json', ...(options.caller && options.carrier.encode(options.caller)) };
  switch (operation.kind) {
    case 'card':
      return { method: 'GET', path: `${root}/agents`, headers: { accept: 'application/json' }, body: '' };
    case 'send':
    case 'stream': {
      const { path, body } = encodeRunRequest(operation, options.agent ?? '');
      const accept = operation.kind === 'stream' ? 'text/event-stream' : 'application/json';
      const typed = { ...headers, 'content-type': 'application/json', accept };
      return { method: 'POST', path: `${root}${path}`, headers: typed, body: JSON.stringify(body) };
    }
    case 'get':
      return { method: 'GET', path: `${root}/runs/${uuidOf(operation.taskId)}`, headers, body: '' };
    case 'cancel':
      return { method: 'POST', path: `${root}/runs/${uuidOf(operation.taskId)}/cancel`, headers, body: '' };
    default:
      invariant(false, 'X.4', `ACP has no words for ${operation.kind}`);
  }
}

/** What an answer says. Never throws, except inside the events of a stream. */
export async function decodeAcpResponse(operation: Operation, head: HttpHead, body: AsyncIterable<string>): Promise<OperationResult> {
  if (isEventStream(head)) return { kind: 'events', events: readEvents(body) };
  const parsed = await readJson(head, body);
  if (!parsed.ok) return parsed.result;
  if (head.status >= 400) return { kind: 'error', error: decodeAcpError(head.status, parsed.value) };
  if (operation.kind === 'card') return cardAnswer({ decodeCard: decodeManifest }, head, firstAgent(parsed.value));
  return taskResult(decodeRun(parsed.value));
}

const decodeManifest = (value: Json): Result<PublishedCard> => decodeStrictly(value, (reading, place) => readManifest(reading, place).card);

function firstAgent(value: Json): Json {
  const agents = member(value, 'agents');
  return Array.isArray(agents) ? ((agents as readonly Json[])[0] ?? null) : value;
}

async function* readEvents(body: AsyncIterable<string>): AsyncIterable<StreamEvent> {
  let task: Task | undefined;
  const named = new Set<string>();
  for await (const event of decodedEvents<Json>(body, (value) => value)) {
    const run = runOf(event);
    if (run !== undefined) {
      task = taskOf(run);
      yield* ofRun(task);
    } else if (task !== undefined) yield* withinRun(event, task, named);
    else if (member(event, 'type') !== 'error') throw brokenFrame('an event names no run, and none was named before it');
    if (member(event, 'type') === 'error') throw new OperationFailure(decodeAcpError(500, member(event, 'error') ?? null));
  }
}

function taskOf(run: Json): Task {
  const read = taskResult(decodeRun(run));
  if (read.kind === 'task') return read.task;
  throw brokenFrame(read.kind === 'error' ? read.error.message : 'a run is no task');
}

/** A run that starts is a task; one that pauses or ends is a status and the task; one at work is a status. */
function* ofRun(task: Task): Iterable<StreamEvent> {
  const { taskId, contextId, status } = task;
  const isNew = status.state === 'submitted';
  const isOver = !isNew && status.state !== 'working';
  if (!isNew) yield { kind: 'status-update', taskId, contextId, status, final: isOver };
  if (isNew || isOver) yield { kind: 'task', task };
}

function* withinRun(event: Json, { taskId, contextId }: Task, named: Set<string>): Iterable<StreamEvent> {
  const part = member(event, 'part');
  if (isJsonObject(part) && typeof part['name'] === 'string') {
    const read = decodeStrictly(part, readNamedPart);
    if (!read.ok) throw brokenFrame(`a part is broken: ${sentence(read.issues)}`);
    const append = named.has(read.value.artifactId);
    named.add(read.value.artifactId);
    yield { kind: 'artifact-update', taskId, contextId, artifact: read.value, append, lastChunk: false };
    return;
  }
  const said = member(event, 'message');
  if (member(event, 'type') !== 'message.completed' || said === undefined) return;
  const read = decodeStrictly(said, (reading, place) => readAcpMessage(reading, place, 'agent'));
  if (!read.ok) throw brokenFrame(`a message is broken: ${sentence(read.issues)}`);
  const parts = read.value.parts.filter(({ name }) => name === undefined);
  if (parts.length === 0) return;
  yield { kind: 'status-update', taskId, contextId, status: { state: 'working', message: { ...read.value, parts } }, final: false };
}
