// What a trace shows, boiled down for judging: its tasks, calls, streams, deliveries, configs, cards and faults, each with the
// rows it was seen in. Built in one pass while the trace is read (casebook-builder.ts); rules are functions over it, whole. Rows
// are in order of observation: a smaller row was seen earlier. Uneventful sightings are counted and not kept one by one, so
// that a stream of a million progress notes is one of them.

import type { Json } from '../../base/json.ts';
import type { ObservedCard, Said } from '../../adapters/observation.ts';
import type { CallSight, StreamEnd, TextFault } from '../../adapters/sight.ts';
import type { Cut } from '../../log/row.ts';
import type { ObservedState } from '../../protocol/task.ts';

/** Through what it was seen: an event stream (order and adjacency), a sample (that moment alone), a delivery (no order). */
export type Via = 'stream' | 'sample' | 'push';

interface SeenAt {
  readonly row: number;
  /** By the clock of the capture, in milliseconds since the epoch; undefined where it does not say. */
  readonly seenAt?: number | undefined;
}

/** One artifact as an update or a snapshot showed it. */
export interface ArtifactSighting {
  readonly artifactId: string;
  readonly append: boolean;
  /** Undefined where the value does not say. */
  readonly lastChunk: boolean | undefined;
  readonly parts: number;
  /** Whether it holds any text, data or file after trimming. */
  readonly empty: boolean;
}

/** One sighting of a task, or several equal ones in a row. */
export interface TaskSighting extends SeenAt {
  readonly task: TaskCase;
  /** `status` an update, `snapshot` a whole task, `artifact` an update, `message` a message that names the task. */
  readonly kind: 'status' | 'snapshot' | 'artifact' | 'message';
  readonly via: Via;
  readonly call: CallCase | undefined;
  readonly stream: StreamCase | undefined;
  /** As the value states it: '' where it states an empty one, undefined where it states none. */
  readonly contextId: string | undefined;
  /** Of a status or a snapshot. */
  readonly state: ObservedState | undefined;
  /** The sender's own spelling of the state. */
  readonly word: string | undefined;
  /** `status.timestamp` as an instant. */
  readonly stamp: number | undefined;
  /** The `final` flag of a status update; undefined where it is not stated. */
  readonly final: boolean | undefined;
  /** Id of the status message; '' where there is a message without an id. */
  readonly statusMessageId: string | undefined;
  /** A digest of the trimmed text of the status message; 0 where it is empty, undefined without a message. */
  readonly statusText: number | undefined;
  /** Of an artifact update: one. Of a snapshot: all it shows. */
  readonly artifacts: readonly ArtifactSighting[];
  /** The version that the value itself speaks, as far as it tells. */
  readonly version: string | undefined;
  /** How many sightings this stands for: repeats of the same state in the same stream with times that go on, chunk after chunk of one artifact. */
  count: number;
  /** The last of them. */
  lastRow: number;
  lastSeenAt: number | undefined;
  lastStamp: number | undefined;
}

export interface TaskCase {
  readonly id: string;
  /** Who keeps the task: host and port of its server; '' where nothing tells. With the id it identifies the task. */
  endpoint: string;
  /** The first context that was stated for it and is not empty. */
  contextId: string | undefined;
  /** In order of observation. */
  readonly sightings: TaskSighting[];
  /** Calls that named it or were answered with it, in order. */
  readonly calls: CallCase[];
  /** Whether any status of it was observed: an id that is only asked for is no task. */
  observed: boolean;
  /** The message of a user that gave rise to it, as far as its own history tells. */
  askedBy?: string | undefined;
  /** The protocol that it was seen in, where that is not A2A. */
  foreign?: 'acp' | 'interop' | undefined;
  /** Whether it ended without incident, and what is known of it is packed: no rule has anything to say of it by itself. */
  readonly isPacked: boolean;
  /** Of a packed one: what it is held against others by. Cheap, where all else is read again. */
  readonly marks: CaseMarks | undefined;
}

/** What cases are held against each other by. Keys are small numbers: equal texts have equal ones, and others hardly ever. */
export interface CaseMarks {
  /** Of the message that its request sent; 0 for none. */
  readonly messageKey: number;
  /** Of the message that it began with, as its own history says; 0 for none. */
  readonly askedKey: number;
  /** Of the parts that were sent without naming a task; 0 for none. */
  readonly contentKey: number;
  /** Row of the request, else of the first thing seen. */
  readonly askedRow: number;
  readonly answeredRow: number;
  /** At which the last frame or answer began. */
  readonly lastRow: number;
}

export interface PushConfigSeen extends SeenAt {
  readonly call: CallCase;
  /** Whether a client asked for it, or a server gave it back. */
  readonly as: 'request' | 'answer';
  readonly taskId: string | undefined;
  readonly url: string;
  readonly configId?: string | undefined;
  readonly token?: string | undefined;
  /** Schemes of its authentication, as written. */
  readonly schemes: readonly string[];
  readonly credentials?: string | undefined;
}

export interface RequestSeen extends SeenAt {
  readonly method: string;
  readonly rpcId: Json | undefined;
  /** The task it names, and whether in its message (`message.taskId`). */
  readonly taskId: string | undefined;
  readonly namedInMessage: boolean;
  /** As stated; undefined where absent. */
  readonly contextId: string | undefined;
  readonly messageId: string | undefined;
  /** Stands for the parts of its message: equal parts have equal ones; undefined without a message. */
  readonly content: string | undefined;
  /** As stated in its configuration. */
  readonly blocking: boolean | undefined;
  readonly returnImmediately: boolean | undefined;
  readonly referenceTaskIds: readonly string[];
  /** The version that its headers claim. */
  readonly claimedVersion: string | undefined;
  /** The version that it speaks. */
  readonly version: string | undefined;
}

export interface AnswerSeen extends SeenAt {
  /** HTTP status, where there was one. */
  readonly status: number | undefined;
  readonly rpcId: Json | undefined;
  /** What it says; undefined where it had no body that could be read. */
  readonly kind: Said['kind'] | undefined;
  readonly failed: boolean;
  readonly sighting: TaskSighting | undefined;
  readonly error?: { readonly code: number | string; readonly reason?: string | undefined; readonly message: string } | undefined;
  readonly version: string | undefined;
}

export interface FrameSeen extends SeenAt {
  readonly kind: 'task' | 'status-update' | 'artifact-update' | 'message' | 'error' | 'other';
  readonly rpcId: Json | undefined;
  readonly sighting: TaskSighting | undefined;
  /** The name of an event of ACP. */
  readonly event?: string | undefined;
  /** How many frames in a row this stands for (see TaskSighting.count). */
  count: number;
}

/** An event stream: the answer of a call, or the whole of a text that is one. */
export interface StreamCase {
  readonly call: CallCase | undefined;
  readonly source: number;
  /** The task it is about: the one its request names, else the first that it shows. */
  task: TaskCase | undefined;
  readonly frames: FrameSeen[];
  /** How many frames there were. */
  count: number;
  /** How it ended, undefined where the end was not seen. */
  ended: StreamEnd | undefined;
  end: SeenAt | undefined;
  /** When its request left, or its first frame was seen. */
  readonly openedAt: number | undefined;
  /** Whether it is a list in a document, that may be one of tasks or of messages as well. */
  readonly listed: boolean;
  /** The version spoken in it, by the nearest evidence so far. */
  version: string | undefined;
  /** Packed with its task. */
  readonly isPacked: boolean;
  readonly marks: CaseMarks | undefined;
}

export interface CallCase {
  readonly sight: CallSight;
  readonly source: number;
  /** Host and port of the server that was asked; '' where nothing tells. */
  readonly endpoint: string;
  readonly operation: string;
  request: RequestSeen | undefined;
  /** Whole answers, in order: one, unless the trace is odd. */
  readonly answers: AnswerSeen[];
  stream: StreamCase | undefined;
  /** The version spoken in it, by the nearest evidence so far. */
  version: string | undefined;
  /** Packed with its task. */
  readonly isPacked: boolean;
  readonly marks: CaseMarks | undefined;
}

/** A JSON-RPC answer that belongs to no call by its id. */
export interface LooseAnswer {
  readonly row: number;
  readonly source: number;
  readonly rpcId: Json;
  /** Code of the error it brings; undefined where it brings a result. */
  readonly errorCode: number | string | undefined;
  readonly task: TaskCase | undefined;
}

/** A message inside a task or a status that names this task, and another context than the task's. */
export interface StrayMessage {
  readonly row: number;
  readonly task: TaskCase;
  readonly contextId: string;
  readonly version: string | undefined;
  readonly call: CallCase | undefined;
}

/** A delivery at a webhook. */
export interface DeliverySeen extends SeenAt {
  readonly call: CallCase | undefined;
  readonly sightings: readonly TaskSighting[];
  /** Headers of the POST, names in lower case; undefined where the source shows none. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly url: string | undefined;
  /** What the receiver answered. */
  status: number | undefined;
}

export interface CardSeen extends SeenAt {
  readonly card: ObservedCard;
  /** The card as it crossed. */
  readonly value: Json;
  readonly fetchedFrom: string | undefined;
  readonly call: CallCase | undefined;
  readonly version: string | undefined;
}

export interface FaultSeen {
  readonly fault: TextFault;
  readonly source: number;
  /** The row it stands in or beside: the last one so far, -1 before the first. */
  readonly row: number;
  readonly call: CallCase | undefined;
  /** The stream so far: a fault in its first event comes before it. */
  readonly stream: StreamCase | undefined;
  readonly task: TaskCase | undefined;
}

/** A secret that was cut, and where it stood. */
export interface SecretSeen {
  readonly cut: Cut;
  readonly row: number;
  readonly task: TaskCase | undefined;
  readonly call: CallCase | undefined;
  readonly as: 'request' | 'answer' | 'event' | 'push' | 'card' | 'text';
  readonly operation: string | undefined;
}

/** What is odd in the shape of one value, by its own version or by another (see shape-notes.ts). */
export interface ShapeNote {
  readonly row: number;
  readonly kind: 'missing' | 'empty-text' | 'snake-case' | 'empty-message-parts' | 'no-part' | 'empty-artifact-parts';
  /** `task`, `message`, `status-update`, `artifact`, `part`, `status`, `request` … */
  readonly noun: string;
  /** Where in the value: `result.status.message.parts`. */
  readonly path: string;
  readonly member: string;
  /** The versions for which it is odd, of those that the value can be written in. */
  readonly versions: readonly string[];
  /** Of a task in a list: the value as a whole is about no one task. */
  readonly taskId?: string | undefined;
  readonly task: TaskCase | undefined;
  readonly call: CallCase | undefined;
  readonly stream: StreamCase | undefined;
  /** The version that judges it, as far as it was known when it was seen. */
  readonly version: string | undefined;
}

/** Evidence that one version was spoken or claimed (a2a-wire: methods, headers, wrappers, kinds, enum names, paths …). */
export interface VersionClue {
  readonly row: number;
  /** `method`, `header`, `path`, `wrapper`, `kind`, `enum`, `final`, `blocking`, `content`, `parts`, `card`, `error` … */
  readonly where: string;
  /** The versions that fit: `['1.0']`, `['0.2', '0.3']`. */
  readonly versions: readonly string[];
  readonly call: CallCase | undefined;
  readonly stream: StreamCase | undefined;
  readonly task: TaskCase | undefined;
  readonly source: number;
  /** On whose side: what a client or a server wrote. */
  readonly by: 'client' | 'server' | 'card';
}

export interface Casebook {
  readonly tasks: readonly TaskCase[];
  readonly calls: readonly CallCase[];
  readonly streams: readonly StreamCase[];
  readonly looseAnswers: readonly LooseAnswer[];
  readonly strayMessages: readonly StrayMessage[];
  readonly deliveries: readonly DeliverySeen[];
  readonly pushConfigs: readonly PushConfigSeen[];
  readonly cards: readonly CardSeen[];
  readonly faults: readonly FaultSeen[];
  readonly secrets: readonly SecretSeen[];
  readonly shapes: readonly ShapeNote[];
  readonly clues: readonly VersionClue[];
  /** `a2a`, `acp` … of a source, in order of first sight. */
  protocolsOf(source: number): readonly string[];
}
