// Parts of ACP messages ⇄ our parts. The mismatch: content is always a text, JSON is text inside it, files are base64 under
// `content_encoding` or a `content_url`; a part that has a name is an artifact; its metadata is one of two closed forms.
// ACP 1.0 MessagePart. Drafts write `type` and `contentUrl`; the envelope of the reference writes objects as content.

import { boundedDepth } from '../../base/bounded-depth.ts';
import { isJsonObject, member, parseJson, type Json, type JsonObject } from '../../base/json.ts';
import type { Part } from '../../protocol/part.ts';
import {
  at,
  fault,
  filledText,
  note,
  objectAt,
  optionalObject,
  optionalText,
  type ObjectPlace,
  type Place,
  type Reading,
} from './reading.ts';

const TEXT = 'text/plain';
const JSON_TYPE = 'application/json';

/** Whether an object has what only a part of ACP has. */
export function isAcpPart(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  if (['content_type', 'content_url', 'content_encoding'].some((key) => Object.hasOwn(value, key))) return true;
  return typeof value['type'] === 'string' && (typeof value['content'] === 'string' || typeof value['contentUrl'] === 'string');
}

/** Reads a part; its name, where it has one, makes it an artifact and is on the part as `name`. */
export function readAcpPart(reading: Reading, place: Place): Part {
  const wire = objectAt(reading, place);
  const type = filledText(reading, wire, 'content_type') ?? draftType(wire.value);
  const name = filledText(reading, wire, 'name');
  const metadata = optionalObject(reading, wire, 'metadata');
  const facts = {
    ...(type !== undefined && { mimeType: type }),
    ...(name !== undefined && { name }),
    ...(metadata && { metadata }),
  };
  const uri = optionalText(reading, wire, 'content_url') ?? optionalText(reading, wire, 'contentUrl');
  if (uri !== undefined) return { kind: 'file', uri, ...facts };
  return { ...readContent(reading, wire, type ?? TEXT), ...facts };
}

/** Drafts name a sort of part and no media type. */
function draftType(wire: JsonObject): string | undefined {
  return wire['type'] === 'text' ? TEXT : undefined;
}

function readContent(reading: Reading, wire: ObjectPlace, type: string): Part {
  const content = at(reading, wire, 'content');
  if (content.value === undefined) return { kind: 'text', text: '' };
  if (typeof content.value !== 'string') {
    note(reading, content.path, 'is no text; ACP writes JSON as text');
    return { kind: 'data', data: content.value };
  }
  if (member(wire.value, 'content_encoding') === 'base64') return { kind: 'file', bytes: content.value };
  if (!isJsonType(type)) return { kind: 'text', text: content.value };
  const parsed = parseJson(content.value);
  if (parsed.ok) return { kind: 'data', data: boundedDepth(parsed.value) };
  fault(reading, content.path, 'is not the JSON that its type promises');
  return { kind: 'text', text: content.value };
}

/** Whether a media type says JSON, parameters and case aside. */
function isJsonType(type: string): boolean {
  const essence = (type.split(';', 1)[0] ?? '').trim().toLowerCase();
  return essence === JSON_TYPE || essence.endsWith('+json');
}

/** Writes a part; `name` where it is to be (part of) an artifact. */
export function encodeAcpPart(part: Part, name?: string): JsonObject {
  return {
    ...(name !== undefined && { name }),
    content_type: contentType(part),
    ...encodeContent(part),
  };
}

function contentType(part: Part): string {
  if (part.kind === 'data') return part.mimeType !== undefined && isJsonType(part.mimeType) ? part.mimeType : JSON_TYPE;
  if (part.kind === 'text') return part.mimeType === undefined || isJsonType(part.mimeType) ? TEXT : part.mimeType;
  return part.mimeType ?? 'application/octet-stream';
}

function encodeContent(part: Part): JsonObject {
  switch (part.kind) {
    case 'text':
      return { content: part.text, content_encoding: 'plain' };
    case 'data':
      return { content: JSON.stringify(part.data), content_encoding: 'plain' };
    case 'file':
      return part.uri === undefined ? { content: part.bytes ?? '', content_encoding: 'base64' } : { content_url: part.uri };
  }
}
