// Reads A2A objects in protobuf JSON (1.0, 0.3 over REST, dumps) into our nouns. What such writers leave out because it is
// the default (false, empty, the first enum value) is read as that default. Specification 1.0 §4.1, §3.2.4.

import type { Json } from '../../base/json.ts';
import type { Message } from '../../protocol/message.ts';
import type { TaskArtifactUpdate, TaskStatusUpdate } from '../../protocol/stream-event.ts';
import type { Artifact, ObservedState, Task, TaskStatus } from '../../protocol/task.ts';
import { checkTimestamp, readChain } from './a2a-v03-decode.ts';
import { readProtoPart } from './a2a-v1-parts.ts';
import { roleOfWord, stateOfWord } from './proto-words.ts';
import {
  at,
  fault,
  filledText,
  flag,
  listAt,
  memberPath,
  historyAt,
  messageIdOf,
  note,
  objectAt,
  optionalObject,
  optionalText,
  partsAt,
  requiredText,
  textList,
  type Place,
  type Reading,
} from './reading.ts';

/** Reads a message; its parts are under `parts` (1.0) or `content` (0.3 over REST). */
export function readProtoMessage(reading: Reading, place: Place): Message {
  const wire = objectAt(reading, place);
  const role = at(reading, wire, 'role');
  const known = roleOfWord(role.value);
  if (known === undefined) fault(reading, role.path, role.value === undefined ? 'is required' : 'must be ROLE_USER or ROLE_AGENT');
  const taskId = filledText(reading, wire, 'taskId');
  const contextId = filledText(reading, wire, 'contextId');
  const metadata = optionalObject(reading, wire, 'metadata');
  const references = textList(reading, at(reading, wire, 'referenceTaskIds'));
  return {
    messageId: messageIdOf(reading, wire),
    role: known ?? 'agent',
    parts: listAt(reading, partsAt(reading, wire), readProtoPart),
    ...(taskId !== undefined && { taskId }),
    ...(contextId !== undefined && { contextId }),
    ...(metadata && { metadata }),
    ...(references.length > 0 && { referenceTaskIds: references }),
  };
}

/** Reads an artifact. */
export function readProtoArtifact(reading: Reading, place: Place): Artifact {
  const wire = objectAt(reading, place);
  const metadata = optionalObject(reading, wire, 'metadata');
  return {
    artifactId: requiredText(reading, wire, 'artifactId'),
    name: optionalText(reading, wire, 'name') ?? '',
    description: optionalText(reading, wire, 'description') ?? '',
    parts: listAt(reading, at(reading, wire, 'parts'), readProtoPart),
    ...(metadata && { metadata }),
  };
}

function readProtoStatus(reading: Reading, place: Place): TaskStatus<ObservedState> {
  const wire = objectAt(reading, place);
  const word = at(reading, wire, 'state');
  const state = stateOfWord(word.value);
  if (state === undefined && !isUnspecified(word.value)) note(reading, word.path, 'is no state of A2A');
  const message = at(reading, wire, 'message');
  const old = message.value === undefined ? at(reading, wire, 'update') : message;
  const timestamp = filledText(reading, wire, 'timestamp');
  if (timestamp !== undefined) checkTimestamp(reading, memberPath(wire.path, 'timestamp'), timestamp);
  return {
    state: state ?? 'unknown',
    ...(old.value !== undefined && { message: readProtoMessage(reading, old) }),
    ...(timestamp !== undefined && { timestamp }),
  };
}

/** An absent state is the enum's first value, which means nothing. */
function isUnspecified(word: Json | undefined): boolean {
  return word === undefined || word === 0 || word === 'TASK_STATE_UNSPECIFIED' || word === 'unknown';
}

/** Reads a task; 1.0 lets it lack a context. */
export function readProtoTask(reading: Reading, place: Place): Task<ObservedState> {
  const wire = objectAt(reading, place);
  const { chain, metadata } = readChain(reading, wire);
  return {
    taskId: requiredText(reading, wire, 'id'),
    contextId: optionalText(reading, wire, 'contextId') ?? '',
    status: readProtoStatus(reading, at(reading, wire, 'status')),
    history: listAt(reading, historyAt(reading, wire), readProtoMessage),
    artifacts: listAt(reading, at(reading, wire, 'artifacts'), readProtoArtifact),
    delegationChain: chain,
    ...(metadata && { metadata }),
  };
}

/** Reads a status update; `final` is no member of 1.0, and read where an older writer has it. */
export function readProtoStatusUpdate(reading: Reading, place: Place): TaskStatusUpdate<ObservedState> {
  const wire = objectAt(reading, place);
  return {
    kind: 'status-update',
    taskId: requiredText(reading, wire, 'taskId'),
    contextId: optionalText(reading, wire, 'contextId') ?? '',
    status: readProtoStatus(reading, at(reading, wire, 'status')),
    final: flag(reading, wire, 'final'),
  };
}

/** Reads an artifact update. */
export function readProtoArtifactUpdate(reading: Reading, place: Place): TaskArtifactUpdate {
  const wire = objectAt(reading, place);
  return {
    kind: 'artifact-update',
    taskId: requiredText(reading, wire, 'taskId'),
    contextId: optionalText(reading, wire, 'contextId') ?? '',
    artifact: readProtoArtifact(reading, at(reading, wire, 'artifact')),
    append: flag(reading, wire, 'append'),
    lastChunk: flag(reading, wire, 'lastChunk'),
  };
}
