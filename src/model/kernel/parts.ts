// Parts and messages of our own making. Three kinds, because agents exchange more than strings: prose, files by reference,
// and typed data that the other side can branch on. A2A 0.3 §6.4, §6.5; SPEC.md X.20–X.22.

import type { JsonObject } from '../base/json.ts';
import { quotedText } from '../base/quoted-text.ts';
import { failure, success, type Result } from '../base/result.ts';
import type { Message } from '../protocol/message.ts';
import type { DataPart, FilePart, Part, TextPart } from '../protocol/part.ts';

/** Fields that a part may be made of; null means absent. */
export interface PartFieldsGiven {
  readonly text?: string | null | undefined;
  readonly uri?: string | null | undefined;
  readonly mimeType?: string | null | undefined;
  readonly data?: JsonObject | null | undefined;
}

export function textPart(text: string): TextPart {
  return { kind: 'text', text };
}

export function filePart(uri: string, mimeType: string): FilePart {
  return { kind: 'file', uri, mimeType };
}

/** The data is copied at its top level only: what is nested stays shared with the caller (critique R39). */
export function dataPart(data: JsonObject): DataPart {
  return { kind: 'data', data: shallowCopy(data) };
}

/**
 * A part from its fields, each kind with the one field it cannot do without.
 * @returns an issue for an unknown kind, a text without text, a file without uri, data without data; an empty text and empty data are fine
 */
export function makePart(kind: string, fields: PartFieldsGiven): Result<Part> {
  const given = presentFields(fields);
  switch (kind) {
    case 'text':
      return given.text === undefined ? missing('text', 'a text part needs text') : success({ ...given, kind, text: given.text });
    case 'file':
      return given.uri === undefined || given.uri === '' ? missing('uri', 'a file part needs a uri') : success({ ...given, kind });
    case 'data':
      return given.data === undefined ? missing('data', 'a data part needs data') : success({ ...given, kind, data: given.data });
    default:
      return missing('kind', `${quotedText(kind)} is not a valid PartKind`);
  }
}

/** What a message says in prose: its non-empty texts, joined by one space. */
export function messageText(message: Pick<Message, 'parts'>): string {
  return message.parts
    .filter((part): part is TextPart => part.kind === 'text' && part.text !== '')
    .map((part) => part.text)
    .join(' ');
}

interface PresentFields {
  text?: string;
  uri?: string;
  mimeType?: string;
  data?: JsonObject;
}

function presentFields(fields: PartFieldsGiven): PresentFields {
  const present: PresentFields = {};
  if (typeof fields.text === 'string') present.text = fields.text;
  if (typeof fields.uri === 'string') present.uri = fields.uri;
  if (typeof fields.mimeType === 'string') present.mimeType = fields.mimeType;
  if (fields.data !== undefined && fields.data !== null) present.data = fields.data;
  return present;
}

/** Keeps a key called `__proto__` an ordinary key. */
function shallowCopy(data: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(data));
}

function missing(path: string, message: string): Result<Part> {
  return failure({ path, message });
}
