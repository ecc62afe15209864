// One case that ended without incident, as bytes and back: the very same members, and the very same objects in the places where they
// are shared. Written only of cases that uneventful.ts lets through, so what such a case never has is not written.

import { digestOf } from '../../base/text-digest.ts';
import type { TaskState } from '../../protocol/task.ts';
import type { AnswerSeen, ArtifactSighting, CaseMarks, FrameSeen, RequestSeen, TaskSighting } from './casebook.ts';
import type { CommonWords } from './common-words.ts';
import type { CaseContents, KeptTask } from './kept-cases.ts';
import type { PackedReader, PackedWriter } from './packed-bytes.ts';

const KINDS = ['snapshot', 'status', 'artifact', 'message'] as const;
const FRAME_KINDS = { snapshot: 'task', status: 'status-update', artifact: 'artifact-update', message: 'message' } as const;
const VIAS = ['stream', 'sample', 'push'] as const;
const STATES: readonly (TaskState | undefined)[] = [undefined, 'submitted', 'working', 'completed'];
const FLAGS = [undefined, false, true] as const;

const KEY_BITS = 0x3fffffff;

/** A small number for a text that two others share once in a billion times: for leaving out what can not be equal. */
export function keyOf(text: string | undefined): number {
  return text === undefined || text === '' ? 0 : (digestOf(text, 3) & KEY_BITS) + 1;
}

/** The beginning of a packed case. */
export function readMarks(from: PackedReader): CaseMarks {
  const [messageKey, askedKey, contentKey, askedRow] = [from.whole(), from.whole(), from.whole(), from.whole()];
  const answeredRow = askedRow + from.whole();
  return { messageKey, askedKey, contentKey, askedRow, answeredRow, lastRow: answeredRow + from.whole() };
}

function writeMarks(to: PackedWriter, task: KeptTask, request: RequestSeen | undefined): void {
  const [first, last] = [task.sightings[0]?.row ?? 0, task.sightings.at(-1)?.row ?? 0];
  const asked = request?.row ?? first;
  to.whole(keyOf(request?.messageId));
  to.whole(keyOf(task.askedBy));
  to.whole(request?.taskId === undefined ? keyOf(request?.content) : 0);
  to.whole(asked);
  to.whole(first - asked);
  to.whole(last - first);
}

/** Writes all of a case but what its task, call and stream keep themselves. */
export function writeCase(to: PackedWriter, words: CommonWords, task: KeptTask): void {
  const call = task.calls[0];
  const { sightings } = task;
  const stream = sightings[0]?.stream;
  writeMarks(to, task, call?.request);
  to.byte(call && call.answers.length > 0 ? 1 : 0);
  if (call?.request) writeRequest(to, words, call.request);
  let last: TaskSighting | undefined;
  to.whole(sightings.length);
  for (const seen of sightings) {
    writeSighting(to, words, seen, last);
    last = seen;
  }
  if (stream) writeId(to, stream.frames[0]?.rpcId);
  const answer = call?.answers[0];
  if (answer) {
    to.number(answer.status, 200);
    writeId(to, answer.rpcId);
    to.whole(words.number(answer.version));
  }
}

/** Reads it again. */
export function readCase(from: PackedReader, words: CommonWords, task: KeptTask): CaseContents {
  const { call, stream } = task;
  const { askedRow, answeredRow } = readMarks(from);
  const isAnswered = from.byte() === 1;
  const request = call ? readRequest(from, words, { task, row: askedRow }) : undefined;
  const sightings: TaskSighting[] = [];
  let last: TaskSighting | undefined;
  for (let left = from.whole(); left > 0; left -= 1) {
    last = readSighting(from, words, { task, call, stream, last, begin: answeredRow });
    sightings.push(last);
  }
  const frames = stream ? framesOf(sightings, readId(from)) : [];
  const answers = isAnswered ? [readAnswer(from, words, sightings[0])] : [];
  return { sightings, calls: call ? [call] : [], request, answers, frames };
}

function writeId(to: PackedWriter, id: FrameSeen['rpcId']): void {
  if (typeof id === 'number') {
    to.byte(1);
    to.number(id, 0);
  } else if (typeof id === 'string') {
    to.byte(2);
    to.text(id);
  } else to.byte(0);
}

function readId(from: PackedReader): string | number | undefined {
  const told = from.byte();
  if (told === 0) return undefined;
  return told === 1 ? from.number(0) : from.text();
}

function writeRequest(to: PackedWriter, words: CommonWords, request: RequestSeen): void {
  to.number(request.seenAt, 0);
  to.whole(words.number(request.method));
  writeId(to, request.rpcId);
  to.byte(
    (request.taskId === undefined ? 0 : 1) +
      (request.namedInMessage ? 2 : 0) +
      (request.contextId === undefined ? 0 : 4) +
      FLAGS.indexOf(request.blocking) * 8 +
      FLAGS.indexOf(request.returnImmediately) * 32,
  );
  to.text(request.messageId);
  to.text(request.content);
  to.whole(words.number(request.claimedVersion));
  to.whole(words.number(request.version));
}

function readRequest(
  from: PackedReader,
  words: CommonWords,
  { task, row }: { readonly task: KeptTask; readonly row: number },
): RequestSeen {
  const seenAt = from.number(0);
  const method = words.word(from.whole()) ?? '';
  const rpcId = readId(from);
  const told = from.byte();
  return {
    row,
    seenAt,
    method,
    rpcId,
    taskId: (told & 1) === 0 ? undefined : task.id,
    namedInMessage: (told & 2) !== 0,
    contextId: (told & 4) === 0 ? undefined : task.contextId,
    messageId: from.text(),
    content: from.text(),
    blocking: FLAGS[(told >> 3) & 3],
    returnImmediately: FLAGS[(told >> 5) & 3],
    referenceTaskIds: [],
    claimedVersion: words.word(from.whole()),
    version: words.word(from.whole()),
  };
}

function readAnswer(from: PackedReader, words: CommonWords, sighting: TaskSighting | undefined): AnswerSeen {
  return {
    row: sighting?.row ?? 0,
    seenAt: sighting?.seenAt,
    status: from.number(200),
    rpcId: readId(from),
    kind: 'task',
    failed: false,
    sighting,
    error: undefined,
    version: words.word(from.whole()),
  };
}

function writeSighting(to: PackedWriter, words: CommonWords, seen: TaskSighting, last: TaskSighting | undefined): void {
  to.byte(KINDS.indexOf(seen.kind) + VIAS.indexOf(seen.via) * 4 + STATES.indexOf(seen.state as TaskState | undefined) * 16);
  to.byte((seen.contextId === undefined ? 0 : 1) + FLAGS.indexOf(seen.final) * 2 + (seen.artifacts.length > 0 ? 8 : 0));
  to.whole(words.number(seen.word));
  to.whole(words.number(seen.version));
  to.whole(last === undefined ? 0 : seen.row - last.row);
  to.whole(seen.lastRow - seen.row);
  to.whole(seen.count);
  to.number(seen.seenAt, last?.seenAt ?? 0);
  to.number(seen.lastSeenAt, seen.seenAt ?? 0);
  to.number(seen.stamp, last?.lastStamp ?? last?.stamp ?? 0);
  to.number(seen.lastStamp, seen.stamp ?? 0);
  to.text(seen.statusMessageId);
  to.number(seen.statusText, 0);
  if (seen.artifacts.length > 0) writeArtifacts(to, seen.artifacts);
}

function writeArtifacts(to: PackedWriter, artifacts: readonly ArtifactSighting[]): void {
  to.whole(artifacts.length);
  for (const { artifactId, append, lastChunk, parts, empty } of artifacts) {
    to.text(artifactId);
    to.byte((append ? 1 : 0) + (empty ? 2 : 0) + FLAGS.indexOf(lastChunk) * 4);
    to.whole(parts);
  }
}

const NO_ARTIFACTS: readonly ArtifactSighting[] = [];

function readArtifacts(from: PackedReader): readonly ArtifactSighting[] {
  const artifacts: ArtifactSighting[] = [];
  for (let left = from.whole(); left > 0; left -= 1) {
    const artifactId = from.text() ?? '';
    const told = from.byte();
    artifacts.push({ artifactId, append: (told & 1) !== 0, lastChunk: FLAGS[told >> 2], parts: from.whole(), empty: (told & 2) !== 0 });
  }
  return artifacts;
}

interface Surroundings extends Pick<TaskSighting, 'call' | 'stream'> {
  readonly task: KeptTask;
  readonly last: TaskSighting | undefined;
  /** The row of the first. */
  readonly begin: number;
}

function readSighting(from: PackedReader, words: CommonWords, { task, call, stream, last, begin }: Surroundings): TaskSighting {
  const what = from.byte();
  const more = from.byte();
  const word = words.word(from.whole());
  const version = words.word(from.whole());
  const row = (last?.row ?? begin) + from.whole();
  const lastRow = row + from.whole();
  const count = from.whole();
  const seenAt = from.number(last?.seenAt ?? 0);
  const lastSeenAt = from.number(seenAt ?? 0);
  const stamp = from.number(last?.lastStamp ?? last?.stamp ?? 0);
  const lastStamp = from.number(stamp ?? 0);
  const statusMessageId = from.text();
  const statusText = from.number(0);
  return {
    task,
    kind: KINDS[what & 3] ?? 'status',
    row,
    seenAt,
    via: VIAS[(what >> 2) & 3] ?? 'stream',
    call,
    stream,
    contextId: (more & 1) === 0 ? undefined : task.contextId,
    state: STATES[what >> 4],
    word,
    stamp,
    final: FLAGS[(more >> 1) & 3],
    statusMessageId,
    statusText,
    artifacts: (more & 8) === 0 ? NO_ARTIFACTS : readArtifacts(from),
    version,
    count,
    lastRow,
    lastSeenAt,
    lastStamp,
  };
}

/** In a packed stream each frame is a sighting. */
function framesOf(sightings: readonly TaskSighting[], rpcId: string | number | undefined): FrameSeen[] {
  return sightings.map((sighting) => ({
    row: sighting.row,
    seenAt: sighting.seenAt,
    kind: FRAME_KINDS[sighting.kind],
    rpcId,
    sighting,
    count: sighting.count,
    event: undefined,
  }));
}
