import { describe, expect, it } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import { TASK_STATES, type TaskState } from '../protocol/task.ts';
import { castCard, PAYMENTS_INVESTIGATOR } from '../testing/delegation-cast.ts';
import type { AgentHandler } from './agent-handler.ts';
import { lifecycleMachine } from './lifecycle.ts';
import { reference } from './policy.ts';
import { createServer } from './server.ts';
import { statusUpdate } from './stream-events.ts';
import { INTERRUPTED_STATES, TERMINAL_STATES, TRANSITIONS, advance, lifecycleDrawing, reachFrom } from './transition-table.ts';

const events = TASK_STATES.map((type) => ({ type }));

/** The machine's own shortest way to each state it reaches from `submitted`: the states moved to. */
function shortestPaths(): readonly { readonly to: TaskState; readonly moves: readonly TaskState[] }[] {
  return getShortestPaths(lifecycleMachine, { events }).map((path) => ({
    to: path.state.value,
    moves: path.steps.map((step) => step.event.type as string).filter((type): type is TaskState => TASK_STATES.includes(type as TaskState)),
  }));
}

/** The moves that the machine itself allows from a state. */
function machineMoves(state: TaskState): readonly TaskState[] {
  const snapshot = lifecycleMachine.resolveState({ value: state });
  return TASK_STATES.filter((type) => snapshot.can({ type }));
}

describe('the lifecycle', () => {
  it('[T.1] has a table that is the machine, move by move', () => {
    const table = TASK_STATES.map((state) => [state, [...TRANSITIONS[state]]]);
    expect(table).toEqual(TASK_STATES.map((state) => [state, machineMoves(state)]));
  });

  it('[T.1] reaches every state from submitted, by paths that the table allows', () => {
    const paths = shortestPaths();
    expect(new Set(paths.map((path) => path.to))).toEqual(new Set(TASK_STATES));
    for (const { to, moves } of paths) {
      const walked = moves.reduce<TaskState>((state, target) => {
        const move = advance(state, target);
        expect(move).toEqual({ ok: true, state: target });
        return move.ok ? move.state : state;
      }, 'submitted');
      expect(walked).toBe(to);
    }
  });

  it.each(shortestPaths())('[T.1] stores $to when a server plays the machine’s shortest path', async ({ to, moves }) => {
    const walking: AgentHandler = async function* (work) {
      let task = work.handed;
      for (const state of moves) {
        task = work.setStatus(task, state);
        yield statusUpdate(task);
      }
    };
    const server = createServer({ card: castCard('walker', { maxDataClassification: 'restricted' }), handler: walking, policy: reference });
    const seen: TaskState[] = [];
    const message = { messageId: 'msg-1', role: 'user', parts: [] } as const;
    for await (const event of server.stream({ message, caller: PAYMENTS_INVESTIGATOR })) {
      if (event.kind === 'status-update') seen.push(event.status.state);
    }
    expect(seen).toEqual(['submitted', ...moves]);
    expect(server.get('task-1').status).toEqual({ state: to, tick: moves.length + 1 });
  });

  it('[T.2] names terminal and interrupted states', () => {
    expect([...TERMINAL_STATES]).toEqual(['completed', 'canceled', 'failed', 'rejected']);
    expect([...INTERRUPTED_STATES]).toEqual(['input-required', 'auth-required']);
  });

  it('[T.3] has no trap: from everywhere a terminal state is one move away', () => {
    expect(TASK_STATES.map((state) => [state, reachFrom(state).movesToTerminal])).toEqual([
      ['submitted', 1],
      ['working', 1],
      ['input-required', 1],
      ['auth-required', 1],
      ['completed', 0],
      ['canceled', 0],
      ['failed', 0],
      ['rejected', 0],
    ]);
  });

  it('[T.4] is drawn with every state and every move of the machine', () => {
    const drawing = lifecycleDrawing();
    expect(drawing.states).toHaveLength(TASK_STATES.length);
    expect(drawing.states.filter((drawn) => drawn.terminal).map((drawn) => drawn.state)).toEqual([...TERMINAL_STATES]);
    expect(drawing.states.filter((drawn) => drawn.interrupted).map((drawn) => drawn.state)).toEqual([...INTERRUPTED_STATES]);
    expect(drawing.moves).toEqual(TASK_STATES.flatMap((from) => machineMoves(from).map((to) => ({ from, to }))));
    expect(drawing.moves).toHaveLength(17);
  });
});
