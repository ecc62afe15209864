// A row as a list shows it, and a row in full. Lists come by window, details one at a time.

import type { Observation } from '../adapters/observation.ts';
import type { Issue } from '../base/result.ts';
import type { Json } from '../base/json.ts';
import type { Fact } from '../log/fact.ts';
import type { Channel, Provenance, RowKind } from '../log/row-kind.ts';
import type { HttpHeaders } from '../protocol/http.ts';
import type { ObservedState } from '../protocol/task.ts';

export interface RowView {
  readonly seq: number;
  readonly row: number;
  readonly kind: RowKind;
  readonly channel: Channel;
  readonly provenance: Provenance;
  /** Milliseconds since the Unix epoch. */
  readonly time?: number;
  readonly agent?: string;
  readonly peer?: string;
  readonly taskId?: string;
  readonly contextId?: string;
  readonly exchange?: number;
  readonly state?: ObservedState;
  readonly final?: boolean;
  readonly failed?: boolean;
  readonly label?: string;
  /** One line of what it says: the text of a message, the reason of a refusal, the name of an artifact. At most 160 units. */
  readonly text?: string;
  /** A move that our kernel would refuse: `completed -> working is not a legal transition`. A note, never a finding. */
  readonly kernelNote?: string;
}

export interface RowWindow {
  /** Rows in the log that pass the filter. */
  readonly total: number;
  /** Rows in the log. */
  readonly unfiltered: number;
  readonly rows: readonly RowView[];
}
export interface RowFilter {
  readonly channels?: readonly Channel[];
  readonly taskId?: string;
  readonly agent?: string;
  /** Case-insensitive, in kind, agent, peer, task, label. */
  readonly find?: string;
}

export interface RowDetail {
  readonly view: RowView;
  readonly source: {
    readonly index: number;
    readonly name: string;
    readonly from: number;
    readonly to: number;
    readonly line: number;
    readonly path: string;
  };
  /** The carrier's text with secrets cut, at most 65 536 units. */
  readonly raw: string;
  readonly rawTruncated: boolean;
  /** The value that the row is about, secrets cut; undefined when it cannot be parsed. */
  readonly value?: Json;
  readonly http?: { readonly method?: string; readonly path?: string; readonly status?: number; readonly headers?: HttpHeaders };
  readonly observation?: Observation;
  readonly fact?: Fact;
  readonly issues: readonly Issue[];
  /** Other rows of the same exchange, and the rows before and after of the same task: places to go. */
  readonly sameExchange: readonly number[];
  readonly previousOfTask?: number;
  readonly nextOfTask?: number;
}
