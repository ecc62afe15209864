import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SpanSight } from '../../adapters/sight.ts';
import type { RowDraft } from '../../log/row.ts';
import { readHops } from '../../testing/read-hops.ts';
import { delegationFindings } from './delegation-findings.ts';
import { createHopFinder, type Hop, type HopFinder } from './hops.ts';

const fixture = (name: string): string => readFileSync(new URL(`../../testing/fixtures/${name}`, import.meta.url), 'utf8');
const parsed = (name: string): unknown => JSON.parse(fixture(name));
const edge = ({ from, to }: Hop): readonly [string | undefined, string | undefined] => [from, to];
const sorted = <T>(values: readonly T[]): readonly T[] => values.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

describe('hops of recorded traces', () => {
  const file = 'v03-jsonrpc-delegate.ndjson';
  it('[H.1] finds in calls who gave work to whom, with both tasks', () => {
    const truth = parsed('traces/truth.json') as Readonly<Record<string, { readonly delegations: readonly unknown[] }>>;
    const { finder } = readHops(fixture(`traces/${file}`));
    const found = finder.hops().map(({ from, fromTask, to, toTask }) => ({ fromTask, from, toTask, to }));
    expect(sorted(found)).toEqual(sorted(truth[file]?.delegations ?? []));
    expect(finder.hops().map(({ evidence }) => evidence)).toEqual(['inferred', 'inferred', 'inferred']);
    expect(finder.longestChain().map(edge)).toEqual([
      ['Trip Planner', 'Hotel Scout'],
      ['Hotel Scout', 'Review Digest'],
    ]);
  });
  it.each(['v03-jsonrpc-delegate.otlp.jsonl', 'v03-jsonrpc-delegate.jaeger.json'])(
    '[H.2] takes the spans of one call in %s for one hop',
    (spans) => {
      const { finder } = readHops(fixture(`traces/${spans}`));
      expect(sorted(finder.hops().map(edge))).toEqual([
        ['Hotel Scout', 'Review Digest'],
        ['Trip Planner', 'Flight Finder'],
        ['Trip Planner', 'Hotel Scout'],
        ['travel-app', 'Trip Planner'],
      ]);
      expect(new Set(finder.hops().map(({ evidence }) => evidence))).toEqual(new Set(['declared']));
      expect(finder.longestChain()).toHaveLength(3);
    },
  );
  it('[H.2] folds plain HTTP spans into hops between services', () => {
    const { finder } = readHops(fixture('traces/v03-rest-delegate.otlp.jsonl'));
    expect(sorted(finder.hops().map(edge))).toEqual([
      ['hotel-scout', 'review-digest'],
      ['travel-app', 'trip-planner'],
      ['trip-planner', 'flight-finder'],
      ['trip-planner', 'hotel-scout'],
    ]);
  });
  it.each([
    ['049-delegation-cycle-otlp', 'input.json'],
    ['052-trace-breaks-at-delegation', 'input.json'],
    ['053-child-failure-hidden-by-parent', 'input.har'],
  ])('[H.1] [H.7] finds the edges, the depth and the findings of case %s', (name, input) => {
    const expected = parsed(`cases/${name}/expected.json`) as {
      readonly delegation: { readonly edges: readonly unknown[]; readonly maxDepth: number };
      readonly findings: readonly { readonly rule: string; readonly severity: string; readonly taskId: string }[];
    };
    const { finder } = readHops(fixture(`cases/${name}/${input}`));
    const edges = [...new Set(finder.hops().map((hop) => JSON.stringify(edge(hop))))].map((text) => JSON.parse(text) as unknown);
    expect(sorted(edges)).toEqual(sorted(expected.delegation.edges));
    expect(finder.longestChain()).toHaveLength(expected.delegation.maxDepth);
    const rules = new Set(['delegation-cycle', 'delegation-depth', 'broken-trace-parent']);
    const ours = expected.findings.filter(({ rule }) => rules.has(rule)).map(({ rule, severity, taskId }) => [rule, severity, taskId]);
    expect(delegationFindings(finder, { depth: 5 }).map(({ rule, severity, taskId }) => [rule, severity, taskId])).toEqual(ours);
  });
  it('[H.9] finds no hop where nobody hands work on', () => {
    for (const quiet of [
      'traces/v03-jsonrpc-input.ndjson',
      'traces/v03-rest-auth.ndjson',
      'traces/v10-rest-mixed.har',
      'traces/v03-jsonrpc-push.ndjson',
    ]) {
      expect([quiet, readHops(fixture(quiet)).finder.hops()]).toEqual([quiet, []]);
    }
  });
});

/** A span as the finder sees it; `id` and `parent` are numbers of spans of trace 1. */
interface Draft extends Partial<Omit<SpanSight, 'spanId' | 'parentId'>> {
  readonly id: number;
  readonly parent?: number;
}
const ROW: Omit<RowDraft, 'from' | 'to'> = { kind: 'span-seen', channel: 'span', source: 0, path: 'json', provenance: 'received' };
function finderOf(spans: readonly Draft[]): HopFinder {
  const finder = createHopFinder();
  spans.forEach(({ id, parent, ...rest }, row) => {
    const span: SpanSight = {
      traceId: '1',
      spanId: String(id),
      ...(parent === undefined ? {} : { parentId: String(parent) }),
      links: [],
      name: `span ${id}`,
      kind: 'internal',
      failed: false,
      parentTaskIds: [],
      speaksOfAgents: rest.agentName !== undefined || rest.taskId !== undefined || rest.method !== undefined,
      ...rest,
    };
    finder.see(row, { ...ROW, from: row, to: row + 1 }, { as: 'span', span });
  });
  return finder;
}
const judged = (finder: HopFinder, depth = 5) =>
  delegationFindings(finder, { depth }).map(({ rule, severity, taskId }) => [rule, severity, taskId]);
const agent = (id: number, name: string, more: Omit<Draft, 'id'> = {}): Draft => ({
  id,
  service: name,
  agentName: name,
  operation: 'invoke_agent',
  ...more,
});

describe('hops in spans', () => {
  it('[H.3] calling one agent twice from one parent is no cycle', () => {
    const finder = finderOf([agent(1, 'a'), agent(2, 'b', { parent: 1, kind: 'server' }), agent(3, 'b', { parent: 1, kind: 'server' })]);
    expect(finder.hops().map(edge)).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    expect(judged(finder)).toEqual([]);
  });
  it('[H.3] an agent that calls itself over the wire is a cycle of one hop; its own nested spans are none', () => {
    const self = [
      agent(1, 'a', { kind: 'server', taskId: 't1' }),
      { id: 2, parent: 1, kind: 'client', service: 'a', method: 'message/send' } as const,
      agent(3, 'a', { parent: 2, kind: 'server', taskId: 't2' }),
    ];
    expect(judged(finderOf(self))).toEqual([['delegation-cycle', 'error', 't2']]);
    const nested = [
      agent(1, 'a', { kind: 'server', taskId: 't1' }),
      agent(2, 'a', { parent: 1, taskId: 't1' }),
      agent(3, 'a', { parent: 2, kind: 'server' }),
    ];
    expect(judged(finderOf(nested))).toEqual([]);
    expect(finderOf(nested).hops()).toEqual([]);
  });
  it('[H.3] names the first hop that comes back, once a path', () => {
    const names = ['a', 'b', 'c', 'a', 'b', 'c', 'a'];
    const path = names.map((name, place) =>
      agent(place + 1, name, { taskId: `t${place}`, ...(place === 0 ? {} : { parent: place, kind: 'server' as const }) }),
    );
    expect(judged(finderOf(path), 10)).toEqual([['delegation-cycle', 'error', 't3']]);
    const fork = [...path.slice(0, 3), agent(10, 'a', { parent: 3, taskId: 'x' }), agent(11, 'b', { parent: 3, taskId: 'y' })];
    expect(judged(finderOf(fork), 10)).toEqual([
      ['delegation-cycle', 'error', 'x'],
      ['delegation-cycle', 'error', 'y'],
    ]);
  });
  it('[H.4] warns at the first hop beyond the limit, and only there', () => {
    const path = Array.from({ length: 9 }, (_, place) =>
      agent(place + 1, `agent ${place}`, { taskId: `t${place}`, ...(place === 0 ? {} : { parent: place }) }),
    );
    expect(judged(finderOf(path), 5)).toEqual([['delegation-depth', 'warning', 't6']]);
    expect(judged(finderOf(path), 8)).toEqual([]);
    expect(finderOf(path).longestChain()).toHaveLength(8);
  });
  it('[H.2] does not take a client’s own record of the call for another agent', () => {
    const finder = finderOf([
      agent(1, 'planner', { kind: 'server', taskId: 't1' }),
      { ...agent(2, 'Researcher', { parent: 1, taskId: 't2' }), service: 'planner' },
      { id: 3, parent: 2, kind: 'client', service: 'planner', httpMethod: 'POST', path: '/', host: 'research.example' },
      { id: 4, parent: 3, kind: 'server', service: 'researcher', httpMethod: 'POST', path: '/' },
      agent(5, 'researcher', { parent: 4, taskId: 't2' }),
    ]);
    expect(finder.hops().map(({ from, to, toTask }) => [from, to, toTask])).toEqual([['planner', 'Researcher', 't2']]);
    expect(judged(finder)).toEqual([]);
  });
  it('[H.2] sees through gateways, models, tools and fetched cards', () => {
    const finder = finderOf([
      agent(1, 'planner'),
      { id: 2, parent: 1, kind: 'client', service: 'planner', operation: 'chat', agentName: 'planner', host: 'models.example' },
      { id: 3, parent: 1, kind: 'client', service: 'planner', host: 'database.example' },
      { id: 4, parent: 1, kind: 'client', service: 'planner', host: 'gw.example', httpMethod: 'POST', path: '/rpc' },
      { id: 5, parent: 4, kind: 'server', service: 'gateway', httpMethod: 'POST', path: '/rpc' },
      { id: 6, parent: 5, kind: 'client', service: 'gateway', httpMethod: 'POST', path: '/rpc' },
      agent(7, 'worker', { parent: 6, kind: 'server', httpMethod: 'POST' }),
      { id: 8, parent: 1, kind: 'client', service: 'planner', httpMethod: 'GET', path: '/.well-known/agent-card.json' },
      { id: 9, parent: 8, kind: 'server', service: 'worker', httpMethod: 'GET', path: '/.well-known/agent-card.json' },
    ]);
    expect(finder.hops().map(edge)).toEqual([['planner', 'worker']]);
  });
  it('[H.2] a service that serves a card and says nothing else of itself is an agent; one that serves neither is none', () => {
    const call = (id: number, service: string, path: string, httpMethod: string): readonly Draft[] => [
      { id, parent: 1, kind: 'client', service: 'app', httpMethod, path },
      { id: id + 1, parent: id, kind: 'server', service, httpMethod, path },
    ];
    const finder = finderOf([
      { id: 1, service: 'app' },
      ...call(2, 'worker', '/.well-known/agent.json', 'GET'),
      ...call(4, 'worker', '/', 'POST'),
      ...call(6, 'billing', '/', 'POST'),
    ]);
    expect(finder.hops().map(edge)).toEqual([['app', 'worker']]);
  });
  it('[H.2] a call whose other side recorded nothing is a hop to who was called', () => {
    const finder = finderOf([
      agent(1, 'planner'),
      { id: 2, parent: 1, kind: 'client', service: 'planner', operation: 'invoke_agent', agentName: 'writer', taskId: 't' },
      { id: 3, parent: 1, kind: 'client', service: 'planner', method: 'message/send', host: 'editor.agents.example' },
      { id: 4, parent: 1, kind: 'client', service: 'planner', method: 'tasks/get', host: 'editor.agents.example' },
    ]);
    expect(finder.hops().map(({ to, toTask, evidence }) => [to, toTask, evidence])).toEqual([
      ['writer', 't', 'declared'],
      ['editor', undefined, 'inferred'],
    ]);
  });
  it('[H.5] does not report a broken trace where a link, a parent that was not sampled, or another turn explains it', () => {
    const caller = [
      agent(1, 'a', { taskId: 'p' }),
      { id: 2, parent: 1, kind: 'client', service: 'a', taskId: 't', method: 'SendMessage' } as const,
    ];
    const broken = [['broken-trace-parent', 'warning', 't']];
    expect(judged(finderOf([...caller, agent(3, 'b', { kind: 'server', taskId: 't', traceId: '2' })]))).toEqual(broken);
    expect(judged(finderOf([...caller, agent(3, 'b', { kind: 'server', taskId: 't' })]))).toEqual(broken);
    const linked = agent(3, 'b', { kind: 'server', taskId: 't', traceId: '2', links: [{ traceId: '1', spanId: '2' }] });
    expect(judged(finderOf([...caller, linked]))).toEqual([]);
    expect(judged(finderOf([...caller, agent(3, 'b', { kind: 'server', taskId: 't', parent: 99 })]))).toEqual([]);
    const answered = agent(3, 'b', { kind: 'server', taskId: 't', parent: 2 });
    expect(judged(finderOf([...caller, answered, agent(4, 'b', { kind: 'server', taskId: 't', traceId: '2' })]))).toEqual([]);
  });
  it('[H.10] takes the task that an attribute names for a claim, where no span tells who asked', () => {
    const parent = agent(1, 'a', { taskId: 'p' });
    const finder = finderOf([
      parent,
      agent(2, 'b', { taskId: 't', traceId: '2', parentTaskIds: ['p'] }),
      agent(3, 'a', { taskId: 'u', traceId: '3', parentTaskIds: ['p'] }),
    ]);
    expect(finder.hops().map(({ fromTask, toTask, evidence }) => [fromTask, toTask, evidence])).toEqual([['p', 't', 'claimed']]);
    expect(finderOf([parent, agent(2, 'b', { parent: 1, parentTaskIds: ['p'] })]).hops()[0]?.evidence).toBe('declared');
  });
  it('[H.6] survives rings of parents, doubled ids and spans in any order', () => {
    const ring = [
      agent(1, 'a', { parent: 3, taskId: 'x' }),
      agent(2, 'b', { parent: 1 }),
      agent(3, 'c', { parent: 2 }),
      agent(3, 'c', { parent: 3 }),
    ];
    expect(finderOf(ring).hops()).toHaveLength(2);
    const path = Array.from({ length: 6 }, (_, place) => agent(place + 1, `a${place}`, place === 0 ? {} : { parent: place }));
    fc.assert(
      fc.property(fc.shuffledSubarray(path, { minLength: 6, maxLength: 6 }), (shuffled) => {
        expect(sorted(finderOf(shuffled).hops().map(edge))).toEqual(sorted(finderOf(path).hops().map(edge)));
      }),
      { numRuns: 30 },
    );
  });
  it('[H.6] a client and a server span that share an id are the two sides of one call', () => {
    const finder = finderOf([
      agent(1, 'a'),
      { id: 2, parent: 1, kind: 'client', service: 'a' },
      agent(2, 'b', { parent: 1, kind: 'server' }),
    ]);
    expect(finder.hops().map(edge)).toEqual([['a', 'b']]);
  });
  it('[H.6] any spans give hops whose depths agree with their ends, and no throw', () => {
    const span = fc.record({
      id: fc.nat(12),
      parent: fc.option(fc.nat(12), { nil: undefined }),
      kind: fc.constantFrom('internal', 'server', 'client', 'unspecified'),
      service: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
      agentName: fc.option(fc.constantFrom('A', 'B', 'c'), { nil: undefined }),
      taskId: fc.option(fc.constantFrom('t1', 't2', 't3'), { nil: undefined }),
      traceId: fc.constantFrom('1', '1', '2'),
      start: fc.option(fc.nat(100), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(span, { maxLength: 40 }), (spans) => {
        const finder = finderOf(
          spans.map((each) => Object.fromEntries(Object.entries(each).filter(([, value]) => value !== undefined)) as unknown as Draft),
        );
        const depthOf = new Map(finder.hops().map(({ toWork, depth }) => [toWork, depth]));
        for (const { fromWork, depth } of finder.hops()) expect(depth).toBe((depthOf.get(fromWork) ?? 0) + 1);
        expect(finder.longestChain()).toHaveLength(Math.max(0, ...depthOf.values()));
        delegationFindings(finder, { depth: 2 });
      }),
      { numRuns: 300 },
    );
  });
});

describe('size', () => {
  /** How often the finder reads a member of what it is given. */
  function countedSpans(count: number): { readonly finder: HopFinder; readonly reads: () => number } {
    let reads = 0;
    const finder = createHopFinder();
    for (let row = 0; row < count; row += 1) {
      const span: SpanSight = {
        traceId: '1',
        spanId: String(row + 1),
        ...(row === 0 ? {} : { parentId: String(row) }),
        links: [],
        name: 'work',
        kind: 'server',
        start: row,
        failed: false,
        service: `agent ${row % 1000}`,
        taskId: `t${row}`,
        parentTaskIds: [],
        speaksOfAgents: true,
      };
      const watched = new Proxy(span, {
        get: (target, key, receiver) => {
          reads += 1;
          return Reflect.get(target, key, receiver) as unknown;
        },
      });
      finder.see(row, { ...ROW, from: row, to: row + 1 }, { as: 'span', span: watched });
    }
    return { finder, reads: () => reads };
  }
  it('[H.8] 200 000 spans in one chain are measured to its end, and each is read a fixed number of times', () => {
    const { finder, reads } = countedSpans(200_000);
    expect(finder.longestChain()).toHaveLength(199_999);
    expect(finder.cycles()).toHaveLength(1);
    expect(finder.cycles()[0]?.rows.length).toBeLessThanOrEqual(100);
    expect(finder.deeperThan(5).map(({ toTask }) => toTask)).toEqual(['t6']);
    expect(reads()).toBeLessThanOrEqual(200_000 * 25);
    // A second answer reads nothing again.
    const before = reads();
    finder.hops();
    expect(reads()).toBe(before);
  }, 120_000);
});
