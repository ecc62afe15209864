// The saved form, version 2: newline-delimited JSON, a header line first. An episode's recording *is* this form; a saved
// paste is this form with the cut text of its sources in it. Never columns: a new reader reads old text again (SPEC.md L.6).
//
// {"delegationInspector":"saved","version":2,"name":"…","settings":{…},"episode":{…}}
// {"at":0,"line":"request","exchange":1,"from":"payments-investigator","to":"sanctions-screening-agent", …}

import type { Json } from '../base/json.ts';
import type { HttpHeaders } from '../protocol/http.ts';
import type { AgentName } from '../protocol/task.ts';
import type { Fact } from './fact.ts';
import type { ReadAs } from './read-as.ts';

export const SAVED_FORM_VERSION = 2;
/** 2026-01-01T00:00:00.000Z: where every virtual clock starts, in milliseconds since the Unix epoch. */
export const VIRTUAL_EPOCH = 1_767_225_600_000;

/** Thresholds that a person may have moved; written into what is saved. */
export interface LogSettings {
  readonly stallSeconds: number;
  readonly depth: number;
  readonly retrySeconds: number;
}
export const DEFAULT_SETTINGS: LogSettings = { stallSeconds: 300, depth: 5, retrySeconds: 60 };

/** What an episode is a pure function of. */
export interface EpisodeIdentity {
  readonly lesson: string;
  readonly seed: string;
  readonly policy: string;
  /** Which of several episodes of the lesson it is, where there are several. */
  readonly take?: string;
  /** Only the knobs that differ from the lesson's own values. */
  readonly knobs: Readonly<Record<string, Json>>;
}

export interface SavedHeader {
  readonly delegationInspector: 'saved';
  readonly version: number;
  readonly name: string;
  readonly settings: LogSettings;
  readonly episode?: EpisodeIdentity;
}

/** `at`: virtual milliseconds since VIRTUAL_EPOCH. Text in bodies and chunks is as it crossed, secrets cut. */
export type RecordedLine =
  | {
      readonly at: number;
      readonly line: 'request';
      readonly exchange: number;
      readonly from: AgentName;
      readonly to: AgentName;
      readonly method: string;
      readonly path: string;
      readonly headers: HttpHeaders;
      readonly body: string;
    }
  /** A whole answer. */
  | {
      readonly at: number;
      readonly line: 'response';
      readonly exchange: number;
      readonly status: number;
      readonly headers: HttpHeaders;
      readonly body: string;
    }
  /** The head of a streamed answer; chunks and an end follow. */
  | { readonly at: number; readonly line: 'head'; readonly exchange: number; readonly status: number; readonly headers: HttpHeaders }
  | { readonly at: number; readonly line: 'chunk'; readonly exchange: number; readonly text: string }
  | { readonly at: number; readonly line: 'end'; readonly exchange: number }
  /** The answer will not come, or not to its end. */
  | { readonly at: number; readonly line: 'lost'; readonly exchange: number; readonly why: string }
  /** The reader stopped reading. */
  | { readonly at: number; readonly line: 'hung-up'; readonly exchange: number }
  | { readonly at: number; readonly line: 'fact'; readonly by: AgentName; readonly fact: Fact }
  | {
      readonly at: number;
      readonly line: 'episode-ended';
      readonly end: EpisodeEnd;
      readonly open: readonly number[];
      readonly turns: number;
    };

/** How an episode ended: nothing left to do; an answer owed for ever; the time limit; an instant that never ended. */
export type EpisodeEnd = 'done' | 'stalled' | 'horizon' | 'no-progress';

/** The two lines that carry a pasted source inside a saved file; text comes in pieces of at most 65 536 units. */
export type SavedSourceLine =
  /** `as`: what a person chose to read it as; what it is is found out where nobody did. */
  | { readonly line: 'source'; readonly source: number; readonly name: string; readonly as?: ReadAs }
  | { readonly line: 'text'; readonly source: number; readonly text: string };

export type SavedLine = SavedHeader | RecordedLine | SavedSourceLine;

/** One line of the saved form, with its line feed. */
export function savedLine(line: SavedLine): string {
  return `${JSON.stringify(line)}\n`;
}
