// What a delegating client and the lab tell as facts, read with care: a saved file may hold anything under a fact's name, and
// a member that is spelled otherwise is left out, never guessed.

import { member, textMember, type Json } from '../base/json.ts';
import type { LogView } from '../log/log-view.ts';
import {
  DELEGATION_OUTCOMES,
  PEER_FAILURE_KINDS,
  PEER_STEPS,
  type DelegationOutcome,
  type PeerFailure,
  type PeerStep,
} from '../protocol/peer.ts';
import { TASK_STATES, type TaskState } from '../protocol/task.ts';

/** Where a fact stands, and when it was told where its line says. */
export interface FactPlace {
  readonly seq: number;
  /** Milliseconds since the Unix epoch. */
  readonly at?: number;
}
/** A try that failed and is followed by another one after a pause. */
export interface ScheduledRetry extends FactPlace {
  readonly waitMs?: number;
  readonly step?: PeerStep;
  readonly failure?: PeerFailure;
}
/** How a client says that its delegation ended. */
export interface DecidedOutcome extends FactPlace {
  /** Undefined where the word is none of the seven. */
  readonly outcome?: DelegationOutcome;
  readonly attempts?: number;
  readonly why?: string;
  readonly note?: string;
  readonly taskId?: string;
  readonly state?: TaskState;
  /** How many were handed over. */
  readonly artifacts?: number;
  readonly complete?: 'yes' | 'no' | 'unknown';
}
export interface InjectedFault extends FactPlace {
  readonly by?: string;
  readonly mode: string;
  readonly what: string;
}
/** A line of an agent's own step log. */
export interface LoggedStep extends FactPlace {
  readonly by?: string;
  readonly step: string;
  readonly status?: 'OK' | 'DEGRADED' | 'FAILED';
  readonly detail: string;
  readonly report?: Json;
}
/** A terminal state that was seen although a cancel had left. */
export interface LateCompletion extends FactPlace {
  readonly taskId: string;
  readonly state?: TaskState;
}

export function scheduledRetry(log: LogView, row: number): ScheduledRetry {
  const fact = factOf(log, row);
  const waitMs = countMember(fact, 'waitMs');
  const step = oneOf(PEER_STEPS, member(fact, 'step'));
  const failure = failureOf(member(fact, 'failure'));
  return { ...placeOf(log, row), ...(waitMs === undefined ? {} : { waitMs }), ...(step && { step }), ...(failure && { failure }) };
}

export function decidedOutcome(log: LogView, row: number): DecidedOutcome {
  const fact = factOf(log, row);
  const outcome = oneOf(DELEGATION_OUTCOMES, member(fact, 'outcome'));
  const state = oneOf(TASK_STATES, member(fact, 'state'));
  const complete = oneOf(['yes', 'no', 'unknown'] as const, member(fact, 'complete'));
  return {
    ...placeOf(log, row),
    ...(outcome && { outcome }),
    ...counted('attempts', countMember(fact, 'attempts')),
    ...counted('artifacts', countMember(fact, 'artifacts')),
    ...texts(fact, 'why', 'note', 'taskId'),
    ...(state && { state }),
    ...(complete && { complete }),
  };
}

export function injectedFault(log: LogView, row: number): InjectedFault {
  const fact = factOf(log, row);
  return { ...placeOf(log, row), ...author(log, row), mode: textMember(fact, 'mode') ?? '', what: textMember(fact, 'what') ?? '' };
}

export function loggedStep(log: LogView, row: number): LoggedStep {
  const fact = factOf(log, row);
  const status = oneOf(['OK', 'DEGRADED', 'FAILED'] as const, member(fact, 'status'));
  const report = member(fact, 'report');
  return {
    ...placeOf(log, row),
    ...author(log, row),
    step: textMember(fact, 'step') ?? '',
    ...(status && { status }),
    detail: textMember(fact, 'detail') ?? '',
    ...(report === undefined ? {} : { report }),
  };
}

export function lateCompletion(log: LogView, row: number): LateCompletion {
  const fact = factOf(log, row);
  const state = oneOf(TASK_STATES, member(fact, 'state'));
  return { ...placeOf(log, row), taskId: textMember(fact, 'taskId') ?? '', ...(state && { state }) };
}

/** A fact as what it is: whatever stands in a file. */
function factOf(log: LogView, row: number): unknown {
  return log.fact(row);
}

function placeOf(log: LogView, row: number): FactPlace {
  const at = log.time(row);
  return { seq: log.seqOf(row), ...(at === undefined ? {} : { at }) };
}

function author(log: LogView, row: number): { readonly by?: string } {
  const by = log.agent(row);
  return by === undefined ? {} : { by };
}

function failureOf(value: Json | undefined): PeerFailure | undefined {
  const kind = oneOf(PEER_FAILURE_KINDS, member(value, 'kind'));
  if (kind === undefined) return undefined;
  const code = textMember(value, 'code');
  return {
    kind,
    ...counted('status', countMember(value, 'status')),
    ...counted('retryAfterMs', countMember(value, 'retryAfterMs')),
    ...(code === undefined ? {} : { code }),
    detail: textMember(value, 'detail') ?? '',
  };
}

function oneOf<T extends string>(words: readonly T[], value: unknown): T | undefined {
  return words.find((word) => word === value);
}

function countMember(holder: unknown, name: string): number | undefined {
  const value = member(holder, name);
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function counted<K extends string>(name: K, value: number | undefined): { readonly [P in K]?: number } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [P in K]?: number };
}

function texts<K extends string>(holder: unknown, ...names: readonly K[]): { readonly [P in K]?: string } {
  const found = names.flatMap((name) => {
    const text = textMember(holder, name);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(found) as { readonly [P in K]?: string };
}
