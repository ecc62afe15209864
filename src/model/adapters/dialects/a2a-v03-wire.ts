// A2A 0.3 as it is written on a JSON-RPC wire: the shapes of specification §5.5, §6 and §7.2. These types stay in adapters.

import type { Json, JsonObject } from '../../base/json.ts';

interface A2aV03TextPart {
  readonly kind: 'text';
  readonly text: string;
  readonly metadata?: JsonObject;
}
interface A2aV03FilePart {
  readonly kind: 'file';
  readonly file: { readonly bytes?: string; readonly uri?: string; readonly name?: string; readonly mimeType?: string };
  readonly metadata?: JsonObject;
}
export interface A2aV03DataPart {
  readonly kind: 'data';
  readonly data: JsonObject;
  readonly metadata?: JsonObject;
}
export type A2aV03Part = A2aV03TextPart | A2aV03FilePart | A2aV03DataPart;

export interface A2aV03Message {
  readonly kind: 'message';
  readonly messageId: string;
  readonly role: 'user' | 'agent';
  readonly parts: readonly A2aV03Part[];
  readonly taskId?: string;
  readonly contextId?: string;
  readonly metadata?: JsonObject;
  readonly referenceTaskIds?: readonly string[];
}
export interface A2aV03TaskStatus {
  readonly state: string;
  readonly message?: A2aV03Message;
  readonly timestamp?: string;
}
export interface A2aV03Artifact {
  readonly artifactId: string;
  readonly name?: string;
  readonly description?: string;
  readonly parts: readonly A2aV03Part[];
  readonly metadata?: JsonObject;
}
export interface A2aV03Task {
  readonly kind: 'task';
  readonly id: string;
  readonly contextId: string;
  readonly status: A2aV03TaskStatus;
  readonly history: readonly A2aV03Message[];
  readonly artifacts: readonly A2aV03Artifact[];
  readonly metadata?: JsonObject;
}
export interface A2aV03StatusUpdate {
  readonly kind: 'status-update';
  readonly taskId: string;
  readonly contextId: string;
  readonly status: A2aV03TaskStatus;
  readonly final: boolean;
}
export interface A2aV03ArtifactUpdate {
  readonly kind: 'artifact-update';
  readonly taskId: string;
  readonly contextId: string;
  readonly artifact: A2aV03Artifact;
  readonly append: boolean;
  readonly lastChunk: boolean;
}
export type A2aV03StreamEvent = A2aV03Task | A2aV03Message | A2aV03StatusUpdate | A2aV03ArtifactUpdate;

/** What `tasks/pushNotificationConfig/*` takes and gives. */
export interface A2aV03PushConfig {
  readonly taskId: string;
  readonly pushNotificationConfig: {
    readonly id?: string;
    readonly url: string;
    readonly token?: string;
    readonly authentication?: { readonly schemes: readonly string[] };
  };
}

/** Any JSON that one of these types describes: they are plain data, which their names do not say to the compiler. */
export function asJson(wire: A2aV03StreamEvent | A2aV03Part | A2aV03Artifact | A2aV03PushConfig | readonly A2aV03PushConfig[]): Json {
  return wire as unknown as Json;
}
