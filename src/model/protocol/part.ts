// A part: one piece of a message or an artifact. A2A 0.3 §6.5, 1.0 §4.1.6.
// The internal form is neither wire's: wire shapes live in adapters/dialects.

import type { Json, JsonObject } from '../base/json.ts';

interface PartFields {
  readonly text?: string;
  /** Where a file is; a file part has this or `bytes`. */
  readonly uri?: string;
  /** File content, base64 as it crossed the wire. */
  readonly bytes?: string;
  readonly mimeType?: string;
  readonly name?: string;
  readonly data?: Json;
  readonly metadata?: JsonObject;
}
export interface TextPart extends PartFields {
  readonly kind: 'text';
  readonly text: string;
}
export interface FilePart extends PartFields {
  readonly kind: 'file';
}
export interface DataPart extends PartFields {
  readonly kind: 'data';
  readonly data: Json;
}
export type Part = TextPart | FilePart | DataPart;
