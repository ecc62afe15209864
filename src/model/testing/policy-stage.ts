// A hardened (or reference) server on a clock that only its test moves, and handlers that take their time.

import { vi } from 'vitest';
import type { Fact, FactKind } from '../log/fact.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { Message } from '../protocol/message.ts';
import type { Operation, OperationResult } from '../protocol/operation.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';
import type { Task, TaskState } from '../protocol/task.ts';
import type { AgentHandler, TaskWork } from '../kernel/agent-handler.ts';
import { textPart } from '../kernel/parts.ts';
import type { Policy } from '../kernel/policy.ts';
import { createServer, type Server } from '../kernel/server.ts';
import { artifactUpdate, statusUpdate } from '../kernel/stream-events.ts';
import { PAYMENTS_INVESTIGATOR, castCard } from './delegation-cast.ts';

interface World {
  readonly wait: (ms: number) => Promise<void>;
  readonly now: () => number;
}
let world: World | undefined;

/** The clock of a test, before it sets a stage. */
export function playIn(clock: World): void {
  world = clock;
}

const STEP = 100;
export const CARD = castCard('callee', { maxDataClassification: 'restricted', pushNotifications: true, streaming: true });
export const TOKEN = 'a-token-of-enough-length';
/** The investigator as it arrives with a chain that its carrier has verified. */
export const PROVEN_INVESTIGATOR: CallerContext = { ...PAYMENTS_INVESTIGATOR, chainProof: { kind: 'verified', token: '', left: 3 } };
export const STRANGER: CallerContext = {
  agentId: 'marketing-copy-agent',
  tenant: 'retail',
  userId: 'u-7',
  scopes: ['delegate'],
  dataClassification: 'internal',
  delegationChain: [],
};

export function says(text: string, more: Partial<Message> = {}): Message {
  return { messageId: `m-${text}`, role: 'user', parts: [textPart(text)], ...more };
}

const pace = async (): Promise<void> => world?.wait(STEP);

type Move = TaskState | 'artifact' | 'throw';

/** Does one move a step, each from the copy that the write before gave back. */
export const doing = (...moves: readonly Move[]): AgentHandler =>
  async function* (work) {
    let copy = work.handed;
    for (const move of moves) {
      await pace();
      if (move === 'throw') throw new Error('boom');
      if (move === 'artifact') {
        const artifact = { artifactId: 'art-1', name: 'result', description: '', parts: [textPart('found')] };
        copy = work.addArtifact(copy, artifact);
        yield artifactUpdate(copy, artifact, { lastChunk: true });
      } else {
        copy = work.setStatus(copy, move);
        yield statusUpdate(copy);
      }
    }
  };

export const sanctions = doing('working', 'artifact', 'completed');
export const crash = doing('working', 'throw');
export const empty = doing();
/** Asks, and says it is done when it was answered. */
export const clarifying: AgentHandler = (work, message, signal) =>
  doing('working', work.handed.status.state === 'submitted' ? 'input-required' : 'completed')(work, message, signal);
export const forging: AgentHandler = async function* (work: TaskWork) {
  await pace();
  let copy: Task = { ...work.handed, delegationChain: ['root'] };
  for (const state of ['working', 'completed'] as const) {
    copy = work.setStatus(copy, state);
    yield statusUpdate(copy);
    await pace();
  }
};

interface Stage {
  readonly server: Server;
  readonly facts: readonly (Fact & { readonly at: number })[];
  readonly ask: (operation: Operation, caller?: CallerContext) => Promise<OperationResult>;
  readonly told: <K extends FactKind>(kind: K) => readonly (Extract<Fact, { kind: K }> & { readonly at: number })[];
}

export function stage(policy: Policy, handler: AgentHandler, allowedCallbackHosts: readonly string[] = ['agents.bank.ae']): Stage {
  const facts: (Fact & { at: number })[] = [];
  const now = (): number => world?.now() ?? 0;
  const begun = now();
  const server = createServer({
    card: CARD,
    handler,
    policy,
    allowedCallbackHosts,
    onFact: (fact) => facts.push({ ...fact, at: now() - begun }),
  });
  const { signal } = new AbortController();
  return {
    server,
    facts,
    ask: (operation, caller = PROVEN_INVESTIGATOR) => server.execute(operation, caller, { signal }),
    told: <K extends FactKind>(kind: K) => facts.filter((fact): fact is Extract<Fact, { kind: K }> & { at: number } => fact.kind === kind),
  };
}

/** Lets time pass until nothing is left to happen. */
export async function idle<T>(pending: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(20 * STEP);
  return pending;
}

export function stored({ server }: Stage, taskId = 'task-1'): string {
  const { state, tick = 0 } = server.get(taskId).status;
  return `${state}@${tick}`;
}

export async function waitingTask(policy: Policy, allowed?: readonly string[]): Promise<Stage> {
  const staged = stage(policy, clarifying, allowed);
  await idle(staged.ask({ kind: 'send', message: says('Screen Acme') }));
  return staged;
}

export function code(result: OperationResult): string | undefined {
  return result.kind === 'error' ? result.error.code : undefined;
}

export const setConfig = (url: string, token = TOKEN): Operation => ({
  kind: 'set-push-config',
  taskId: 'task-1',
  config: { url, token, authentication: 'bearer' },
});

/** Reads so many events, then leaves. */
export async function readSome(result: OperationResult, count = Number.POSITIVE_INFINITY): Promise<readonly StreamEvent[]> {
  const events: StreamEvent[] = [];
  if (result.kind !== 'events') return events;
  for await (const event of result.events) {
    events.push(event);
    if (events.length === count) break;
  }
  return events;
}

export function said(events: readonly StreamEvent[]): readonly string[] {
  return events.map((event) => {
    if (event.kind === 'status-update') return `${event.status.state}${event.final ? ' final' : ''}`;
    return event.kind === 'task' ? `task ${event.task.status.state}` : event.kind;
  });
}
