// What the page says to the lab worker and what comes back. An episode comes out as text in the saved form.

import type { Json } from '../model/base/json.ts';
import type { AgentEntry } from './lanes.ts';
import type { EpisodeEnd } from '../model/log/saved-form.ts';

export interface PlayRequest {
  readonly lesson: string;
  readonly seed?: string;
  readonly policy?: string;
  /** Which of the lesson's takes; its first where it is not said. */
  readonly take?: string;
  /** By knob name; only those that differ from the lesson's own. */
  readonly knobs?: Readonly<Record<string, Json>>;
}
export type PlayOutcome =
  | {
      readonly ok: true;
      readonly end: EpisodeEnd;
      readonly turns: number;
      readonly workers: number;
      /** What whoever plays should know about how it was played, in words. */
      readonly notice?: string;
    }
  /** An unknown lesson, a knob that is refused (with the list of known values): nothing was played. */
  | { readonly ok: false; readonly why: string };

/** page → lab worker. One episode at a time; a new play ends the one before. */
export type ToLab =
  | { readonly type: 'play'; readonly play: number; readonly request: PlayRequest }
  | { readonly type: 'stop'; readonly play: number }
  /** Comes with the port that the agent's lanes run on. */
  | { readonly type: 'seated'; readonly seat: number }
  /** The agent's worker has ended by itself, or could not be started. */
  | { readonly type: 'died'; readonly seat: number; readonly why: string };
/** lab worker → page. Text in the order written; `settled` is the last message of a play. */
export type FromLab =
  | { readonly type: 'ready' }
  | { readonly type: 'text'; readonly play: number; readonly text: string }
  | { readonly type: 'settled'; readonly play: number; readonly outcome: PlayOutcome }
  /** A content policy violation inside a worker: the page cannot see it otherwise. */
  | { readonly type: 'violation'; readonly what: string }
  /** Asks for a worker, where the lab can start none. */
  | { readonly type: 'seat'; readonly seat: number; readonly agent: string; readonly entry: AgentEntry }
  | { readonly type: 'unseat'; readonly seat: number };
