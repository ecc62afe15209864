// How the dialects read foreign JSON: every reader returns a value and puts what it noticed into one `Reading`.
// A fault is what a member must not be (a strict reader refuses the whole); a note is what a tolerant reader lets pass.
// Nothing here throws, and `data`, `metadata` and other free members are passed on untouched.

import { snakeCase } from '../../base/spellings.ts';
import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { failure, success, type Issue, type Result } from '../../base/result.ts';

export interface Reading {
  /** Whether snake_case spellings are read too (dumps and logs); a server of ours is strict. */
  readonly tolerant: boolean;
  /** Whether data comes one level down, as the protobuf of 0.3 has it: `{"data": {"data": …}}`. */
  readonly wrappedData?: boolean;
  /** Whether messages have no ids, as in 0.1. */
  readonly anonymous?: boolean;
  readonly faults: Issue[];
  readonly notes: Issue[];
}

/** A place in the document that is read: the value there and its path. */
export interface Place {
  readonly value: Json | undefined;
  readonly path: string;
}

/** A place that holds an object. */
export interface ObjectPlace {
  readonly value: JsonObject;
  readonly path: string;
}

/** A fresh reading. */
export function newReading(tolerant: boolean): Reading {
  return { tolerant, faults: [], notes: [] };
}

/** Records what a value must not be. */
export function fault(reading: Reading, path: string, message: string): void {
  reading.faults.push({ path, message });
}

/** Records what was let pass. */
export function note(reading: Reading, path: string, message: string): void {
  reading.notes.push({ path, message });
}

/** The path of a member: `.name`, or `["odd name"]` where a dot would mislead. */
export function memberPath(path: string, key: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** The path of an element. */
export function itemPath(path: string, index: number): string {
  return `${path}[${index}]`;
}

/**
 * A member of an object, under its name or (tolerant) its snake_case spelling. `null` counts as absent: several senders
 * write what they do not have.
 */
export function at(reading: Reading, from: Place, key: string): Place {
  const found = ownMember(from.value, key);
  if (found === undefined && reading.tolerant) {
    const snake = snakeCase(key);
    const other = snake === key ? undefined : ownMember(from.value, snake);
    if (other !== undefined && other !== null) {
      const path = memberPath(from.path, snake);
      note(reading, path, `the wire name is ${key}`);
      return { value: other, path };
    }
  }
  return { value: found === null ? undefined : found, path: memberPath(from.path, key) };
}

/** An own member of a value, undefined when there is none. */
export function ownMember(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** A place that must hold an object; an empty one stands in, with a fault, when it does not. */
export function objectAt(reading: Reading, place: Place): ObjectPlace {
  if (isJsonObject(place.value)) return { value: place.value, path: place.path };
  fault(reading, place.path, place.value === undefined ? 'is required' : 'must be an object');
  return { value: {}, path: place.path };
}

/** A part, out of the `root` that printed models of one library wrap it in. */
export function partAt(reading: Reading, place: Place): ObjectPlace {
  const root = reading.tolerant ? ownMember(place.value, 'root') : undefined;
  if (!isJsonObject(root)) return objectAt(reading, place);
  note(reading, place.path, 'is wrapped in root');
  return { value: root, path: memberPath(place.path, 'root') };
}

/** The parts of a message; a text in their place, or in the place of a content, is one part. */
export function partsAt(reading: Reading, message: Place): Place {
  const parts = at(reading, message, 'parts');
  if (parts.value !== undefined || !reading.tolerant) return parts;
  const content = at(reading, message, 'content');
  const other = content.value === undefined ? at(reading, message, 'text') : content;
  if (typeof other.value !== 'string') return content.value === undefined ? parts : content;
  note(reading, other.path, 'is a text where parts are expected');
  return { value: [{ kind: 'text', text: other.value }], path: other.path };
}

/** The history of a task, under the name that some senders give it. */
export function historyAt(reading: Reading, task: Place): Place {
  const place = at(reading, task, 'history');
  if (place.value !== undefined || !reading.tolerant || !Array.isArray(ownMember(task.value, 'messages'))) return place;
  const other = at(reading, task, 'messages');
  note(reading, other.path, 'is called history');
  return other;
}

/** A text that must be there; `''` stands in, with a fault, when it is not. */
export function requiredText(reading: Reading, from: Place, key: string): string {
  const place = at(reading, from, key);
  if (typeof place.value === 'string') return place.value;
  fault(reading, place.path, place.value === undefined ? 'is required' : 'must be a text');
  return '';
}

/** The id of a message, which 0.1 does not have: '' then, and no fault. */
export function messageIdOf(reading: Reading, wire: Place): string {
  return reading.anonymous === true ? (optionalText(reading, wire, 'messageId') ?? '') : requiredText(reading, wire, 'messageId');
}

/** A text that may be absent. */
export function optionalText(reading: Reading, from: Place, key: string): string | undefined {
  const place = at(reading, from, key);
  if (place.value === undefined || typeof place.value === 'string') return place.value;
  fault(reading, place.path, 'must be a text');
  return undefined;
}

/** A text that may be absent, and where absent and empty mean the same (an output that leaves out defaults). */
export function filledText(reading: Reading, from: Place, key: string): string | undefined {
  const text = optionalText(reading, from, key);
  return text === '' ? undefined : text;
}

/** A truth value that may be absent: false then. */
export function flag(reading: Reading, from: Place, key: string): boolean {
  const place = at(reading, from, key);
  if (typeof place.value === 'boolean') return place.value;
  if (place.value !== undefined) fault(reading, place.path, 'must be true or false');
  return false;
}

/** An object that may be absent, passed on as it is. */
export function optionalObject(reading: Reading, from: Place, key: string): JsonObject | undefined {
  const place = at(reading, from, key);
  if (place.value === undefined || isJsonObject(place.value)) return place.value;
  fault(reading, place.path, 'must be an object');
  return undefined;
}

/** The elements of a list that may be absent, each read by `read`. */
export function listAt<T>(reading: Reading, place: Place, read: (reading: Reading, item: Place) => T): readonly T[] {
  if (place.value === undefined) return [];
  if (!Array.isArray(place.value)) {
    fault(reading, place.path, 'must be a list');
    return [];
  }
  return (place.value as readonly Json[]).map((value, index) => read(reading, { value, path: itemPath(place.path, index) }));
}

/** The elements of a list that must be there. */
export function requiredListAt<T>(reading: Reading, place: Place, read: (reading: Reading, item: Place) => T): readonly T[] {
  if (place.value === undefined) fault(reading, place.path, 'is required');
  return listAt(reading, place, read);
}

/** A list of texts; elements that are none are left out, with a fault. */
export function textList(reading: Reading, place: Place): readonly string[] {
  return listAt(reading, place, (inner, item) => {
    if (typeof item.value === 'string') return item.value;
    fault(inner, item.path, 'must be a text');
    return undefined;
  }).filter((text) => text !== undefined);
}

/** Runs a strict reader over a value: the value when nothing is at fault, the faults otherwise. */
export function decodeStrictly<T>(value: Json, read: (reading: Reading, place: Place) => T): Result<T> {
  const reading = newReading(false);
  const found = read(reading, { value, path: '' });
  return reading.faults.length > 0 ? failure(...reading.faults) : success(found, reading.notes);
}
