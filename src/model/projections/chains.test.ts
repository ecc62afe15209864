import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { ExchangeFacts } from '../log/row.ts';
import { draftLog, factRow, type DraftRow } from '../testing/draft-log.ts';
import truth from '../testing/fixtures/traces/truth.json' with { type: 'json' };
import { logFromText } from '../testing/log-from-text.ts';
import { projectChains, type Chain } from './chains.ts';

const PI: CallerContext = {
  agentId: 'payments-investigator',
  tenant: 'wholesale',
  userId: 'u-42',
  scopes: ['delegate'],
  dataClassification: 'restricted',
  delegationChain: ['orchestrator'],
};
const SANCTIONS = 'sanctions-screening-agent';

const request = (message: Json, method = 'message/stream'): Json => ({ jsonrpc: '2.0', id: 1, method, params: { message } });
const message = (more: Record<string, Json> = {}): Json => ({
  kind: 'message',
  messageId: 'm-1',
  role: 'user',
  parts: [{ kind: 'text', text: 'Screen' }],
  ...more,
});
const wireTask = (id: string, contextId: string, state: string, metadata?: Json): Json => ({
  kind: 'task',
  id,
  contextId,
  status: { state },
  ...(metadata === undefined ? {} : { metadata }),
});
const answer = (task: Json): Json => ({ jsonrpc: '2.0', id: 1, result: task });

const sent = (exchange: number, from: string | undefined, to: string, more: Partial<DraftRow> = {}): DraftRow => ({
  kind: 'message-sent',
  channel: 'stream',
  label: 'message/stream',
  exchange,
  ...(from === undefined ? {} : { agent: from }),
  peer: to,
  value: request(message()),
  ...more,
});
const settled = (exchange: number, from: string, taskId: string, more: Partial<DraftRow> = {}): DraftRow => ({
  kind: 'call-settled',
  channel: 'send',
  exchange,
  agent: from,
  taskId,
  contextId: 'ctx-1',
  state: 'completed',
  value: answer(wireTask(taskId, 'ctx-1', 'completed')),
  ...more,
});
const update = (exchange: number, from: string, taskId: string, more: Partial<DraftRow> = {}): DraftRow => ({
  kind: 'status-update',
  channel: 'stream',
  exchange,
  agent: from,
  taskId,
  contextId: 'ctx-1',
  state: 'working',
  ...more,
});
const cardSeen = (name: string): DraftRow => ({ kind: 'card-seen', channel: 'card', agent: name, label: name });

const admitted = (caller: CallerContext, callee: string) => factRow(callee, { kind: 'delegation-admitted', caller, callee, maxDepth: 4 });
const created = (by: string, taskId: string, chain: readonly string[], contextId = 'ctx-2') =>
  factRow(by, { kind: 'task-created', taskId, contextId, delegationChain: chain });

const all = (rows: readonly DraftRow[], exchanges: readonly ExchangeFacts[] = [], cursor = rows.length - 1, limit = 4) =>
  projectChains(draftLog(rows, { exchanges }), { cursor, limit });
const namesOf = (chain: Chain | undefined) => chain?.nodes.map(({ agent, depth, standing }) => `${depth} ${agent} ${standing}`);
const hopsOf = (chain: Chain | undefined) => {
  const agent = (id: string) => chain?.nodes.find((node) => node.id === id)?.agent;
  return chain?.hops.map((hop) => `${agent(hop.from)} > ${agent(hop.to)} ${hop.standing}${hop.refused ? ' refused' : ''}`);
};

/** The streamed delegation of the worked example, as its log tells it. */
const streamed: readonly DraftRow[] = [
  sent(1, 'payments-investigator', SANCTIONS),
  admitted(PI, SANCTIONS),
  created(SANCTIONS, 'task-1', ['orchestrator', 'payments-investigator']),
  update(1, SANCTIONS, 'task-1', { contextId: 'ctx-2' }),
  update(1, SANCTIONS, 'task-1', { contextId: 'ctx-2', state: 'completed', final: true }),
  {
    kind: 'task-snapshot',
    channel: 'stream',
    exchange: 1,
    agent: SANCTIONS,
    taskId: 'task-1',
    contextId: 'ctx-2',
    state: 'completed',
    value: answer(wireTask('task-1', 'ctx-2', 'completed', { 'delegation-inspector/chain': ['orchestrator', 'payments-investigator'] })),
  },
];

describe('chains from kernel facts', () => {
  it('[P.30] draws the chain that the server built from the caller it verified', () => {
    const { chains, unknown } = all(streamed);
    expect(chains).toHaveLength(1);
    const [chain] = chains;
    expect(namesOf(chain)).toEqual(['0 orchestrator declared', '1 payments-investigator declared', `2 ${SANCTIONS} declared`]);
    expect(hopsOf(chain)).toEqual(['orchestrator > payments-investigator declared', `payments-investigator > ${SANCTIONS} declared`]);
    expect(chain?.nodes.at(-1)).toMatchObject({
      taskId: 'task-1',
      contextId: 'ctx-2',
      state: 'completed',
      classification: 'restricted',
      tenant: 'wholesale',
      userId: 'u-42',
    });
    expect([chain?.depth, unknown]).toEqual([2, []]);
  });

  it('[P.30] follows the cursor: before the task is created there is nothing to draw', () => {
    expect(all(streamed, [], 0).chains).toEqual([]);
    expect(all(streamed, [], 3).chains[0]?.nodes.at(-1)?.state).toBe('working');
  });

  it('[P.36] tells three tasks of one context as one story', () => {
    const runs = [1, 2, 3].map((run) => created(SANCTIONS, `task-${run}`, ['payments-investigator'], 'case-1'));
    const { chains } = all(runs);
    expect(chains.map(({ id, contextId, nodes }) => [id, contextId, nodes.length])).toEqual([['case-1', 'case-1', 4]]);
  });

  it('[P.31] links a task to the one in whose service it was asked for, when both chains agree', () => {
    const rows = [
      created('a', 'task-1', ['orchestrator'], 'ctx-1'),
      created('b', 'task-1', ['orchestrator', 'a'], 'ctx-2'),
      created('c', 'task-1', ['orchestrator', 'a', 'b'], 'ctx-3'),
    ];
    const { chains } = all(rows);
    expect(chains.map(namesOf)).toEqual([['0 orchestrator declared', '1 a declared', '2 b declared', '3 c declared']]);
    expect(chains[0]?.nodes.map(({ taskId }) => taskId)).toEqual([undefined, 'task-1', 'task-1', 'task-1']);
  });

  it('[P.35] marks an agent that is its own ancestor, and what lies past the limit', () => {
    const caller = (...chain: string[]): CallerContext => ({ ...PI, delegationChain: chain });
    const denied = (context: CallerContext, code: string) =>
      factRow(SANCTIONS, {
        kind: 'delegation-denied',
        caller: context,
        callee: SANCTIONS,
        maxDepth: 4,
        denials: [{ code, reason: 'because' }],
      });
    const { chains } = all([denied(caller('a', 'b', 'c', 'd'), 'DEPTH_EXCEEDED'), denied(caller(SANCTIONS), 'CYCLE_DETECTED')]);
    expect(chains.map(hopsOf)).toEqual([
      [
        'a > b declared',
        'b > c declared',
        'c > d declared',
        'd > payments-investigator declared',
        `payments-investigator > ${SANCTIONS} declared refused`,
      ],
      [`${SANCTIONS} > payments-investigator declared`, `payments-investigator > ${SANCTIONS} declared refused`],
    ]);
    expect(chains.map(({ nodes }) => nodes.map(({ cycle, pastLimit }) => [cycle ?? false, pastLimit ?? false]).at(-1))).toEqual([
      [false, true],
      [true, false],
    ]);
    expect(chains.map(({ depth }) => depth)).toEqual([4, 1]);
    expect(chains[0]?.text).toContain(`${SANCTIONS} restricted [refused: DEPTH_EXCEEDED, past the depth limit]`);
  });

  it('[P.37] draws an admission without a task as asked, and beside the tasks of the same caller', () => {
    const { chains } = all([...streamed, admitted(PI, 'kyc-refresh-agent')]);
    expect(chains).toHaveLength(1);
    expect(chains[0]?.hops.at(-1)?.evidence).toBe('admitted by kyc-refresh-agent, no task seen');
  });
});

describe('chains from claims', () => {
  const claiming = (metadata: Json) =>
    streamed.with(0, sent(1, 'payments-investigator', SANCTIONS, { value: request(message({ metadata })) }));

  it('[P.33] keeps what a message says of its chain apart, and draws nothing else from it', () => {
    const { chains, unknown } = all(claiming({ delegation_chain: ['root'] }));
    expect(hopsOf(chains[0])).toEqual([
      `root > ${SANCTIONS} claimed`,
      'orchestrator > payments-investigator declared',
      `payments-investigator > ${SANCTIONS} declared`,
    ]);
    expect(namesOf(chains[0])).toContain('0 root claimed');
    expect(chains[0]?.title).toBe('orchestrator');
    expect(chains[0]?.text.split('\n').at(-1)).toMatch(/^└ sanctions-screening-agent task-1 .*\[claimed\] \(see above\)$/);
    expect(unknown).toEqual([
      'metadata.delegation_chain of the message in #0 says the chain is root; the kernel recorded orchestrator, payments-investigator and used nothing of it.',
      'No traffic of root is in this log; only the name is.',
    ]);
  });

  it('[P.33] reads actors given as objects, and passes over what names nobody', () => {
    const { chains } = all(claiming({ actorChain: [{ agent: 'first' }, 7, null, { sub: 'second' }] }));
    expect(hopsOf(chains[0])?.filter((hop) => hop.endsWith('claimed'))).toEqual([
      'first > second claimed',
      `second > ${SANCTIONS} claimed`,
    ]);
  });

  it('[P.33] takes a chain on a wire task as claimed where no kernel row agrees', () => {
    const rows = [
      cardSeen('payments-investigator'),
      cardSeen(SANCTIONS),
      sent(1, 'payments-investigator', SANCTIONS),
      settled(1, SANCTIONS, 'task-1', {
        value: answer(
          wireTask('task-1', 'ctx-1', 'completed', { 'delegation-inspector/chain': ['orchestrator', 'payments-investigator'] }),
        ),
      }),
    ];
    const { chains, unknown } = all(rows);
    expect(hopsOf(chains[0])).toEqual([`payments-investigator > ${SANCTIONS} declared`, 'orchestrator > payments-investigator claimed']);
    expect(namesOf(chains[0])).toEqual(['0 orchestrator claimed', '1 payments-investigator declared', `2 ${SANCTIONS} declared`]);
    expect(unknown[1]).toBe(
      'metadata.delegation-inspector/chain of the task in #3 says the chain is orchestrator, payments-investigator; nothing in this log verifies it.',
    );
  });
});

describe('chains from exchanges', () => {
  it('[P.32] declares a hop whose ends cards name, and infers one whose ends are hosts', () => {
    const named = [cardSeen('a'), cardSeen('b'), sent(1, 'a', 'b'), settled(1, 'b', 't-1')];
    expect(hopsOf(all(named).chains[0])).toEqual(['a > b declared']);
    expect(hopsOf(all([sent(1, 'a.example', 'b.example'), settled(1, 'b.example', 't-1')]).chains[0])).toEqual([
      'a.example > b.example inferred',
    ]);
  });

  it('[P.34] infers that an agent asked in the service of the one task it had open', () => {
    const rows = [
      sent(1, 'user', 'planner'),
      update(1, 'planner', 't-1'),
      sent(2, 'planner', 'flights'),
      settled(2, 'flights', 't-2'),
      update(1, 'planner', 't-1', { state: 'completed' }),
    ];
    expect(hopsOf(all(rows).chains[0])).toEqual(['user > planner inferred', 'planner > flights inferred']);
    expect(all(rows).chains[0]?.hops[1]?.evidence).toBe('planner sent request #2 while it served t-1');
  });

  it('[P.34] says so where two tasks were open and nothing tells which asked', () => {
    const rows = [
      sent(1, 'user', 'planner'),
      update(1, 'planner', 't-1', { contextId: 'ctx-a' }),
      sent(2, 'user', 'planner'),
      update(2, 'planner', 't-2', { contextId: 'ctx-b' }),
      sent(3, 'planner', 'flights'),
      settled(3, 'flights', 't-3', { contextId: 'ctx-c' }),
    ];
    const { unknown } = all(rows);
    expect(unknown).toContain('planner served 2 tasks when it sent #4; which of them asked for t-3 is not stated.');
  });

  it('[P.34] does not link to a task that had ended, nor to one that began later', () => {
    const ended = [
      sent(1, 'user', 'planner'),
      settled(1, 'planner', 't-1'),
      sent(2, 'planner', 'flights'),
      settled(2, 'flights', 't-2', { contextId: 'ctx-9' }),
    ];
    expect(all(ended).chains.map(namesOf)).toEqual([
      ['0 user inferred', '1 planner declared'],
      ['0 planner inferred', '1 flights declared'],
    ]);
  });

  it('[P.34] links a request of an unnamed sender by the open task that it references', () => {
    const reference = request(message({ referenceTaskIds: ['t-1'], contextId: 'ctx-1' }));
    const rows = [
      sent(1, undefined, 'planner'),
      update(1, 'planner', 't-1'),
      sent(2, undefined, 'flights', { value: reference }),
      settled(2, 'flights', 't-2'),
    ];
    const { chains, unknown } = all(rows);
    expect(hopsOf(chains[0])).toEqual(['planner > flights inferred']);
    expect(unknown).toEqual([
      'No kernel rows are in this log: for whom the work was done, which tenant and which data class are not seen.',
      'Who asked for t-1 is not stated.',
    ]);
  });

  it('[P.34] links an unnamed sender by trace and context together, never by one of them', () => {
    const rows = (context: string): readonly DraftRow[] => [
      sent(1, undefined, 'planner'),
      update(1, 'planner', 't-1'),
      sent(2, undefined, 'flights'),
      settled(2, 'flights', 't-2', { contextId: context }),
    ];
    const traced: readonly ExchangeFacts[] = [1, 2].map((exchange) => ({
      source: 0,
      exchange,
      operation: 'stream',
      traceparent: `00-trace-span${exchange}-01`,
    }));
    expect(hopsOf(all(rows('ctx-1'), traced).chains[0])).toEqual(['planner > flights inferred']);
    expect(hopsOf(all(rows('ctx-9'), traced).chains[0])).toEqual([]);
    expect(hopsOf(all(rows('ctx-1')).chains[0])).toEqual([]);
  });

  it('takes an id that is only asked for, or named in an error, as no task', () => {
    const rows: readonly DraftRow[] = [
      sent(1, 'watcher', 'planner', { label: 'tasks/get', channel: 'poll', taskId: 't-404' }),
      { kind: 'call-settled', channel: 'poll', exchange: 1, agent: 'planner', taskId: 't-404', failed: true, label: 'error -32001' },
    ];
    expect(all(rows)).toMatchObject({ chains: [], unknown: [] });
  });

  it('counts requests that only look at a task as no hop', () => {
    const rows = [sent(1, 'watcher', 'planner', { label: 'tasks/get', channel: 'poll', taskId: 't-1' }), settled(1, 'planner', 't-1')];
    expect(all(rows).chains.map(hopsOf)).toEqual([[]]);
  });
});

describe('a chain as text', () => {
  it('indents what was asked under who asked, and writes out standings other than declared', () => {
    const { chains } = all([
      created('a', 'task-1', ['root'], 'ctx-1'),
      created('b', 'task-2', ['root', 'a'], 'ctx-1'),
      created('c', 'task-3', ['root'], 'ctx-1'),
      sent(7, 'c', 'd.example'),
      settled(7, 'd.example', 'task-4'),
    ]);
    expect(chains[0]?.text.split('\n')).toEqual([
      'root',
      '├ a task-1',
      '│ └ b task-2',
      '└ c task-3',
      '  └ d.example task-4 completed [inferred]',
    ]);
  });
});

describe('a real trace', () => {
  it('[P.34] shows the delegations that its truth names, each inferred from a reference to an open task', () => {
    const name = 'v03-jsonrpc-delegate.ndjson';
    const log = logFromText(readFileSync(new URL(`../testing/fixtures/traces/${name}`, import.meta.url), 'utf8'), name);
    const { chains } = projectChains(log, { cursor: log.rowCount - 1, limit: 4 });
    const nodes = new Map(chains.flatMap((chain) => chain.nodes.map((node) => [node.id, node] as const)));
    const delegations = chains.flatMap((chain) =>
      chain.hops.map(({ from, to }) => ({
        fromTask: nodes.get(from)?.taskId,
        from: nodes.get(from)?.agent,
        toTask: nodes.get(to)?.taskId,
        to: nodes.get(to)?.agent,
      })),
    );
    expect(delegations).toEqual(truth[name].delegations);
    expect(chains.map(({ depth }) => depth)).toEqual([2]);
  });
});
