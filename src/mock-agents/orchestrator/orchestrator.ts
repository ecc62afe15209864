// The orchestrator: an agent with work of its own, which begins when it is booted, and with a card, for whoever wants a report.
// It shares nothing with the agents that it delegates to but the wire.

import { serveInterop } from '../../model/adapters/adapters.ts';
import type { AgentHandler } from '../../model/kernel/agent-handler.ts';
import { dataPart } from '../../model/kernel/parts.ts';
import { POLICIES } from '../../model/kernel/policy.ts';
import { createServer } from '../../model/kernel/server.ts';
import { artifactUpdate, statusUpdate } from '../../model/kernel/stream-events.ts';
import { VIRTUAL_EPOCH } from '../../model/log/saved-form.ts';
import type { CallerContext } from '../../model/protocol/caller-context.ts';
import type { RequestHandler } from '../../model/protocol/http.ts';
import type { Artifact } from '../../model/protocol/task.ts';
import { type AgentIo, type Behaviour, type Behaviours, endAgent } from '../agent-io.ts';
import { STEP } from '../virtual-time/constants.ts';
import { createDelegations } from './delegations.ts';
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
  const desk: Desk = {
    delegate: createDelegations(io, specialistLink(io, settings.specialist), settings.client),
    pace: () => io.sleep(STEP),
    fact: io.fact,
  };
  const work = settings.order === 'report' ? makeReport(desk) : makeStatistics(desk);
  work.catch((error: unknown) => endAgent(io.fatal, error));
  return serve(io, settings, desk);
};

/** What the orchestrator may be booted as, by key. */
export const ORCHESTRATOR_BEHAVIOURS: Behaviours = { orchestrator };

function serve(io: AgentIo, { policy, token }: OrchestratorSettings, desk: Desk): RequestHandler {
  const clock = { now: () => VIRTUAL_EPOCH + io.now() };
  const composed = Object.hasOwn(POLICIES, policy) ? POLICIES[policy] : undefined;
  const server = createServer({
    card: ORCHESTRATOR_CARD,
    handler: reportHandler(desk),
    policy: composed ?? io.fatal(`no policy is called ${policy}`),
    clock,
    onFact: io.fact,
  });
  const { moments } = server;
  return serveInterop(server.execute, { token, caller: REPORT_READER, moments, now: clock.now, framework: ORCHESTRATOR_FRAMEWORK });
}

function reportHandler(desk: Desk): AgentHandler {
  return async function* (work) {
    const working = work.setStatus(work.handed, 'working');
    yield statusUpdate(working);
    const report = await makeReport(desk);
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
