// What a lesson about an unreliable peer is played with: what the orchestrator wants, what its client is like, what the
// specialist is like, and what is done to the specialist's wire. All of it is data, so knobs and takes reach every member.

import type { Json } from '../model/base/json.ts';
import type { ClientSettings } from '../model/kernel/client-settings.ts';
import type { AgentName } from '../model/protocol/task.ts';

/** What may be done to a peer's wire. The first nine are the chaos matrix; the others go beyond it. */
export const FAULT_MODES = [
  'none',
  'slow',
  'flaky',
  'error',
  'crash',
  'hang',
  'malformed',
  'invalid_transition',
  'auth_reject',
  'duplicate',
  'reorder',
  'truncate',
  'drop',
  'drip',
  'wrong_content_type',
  'huge_body',
  'lying_card',
  'busy_loop',
  'lost_create',
] as const;
export type FaultMode = (typeof FAULT_MODES)[number];

export interface Fault {
  readonly mode: FaultMode;
  /** Orders for which skill it strikes. */
  readonly on: 'every' | 'statistics' | 'format_table';
  /** How often it strikes; null: each time. */
  readonly times: number | null;
  /** Which route it strikes, where the mode leaves a choice. */
  readonly where: 'create' | 'events' | 'get';
  /** Virtual milliseconds of the long step of `slow`, and of the pauses of `drip`. */
  readonly slowMs: number;
  /** What `malformed` says: text that is no JSON, or JSON that is no task. */
  readonly garbage: 'no_json' | 'no_id';
  /** What `invalid_transition` says: an end that skips the work, or work after the end. */
  readonly moves: 'skips_working' | 'works_after_end';
  /** Creates that are answered with 503 before the fault begins. */
  readonly unavailableFirst: number;
  /** Whether a cancel is left without an answer. */
  readonly ignoresCancel: boolean;
}

export interface Specialist {
  /** `ok` works and completes; the others are ends that a healthy peer may come to. */
  readonly behave: 'ok' | 'fail_midway' | 'reject';
  /** Whether it has a question before it works. */
  readonly asksFirst: boolean;
  /** Virtual milliseconds between signs of life; null: it gives none. */
  readonly heartbeatMs: number | null;
  readonly signsCard: boolean;
}

export interface Experiment {
  /** One skill of the specialist, or the whole report: lookup, statistics, format_table, assembly. */
  readonly order: 'statistics' | 'report';
  readonly client: ClientSettings;
  /** Whether the client takes only a card whose signature it can verify. */
  readonly verifiesCard: boolean;
  readonly specialist: Specialist;
  readonly fault: Fault;
}

export const NO_FAULT: Fault = {
  mode: 'none',
  on: 'every',
  times: null,
  where: 'create',
  slowMs: 15_000,
  garbage: 'no_json',
  moves: 'skips_working',
  unavailableFirst: 0,
  ignoresCancel: false,
};
export const HEALTHY_SPECIALIST: Specialist = { behave: 'ok', asksFirst: false, heartbeatMs: null, signsCard: false };

/** What the lab boots the specialist with. It is told nothing of who will ask. */
export interface SpecialistSettings extends Pick<Experiment, 'specialist' | 'fault'> {
  /** What callers must show. */
  readonly token: string;
  /** Whom it was given to: whoever shows it is taken for them. */
  readonly tokenHolder: AgentName;
  /** Under which policy it serves them. */
  readonly policy: string;
  /** Of what the keys of the episode are made, its own among them (hosting/agent-keys.ts). */
  readonly keySeed: string;
}

export function specialistSettingsAsJson(settings: SpecialistSettings): Json {
  return settings as unknown as Json;
}
