// Traffic as fast-check makes it, with values that say what the rows say: few tasks, servers and cards, so that they meet.

import fc from 'fast-check';
import type { Json } from '../base/json.ts';
import type { Log } from '../log/log.ts';
import { TASK_STATES } from '../protocol/task.ts';
import { drawLog, type DrawnRow } from './drawn-log.ts';

const AGENTS = ['alpha', 'beta', 'gamma'] as const;
const TASKS = ['t1', 't2', 't3', 't4'] as const;
const CONTEXTS = ['c1', 'c2'] as const;

const agent = fc.constantFrom(...AGENTS);
const maybeAgent = fc.option(agent, { nil: undefined });
const taskId = fc.constantFrom(...TASKS);
const contextId = fc.constantFrom(...CONTEXTS);
const state = fc.constantFrom(...TASK_STATES);
const exchange = fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined });
const names = fc.array(agent, { maxLength: 2 });

/** Who, about what, within which exchange: members that are undefined are left out. */
const base = fc.record({ agent: maybeAgent, peer: maybeAgent, taskId, contextId, exchange });

function stated(made: {
  readonly agent: string | undefined;
  readonly peer: string | undefined;
  readonly taskId: string;
  readonly contextId: string;
  readonly exchange: number | undefined;
}) {
  const { agent: from, peer, exchange: number, ...ids } = made;
  return {
    ...ids,
    ...(from === undefined ? {} : { agent: from }),
    ...(peer === undefined ? {} : { peer }),
    ...(number === undefined ? {} : { exchange: number }),
  };
}

const wireMessage = (messageId: string, more: Record<string, Json> = {}): Json => ({
  kind: 'message',
  messageId,
  role: 'agent',
  parts: [{ kind: 'text', text: messageId }],
  ...more,
});
const wireArtifact = (artifactId: string): Json => ({ artifactId, name: artifactId, parts: [{ kind: 'text', text: artifactId }] });

const updates: fc.Arbitrary<DrawnRow> = fc
  .record({ base: base.map(stated), state, artifactId: fc.constantFrom('a1', 'a2'), append: fc.boolean(), is: fc.nat(2) })
  .map(({ base: row, state: shown, artifactId, append, is }): DrawnRow => {
    const ids = { taskId: row.taskId, contextId: row.contextId };
    if (is === 0) return { ...row, kind: 'message-received', channel: 'stream', value: wireMessage(artifactId, ids) };
    if (is === 1) {
      const value = { kind: 'artifact-update', ...ids, artifact: wireArtifact(artifactId), append, lastChunk: !append };
      return { ...row, kind: 'artifact-update', channel: 'stream', label: artifactId, value };
    }
    const value = { kind: 'status-update', ...ids, status: { state: shown, message: wireMessage('m') }, final: false };
    return { ...row, kind: 'status-update', channel: 'stream', state: shown, value };
  });

const wholes: fc.Arbitrary<DrawnRow> = fc
  .record({ base: base.map(stated), state, chain: names, is: fc.nat(3) })
  .map(({ base: row, state: shown, chain, is }): DrawnRow => {
    const task = {
      kind: 'task',
      id: row.taskId,
      contextId: row.contextId,
      status: { state: shown },
      ...(chain.length === 0 ? {} : { metadata: { 'delegation-inspector/chain': chain } }),
    };
    const seen = { ...row, state: shown, value: task };
    if (is === 0) return { ...seen, kind: 'task-snapshot', channel: 'stream' };
    if (is === 1) return { ...seen, kind: 'message-sent', channel: 'push' };
    if (is === 2) return { ...seen, kind: 'call-settled', channel: 'send', value: { jsonrpc: '2.0', id: 1, result: task } };
    const error = { jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'task not found' } };
    return { ...row, kind: 'call-settled', channel: 'poll', failed: true, label: 'error -32001', value: error };
  });

const requests: fc.Arbitrary<DrawnRow> = fc
  .record({ base: base.map(stated), named: fc.boolean(), refers: fc.subarray([...TASKS]), claims: names, streams: fc.boolean() })
  .map(({ base: row, named, refers, claims, streams }): DrawnRow => {
    const method = streams ? 'message/stream' : 'message/send';
    const metadata = claims.length === 0 ? {} : { metadata: { delegation_chain: claims } };
    const message = wireMessage('m', { role: 'user', referenceTaskIds: refers, ...metadata });
    const value = { jsonrpc: '2.0', id: 1, method, params: { message } };
    const { taskId: about, contextId: within, ...sent } = row;
    const channel = streams ? 'stream' : 'send';
    return { ...sent, ...(named ? { taskId: about, contextId: within } : {}), kind: 'message-sent', channel, label: method, value };
  });

const cards: fc.Arbitrary<DrawnRow> = fc
  .record({ agent, version: fc.constantFrom('1', '2'), published: fc.boolean() })
  .map((made): DrawnRow => {
    const { agent: name, version, published } = made;
    const wire = { protocolVersion: '0.3.0', name, description: '', url: 'https://a.example', version, capabilities: {}, skills: [] };
    const seen = { kind: 'card-seen', channel: 'card', agent: name, label: name, value: wire } as const;
    return published
      ? { kind: 'card-published', channel: 'kernel', label: name, value: { kind: 'card-published', card: directoryCard(name, version) } }
      : seen;
  });

function directoryCard(name: string, version: string): Json {
  return {
    name,
    description: '',
    url: 'https://a.example',
    version,
    protocolVersion: '0.3',
    skills: [],
    streaming: true,
    pushNotifications: false,
    defaultInputModes: [],
    defaultOutputModes: [],
    securitySchemes: [],
    owner: 'desk',
    tenants: [],
    maxDataClassification: 'internal',
  };
}

const facts: fc.Arbitrary<DrawnRow> = fc
  .record({ by: agent, callee: agent, chain: names, caller: agent, taskId, contextId, about: fc.boolean(), is: fc.nat(3) })
  .map(({ by, callee, chain, caller, about, is, ...ids }): DrawnRow => {
    const context = { agentId: caller, tenant: 't', userId: 'u', scopes: [], dataClassification: 'internal', delegationChain: chain };
    const decided = { caller: context, callee, maxDepth: 4, ...(about ? { taskId: ids.taskId } : {}) };
    const row = { channel: 'kernel', agent: by } as const;
    const task = about ? { taskId: ids.taskId } : {};
    if (is === 0) return { ...row, ...ids, kind: 'task-created', value: { kind: 'task-created', ...ids, delegationChain: chain } };
    if (is === 1) return { ...row, ...task, kind: 'delegation-admitted', value: { kind: 'delegation-admitted', ...decided } };
    if (is === 2) {
      const denials = [{ code: 'CYCLE', reason: 'again' }];
      return { ...row, ...task, kind: 'delegation-denied', value: { kind: 'delegation-denied', ...decided, denials } };
    }
    const document = { id: ids.taskId };
    return {
      ...row,
      taskId: ids.taskId,
      kind: 'translated',
      value: { kind: 'translated', step: 'a2a-to-internal', taskId: ids.taskId, document },
    };
  });

/** A first row of the kernel, so that every beginning of the log knows that there is one. */
const FIRST: DrawnRow = { kind: 'worker-started', channel: 'kernel', agent: 'alpha', value: { kind: 'worker-started', agent: 'alpha' } };

/** Rows of a log with both wire and kernel; requests and answers share exchanges. */
export const randomTraffic: fc.Arbitrary<readonly DrawnRow[]> = fc
  .array(fc.oneof({ weight: 4, arbitrary: updates }, { weight: 3, arbitrary: wholes }, { weight: 3, arbitrary: requests }, facts, cards), {
    maxLength: 50,
  })
  .map((rows) => [FIRST, ...rows]);

/** A log of these rows whose exchanges belong to two traces. */
export function trafficLog(rows: readonly DrawnRow[]): Log {
  const { log, add } = drawLog();
  for (let exchange = 1; exchange <= 6; exchange += 1) {
    log.addExchange({ source: 0, exchange, traceparent: `00-trace${exchange % 2}-span-01` });
  }
  rows.forEach(add);
  return log;
}
