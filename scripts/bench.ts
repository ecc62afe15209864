// Benchmark of the model: discovery, admission, delegations, growth of a task, adapters. Prints one JSON document with the
// median and the least of the repeats. Compare only figures taken side by side on one machine.

import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import { acpFromInternal, encodeReferenceCard, internalFromAcp, internalFromTask } from '../src/model/adapters/adapters.ts';
import { admit } from '../src/model/kernel/admission.ts';
import type { AgentHandler } from '../src/model/kernel/agent-handler.ts';
import { createDirectory, type Directory } from '../src/model/kernel/discovery.ts';
import { dataPart, textPart } from '../src/model/kernel/parts.ts';
import { reference } from '../src/model/kernel/policy.ts';
import { createServer, type Server } from '../src/model/kernel/server.ts';
import { artifactUpdate, statusUpdate } from '../src/model/kernel/stream-events.ts';
import { advance } from '../src/model/kernel/transition-table.ts';
import { CLASSIFICATIONS, type AgentCard } from '../src/model/protocol/agent-card.ts';
import type { CallerContext } from '../src/model/protocol/caller-context.ts';
import type { Task } from '../src/model/protocol/task.ts';

interface Figure {
  readonly what: string;
  readonly unit: 'ms' | 'µs';
  readonly median: number;
  readonly least: number;
  /** Median of the processor's time: what matters where others use the machine too. */
  readonly cpu: number;
}

const REPEATS = 5;
const figures: Figure[] = [];

/** Times `calls` calls, five times over; the figure is per call. */
async function measure(what: string, unit: Figure['unit'], calls: number, work: () => unknown): Promise<void> {
  const times: number[] = [];
  const cpuTimes: number[] = [];
  const scale = unit === 'µs' ? 1000 : 1;
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const start = performance.now();
    const cpuStart = process.cpuUsage();
    for (let call = 0; call < calls; call += 1) {
      const outcome = work();
      if (outcome instanceof Promise) await outcome;
    }
    const spent = process.cpuUsage(cpuStart);
    times.push(((performance.now() - start) / calls) * scale);
    cpuTimes.push(((spent.user + spent.system) / 1000 / calls) * scale);
  }
  figures.push({ what, unit, median: median(times), least: rounded(Math.min(...times)), cpu: median(cpuTimes) });
}

function median(times: readonly number[]): number {
  return rounded(times.toSorted((a, b) => a - b)[Math.floor(REPEATS / 2)]);
}

function rounded(value = 0): number {
  return Number(value.toPrecision(3));
}

const CALLER: CallerContext = {
  agentId: 'payments-investigator',
  tenant: 'wholesale',
  userId: 'u-42',
  scopes: ['delegate'],
  dataClassification: 'internal',
  delegationChain: ['orchestrator'],
};

const TAGS = Array.from({ length: 50 }, (_, at) => `tag-${at}`);

/** Cards that differ like a company's do: 50 tags, three skills each, a tenant or none, all four classifications. */
function cardNumber(at: number): AgentCard {
  const tag = (step: number): string => TAGS[(at * step + step) % TAGS.length] ?? '';
  const skill = (step: number) => ({
    skillId: `s-${step}`,
    name: 'Skill',
    description: '',
    tags: [tag(step), tag(step + 4), tag(step + 11)],
    examples: [],
  });
  return {
    name: `agent-${(at * 7919) % 1_000_003}`,
    description: 'Works.',
    url: 'https://agents.example/x',
    version: '1.0.0',
    protocolVersion: '0.3',
    skills: [skill(1), skill(3), skill(7)],
    streaming: true,
    pushNotifications: true,
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    securitySchemes: ['oauth2'],
    owner: 'unknown',
    tenants: at % 3 === 0 ? ['wholesale', 'retail'] : at % 3 === 1 ? ['retail'] : [],
    maxDataClassification: CLASSIFICATIONS[at % CLASSIFICATIONS.length] ?? 'internal',
  };
}

const SANCTIONS: AgentCard = { ...cardNumber(0), name: 'sanctions-screening-agent', maxDataClassification: 'restricted' };

const sanctions: AgentHandler = async function* (work, message) {
  const working = work.setStatus(work.handed, 'working');
  yield statusUpdate(working);
  const beneficiary = message.parts.length > 1 ? 'Globex LLC' : 'Acme Trading FZE';
  const artifact = {
    artifactId: 'art-1',
    name: 'sanctions-screening',
    description: 'Screening result with match detail',
    parts: [
      textPart(`${beneficiary}: 1 possible match (score 0.83) against SDN list`),
      dataPart({ matches: 1, top_score: 0.83, list: 'SDN', recommendation: 'manual_review' }),
    ],
  };
  const screened = work.addArtifact(working, artifact);
  yield artifactUpdate(screened, artifact, { lastChunk: true });
  const { taskId, contextId } = screened;
  const out = { messageId: 'm-out', role: 'agent', parts: [textPart('Screening complete.')], taskId, contextId } as const;
  yield statusUpdate(work.setStatus(screened, 'completed', out), true);
};

const MESSAGE = { messageId: 'msg-1', role: 'user', parts: [textPart('Screen the beneficiary of PMT-771')] } as const;
const { signal } = new AbortController();

function serve(handler: AgentHandler): Server {
  return createServer({ card: SANCTIONS, handler, policy: reference });
}

async function discovery(): Promise<void> {
  for (const count of [1_000, 10_000, 100_000]) {
    const cards = Array.from({ length: count }, (_, at) => cardNumber(at));
    let directory: Directory = createDirectory();
    await measure(`discovery, ${count} cards: register all, first question`, 'ms', 1, () => {
      directory = createDirectory();
      for (const card of cards) directory.register(card);
      return directory.discover(CALLER, []);
    });
    const calls = count > 10_000 ? 5 : 30;
    const wanted = ['tag-1', 'tag-4', 'tag-8'];
    await measure(`discovery, ${count} cards, 3 wanted tags`, 'ms', calls, () => directory.discover(CALLER, wanted));
    await measure(`discovery, ${count} cards, no tags`, 'ms', calls, () => directory.discover(CALLER, []));
  }
}

async function admission(): Promise<void> {
  const deep = { ...CALLER, dataClassification: 'restricted', delegationChain: ['a', 'b', 'c', 'callee'] };
  const closed: AgentCard = {
    ...SANCTIONS,
    name: 'callee',
    tenants: ['retail'],
    maxDataClassification: 'public',
    securitySchemes: ['apikey'],
  };
  await measure('admission, admitted, chain of 1', 'µs', 50_000, () => admit(CALLER, SANCTIONS));
  await measure('admission, all five denials, chain of 4', 'µs', 50_000, () => admit(deep, closed));
  await measure('advance, legal', 'µs', 50_000, () => advance('submitted', 'working'));
}

async function delegations(): Promise<void> {
  const streaming = serve(sanctions);
  await measure('streamed delegation (5 events, 1 artifact, 3 statuses)', 'µs', 4_000, async () => {
    const result = await streaming.execute({ kind: 'stream', message: MESSAGE }, CALLER, { signal });
    let events = 0;
    if (result.kind === 'events') for await (const _event of result.events) events += 1;
    if (events !== 5) throw new Error(`a delegation of ${events} events`);
  });
  const blocking = serve(sanctions);
  await measure('blocking delegation of the same', 'µs', 4_000, () =>
    blocking.execute({ kind: 'send', message: MESSAGE }, CALLER, { signal }),
  );
}

async function growth(): Promise<void> {
  for (const changes of [1_000, 5_000, 20_000, 40_000, 80_000]) {
    const chatting: AgentHandler = async function* (work) {
      let task = work.setStatus(work.handed, 'working');
      for (let change = 1; change < changes; change += 1) {
        const message = { messageId: `m-${change}`, role: 'agent', parts: [] } as const;
        task = work.setStatus(task, task.status.state === 'working' ? 'input-required' : 'working', message);
      }
      yield statusUpdate(task);
    };
    await measure(`${changes} status changes with a message, one task`, 'ms', 1, () =>
      serve(chatting).send({ message: MESSAGE, caller: CALLER }),
    );
  }
}

async function adapters(): Promise<void> {
  const task: Task = await serve(sanctions).send({ message: MESSAGE, caller: CALLER });
  const internal = internalFromTask(task);
  if (!internal.ok) throw new Error('the task has no internal form');
  const envelope = acpFromInternal(internal.value);
  await measure('A2A task to internal (1 artifact, 2 parts)', 'µs', 20_000, () => internalFromTask(task));
  await measure('internal to ACP', 'µs', 20_000, () => acpFromInternal(internal.value));
  await measure('ACP to internal', 'µs', 20_000, () => internalFromAcp(envelope));
  await measure('card to wire', 'µs', 20_000, () => encodeReferenceCard(SANCTIONS));
}

await discovery();
await admission();
await delegations();
await growth();
await adapters();
console.log(JSON.stringify({ node: process.version, cpu: cpus()[0]?.model ?? 'unknown', repeats: REPEATS, figures }, null, 2));
