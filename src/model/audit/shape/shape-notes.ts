// What is odd in the shape of one value, noted while it is read: members that its way of writing requires and that are not there,
// names under another spelling, messages and artifacts without parts. One walk over the nouns in it, down to the parts and no
// further: metadata, data and extension parameters are nobody's business here. Which version judges is known later.

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import type { Observation } from '../../adapters/observation.ts';
import type { Sight } from '../../adapters/sight.ts';
import { payloadOf } from '../casebook/payload.ts';
import { isRunWithoutId, noteAcpShape, noteRun } from './acp-shapes.ts';
import { noteCardNames } from './card-names.ts';
import { schemaNameOf, type NamedNoun } from './member-names.ts';
import { Notes, type ShapeRemark } from './notes.ts';
import { KIND_WRITING, METHOD_PARAMS, MODERN_WRITING, OLD_WRITING, PROTO_WRITING, type Writing } from './required-members.ts';

const NOTHING: readonly ShapeRemark[] = [];

/**
 * What is odd in the shape of a value.
 * @param sight with the value as it crossed and what was observed of it
 * @returns at most 50 notes; the same empty list where nothing is odd. Linear in the value, never throws
 */
export function shapeNotesOf(sight: Sight): readonly ShapeRemark[] {
  const { observation } = sight;
  // Whoever reads the small REST protocol refuses what is not written as it must be: no wire of it has another shape.
  if (observation === undefined || observation.wellFormed === true || observation.dialect === 'interop') return NOTHING;
  const { said } = observation;
  if (said.kind === 'several') return ofSeveral(sight, said.items);
  const payload = payloadOf(sight);
  if (payload === undefined) return NOTHING;
  const notes = new Notes();
  if (observation.dialect === 'acp') noteAcpShape(notes, payload, observation);
  else if (isRunWithoutId(sight, payload)) noteRun(notes, payload);
  else if (said.kind === 'card') noteCardNames(notes, payload);
  else noteA2a(notes, payload, sight, observation);
  return notes.list ?? NOTHING;
}

function ofSeveral(sight: Sight, items: readonly { readonly value: Json; readonly observation: Observation }[]): readonly ShapeRemark[] {
  const notes = items.flatMap(({ value, observation }) =>
    observation.said.kind === 'several' ? [] : shapeNotesOf({ ...sight, value, observation }),
  );
  return notes.length === 0 ? NOTHING : notes.slice(0, Notes.most);
}

function noteA2a(notes: Notes, payload: Json, sight: Sight, observation: Observation): void {
  const { said, dialect, payloadPath } = observation;
  // What an SDK prints of its own objects is no wire: its names and defaults are its own.
  const walk = new Walk(notes, writingOf(observation, sight.call?.version), dialect === 'a2a-v1-dump');
  if (payloadPath.endsWith('_update')) walk.wrapper(payloadPath.slice(payloadPath.lastIndexOf('.') + 1));
  switch (said.kind) {
    case 'task':
      return walk.task(payload);
    case 'status-update':
      return walk.statusUpdate(payload);
    case 'artifact-update':
      return walk.artifactUpdate(payload);
    case 'message':
      return walk.message(payload);
    case 'tasks':
      return walk.taskList(payload);
    case 'push-config':
      return walk.names('push-config', payload);
    case 'request':
      return walk.request(payload, said.method, observation.binding === 'jsonrpc');
    default:
      return undefined;
  }
}

function writingOf({ dialect, version }: Observation, callVersion: string | undefined): Writing {
  if (dialect === 'a2a-v1' || dialect === 'a2a-v1-dump') return MODERN_WRITING;
  if (dialect === 'a2a-v03-proto') return PROTO_WRITING;
  return version === '0.1' || callVersion === '0.1' ? OLD_WRITING : KIND_WRITING;
}

/** Walks the nouns of one value. */
class Walk {
  readonly #notes: Notes;
  readonly #writing: Writing;
  readonly #dump: boolean;

  constructor(notes: Notes, writing: Writing, dump: boolean) {
    this.#notes = notes;
    this.#writing = writing;
    this.#dump = dump;
  }

  /** The member that a wrapped payload stands in. */
  wrapper(name: string): void {
    const right = schemaNameOf('wrapper', name);
    if (right !== undefined && !this.#dump)
      this.#notes.add({ kind: 'snake-case', noun: 'wrapper', member: right, versions: this.#writing.versions }, name);
  }

  readonly task = (task: Json): void => {
    if (!isJsonObject(task)) return;
    this.names('task', task);
    this.#require('task', task, this.#writing.task);
    this.#inside('status', task['status'], this.#status);
    this.#each('history', task['history'], this.message);
    this.#each('artifacts', task['artifacts'], this.#artifact);
  };

  taskList(list: Json): void {
    if (!isJsonObject(list)) return;
    this.names('task-list', list);
    // 1.0 §3.1.4: there at the end too, as an empty text. The counts beside it are often left out with their zeros.
    if (this.#writing === MODERN_WRITING) this.#require('task-list', list, LIST_MEMBERS);
    this.#each('tasks', list['tasks'], this.#listed);
    this.#notes.taskId = undefined;
  }

  statusUpdate(update: Json): void {
    // What a server of 0.1 posts to a webhook is its own affair.
    if (!isJsonObject(update) || Object.hasOwn(update, 'eventType')) return;
    this.names('status-update', update);
    this.#require('status-update', update, this.#writing.statusUpdate);
    this.#inside('status', update['status'], this.#status);
  }

  artifactUpdate(update: Json): void {
    if (!isJsonObject(update)) return;
    this.names('artifact-update', update);
    this.#require('artifact-update', update, this.#writing.artifactUpdate);
    this.#inside('artifact', update['artifact'], this.#artifact);
  }

  request(params: Json, method: string, isRpc: boolean): void {
    if (!isJsonObject(params)) return;
    const isConfig = method.includes('ushNotification');
    this.names('request', params);
    const rules = isRpc && Object.hasOwn(METHOD_PARAMS, method) ? METHOD_PARAMS[method] : undefined;
    if (rules && !this.#dump) this.#notes.missing('request', params, rules.members, rules.versions);
    // A config that is nested, as it was before 1.0, is another version's and has its URL inside.
    const isFlat = method === 'CreateTaskPushNotificationConfig' && !isJsonObject(params['pushNotificationConfig']);
    if (isFlat && isRpc) this.#notes.missing('request', params, CONFIG_MEMBERS, MODERN_WRITING.versions);
    this.#inside('configuration', params['configuration'], this.#configuration);
    if (isConfig) this.#inside('pushNotificationConfig', params['pushNotificationConfig'], this.#pushConfig);
    this.#inside('message', params['message'], this.message);
  }

  readonly #listed = (task: Json): void => {
    const id = isJsonObject(task) ? task['id'] : undefined;
    this.#notes.taskId = typeof id === 'string' ? id : undefined;
    this.task(task);
  };

  readonly #configuration = (configuration: Json): void => {
    this.names('configuration', configuration);
    if (!isJsonObject(configuration)) return;
    for (const key of CONFIG_KEYS) this.#inside(key, configuration[key], this.#pushConfig);
  };
  readonly #file = (file: Json): void => this.names('file', file);
  readonly #pushConfig = (config: Json): void => {
    this.names('push-config', config);
    if (isJsonObject(config)) this.#require('push-config', config, CONFIG_MEMBERS);
  };

  readonly #status = (status: Json): void => {
    if (!isJsonObject(status)) return;
    this.#require('status', status, STATUS_MEMBERS);
    this.#inside('message', status['message'], this.message);
  };

  readonly message = (message: Json): void => {
    if (!isJsonObject(message)) return;
    this.names('message', message);
    this.#require('message', message, this.#writing.message);
    const { parts, content } = message;
    // HTTP+JSON of 0.3 calls them `content`; a body that does so by mistake speaks another version and does not lack its parts.
    const list = parts === undefined && isProtoContent(message, content, this.#writing) ? content : parts;
    if (!Array.isArray(list) || list.length === 0) {
      if (!this.#dump || Array.isArray(list)) this.#notes.add(EMPTY_MESSAGE, '');
      return;
    }
    this.#parts(parts === list ? 'parts' : 'content', list as readonly Json[], true);
  };

  readonly #artifact = (artifact: Json): void => {
    if (!isJsonObject(artifact)) return;
    this.names('artifact', artifact);
    this.#require('artifact', artifact, this.#writing.artifact);
    const { parts } = artifact;
    const isAbsent = parts === undefined || parts === null;
    if (Array.isArray(parts)) {
      if (parts.length === 0) this.#notes.add(EMPTY_ARTIFACT, 'parts');
      else this.#parts('parts', parts as readonly Json[], false);
    } else if (isAbsent && this.#writing.omitsEmpty) {
      this.#notes.add(EMPTY_ARTIFACT, '');
    }
  };

  #parts(key: string, parts: readonly Json[], ofMessage: boolean): void {
    this.#notes.enter(key);
    for (let index = 0; index < parts.length && !this.#notes.isFull; index += 1) {
      this.#notes.enter(index);
      this.#part(parts[index] ?? null, ofMessage);
      this.#notes.leave();
    }
    this.#notes.leave();
  }

  #part(given: Json, ofMessage: boolean): void {
    if (this.#dump) return;
    const part = isJsonObject(given) && isJsonObject(given['root']) ? given['root'] : given;
    if (!isJsonObject(part) || !isPart(part)) {
      if (ofMessage) this.#notes.add(NO_PART, '');
      return;
    }
    this.names('part', part);
    this.#inside('file', part['file'], this.#file);
    const { discriminator, versions } = this.#writing;
    if (discriminator === undefined) return;
    const other = discriminator === 'kind' ? 'type' : 'kind';
    // The discriminator of another version is a mixup of versions, and so are the members of 1.0.
    if (!hasText(part, discriminator) && !hasText(part, other) && !MODERN_MEMBERS.some((key) => Object.hasOwn(part, key))) {
      this.#notes.add({ kind: 'missing', noun: 'part', member: discriminator, versions }, discriminator);
    }
    const content = part[discriminator];
    if (typeof content === 'string' && CONTENTS.has(content)) this.#require('part', part, [content]);
  }

  /** Keys of an object that are names of the schema under another spelling. */
  readonly names = (noun: NamedNoun, value: Json): void => {
    if (this.#dump || !isJsonObject(value)) return;
    this.#notes.names(noun, value, this.#writing.versions);
  };

  #require(noun: string, value: JsonObject, members: readonly string[]): void {
    if (!this.#dump) this.#notes.missing(noun, value, members, this.#writing.versions);
  }

  #inside(key: string, value: Json | undefined, look: (value: Json) => void): void {
    if (value === undefined || value === null) return;
    this.#notes.enter(key);
    look(value);
    this.#notes.leave();
  }

  #each(key: string, list: Json | undefined, look: (value: Json) => void): void {
    if (!Array.isArray(list) || list.length === 0) return;
    this.#notes.enter(key);
    for (let index = 0; index < list.length && !this.#notes.isFull; index += 1) {
      this.#notes.enter(index);
      look((list as readonly Json[])[index] ?? null);
      this.#notes.leave();
    }
    this.#notes.leave();
  }
}

const ALL_VERSIONS: readonly string[] = ['0.1', '0.2', '0.3', '1.0'];
const EMPTY_MESSAGE = { kind: 'empty-message-parts', noun: 'message', member: 'parts', versions: ALL_VERSIONS } as const;
const EMPTY_ARTIFACT = { kind: 'empty-artifact-parts', noun: 'artifact', member: 'parts', versions: ALL_VERSIONS } as const;
const NO_PART = { kind: 'no-part', noun: 'part', member: '', versions: ALL_VERSIONS } as const;
const LIST_MEMBERS = ['nextPageToken'];
const CONFIG_MEMBERS = ['url'];
const CONFIG_KEYS = ['pushNotificationConfig', 'taskPushNotificationConfig'];
const STATUS_MEMBERS = ['state'];
const CONTENTS: ReadonlySet<string> = new Set(['text', 'file', 'data']);
/** Any one of them makes an object a part of some version. */
const PART_MEMBERS = ['text', 'data', 'file', 'url', 'raw'];
const MODERN_MEMBERS = ['url', 'raw', 'mediaType', 'filename'];

function isPart(part: JsonObject): boolean {
  if (PART_MEMBERS.some((key) => Object.hasOwn(part, key))) return true;
  const { kind, type } = part;
  return (typeof kind === 'string' && CONTENTS.has(kind)) || (typeof type === 'string' && CONTENTS.has(type));
}

function hasText(part: JsonObject, key: string): boolean {
  return typeof part[key] === 'string';
}

function isProtoContent({ role }: JsonObject, content: Json | undefined, writing: Writing): boolean {
  if (!Array.isArray(content)) return false;
  return writing === PROTO_WRITING || typeof role === 'number' || (typeof role === 'string' && role.startsWith('ROLE_'));
}
