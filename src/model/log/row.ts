// One row as a reader hands it to the log. The log keeps these in columns (log.ts); the detail is parsed again from the
// range when it is shown, so a row says where its value is and not what it is.

import type { ContextId, ObservedState, TaskId } from '../protocol/task.ts';
import type { PlaceKind, SecretSide } from './secret-place-kind.ts';
import type { Channel, Provenance, RowKind } from './row-kind.ts';

/**
 * How to get from a range of text to the value a row is about; steps joined by `/`:
 * `json` parse text as JSON · `.name` member · `[3]` element · `sse:2` data of the third event of a text that is an event stream, as text
 * (blocks without data do not count) · `chunks:7` the texts of the chunk lines of exchange 7 in a range of the saved form, joined
 * (a frame that is spread over several) · `base64` the text that a text of base64 encodes · `mojibake` the UTF-8 text that was misread as
 * Windows-1252: the step says that the text has been repaired. `part:4:90` units of a text, secrets cut (a body
 * behind its head) · `shell` what the word of a shell command means that a text begins with · `closed` JSON that was cut,
 * its open brackets closed · `dump` what the bytes say that `curl --trace`
 * shows · `unmarked` a body without the
 * marks that curl puts between its pieces ·
 * `line:2` its third line · `plain` the text without colour codes · `joined` the lines of a container log that were one line ·
 * `event` the data of an event whose lines go on without a field name · `printed` a value as Python or a console prints it ·
 * `csv` the text in a cell of CSV · `escaped` the text of a piece of a JSON string that lost its quotes.
 * In a name `~` is written `~0` and `/` is written `~1`.
 * Example: an answer inside an NDJSON line `json/.body`; a chunk of a recording `json/.text/sse:0/json`.
 * The empty path means the text itself.
 */
export type ValuePath = string;

export interface RowDraft {
  readonly kind: RowKind;
  readonly channel: Channel;
  /** Index of the source, and the range of the carrier in its text: UTF-16 units, end excluded. */
  readonly source: number;
  readonly from: number;
  readonly to: number;
  readonly path: ValuePath;
  readonly provenance: Provenance;
  readonly taskId?: TaskId;
  readonly contextId?: ContextId;
  /** Who sent or decided what the row says: a card's name, else a host, else undefined. */
  readonly agent?: string;
  /** Who it was for. */
  readonly peer?: string;
  /** Pairs a request with what answers it; numbered by the reader from 1 per source. */
  readonly exchange?: number;
  /** Milliseconds since the Unix epoch, fractions allowed; undefined where the source states none. */
  readonly time?: number;
  /** The state that the row shows a task in. */
  readonly state?: ObservedState;
  /** A status update that says it is the last. */
  readonly final?: boolean;
  /** A short label where the kind alone does not tell: the method of a request, `error -32001`, the name of an artifact. At most 80 units. */
  readonly label?: string;
  /** Whether the row shows a failure: an error answer, a refusal, an unreadable record. */
  readonly failed?: boolean;
}

/** A stretch of a source that is not agent traffic (set aside) or could not be read (unread), and why. */
export interface Stretch {
  readonly source: number;
  readonly from: number;
  readonly to: number;
  readonly why: string;
}

/** A place where a secret was cut on the way in. Equal secrets have equal numbers; numbers go up in order of first sight. */
export interface Cut {
  readonly source: number;
  readonly from: number;
  readonly to: number;
  readonly number: number;
  /** What kind of secret: `authorization`, `cookie`, `token`, `credentials`. */
  readonly shape: string;
  /** Where it was, in words: `header authorization`, `config.token`. */
  readonly place: string;
  /** The place in one word that an audit can judge by; asked with `placeKind`. */
  readonly where?: PlaceKind;
  /** The half of an exchange it stood in, where the text itself tells: inside `params` or `request`, `result` or `response`. */
  readonly side?: SecretSide;
  /** What stands around the placeholder: a number was cut, and a text in its place needs quotes. */
  readonly quotes?: readonly [before: string, after: string];
}

/** What an exchange is, as far as its request told. */
export interface ExchangeFacts {
  readonly source: number;
  readonly exchange: number;
  /** Who asked whom: card name or host, undefined where not stated. */
  readonly from?: string;
  readonly to?: string;
  /** Our word for the operation, `push` for a delivery, `other` for traffic that is no agent operation. */
  readonly operation?: string;
  readonly binding?: string;
  /** `0.3`, `1.0`; undefined where nothing told. */
  readonly version?: string;
  readonly traceparent?: string;
}

/** What a source turned out to be. */
export interface SourceFacts {
  readonly source: number;
  readonly name: string;
  /** A TraceReport format word: `json` `ndjson` `sse` `saved` `mixed` `unknown`, more with later formats. */
  readonly format: string;
  readonly protocols: readonly string[];
  readonly versions: readonly string[];
  readonly bindings: readonly string[];
  /** Its newest record comes first: the order of its records is turned round when it is read (SPEC.md L.3). */
  readonly newestFirst?: boolean;
}
