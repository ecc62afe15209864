// The eleven invariants of the delegation kernel, under reference semantics. Where one says "every", it is a property.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeReferenceCard } from '../adapters/adapters.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';
import { TASK_STATES, type Task, type TaskState } from '../protocol/task.ts';
import {
  PROPERTY,
  arbitraryCaller,
  arbitraryCard,
  arbitraryCards,
  arbitraryHandlerMoves,
  arbitraryMessage,
  arbitraryState,
  arbitraryTag,
  arbitraryTask,
  type HandlerMove,
} from '../testing/arbitraries.ts';
import { PAYMENTS_INVESTIGATOR, castCard } from '../testing/delegation-cast.ts';
import { answerAdapters } from '../testing/oracle-adapters.ts';
import { objectAt, taskJson } from '../testing/oracle-shapes.ts';
import { REFERENCE_ADMISSION, admit } from './admission.ts';
import type { AgentHandler } from './agent-handler.ts';
import { createDirectory } from './discovery.ts';
import { reference } from './policy.ts';
import { publishedCard } from './published-card.ts';
import { createServer } from './server.ts';
import { artifactUpdate, statusUpdate } from './stream-events.ts';
import { advance, isTerminal, reachFrom } from './transition-table.ts';

const CARD = castCard('callee', { maxDataClassification: 'restricted', securitySchemes: ['mtls'] });
const MESSAGE = { messageId: 'msg-1', role: 'user', parts: [] } as const;

/** A handler that plays moves on its own copy and emits what it is told to. */
function playing(moves: readonly HandlerMove[]): AgentHandler {
  return async function* (work) {
    let task = work.handed;
    for (const move of moves) {
      task = move.move === 'status' ? work.setStatus(task, move.state, move.message) : work.addArtifact(task, move.artifact);
      if (move.emit) yield move.move === 'status' ? statusUpdate(task) : artifactUpdate(task, move.artifact);
    }
  };
}

function serve(handler: AgentHandler, card: AgentCard = CARD) {
  return createServer({ card, handler, policy: reference });
}

function discovered(cards: readonly AgentCard[], caller: CallerContext, tags: readonly string[]): readonly string[] {
  const directory = createDirectory();
  for (const card of cards) directory.register(card);
  const found = directory.discover(caller, tags);
  if (!found.ok) throw new Error(found.issues[0]?.message);
  return found.value.map((card) => card.name);
}

/** What became of an attempt: its last task and, of a stream, the events before; or the text of the error. */
async function outcomeOf(attempt: () => Promise<Task>): Promise<Json> {
  try {
    return taskJson(await attempt());
  } catch (thrown) {
    return { error: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

describe('the invariants of the kernel', () => {
  it('invariant 1: terminal states accept nothing', async () => {
    fc.assert(
      fc.property(arbitraryState.filter(isTerminal), arbitraryState, (from, to) => {
        const reason = `${from} is terminal; cannot move to ${to}`;
        expect(advance(from, to)).toEqual({ ok: false, error: { kind: 'illegal-transition', from, to, reason } });
      }),
      PROPERTY,
    );
    const oneMove = (state: TaskState): HandlerMove => ({ move: 'status', state, emit: true });
    const server = serve(playing([oneMove('working'), oneMove('completed')]));
    await server.send({ message: MESSAGE, caller: PAYMENTS_INVESTIGATOR });
    expect(() => server.cancel('task-1')).toThrow('task task-1 is already completed');
    const late = server.send({ message: { ...MESSAGE, taskId: 'task-1' }, caller: PAYMENTS_INVESTIGATOR });
    await expect(late).rejects.toThrow('task task-1 is completed');
    expect(server.get('task-1').history.length).toBe(1);
  });

  it('invariant 2: no trap states, every state that is not terminal reaches one that is', () => {
    for (const state of TASK_STATES) expect(reachFrom(state).movesToTerminal).toBe(isTerminal(state) ? 0 : 1);
  });

  it('invariant 3: submitted to completed and input-required to rejected are illegal', () => {
    const reasons = [advance('submitted', 'completed'), advance('input-required', 'rejected')].map((move) => !move.ok && move.error.reason);
    expect(reasons).toEqual(['submitted -> completed is not a legal transition', 'input-required -> rejected is not a legal transition']);
    expect(advance('auth-required', 'rejected')).toEqual({ ok: true, state: 'rejected' });
  });

  it('invariant 4: a denied delegation creates no task', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryCaller, arbitraryCard, arbitraryMessage, async (caller, card, message) => {
        const decision = admit(caller, card);
        const server = serve(playing([]), card);
        const outcome = await outcomeOf(() => server.send({ message, caller }));
        const denial = decision.ok ? decision.value[0] : undefined;
        if (denial) expect(outcome).toEqual({ error: denial.reason });
        expect(server.state.tasks.size).toBe(denial ? 0 : 1);
        expect(server.state.idCount).toBe(denial ? 0 : 2);
      }),
      PROPERTY,
    );
  });

  it('invariant 5: the chain is the caller’s chain and the caller', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryCaller, async (caller) => {
        const shallow = { ...caller, delegationChain: caller.delegationChain.filter((name) => name !== CARD.name).slice(0, 3) };
        const task = await serve(playing([])).send({ message: MESSAGE, caller: shallow });
        expect(task.delegationChain).toEqual([...shallow.delegationChain, shallow.agentId]);
      }),
      PROPERTY,
    );
  });

  it('invariant 6: a published card has exactly ten keys, none of them platform metadata', () => {
    const keys = [
      'protocolVersion',
      'name',
      'description',
      'url',
      'version',
      'capabilities',
      'defaultInputModes',
      'defaultOutputModes',
      'securitySchemes',
      'skills',
    ];
    fc.assert(
      fc.property(arbitraryCard, (card) => {
        expect(Object.keys(encodeReferenceCard(card))).toEqual(keys);
        const { owner: _owner, tenants: _tenants, maxDataClassification: _clearance, ...published } = card;
        expect(publishedCard(card)).toEqual(published);
      }),
      PROPERTY,
    );
  });

  it('invariant 7: discovery never returns the caller and does not depend on the order of registration', () => {
    fc.assert(
      fc.property(
        arbitraryCards.chain((cards) => fc.tuple(fc.constant(cards), fc.shuffledSubarray([...cards], { minLength: cards.length }))),
        arbitraryCaller,
        fc.array(arbitraryTag, { maxLength: 3 }),
        ([cards, shuffled], caller, tags) => {
          const names = discovered(cards, caller, tags);
          expect(names).not.toContain(caller.agentId);
          expect(discovered(shuffled, caller, tags)).toEqual(names);
        },
      ),
      PROPERTY,
    );
  });

  it('invariant 8: admission returns all denials that apply, each on its own', () => {
    fc.assert(
      fc.property(arbitraryCaller, arbitraryCard, fc.integer({ min: -1, max: 5 }), (caller, card, maxDepth) => {
        const alone = REFERENCE_ADMISSION.flatMap((check) => {
          const decision = admit(caller, card, { maxDepth, checks: [check] });
          return decision.ok ? decision.value : [];
        });
        expect(admit(caller, card, { maxDepth })).toEqual({ ok: true, value: alone, issues: [] });
      }),
      PROPERTY,
    );
  });

  it('invariant 9: every state comes back from the internal vocabulary', () => {
    const identity = objectAt(answerAdapters({ op: 'map', table: 'a2a_identity' }, {}), 'map');
    expect(identity).toEqual(Object.fromEntries(TASK_STATES.map((state) => [state, state])));
  });

  it('invariant 10: A2A to internal to ACP to internal is the identity but for the two declared losses, the empty task included', () => {
    const declared: Partial<Record<TaskState, string>> = { rejected: 'failed', 'auth-required': 'awaiting_input' };
    const empty: Task = {
      taskId: 'task-1',
      contextId: 'ctx-2',
      status: { state: 'submitted', tick: 1 },
      history: [],
      artifacts: [],
      delegationChain: [],
    };
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: arbitraryTask }, fc.constant(empty)), (task) => {
        const trip = answerAdapters({ op: 'roundtrip', task: taskJson(task) }, {}) as JsonObject;
        const internal = objectAt(trip, 'internal');
        const lost = declared[task.status.state];
        expect(trip['back']).toEqual(lost === undefined ? internal : { ...internal, state: lost });
        expect(trip['different_fields']).toEqual(lost === undefined ? [] : ['state']);
      }),
      PROPERTY,
    );
  });

  it('invariant 11: send and stream agree on final state and artifacts, whatever the handler does', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryHandlerMoves, arbitraryMessage, async (moves, message) => {
        const delegation = { message, caller: PAYMENTS_INVESTIGATOR };
        const [sending, streaming] = [serve(playing(moves)), serve(playing(moves))];
        const sent = await outcomeOf(() => sending.send(delegation));
        const streamed = await outcomeOf(async () => {
          let last: StreamEvent | undefined;
          for await (const event of streaming.stream(delegation)) last = event;
          if (last?.kind !== 'task') throw new Error('the last event is no task');
          return last.task;
        });
        expect(streamed).toEqual(sent);
        expect(taskJson(streaming.get('task-1'))).toEqual(taskJson(sending.get('task-1')));
      }),
      PROPERTY,
    );
  });
});
