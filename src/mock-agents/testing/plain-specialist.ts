// A specialist without a framework and without faults of its own, for tests of whoever delegates to it: its conduct is the test's.

import { serveInterop, SKILL_KEY } from '../../model/adapters/adapters.ts';
import { isJsonObject, type Json, type JsonObject } from '../../model/base/json.ts';
import type { AgentHandler } from '../../model/kernel/agent-handler.ts';
import { dataPart, textPart } from '../../model/kernel/parts.ts';
import { hardened } from '../../model/kernel/policy.ts';
import { signCard } from '../../model/kernel/signed-card.ts';
import { createServer } from '../../model/kernel/server.ts';
import { artifactUpdate, statusUpdate } from '../../model/kernel/stream-events.ts';
import { VIRTUAL_EPOCH } from '../../model/log/saved-form.ts';
import type { AgentCard } from '../../model/protocol/agent-card.ts';
import type { RequestHandler } from '../../model/protocol/http.ts';
import type { Message } from '../../model/protocol/message.ts';
import type { Artifact } from '../../model/protocol/task.ts';
import type { AgentIo, Behaviour } from '../agent-io.ts';
import type { SpecialistSettings } from '../experiment.ts';
import { signingKeyOf } from '../hosting/agent-keys.ts';
import type { Spawn } from '../lanes.ts';
import { EMPTY_CARD, PAYMENTS_INVESTIGATOR } from '../lessons/cast.ts';
import { ORCHESTRATOR_BEHAVIOURS } from '../orchestrator/orchestrator.ts';
import { STEP } from '../virtual-time/constants.ts';
import { spawnByEntry } from './spawn-by-entry.ts';

const CARD: AgentCard = {
  ...EMPTY_CARD,
  name: 'specialist',
  maxDataClassification: 'restricted',
  skills: ['statistics', 'format_table'].map((skillId) => ({ skillId, name: skillId, description: '', tags: [], examples: [] })),
};

/** What a test does to the specialist's answers: whatever it does not answer itself, it leaves to the specialist. */
export type Conduct = (io: AgentIo, healthy: RequestHandler) => RequestHandler;
const HEALTHY: Conduct = (_io, healthy) => healthy;

export interface PlainSpecialist {
  readonly conduct?: Conduct;
  /** The skill whose tasks are begun and never ended. */
  readonly hangsOn?: string;
}

/** Seats the orchestrator, and a plain specialist, in this thread. */
export function besidePlainSpecialist(specialist: PlainSpecialist = {}): Spawn {
  return spawnByEntry({ orchestrator: ORCHESTRATOR_BEHAVIOURS, specialist: { specialist: plainSpecialist(specialist) } });
}

function plainSpecialist({ conduct = HEALTHY, hangsOn }: PlainSpecialist): Behaviour {
  return (io) => {
    const { token, specialist, keySeed } = io.settings as unknown as SpecialistSettings;
    const now = (): number => VIRTUAL_EPOCH + io.now();
    const handler = specialist.asksFirst ? askingFirst(io) : working(io, hangsOn);
    const server = createServer({ card: CARD, policy: hardened, clock: { now }, onFact: io.fact, handler });
    const caller = { ...PAYMENTS_INVESTIGATOR, delegationChain: [] };
    const { moments } = server;
    const signs = specialist.signsCard && { signCard: (card: JsonObject) => signCard(card, signingKeyOf(keySeed, io.agent)) };
    return conduct(io, serveInterop(server.execute, { token, caller, moments, now, framework: 'none', ...signs }));
  };
}

function working(io: AgentIo, hangsOn?: string): AgentHandler {
  return async function* (work, message, signal) {
    const pace = (): Promise<void> => io.sleep(STEP, signal);
    const [order] = work.handed.history;
    const skill = order?.metadata?.[SKILL_KEY];
    await pace();
    yield statusUpdate(work.setStatus(work.task(), 'working'));
    if (skill === hangsOn) await new Promise(() => undefined);
    await pace();
    const artifact = resultOf(skill, message);
    const made = work.addArtifact(work.task(), artifact);
    yield artifactUpdate(made, artifact, { lastChunk: true });
    await pace();
    yield statusUpdate(work.setStatus(made, 'completed'), true);
  };
}

function askingFirst(io: AgentIo): AgentHandler {
  const healthy = working(io);
  return async function* (work, message, signal) {
    if (work.task().status.state === 'input-required') {
      yield* healthy(work, message, signal);
      return;
    }
    await io.sleep(STEP, signal);
    const begun = work.setStatus(work.handed, 'working');
    yield statusUpdate(begun);
    await io.sleep(STEP, signal);
    const { taskId, contextId } = begun;
    const ask: Message = { messageId: 'ask', role: 'agent', parts: [textPart('In which unit?')], taskId, contextId };
    yield statusUpdate(work.setStatus(begun, 'input-required', ask), true);
  };
}

function resultOf(skill: Json | undefined, { parts }: Message): Artifact {
  const data = parts.flatMap((part) => (part.kind === 'data' && isJsonObject(part.data) ? [part.data] : []))[0] ?? {};
  if (skill === 'format_table') {
    const table = Object.entries((data['metrics'] ?? {}) as object).map(([name, value]) => `${name} | ${String(value)}`);
    return { artifactId: 'art-1', name: 'table', description: '', parts: [textPart(table.join('\n'))] };
  }
  const values = (Array.isArray(data['values']) ? data['values'] : []) as readonly number[];
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { artifactId: 'art-1', name: 'statistics', description: '', parts: [dataPart({ count: values.length, mean })] };
}
