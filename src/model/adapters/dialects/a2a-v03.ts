// A2A 0.3 ⇄ our nouns. The mismatch: the wire marks every object with `kind`, names its ids `id`, keeps a file's facts one
// level down, wants data to be an object, dates statuses with ISO times and knows no delegation chain; our nouns are a
// closed union with one shape a part, count statuses in ticks, and hold the chain as a member of the task.
// Specification 0.3 §5.5, §6, §7.2. Reading is in a2a-v03-decode.ts, writing in a2a-v03-encode.ts, cards in a2a-v03-card.ts.

import type { Json } from '../../base/json.ts';
import type { Result } from '../../base/result.ts';
import type { PublishedCard } from '../../protocol/agent-card.ts';
import type { Message } from '../../protocol/message.ts';
import type { Part } from '../../protocol/part.ts';
import type { PushNotificationConfig } from '../../protocol/push-notification.ts';
import type { StreamEvent, TaskArtifactUpdate, TaskStatusUpdate } from '../../protocol/stream-event.ts';
import type { Artifact, ObservedState, Task, TaskId } from '../../protocol/task.ts';
import { readCard } from './a2a-v03-card.ts';
import {
  readArtifact,
  readArtifactUpdate,
  readMessage,
  readPart,
  readPushConfig,
  readStatusUpdate,
  readStreamEvent,
  readTask,
} from './a2a-v03-decode.ts';
import type { DeclaredLoss } from './losses.ts';
import { decodeStrictly } from './reading.ts';

/** What this dialect loses, each way. */
export const LOSSES: readonly DeclaredLoss[] = [
  { when: 'decode', path: '*.extensions', why: 'the nouns keep no list of extension URIs' },
  { when: 'decode', path: 'statusUpdate.metadata', why: 'a status update carries no metadata inside' },
  { when: 'decode', path: 'artifactUpdate.metadata', why: 'an artifact update carries no metadata inside' },
  { when: 'decode', path: 'pushNotificationConfig.authentication.credentials', why: 'secrets of the receiver are never kept' },
  { when: 'decode', path: 'pushNotificationConfig.authentication.schemes[1..]', why: 'one scheme is kept, the first' },
  { when: 'encode', path: 'status.tick', why: 'a tick is a fact of the server that counted it; the wire has times' },
  { when: 'encode', path: 'part.mimeType', why: '0.3 has a media type on files only' },
  { when: 'encode', path: 'part.name', why: '0.3 has a name on files only' },
];

/** Decodes a part strictly: any fault refuses it, each with its path. */
export const decodePart = (value: Json): Result<Part> => decodeStrictly(value, readPart);
/** Decodes a message strictly. */
export const decodeMessage = (value: Json): Result<Message> => decodeStrictly(value, readMessage);
/** Decodes an artifact strictly. */
export const decodeArtifact = (value: Json): Result<Artifact> => decodeStrictly(value, readArtifact);
/** Decodes a task strictly; a state that is none of ours becomes `unknown`, with an issue. */
export const decodeTask = (value: Json): Result<Task<ObservedState>> => decodeStrictly(value, readTask);
/** Decodes a status update strictly; states as in `decodeTask`. */
export const decodeStatusUpdate = (value: Json): Result<TaskStatusUpdate<ObservedState>> => decodeStrictly(value, readStatusUpdate);
/** Decodes an artifact update strictly. */
export const decodeArtifactUpdate = (value: Json): Result<TaskArtifactUpdate> => decodeStrictly(value, readArtifactUpdate);
/** Decodes whatever a stream may say, told apart by `kind`. */
export const decodeStreamEvent = (value: Json): Result<StreamEvent<ObservedState>> => decodeStrictly(value, readStreamEvent);
/** Decodes a push notification config with the task it is for. */
export const decodePushConfig = (value: Json): Result<{ readonly taskId: TaskId; readonly config: PushNotificationConfig }> =>
  decodeStrictly(value, readPushConfig);
/** Decodes an agent card strictly: what the specification requires must be there. */
export const decodeCard = (value: Json): Result<PublishedCard> => decodeStrictly(value, (reading, place) => readCard(reading, place).card);
