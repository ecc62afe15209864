// The token of a turn, on the agent's side: while it is out, wishes are noted in program order; one macrotask after the last
// thing moved it goes back with all of them. A wish outside a turn, or too many in one, ends the agent.

import type { Hop } from '../hop.ts';
import type { FromAgent, LanePort, Op } from '../lanes.ts';
import { CHARACTERS_PER_TURN, charactersOf, OPS_PER_TURN } from '../virtual-time/constants.ts';

export interface TurnLedger {
  /** The token has come: wishes may be noted. */
  readonly begin: (turn: number) => void;
  /** Lets it go back once the microtasks of this input have run, and nothing is held. */
  readonly settleSoon: () => void;
  readonly note: (op: Op) => void;
  readonly hold: <T>(work: Promise<T>) => Promise<T>;
  readonly fatal: (why: string) => never;
  readonly isDead: () => boolean;
}

/** Makes the ledger of one agent over its port. */
export function createTurnLedger(port: LanePort, hop: Hop): TurnLedger {
  // Bound now: the agent's code may replace what hangs on the prototype.
  const post = port.postMessage.bind(port);
  let turn = 0;
  let open = false;
  let dead = false;
  let held = 0;
  let characters = 0;
  let ops: Op[] = [];

  const fatal = (why: string): never => {
    if (!dead) {
      dead = true;
      post({ type: 'fatal', turn, why } satisfies FromAgent);
    }
    throw new Error(why);
  };
  const settle = (): void => {
    if (dead || held > 0 || !open) return;
    open = false;
    const said = ops;
    ops = [];
    characters = 0;
    post({ type: 'idle', turn, ops: said } satisfies FromAgent);
  };
  const release = (): void => {
    held--;
    if (held === 0) hop(settle);
  };

  return {
    begin(next) {
      turn = next;
      open = true;
    },
    settleSoon: () => hop(settle),
    note(op) {
      if (dead) throw new Error('this agent has ended');
      if (!open) fatal(`late-activity: ${op.op} outside a turn`);
      characters += charactersOf(op);
      if (ops.push(op) > OPS_PER_TURN || characters > CHARACTERS_PER_TURN) fatal('flood: too much in one turn');
    },
    hold(work) {
      held++;
      return work.finally(release);
    },
    fatal,
    isDead: () => dead,
  };
}
