// What a fact holds, kind by kind: a file may carry anything under a fact's name. Whoever reads a fact of the log takes its
// members for what their type says, so a fact that holds something else is told at the door, and never becomes a row (SPEC.md N.10).

import { type Json, textMember } from '../base/json.ts';
import type { Issue } from '../base/result.ts';
import type { AgentCard, Skill } from '../protocol/agent-card.ts';
import type { CallerContext, StatedOfCaller } from '../protocol/caller-context.ts';
import { DELEGATION_OUTCOMES, PEER_FAILURE_KINDS, PEER_STEPS, type PeerFailure } from '../protocol/peer.ts';
import { TASK_STATES } from '../protocol/task.ts';
import type { DelegationDenial, Fact, FactKind } from './fact.ts';
import { KERNEL_KINDS } from './row-kind.ts';
import { STAND_IN_STATES } from './watch-fact.ts';
import {
  anything,
  count,
  flag,
  listOf,
  mapOf,
  object,
  oneOf,
  optional,
  pause,
  text,
  texts,
  whole,
  withMembers,
  type Members,
  type MembersByName,
  type Shape,
} from './value-shape.ts';

const state = oneOf(TASK_STATES);
const step = oneOf(PEER_STEPS);
const standInState = oneOf(STAND_IN_STATES);

const caller = object<Pick<CallerContext, StatedOfCaller>>({
  agentId: text,
  tenant: text,
  userId: text,
  scopes: texts,
  dataClassification: text,
  delegationChain: texts,
});
const skill = object<Skill>({ skillId: text, name: text, description: text, tags: texts, examples: texts });
const card = object<AgentCard>({
  name: text,
  description: text,
  url: text,
  version: text,
  protocolVersion: text,
  skills: listOf(skill),
  streaming: flag,
  pushNotifications: flag,
  defaultInputModes: texts,
  defaultOutputModes: texts,
  securitySchemes: texts,
  schemeTypes: optional(mapOf(text)),
  owner: text,
  tenants: texts,
  maxDataClassification: text,
});
const failure = object<PeerFailure>({
  kind: oneOf(PEER_FAILURE_KINDS),
  status: optional(count),
  code: optional(text),
  retryAfterMs: optional(pause),
  detail: text,
});
const denial = object<DelegationDenial>({ code: text, reason: text });
const ofTask = { taskId: text, contextId: text };
const ofStandIn = { standIn: text, taskId: optional(text) };

type Told<K extends FactKind> = Omit<Extract<Fact, { readonly kind: K }>, 'kind'>;
type Shapes = { readonly [K in FactKind]: Members<Told<K>> };

const SHAPES: Shapes = {
  'card-published': { card },
  'need-stated': { caller, tags: texts, maxDepth: whole },
  'cards-ranked': { names: texts, skipped: optional(listOf(object<{ name: string; reason: string }>({ name: text, reason: text }))) },
  'discovery-refused': { caller: text, reason: text },
  'delegation-admitted': { caller, callee: text, maxDepth: whole, taskId: optional(text) },
  'delegation-denied': { caller, callee: text, maxDepth: whole, denials: listOf(denial), taskId: optional(text) },
  'task-created': { ...ofTask, delegationChain: texts },
  'status-stored': { ...ofTask, state, tick: count, text: optional(text), cause: optional(text) },
  'artifact-stored': { ...ofTask, artifactId: text, name: text },
  'transition-refused': { taskId: optional(text), from: state, to: state, reason: text },
  'write-refused': { taskId: text, reason: text },
  'push-config-set': { taskId: text, url: text },
  'push-config-refused': { taskId: text, url: text, code: text, reason: text },
  'push-config-deleted': { taskId: text, url: text },
  'push-sent': { taskId: text, url: text, state, tick: count },
  translated: { step: oneOf(['a2a-to-internal', 'internal-to-acp', 'acp-to-internal']), taskId: text, document: anything },
  'worker-started': { agent: text },
  'worker-ended': { agent: text, why: text },
  'retry-scheduled': { attempt: count, waitMs: pause, step, failure, taskId: optional(text) },
  'outcome-decided': {
    outcome: oneOf(DELEGATION_OUTCOMES),
    attempts: count,
    taskId: optional(text),
    state: optional(state),
    why: text,
    note: optional(text),
    artifacts: count,
    complete: oneOf(['yes', 'no', 'unknown']),
  },
  'late-completion': { taskId: text, state },
  'fault-injected': { mode: text, what: text, exchange: optional(text) },
  'stand-in-moved': {
    ...ofStandIn,
    number: count,
    event: text,
    from: optional(standInState),
    to: standInState,
  },
  'turn-started': { ...ofStandIn, turn: count },
  parked: { ...ofStandIn, state: optional(state) },
  registered: { ...ofStandIn, agent: text, configId: text, tokenDigest: text },
  'registration-failed': { ...ofStandIn, agent: text, errorType: text },
  'watch-changed': { ...ofStandIn, mode: oneOf(['push', 'follow', 'off']), why: text },
  'task-fetched': {
    ...ofStandIn,
    why: oneOf(['reconcile', 'push', 'recheck']),
    state: optional(state),
    text: optional(text),
    claimed: optional(state),
    errorType: optional(text),
  },
  'recheck-waiting': { ...ofStandIn, recheck: count, waitMs: pause, claimed: optional(state) },
  'follow-subscribed': { ...ofStandIn, followRun: count },
  'follow-ended': {
    ...ofStandIn,
    followRun: count,
    why: oneOf(['unchanged', 'error', 'changed', 'window', 'failed', 'gone', 'restarted']),
    errorType: optional(text),
  },
  'follow-cancelled': { ...ofStandIn, followRun: count, why: oneOf(['reply', 'cancel', 'roll']) },
  'parent-told': { ...ofStandIn, number: count, state, text, note: flag },
  'stand-in-closed': { ...ofStandIn, state },
  'history-rolled': { ...ofStandIn, kept: texts },
  'push-accepted': { ...ofStandIn, claimed: optional(state) },
  'push-refused': { ...ofStandIn, status: count, category: text },
  'push-deletion-failed': { ...ofStandIn, attempt: count, errorType: text },
  'step-logged': { step: text, status: oneOf(['OK', 'DEGRADED', 'FAILED']), detail: text, report: optional(anything) },
};

const IS_KERNEL_KIND: ReadonlySet<string> = new Set(KERNEL_KINDS);
const CHECKS: ReadonlyMap<string, Shape> = new Map(
  Object.entries<MembersByName>(SHAPES)
    .filter(([kind]) => IS_KERNEL_KIND.has(kind))
    .map(([kind, members]) => [kind, withMembers(members)]),
);

/**
 * Why a value is no fact that this page can tell.
 * @returns undefined where it is one: every member that its kind names is there and is what its type says; others are let be
 * Source: SPEC.md N.10.
 */
export function factFlaw(value: Json | undefined): Issue | undefined {
  const kind = textMember(value, 'kind');
  const check = CHECKS.get(kind ?? '');
  if (value === undefined || check === undefined) return { path: 'fact.kind', message: 'a fact of an unknown kind' };
  const flaw = check(value);
  if (flaw === undefined) return undefined;
  const path = `fact${flaw.path}`;
  return { path, message: `a ${kind ?? ''} fact whose "${path}" is not ${flaw.should}` };
}
