// A2A 1.0 ⇄ our nouns. The mismatch: 1.0 is protobuf written as JSON. Objects carry no mark of what they are, so a wrapper
// member names them; a part is one of `text`, `url`, `raw` and `data`, each with a media type and a file name; states and
// roles are enum names; whatever is the default is left out; there is no `final`. Specification 1.0 §4.1, §3.2.
// Reading is in a2a-v1-decode.ts, writing in a2a-v1-encode.ts, cards in a2a-v1-card.ts.

import type { Json } from '../../base/json.ts';
import type { Result } from '../../base/result.ts';
import type { PublishedCard } from '../../protocol/agent-card.ts';
import type { Message } from '../../protocol/message.ts';
import type { Part } from '../../protocol/part.ts';
import type { TaskArtifactUpdate, TaskStatusUpdate } from '../../protocol/stream-event.ts';
import type { Artifact, ObservedState, Task } from '../../protocol/task.ts';
import { readProtoArtifact, readProtoArtifactUpdate, readProtoMessage, readProtoStatusUpdate, readProtoTask } from './a2a-v1-decode.ts';
import { readV1Card } from './a2a-v1-card.ts';
import { readProtoPart } from './a2a-v1-parts.ts';
import type { DeclaredLoss } from './losses.ts';
import { decodeStrictly } from './reading.ts';

/** What this dialect loses, each way. */
export const LOSSES: readonly DeclaredLoss[] = [
  { when: 'decode', path: '*.extensions', why: 'the nouns keep no list of extension URIs' },
  { when: 'decode', path: '*.tenant', why: 'the nouns know no routing by tenant' },
  { when: 'decode', path: 'statusUpdate.metadata', why: 'a status update carries no metadata inside' },
  { when: 'decode', path: 'artifactUpdate.metadata', why: 'an artifact update carries no metadata inside' },
  { when: 'encode', path: 'status.tick', why: 'a tick is a fact of the server that counted it; the wire has times' },
  { when: 'encode', path: 'statusUpdate.final', why: '1.0 has no such member: the state and the end of the stream say it' },
  { when: 'encode', path: 'part.bytes', why: 'a part holds exactly one content: of a URI and bytes the URI goes' },
  { when: 'encode', path: 'message.taskId', why: 'an empty id is a default and left out' },
  { when: 'encode', path: 'message.contextId', why: 'an empty id is a default and left out' },
  { when: 'encode', path: 'message.referenceTaskIds', why: 'an empty list is a default and left out' },
  { when: 'encode', path: 'part.mimeType', why: 'an empty media type is a default and left out' },
  { when: 'encode', path: 'part.name', why: 'an empty name is a default and left out' },
  { when: 'encode', path: 'status.timestamp', why: 'an empty time is a default and left out' },
];

/** Decodes a part strictly: any fault refuses it, each with its path. */
export const decodeV1Part = (value: Json): Result<Part> => decodeStrictly(value, readProtoPart);
/** Decodes a message strictly. */
export const decodeV1Message = (value: Json): Result<Message> => decodeStrictly(value, readProtoMessage);
/** Decodes an artifact strictly. */
export const decodeV1Artifact = (value: Json): Result<Artifact> => decodeStrictly(value, readProtoArtifact);
/** Decodes a task strictly; a state that is none of ours becomes `unknown`, with an issue. */
export const decodeV1Task = (value: Json): Result<Task<ObservedState>> => decodeStrictly(value, readProtoTask);
/** Decodes a status update strictly, without its wrapper. */
export const decodeV1StatusUpdate = (value: Json): Result<TaskStatusUpdate<ObservedState>> => decodeStrictly(value, readProtoStatusUpdate);
/** Decodes an artifact update strictly, without its wrapper. */
export const decodeV1ArtifactUpdate = (value: Json): Result<TaskArtifactUpdate> => decodeStrictly(value, readProtoArtifactUpdate);
/** Decodes an agent card strictly. */
export const decodeV1Card = (value: Json): Result<PublishedCard> =>
  decodeStrictly(value, (reading, place) => readV1Card(reading, place).card);
