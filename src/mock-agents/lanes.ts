// The only messages that cross between lab and agent. Four lanes on one port: wire (text), facts, time, storage.
// One turn is out at a time in the whole lab: an input goes to one agent, everything the agent wants comes back in one idle.

import type { Fact } from '../model/log/fact.ts';
import type { HttpHead, HttpRequest } from '../model/protocol/http.ts';
import type { Json } from '../model/base/json.ts';

/** Virtual milliseconds since the episode's start. */
export type Millis = number;

/** lab → agent. */
export type ToAgent =
  | {
      readonly type: 'boot';
      readonly turn: 0;
      readonly agent: string;
      readonly behaviour: string;
      readonly settings: Json;
      readonly seed: number;
      /** Which of the agent's lives begins, from 1. */
      readonly life: number;
      /** When it begins: a later life does not begin with the episode. */
      readonly now: Millis;
    }
  | { readonly type: 'turn'; readonly turn: number; readonly now: Millis; readonly input: Input };

export type Input =
  /** wire: serve this; you may send `credit` chunks. */
  | {
      readonly input: 'request';
      readonly exchange: number;
      readonly request: HttpRequest;
      readonly credit: number;
      /** Who calls, as far as the wire knows. */
      readonly from: string;
    }
  | { readonly input: 'credit'; readonly exchange: number; readonly count: number }
  /** wire: the reader is gone. */
  | { readonly input: 'abort'; readonly exchange: number; readonly why: string }
  /** time: a sleep of yours is over. */
  | { readonly input: 'wake'; readonly timer: number }
  /** storage: what you wanted stored is kept (`texts` where you wanted to load), or could not be (`why`). */
  | { readonly input: 'stored'; readonly store: number; readonly texts?: readonly string[]; readonly why?: string }
  /** wire: answers to your own calls. */
  | { readonly input: 'head'; readonly call: number; readonly head: HttpHead; readonly text?: string }
  | { readonly input: 'chunk'; readonly call: number; readonly text: string }
  | { readonly input: 'end'; readonly call: number }
  | { readonly input: 'lost'; readonly call: number; readonly why: string };

/** agent → lab: the token of the turn comes back, once, with everything the agent wants, in program order. */
export type FromAgent =
  | { readonly type: 'idle'; readonly turn: number; readonly ops: readonly Op[] }
  | { readonly type: 'fatal'; readonly turn: number; readonly why: string };

/** What is wanted of a list of texts that outlives its agent and ends with the episode. */
export type StorageWish =
  | { readonly kind: 'load' }
  | { readonly kind: 'append'; readonly text: string }
  /** All of it or nothing: the list is then this one text. */
  | { readonly kind: 'replace'; readonly text: string };

export type Op =
  | { readonly op: 'head'; readonly exchange: number; readonly head: HttpHead; readonly text?: string }
  | { readonly op: 'chunk'; readonly exchange: number; readonly text: string }
  | { readonly op: 'end'; readonly exchange: number }
  | { readonly op: 'lost'; readonly exchange: number; readonly why: string }
  | { readonly op: 'sleep'; readonly timer: number; readonly ms: Millis; readonly background?: true }
  | { readonly op: 'unsleep'; readonly timer: number }
  | { readonly op: 'call'; readonly call: number; readonly to: string; readonly request: HttpRequest; readonly credit: number }
  | { readonly op: 'took'; readonly call: number; readonly count: number }
  | { readonly op: 'hangup'; readonly call: number }
  | { readonly op: 'store'; readonly store: number; readonly list: string; readonly wish: StorageWish }
  | { readonly op: 'fact'; readonly fact: Fact };

/** A message port, or anything that behaves like one. */
export interface LanePort {
  postMessage(message: unknown): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  close(): void;
}

/** One agent's realm as the lab holds it: a worker, or the same thread in tests. */
export interface Realm {
  readonly port: LanePort;
  kill(): void;
  /** Called at most once when the realm dies by itself. */
  onDeath?: ((why: string) => void) | undefined;
  /** A death that came before anyone listened. */
  failed?: string;
}
/** Which code is loaded into an agent's realm. Two agents of different make share none of it but the host and the bindings. */
export type AgentEntry = 'agents' | 'orchestrator' | 'specialist' | 'stand-in';
export type Spawn = (agent: string, entry: AgentEntry) => Realm | Promise<Realm>;
