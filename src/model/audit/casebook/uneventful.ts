// Whether a case went by the book from its beginning to its end. Then no rule finds anything in it or lets anything pass, and only
// rules that hold several cases against each other need look at it again. Stricter than the rules: a case that is let through must
// be silent, one that is not is only judged in full.

import { isTerminal } from '../../kernel/transition-table.ts';
import type { AnswerSeen, FrameSeen, RequestSeen, StreamCase, TaskCase, TaskSighting } from './casebook.ts';

/** A longer life is kept as it is. */
const MOST_SIGHTINGS = 256;
const MOST_ARTIFACTS = 64;

type SaysFinal = (task: TaskCase, stream: StreamCase) => boolean;

/**
 * Whether a task has completed in one stream, or in the one answer to its one call, with nothing odd about it.
 * @param saysFinal whether the version that judges it ends streams with an update that is `final`
 */
export function isUneventful(task: TaskCase, saysFinal: SaysFinal): boolean {
  if (!task.observed || task.foreign !== undefined || task.id === '') return false;
  const { sightings, calls } = task;
  const [first] = sightings;
  if (!first || sightings.length > MOST_SIGHTINGS || calls.length > 1 || calls[0] !== first.call) return false;
  return hasPlainRequest(task, first) && isPlainLife(task, sightings) && isPlainExchange(task, first, saysFinal);
}

/** Its only call, where there is one, was made before anything was seen of it. */
function hasPlainRequest(task: TaskCase, { call, row }: TaskSighting): boolean {
  if (call === undefined) return true;
  return isPlainRequest(call.request, task, call.operation) && (call.request?.row ?? 0) < row;
}

/** All came in one stream, or in the one answer to the call. */
function isPlainExchange(task: TaskCase, { call, stream }: TaskSighting, saysFinal: SaysFinal): boolean {
  const { sightings } = task;
  if (stream === undefined) {
    const last = sightings.at(-1);
    return call !== undefined && call.stream === undefined && last !== undefined && isAnsweredAtOnce(call.answers, call.request, last);
  }
  if (call && (call.stream !== stream || call.answers.length > 0)) return false;
  return isPlainStream(stream, task, call?.request) && endsAsItShould(sightings, () => saysFinal(task, stream));
}

/** A message that begins a task, or goes on with it, in the task's own context. */
function isPlainRequest(request: RequestSeen | undefined, task: TaskCase, operation: string): boolean {
  if (!request || (operation !== 'send' && operation !== 'stream')) return false;
  if (request.taskId !== undefined && request.taskId !== task.id) return false;
  if (request.contextId !== undefined && (request.contextId === '' || request.contextId !== task.contextId)) return false;
  return request.referenceTaskIds.length === 0 && isPlainId(request.rpcId);
}

function isPlainId(id: RequestSeen['rpcId']): boolean {
  return id === undefined || typeof id === 'string' || typeof id === 'number';
}

function isAnsweredAtOnce(answers: readonly AnswerSeen[], request: RequestSeen | undefined, seen: TaskSighting): boolean {
  const [answer] = answers;
  if (answers.length !== 1 || answer?.sighting !== seen || answer.kind !== 'task' || answer.failed || answer.error) return false;
  if (seen.via !== 'sample' || seen.kind !== 'snapshot' || seen.count !== 1 || (answer.status ?? 200) >= 400) return false;
  return answer.row === seen.row && answer.seenAt === seen.seenAt && isPlainId(answer.rpcId) && areOneId(request?.rpcId, answer.rpcId);
}

function areOneId(asked: RequestSeen['rpcId'], answered: RequestSeen['rpcId']): boolean {
  return asked === undefined || answered === undefined || asked === answered;
}

/** From submitted over working to completed in its own context, while time goes on; no chunk that was not begun or comes after the last. */
function isPlainLife(task: TaskCase, sightings: readonly TaskSighting[]): boolean {
  const artifacts: Chunks = { ids: [], closed: [], grown: [] };
  const [first] = sightings;
  const last = sightings.at(-1);
  let before: TaskSighting | undefined;
  for (const seen of sightings) {
    if (!first || !isInPlace(seen, first, task)) return false;
    if (seen.artifacts.length > 0 && !arePlainArtifacts(seen, artifacts)) return false;
    if (seen.kind === 'artifact') continue;
    if ((seen === last) !== (seen.state === 'completed') || !isPlainStep(before, seen)) return false;
    before = seen;
  }
  return isTerminal(last?.state);
}

function isInPlace(seen: TaskSighting, first: TaskSighting, { contextId }: TaskCase): boolean {
  if (seen.call !== first.call || seen.stream !== first.stream || seen.via !== first.via || seen.kind === 'message') return false;
  return seen.contextId === undefined || (seen.contextId !== '' && seen.contextId === contextId);
}

/** Forward in the order of states and of time stamps, which all have or none. */
function isPlainStep(before: TaskSighting | undefined, { state, stamp }: TaskSighting): boolean {
  if (state !== 'submitted' && state !== 'working' && state !== 'completed') return false;
  if (before === undefined) return true;
  if (state === 'submitted' && before.state !== 'submitted') return false;
  if (stamp === undefined || before.stamp === undefined) return stamp === before.stamp;
  return stamp >= (before.lastStamp ?? before.stamp);
}

/** The artifacts that were shown so far; which of them had their last chunk, and which were added to. */
interface Chunks {
  readonly ids: string[];
  readonly closed: boolean[];
  readonly grown: boolean[];
}

function arePlainArtifacts(seen: TaskSighting, { ids, closed, grown }: Chunks): boolean {
  for (const { artifactId, append, lastChunk } of seen.artifacts) {
    const known = ids.indexOf(artifactId);
    if (append && known < 0) return false;
    if (known >= 0 && seen.kind === 'artifact' && (closed[known] || (grown[known] && lastChunk === true && !append))) return false;
    const at = known < 0 ? ids.push(artifactId) - 1 : known;
    if (at >= MOST_ARTIFACTS) return false;
    if (seen.kind !== 'artifact') continue;
    closed[at] = lastChunk === true;
    grown[at] = append;
  }
  return true;
}

/** All of it is about the task, begins with the task, and is what the call was answered with. */
function isPlainStream(stream: StreamCase, task: TaskCase, request: RequestSeen | undefined): boolean {
  const { sightings } = task;
  const { frames } = stream;
  const rpcId = frames[0]?.rpcId;
  if (stream.task !== task || stream.listed || frames.length !== sightings.length || frames[0]?.kind !== 'task') return false;
  if (!isPlainId(rpcId) || !areOneId(request?.rpcId, rpcId)) return false;
  return frames.every((frame, index) => isFrameOf(frame, sightings[index] as TaskSighting, rpcId));
}

function isFrameOf(frame: FrameSeen, seen: TaskSighting, rpcId: FrameSeen['rpcId']): boolean {
  if (frame.sighting !== seen || frame.row !== seen.row || frame.seenAt !== seen.seenAt || frame.count !== seen.count) return false;
  return frame.rpcId === rpcId && frame.event === undefined && seen.via === 'stream';
}

/** Only the last update is final, and where the version has that word it says so. */
function endsAsItShould(sightings: readonly TaskSighting[], saysFinal: () => boolean): boolean {
  const last = sightings.at(-1);
  for (const seen of sightings) if (seen.final === true && seen !== last) return false;
  return last?.count === 1 && (last.final === true || (!saysFinal() && sightings.every(({ final }) => final === undefined)));
}
