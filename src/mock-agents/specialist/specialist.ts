// The specialist: an agent made with LangGraph, served under the hardened policy or whatever it is booted with. It shares nothing
// with the agents that order from it but the wire, and is told nothing of them.

import { serveInterop } from '../../model/adapters/adapters.ts';
import { VIRTUAL_EPOCH } from '../../model/log/saved-form.ts';
import type { AgentHandler } from '../../model/kernel/agent-handler.ts';
import { policyNamed } from '../../model/kernel/policy.ts';
import { signCard } from '../../model/kernel/signed-card.ts';
import { createServer } from '../../model/kernel/server.ts';
import type { CallerContext } from '../../model/protocol/caller-context.ts';
import { type AgentIo, type Behaviour, type Behaviours, endAgent } from '../agent-io.ts';
import type { Specialist, SpecialistSettings } from '../experiment.ts';
import { withFault } from '../faults/with-fault.ts';
import { signingKeyOf } from '../hosting/agent-keys.ts';
import { STEP } from '../virtual-time/constants.ts';
import { createDesk, IDLE_DESK } from './desk.ts';
import { type Beginning, compileWork } from './graph.ts';
import { readOrder } from './order.ts';
import { SPECIALIST_CARD, SPECIALIST_FRAMEWORK } from './own-card.ts';

/** For whom the token of its settings stands: whoever was given it. A chain names them, so that it leads to who called. */
const callerOf = ({ tokenHolder }: SpecialistSettings): CallerContext => ({
  agentId: tokenHolder,
  tenant: 'analytics',
  userId: tokenHolder,
  scopes: ['delegate'],
  dataClassification: 'internal',
  delegationChain: [],
});

/** What the specialist may be booted as, by key. */
export const SPECIALIST_BEHAVIOURS: Behaviours = {
  specialist: (io) => {
    // Written by the lab a moment ago, with the function beside the type.
    const settings = io.settings as unknown as SpecialistSettings;
    return withFault(healthySpecialist(settings), settings.fault)(io);
  },
};

function healthySpecialist(settings: SpecialistSettings): Behaviour {
  const { specialist, token, policy, keySeed } = settings;
  return (io) => {
    const clock = { now: () => VIRTUAL_EPOCH + io.now() };
    const server = createServer({
      card: SPECIALIST_CARD,
      handler: workByGraph(io, specialist),
      policy: policyNamed(policy) ?? io.fatal(`no policy is called ${policy}`),
      clock,
      onFact: io.fact,
    });
    return serveInterop(server.execute, {
      token,
      caller: callerOf(settings),
      moments: server.moments,
      now: clock.now,
      framework: SPECIALIST_FRAMEWORK,
      heartbeat: specialist.heartbeatMs !== null,
      ...(specialist.signsCard && { signCard: (card) => signCard(card, signingKeyOf(keySeed, SPECIALIST_CARD.name)) }),
    });
  };
}

const REHEARSAL: Beginning = { order: { skill: 'statistics', values: [1] }, refusal: undefined, isAnswered: true };

function workByGraph(io: AgentIo, specialist: Specialist): AgentHandler {
  const graph = compileWork(specialist);
  // The first run is slow: it is had at boot, where a worker may take its time, and not in the turn of the first order.
  graph.invoke(REHEARSAL, { context: { desk: IDLE_DESK } }).catch((error: unknown) => endAgent(io.fatal, error));
  return async function* (work, message) {
    const isAnswered = work.handed.status.state === 'input-required';
    const order = readOrder(work.handed, isAnswered ? message : undefined);
    const beginning: Beginning = order.ok
      ? { order: order.value, refusal: undefined, isAnswered }
      : { order: undefined, refusal: order.issues.map((issue) => issue.message).join(' '), isAnswered };
    const signal = work.takenAway;
    const desk = createDesk(work, () => io.sleep(STEP, signal));
    const stopSigns = signsOfLife(io, specialist.heartbeatMs, () => work.progress());
    try {
      const updates = await graph.stream(beginning, { streamMode: 'updates', context: { desk } });
      for await (const _update of updates) yield* desk.written();
      yield* desk.written();
    } catch (thrown) {
      // Whoever took the task away has ended it.
      if (!signal.aborted) throw thrown;
    } finally {
      stopSigns();
    }
  };
}

/** Signs that come faster than this let no time pass, or drown whoever listens in events. */
const SHORTEST_PAUSE_MS = 10;

/** Signs of life for as long as the work goes on. They alone keep no episode going. @returns how to stop them */
function signsOfLife(io: AgentIo, everyMs: number | null, sign: () => void): () => void {
  if (everyMs === null) return () => undefined;
  const pause = Math.max(SHORTEST_PAUSE_MS, everyMs);
  const beat = (): void => {
    sign();
    timer = io.after(pause, beat, true);
  };
  let timer = io.after(pause, beat, true);
  return () => io.cancel(timer);
}
