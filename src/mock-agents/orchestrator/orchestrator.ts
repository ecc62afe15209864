// The orchestrator: an agent with work of its own, which begins when it is booted, and with a card, for whoever wants a report.
// It shares nothing with the agents that it delegates to but the wire.

import { serveInterop } from '../../model/adapters/adapters.ts';
import type { AgentHandler } from '../../model/kernel/agent-handler.ts';
import { dataPart } from '../../model/kernel/parts.ts';
import { policyNamed } from '../../model/kernel/policy.ts';
import { createServer } from '../../model/kernel/server.ts';
import { artifactUpdate, statusUpdate } from '../../model/kernel/stream-events.ts';
import { VIRTUAL_EPOCH } from '../../model/log/saved-form.ts';
import type { CallerContext } from '../../model/protocol/caller-context.ts';
import type { RequestHandler } from '../../model/protocol/http.ts';
import type { Artifact } from '../../model/protocol/task.ts';
import { type AgentIo, type Behaviour, type Behaviours, endAgent } from '../agent-io.ts';
import { STEP } from '../virtual-time/constants.ts';
import { createDelegations, type Delegate } from './delegations.ts';
import { ORCHESTRATOR_CARD, ORCHESTRATOR_FRAMEWORK } from './own-card.ts';
import { type Desk, makeReport, makeStatistics } from './report.ts';
import type { OrchestratorSettings } from './settings.ts';
import { specialistLink } from './specialist-link.ts';

/** For whom the token of its settings stands. */
const REPORT_READER: CallerContext = {
  agentId: 'report-reader',
  tenant: 'reporting',
  userId: 'report-reader',
  scopes: ['delegate'],
  dataClassification: 'internal',
  delegationChain: [],
};

const orchestrator: Behaviour = (io) => {
  // Written by the lab a moment ago, with the function beside the type.
  const settings = io.settings as unknown as OrchestratorSettings;
  const delegate = createDelegations(io, specialistLink(io, settings.specialist), settings.client);
  const desk = deskOf(io, delegate);
  const work = settings.order === 'report' ? makeReport(desk) : makeStatistics(desk);
  work.catch((error: unknown) => endAgent(io.fatal, error));
  return serve(io, settings, delegate);
};

/** What the orchestrator may be booted as, by key. */
export const ORCHESTRATOR_BEHAVIOURS: Behaviours = { orchestrator };

/** @param signal of an order that may be taken away: then whatever is under way for it ends */
function deskOf(io: AgentIo, delegate: Delegate, signal?: AbortSignal): Desk {
  return { delegate: (skill, data) => delegate(skill, data, signal), pace: () => io.sleep(STEP, signal), fact: io.fact };
}

function serve(io: AgentIo, { policy, token }: OrchestratorSettings, delegate: Delegate): RequestHandler {
  const clock = { now: () => VIRTUAL_EPOCH + io.now() };
  const server = createServer({
    card: ORCHESTRATOR_CARD,
    handler: reportHandler(io, delegate),
    policy: policyNamed(policy) ?? io.fatal(`no policy is called ${policy}`),
    clock,
    onFact: io.fact,
  });
  const { moments } = server;
  return serveInterop(server.execute, { token, caller: REPORT_READER, moments, now: clock.now, framework: ORCHESTRATOR_FRAMEWORK });
}

function reportHandler(io: AgentIo, delegate: Delegate): AgentHandler {
  return async function* (work) {
    const signal = work.takenAway;
    const working = work.setStatus(work.handed, 'working');
    yield statusUpdate(working);
    const report = await unlessTakenAway(makeReport(deskOf(io, delegate, signal)), signal);
    if (signal.aborted) return;
    if (!report) {
      yield statusUpdate(work.setStatus(working, 'failed'), true);
      return;
    }
    const artifact: Artifact = { artifactId: 'report', name: 'report', description: '', parts: [dataPart(report)] };
    const reported = work.addArtifact(working, artifact);
    yield artifactUpdate(reported, artifact, { lastChunk: true });
    yield statusUpdate(work.setStatus(reported, 'completed'), true);
  };
}

/** What work comes to; undefined where it was broken off because nobody wants it any more. */
async function unlessTakenAway<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await work;
  } catch (thrown) {
    if (signal.aborted) return undefined;
    throw thrown;
  }
}
