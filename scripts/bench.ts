// Benchmark of the model: discovery, admission, delegations, growth of a task, adapters, reading a log and asking about it.
// Prints one JSON document with the median and the least of the repeats. Compare only figures taken side by side on one machine.

import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import { acpFromInternal, encodeReferenceCard, internalFromAcp, internalFromTask } from '../src/model/adapters/adapters.ts';
import { createEngine } from '../src/model/engine/engine.ts';
import type { Ask, Projection } from '../src/model/engine/query.ts';
import { admit } from '../src/model/kernel/admission.ts';
import type { AgentHandler } from '../src/model/kernel/agent-handler.ts';
import { createDirectory, type Directory } from '../src/model/kernel/discovery.ts';
import { dataPart, textPart } from '../src/model/kernel/parts.ts';
import { reference } from '../src/model/kernel/policy.ts';
import { createServer, type Server } from '../src/model/kernel/server.ts';
import { artifactUpdate, statusUpdate } from '../src/model/kernel/stream-events.ts';
import { advance } from '../src/model/kernel/transition-table.ts';
import { DEFAULT_SETTINGS, savedLine } from '../src/model/log/saved-form.ts';
import { CLASSIFICATIONS, type AgentCard } from '../src/model/protocol/agent-card.ts';
import type { CallerContext } from '../src/model/protocol/caller-context.ts';
import type { Task } from '../src/model/protocol/task.ts';

interface Figure {
  readonly what: string;
  readonly unit: 'ms' | 'µs';
  /** Where a figure grows with a number: what one of them took, in µs, and how many there are in a second. */
  readonly each?: { readonly of: string; readonly micros: number; readonly perSecond: number };
  readonly median: number;
  readonly least: number;
  /** Median of the processor's time: what matters where others use the machine too. */
  readonly cpu: number;
}

const REPEATS = 5;
const figures: Figure[] = [];

/** Times `calls` calls, five times over; the figure is per call. */
async function measure(what: string, unit: Figure['unit'], calls: number, work: (call: number) => unknown): Promise<Figure> {
  const times: number[] = [];
  const cpuTimes: number[] = [];
  const scale = unit === 'µs' ? 1000 : 1;
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const start = performance.now();
    const cpuStart = process.cpuUsage();
    for (let call = 0; call < calls; call += 1) {
      const outcome = work(repeat * calls + call);
      if (outcome instanceof Promise) await outcome;
    }
    const spent = process.cpuUsage(cpuStart);
    times.push(((performance.now() - start) / calls) * scale);
    cpuTimes.push(((spent.user + spent.system) / 1000 / calls) * scale);
  }
  const figure = { what, unit, median: median(times), least: rounded(Math.min(...times)), cpu: median(cpuTimes) };
  figures.push(figure);
  return figure;
}

/** Says of the last figure, in ms, what one of many took. */
function perEach({ what, unit, median: ms, least, cpu }: Figure, of: string, count: number): void {
  const each = { of, micros: rounded((ms * 1000) / count), perSecond: Math.round((count / ms) * 1000) };
  figures.splice(-1, 1, { what, unit, median: ms, least, cpu, each });
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
    const figure = await measure(`${changes} status changes with a message, one task`, 'ms', 1, () =>
      serve(chatting).send({ message: MESSAGE, caller: CALLER }),
    );
    perEach(figure, 'change', changes);
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

const ROWS = 200_000;
const ROWS_OF_EXCHANGE = 9;
const AGENTS = 50;
const SLICE = { elapsed: () => 0, restart: () => undefined, next: () => Promise.resolve() };

/** An exchange log: the cards of 50 agents, then streamed calls to them, nine rows each, two calls to a context. */
function syntheticLog(): string {
  const lines = Array.from({ length: AGENTS }, (_, agent) => {
    const request = { method: 'GET', url: `https://agent-${agent}.example/.well-known/agent-card.json`, headers: {} };
    const card = encodeReferenceCard({ ...cardNumber(agent), name: `agent ${agent}`, url: `https://agent-${agent}.example/a2a` });
    const response = { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(card) };
    return JSON.stringify({ time: new Date(1_767_225_600_000).toISOString(), request, response });
  });
  for (let call = 0; call < ROWS / ROWS_OF_EXCHANGE; call += 1) {
    const at = (step: number): string => new Date(1_767_225_600_000 + call * 40 + step * 7).toISOString();
    const ids = { taskId: `task-${call}`, contextId: `ctx-${call >> 1}` };
    const ask = { kind: 'message', messageId: `m-${call}`, role: 'user', parts: [{ kind: 'text', text: 'Screen the beneficiary' }] };
    const update = (state: string, step: number) => ({
      kind: 'status-update',
      ...ids,
      status: { state, timestamp: at(step) },
      final: state === 'completed',
    });
    const artifact = { artifactId: 'art-1', name: 'screening', parts: [{ kind: 'text', text: '1 possible match' }] };
    const results = [
      { kind: 'task', id: ids.taskId, contextId: ids.contextId, status: { state: 'submitted', timestamp: at(1) } },
      update('working', 2),
      { kind: 'artifact-update', ...ids, artifact, append: false, lastChunk: true },
      update('input-required', 3),
      update('working', 4),
      update('input-required', 5),
      update('working', 6),
      update('completed', 7),
    ];
    const body = { jsonrpc: '2.0', id: call, method: 'message/stream', params: { message: ask } };
    const request = {
      method: 'POST',
      url: `https://agent-${call % AGENTS}.example/a2a`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const frames = results.map((result) => `data: ${JSON.stringify({ jsonrpc: '2.0', id: call, result })}\n\n`).join('');
    const response = { status: 200, headers: { 'content-type': 'text/event-stream' }, body: frames };
    lines.push(JSON.stringify({ time: at(0), request, response }));
  }
  return `${lines.join('\n')}\n`;
}

async function engine(): Promise<void> {
  const text = syntheticLog();
  let made = createEngine(SLICE);
  let log = -1;
  let rows = 0;
  const reading = await measure(`read an exchange log of ${Math.round(text.length / 1e6)} million units`, 'ms', 1, async () => {
    if (log >= 0) made.close(log);
    made = createEngine(SLICE);
    log = made.open(text, { name: 'synthetic.ndjson' });
    rows = (await made.settled(log)).rowCount;
  });
  perEach(reading, 'row', rows);
  const seek = (call: number): number => (call * 7_919 + 101) % rows;
  const ask = async <P extends Projection>(
    projection: P,
    questionAt: (cursor: number) => Ask<P>,
    as: string = projection,
  ): Promise<void> => {
    made.query(log, projection, questionAt(rows - 1));
    await measure(`${as}, another cursor of ${rows} rows`, 'ms', 20, (call) => made.query(log, projection, questionAt(seek(call))));
  };
  await ask('rows', (cursor) => ({ from: cursor, count: 100 }));
  await ask('task', (cursor) => ({ taskId: `task-${Math.floor(cursor / 10)}`, cursor }));
  await ask('tasks', (cursor) => ({ cursor, from: 0, count: 100 }));
  await ask('timeline', (cursor) => ({ grouping: 'agent', width: 1_200, laneFrom: 0, laneCount: 20, cursor }), 'timeline by agent');
  await ask(
    'timeline',
    (cursor) => ({ grouping: 'task', width: 1_200, laneFrom: Math.floor(cursor / 20), laneCount: 20, cursor }),
    'timeline by task',
  );
  await ask('density', () => ({ buckets: 600 }));
  await ask('chains', (cursor) => ({ cursor, limit: 4 }));
  await ask('cards', (cursor) => ({ cursor }));
  await ask('roundTrips', (cursor) => ({ cursor }));
  await ask('roundTrip', (cursor) => ({ taskId: `task-${Math.floor(cursor / 10)}`, cursor }));
}

/** What-if questions to a directory of 100 000 cards, as the panels ask them. */
async function whatIfs(): Promise<void> {
  const fact = (at: number) => ({ at: 0, line: 'fact', by: 'directory', fact: { kind: 'card-published', card: cardNumber(at) } }) as const;
  const header = { delegationInspector: 'saved', version: 1, name: 'cards', settings: DEFAULT_SETTINGS } as const;
  const text = [savedLine(header), ...Array.from({ length: 100_000 }, (_, at) => savedLine(fact(at)))].join('');
  const made = createEngine(SLICE);
  const log = made.open(text, { name: 'cards' });
  const cursor = (await made.settled(log)).rowCount - 1;
  const whatIf = (call: number) => ({ caller: { tenant: call % 2 ? 'wholesale' : 'retail' }, tags: [`tag-${call % 50}`, 'tag-4'] });
  made.query(log, 'discovery', { cursor });
  await measure('discovery panel, 100000 cards, another caller and tags', 'ms', 5, (call) =>
    made.query(log, 'discovery', { cursor, whatIf: whatIf(call) }),
  );
  await measure('admission panel, 100000 cards, another caller and tags', 'ms', 5, (call) =>
    made.query(log, 'admission', { cursor, whatIf: whatIf(call) }),
  );
}

await discovery();
await admission();
await delegations();
await growth();
await adapters();
await engine();
await whatIfs();
console.log(JSON.stringify({ node: process.version, cpu: cpus()[0]?.model ?? 'unknown', repeats: REPEATS, figures }, null, 2));
