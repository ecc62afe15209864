// The golden vectors spell fields in snake_case and leave defaults out; this file turns them into our nouns and back.
// The mismatch: absent values are null there and missing here, a status's tick is its `timestamp`, `is` states nothing new.

import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';
import type { AgentCard, Skill } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { Message } from '../protocol/message.ts';
import type { Part } from '../protocol/part.ts';
import type { PushNotificationConfig } from '../protocol/push-notification.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';
import type { Artifact, Task, TaskState, TaskStatus } from '../protocol/task.ts';
import { KernelError } from '../kernel/kernel-error.ts';
import { makePart } from '../kernel/parts.ts';

/** What a scripted handler throws when its script says so. */
export class HandlerCrash extends Error {}

/** A vector file as parsed. */
export interface OracleDocument {
  readonly defaults: JsonObject;
  readonly handlers: JsonObject;
}

/** The members of a document that inputs refer to; absent ones are empty. */
export function oracleDocument(document: Json): OracleDocument {
  return { defaults: objectAt(document, 'defaults'), handlers: objectAt(document, 'handlers') };
}

export function objectAt(value: Json | undefined, key: string): JsonObject {
  const found = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return isJsonObject(found) ? found : {};
}

export function listAt(value: JsonObject, key: string): readonly Json[] {
  const found = value[key];
  return Array.isArray(found) ? (found as readonly Json[]) : [];
}

/** A text under a key; vectors are trusted to hold one, an absent one is empty. */
export function textAt(value: JsonObject, key: string): string {
  const found = value[key];
  return typeof found === 'string' ? found : '';
}

export function textsAt(value: JsonObject, key: string): readonly string[] {
  return listAt(value, key).map(String);
}

function withDefaults(value: Json | undefined, document: OracleDocument, noun: string): JsonObject {
  return { ...objectAt(document.defaults, noun), ...(isJsonObject(value) ? value : {}) };
}

export function cardFrom(value: Json | undefined, document: OracleDocument): AgentCard {
  const card = withDefaults(value, document, 'card');
  return {
    name: textAt(card, 'name'),
    description: textAt(card, 'description'),
    url: textAt(card, 'url'),
    version: textAt(card, 'version'),
    protocolVersion: textAt(card, 'protocol_version'),
    skills: listAt(card, 'skills').map((skill) => skillFrom(skill, document)),
    streaming: card['streaming'] === true,
    pushNotifications: card['push_notifications'] === true,
    defaultInputModes: textsAt(card, 'default_input_modes'),
    defaultOutputModes: textsAt(card, 'default_output_modes'),
    securitySchemes: textsAt(card, 'security_schemes'),
    owner: textAt(card, 'owner'),
    tenants: textsAt(card, 'tenants'),
    maxDataClassification: textAt(card, 'max_data_classification'),
  };
}

function skillFrom(value: Json, document: OracleDocument): Skill {
  const skill = withDefaults(value, document, 'skill');
  return {
    skillId: textAt(skill, 'skill_id'),
    name: textAt(skill, 'name'),
    description: textAt(skill, 'description'),
    tags: textsAt(skill, 'tags'),
    examples: textsAt(skill, 'examples'),
  };
}

export function callerFrom(value: Json | undefined, document: OracleDocument): CallerContext {
  const caller = withDefaults(value, document, 'caller');
  return {
    agentId: textAt(caller, 'agent_id'),
    tenant: textAt(caller, 'tenant'),
    userId: textAt(caller, 'user_id'),
    scopes: textsAt(caller, 'scopes'),
    dataClassification: textAt(caller, 'data_classification'),
    delegationChain: textsAt(caller, 'delegation_chain'),
  };
}

export function partFrom(value: Json): Part {
  const part = isJsonObject(value) ? value : {};
  const made = makePart(textAt(part, 'kind'), partFields(part));
  if (!made.ok) throw new Error(`a vector holds a part that cannot be made: ${JSON.stringify(value)}`);
  return made.value;
}

export function partFields(part: JsonObject) {
  const text = part['text'];
  const uri = part['uri'];
  const mimeType = part['mime_type'];
  const data = part['data'];
  return {
    text: typeof text === 'string' ? text : undefined,
    uri: typeof uri === 'string' ? uri : undefined,
    mimeType: typeof mimeType === 'string' ? mimeType : undefined,
    data: isJsonObject(data) ? data : undefined,
  };
}

export function messageFrom(value: Json | undefined): Message {
  const message = isJsonObject(value) ? value : {};
  const taskId = message['task_id'];
  const contextId = message['context_id'];
  return {
    messageId: textAt(message, 'message_id'),
    role: textAt(message, 'role') === 'agent' ? 'agent' : 'user',
    parts: listAt(message, 'parts').map(partFrom),
    ...(typeof taskId === 'string' ? { taskId } : {}),
    ...(typeof contextId === 'string' ? { contextId } : {}),
  };
}

export function configFrom(value: Json | undefined): PushNotificationConfig {
  const config = isJsonObject(value) ? value : {};
  return { url: textAt(config, 'url'), token: textAt(config, 'token'), authentication: textAt(config, 'authentication') || 'bearer' };
}

export function partJson(part: Part): Json {
  return { kind: part.kind, text: part.text ?? null, uri: part.uri ?? null, mime_type: part.mimeType ?? null, data: part.data ?? null };
}

function messageJson(message: Message): Json {
  return {
    message_id: message.messageId,
    role: message.role,
    parts: message.parts.map(partJson),
    task_id: message.taskId ?? null,
    context_id: message.contextId ?? null,
  };
}

export function statusJson(status: TaskStatus): Json {
  return { state: status.state, message: status.message ? messageJson(status.message) : null, timestamp: status.tick ?? 0 };
}

function artifactJson(artifact: Artifact): Json {
  const { artifactId, name, description, parts } = artifact;
  return { artifact_id: artifactId, name, description, parts: parts.map(partJson) };
}

export function taskJson(task: Task): JsonObject {
  return {
    task_id: task.taskId,
    context_id: task.contextId,
    status: statusJson(task.status),
    history: [...task.history].map(messageJson),
    artifacts: [...task.artifacts].map(artifactJson),
    delegation_chain: task.delegationChain,
  };
}

export function configJson(config: PushNotificationConfig): Json {
  return { url: config.url, token: config.token, authentication: config.authentication };
}

export function eventJson(event: StreamEvent): Json {
  switch (event.kind) {
    case 'task':
      return { type: 'task', ...taskJson(event.task) };
    case 'status-update': {
      const { taskId, contextId, status, final } = event;
      return { type: 'status-update', task_id: taskId, context_id: contextId, status: statusJson(status), final };
    }
    case 'artifact-update': {
      const { taskId, contextId, artifact, append, lastChunk } = event;
      return {
        type: 'artifact-update',
        task_id: taskId,
        context_id: contextId,
        artifact: artifactJson(artifact),
        append,
        last_chunk: lastChunk,
      };
    }
    case 'message':
      return { type: 'message', ...(messageJson(event.message) as JsonObject) };
  }
}

/** An error as the vectors tell it: the reference's type, its code where it has one, its exact text. */
export function errorJson(thrown: unknown): Json {
  if (thrown instanceof HandlerCrash) return { type: 'HandlerCrash', message: thrown.message };
  if (!(thrown instanceof KernelError)) throw thrown;
  switch (thrown.kind) {
    case 'illegal-transition':
      return { type: 'IllegalTaskTransition', message: thrown.message };
    case 'unknown-classification':
      return valueError(thrown.message);
    case 'operation':
      return { type: 'A2AError', code: thrown.error.code, message: thrown.message };
  }
}

export function valueError(message: string): Json {
  return { type: 'ValueError', message };
}

/** A state as the vectors spell it: our own words. */
export function stateFrom(value: Json | undefined): TaskState {
  return value as TaskState;
}
