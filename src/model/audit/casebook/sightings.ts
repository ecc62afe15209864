// Sightings of tasks, made from what a value says. What repeats without news is counted into the sighting before it.

import { member, type Json } from '../../base/json.ts';
import { digestOf } from '../../base/text-digest.ts';
import { readInstant } from '../../base/wire-time.ts';
import { isTerminal } from '../../kernel/transition-table.ts';
import type { Sight } from '../../adapters/sight.ts';
import type { Message } from '../../protocol/message.ts';
import type { Part } from '../../protocol/part.ts';
import type { TaskArtifactUpdate, TaskStatusUpdate } from '../../protocol/stream-event.ts';
import type { Artifact, ObservedState, Task, TaskStatus } from '../../protocol/task.ts';
import type { ArtifactSighting, CallCase, StreamCase, TaskCase, TaskSighting, Via } from './casebook.ts';
import { payloadOf } from './payload.ts';

/** Where a value stood. */
export interface Standing {
  readonly row: number;
  readonly via: Via;
  readonly call: CallCase | undefined;
  readonly stream: StreamCase | undefined;
  readonly sight: Sight;
}

const MOST_TEXT = 400;
const NO_ARTIFACTS: readonly ArtifactSighting[] = [];

/** What tells one kind of sighting from another; every member always, so that all sightings are of one shape. */
interface Draft {
  readonly kind: TaskSighting['kind'];
  readonly contextId: string | undefined;
  readonly status: TaskStatus<ObservedState> | undefined;
  readonly final: boolean | undefined;
  readonly artifacts: readonly ArtifactSighting[];
}

function sighting(standing: Standing, task: TaskCase, draft: Draft): TaskSighting {
  const { row, via, call, stream, sight } = standing;
  const { status } = draft;
  const stamp = readInstant(status?.timestamp);
  const message = status?.message;
  return {
    task,
    kind: draft.kind,
    row,
    seenAt: sight.seenAt,
    via,
    call,
    stream,
    contextId: draft.contextId,
    state: status?.state,
    word: status === undefined ? undefined : sight.observation?.stateWord,
    stamp,
    final: draft.final,
    statusMessageId: message?.messageId,
    statusText: message === undefined ? undefined : digestOf(textOfMessage(message)),
    artifacts: draft.artifacts,
    version: sight.observation?.version,
    count: 1,
    lastRow: row,
    lastSeenAt: sight.seenAt,
    lastStamp: stamp,
  };
}

/** A status update. */
export function statusSighting(standing: Standing, task: TaskCase, update: TaskStatusUpdate<ObservedState>): TaskSighting {
  const contextId = statedContext(standing.sight, update.contextId);
  const final = update.final || hasMember(standing.sight, 'final') ? update.final : undefined;
  return sighting(standing, task, { kind: 'status', contextId, status: update.status, final, artifacts: NO_ARTIFACTS });
}

/** A whole task; `listed` for one of a list, whose own value is not at hand. */
export function snapshotSighting(standing: Standing, task: TaskCase, seen: Task<ObservedState>, listed = false): TaskSighting {
  const contextId = listed ? seen.contextId || undefined : statedContext(standing.sight, seen.contextId);
  const artifacts = seen.artifacts.length === 0 ? NO_ARTIFACTS : Array.from(seen.artifacts, wholeArtifact);
  return sighting(standing, task, { kind: 'snapshot', contextId, status: seen.status, final: undefined, artifacts });
}

/** An artifact update. */
export function artifactSighting(standing: Standing, task: TaskCase, update: TaskArtifactUpdate): TaskSighting {
  const contextId = statedContext(standing.sight, update.contextId);
  const lastChunk = update.lastChunk || saysLastChunk(standing.sight) ? update.lastChunk : undefined;
  const artifacts = [artifactSeen(update.artifact, update.append, lastChunk)];
  return sighting(standing, task, { kind: 'artifact', contextId, status: undefined, final: undefined, artifacts });
}

/** A message that names a task. */
export function messageSighting(standing: Standing, task: TaskCase, message: Message): TaskSighting {
  const { contextId } = message;
  return sighting(standing, task, { kind: 'message', contextId, status: undefined, final: undefined, artifacts: NO_ARTIFACTS });
}

/** As many messages as are looked through for the one that a task began with. */
const MOST_HISTORY = 16;

/**
 * The message of a user that a task began with: the first that names the task, else the only one, where it names none. A history
 * may begin with what was said in the same context before.
 */
export function askedBy({ taskId, history }: Task<ObservedState>): string | undefined {
  let only: string | undefined;
  let looked = 0;
  let others = 0;
  for (const message of history) {
    looked += 1;
    if (looked > MOST_HISTORY) break;
    if (message.role !== 'user' || message.messageId === '') continue;
    if (message.taskId === taskId) return message.messageId;
    if (message.taskId === undefined && only === undefined) only = message.messageId;
    else others += 1;
  }
  return others === 0 && looked <= MOST_HISTORY ? only : undefined;
}

function wholeArtifact(artifact: Artifact): ArtifactSighting {
  return artifactSeen(artifact, false, undefined);
}

function artifactSeen({ artifactId, parts }: Artifact, append: boolean, lastChunk: boolean | undefined): ArtifactSighting {
  return { artifactId, append, lastChunk, parts: parts.length, empty: parts.every(isEmptyPart) };
}

function isEmptyPart(part: Part): boolean {
  if (part.kind === 'text') return part.text.trim() === '';
  if (part.kind === 'data') return part.data === null;
  return part.uri === undefined && (part.bytes ?? '') === '';
}

function textOfMessage({ parts }: Message): string {
  let text = '';
  for (const part of parts) if (part.text !== undefined) text += text === '' ? part.text : ` ${part.text}`;
  const trimmed = (text.length > 4 * MOST_TEXT ? text.slice(0, 4 * MOST_TEXT) : text).trim();
  return trimmed.length > MOST_TEXT ? trimmed.slice(0, MOST_TEXT) : trimmed;
}

/** A reader puts '' where a context is missing; whether it was stated is asked of the value itself, and only then. */
function statedContext(sight: Sight, contextId: string): string | undefined {
  if (contextId !== '') return contextId;
  const payload = payloadOf(sight);
  const stated = member(payload, 'contextId') ?? member(payload, 'context_id') ?? member(payload, 'sessionId');
  return stated === '' ? '' : undefined;
}

function hasMember(sight: Sight, key: string): boolean {
  return member(payloadOf(sight), key) !== undefined;
}

function saysLastChunk(sight: Sight): boolean {
  const payload = payloadOf(sight);
  return holdsLastChunk(payload) || holdsLastChunk(member(payload, 'artifact'));
}

function holdsLastChunk(holder: Json | undefined): boolean {
  return says(member(holder, 'lastChunk')) || says(member(holder, 'last_chunk'));
}

function says(value: Json | undefined): boolean {
  return typeof value === 'boolean';
}

/** Whether a sighting tells nothing that the one before it did not; then it is counted into that one. */
export function absorb(last: TaskSighting | undefined, next: TaskSighting): boolean {
  if (!last || last.kind !== next.kind || last.via !== next.via || last.stream !== next.stream) return false;
  // One that was seen at no known time hides when the others were first seen.
  if (last.seenAt === undefined && next.seenAt !== undefined) return false;
  if (last.contextId !== next.contextId || last.version !== next.version || last.final === true || next.final === true) return false;
  if (!(next.kind === 'artifact' ? isNextChunk(last, next) : isSameStatus(last, next))) return false;
  last.count += next.count;
  last.lastRow = next.row;
  last.lastSeenAt = next.seenAt ?? last.lastSeenAt;
  last.lastStamp = next.stamp ?? last.lastStamp;
  return true;
}

function isNextChunk(last: TaskSighting, next: TaskSighting): boolean {
  const [one, other] = [last.artifacts[0], next.artifacts[0]];
  if (!one || !other || one.artifactId !== other.artifactId) return false;
  return one.append && other.append && one.lastChunk !== true && one.lastChunk === other.lastChunk && one.empty === other.empty;
}

function isSameStatus(last: TaskSighting, next: TaskSighting): boolean {
  if (next.kind === 'message' || last.state !== next.state || isTerminal(next.state)) return false;
  if ((last.lastStamp === undefined) !== (next.stamp === undefined)) return false;
  // In a stream time goes on; samples that are counted together show the very same status.
  const inOrder = next.via === 'stream' ? (last.lastStamp ?? 0) <= (next.stamp ?? 0) : isUnchanged(last, next);
  return inOrder && haveSameArtifacts(last.artifacts, next.artifacts);
}

function isUnchanged(last: TaskSighting, next: TaskSighting): boolean {
  return last.lastStamp === next.stamp && last.statusMessageId === next.statusMessageId && last.statusText === next.statusText;
}

function haveSameArtifacts(some: readonly ArtifactSighting[], others: readonly ArtifactSighting[]): boolean {
  return (
    some.length === others.length &&
    some.every((one, index) => one.artifactId === others[index]?.artifactId && one.parts === others[index].parts)
  );
}
