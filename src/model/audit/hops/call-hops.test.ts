import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import { readHops } from '../../testing/read-hops.ts';
import { delegationFindings } from './delegation-findings.ts';
import type { Hop, HopFinder } from './hops.ts';

const edge = ({ from, to }: Hop): readonly [string | undefined, string | undefined] => [from, to];
const judged = (finder: HopFinder) =>
  delegationFindings(finder, { depth: 5 }).map(({ rule, severity, taskId }) => [rule, severity, taskId]);

/** Calls as NDJSON lines, one whole exchange a line. */
interface Call {
  readonly at: string;
  readonly url: string;
  readonly agent?: string;
  readonly message?: Readonly<Record<string, Json>>;
  readonly result: Json;
  readonly until?: string;
}
function readCalls(calls: readonly Call[]): HopFinder {
  const lines: string[] = [];
  const turns = calls.flatMap(({ at, until, url, agent: program, message, result }, conn) => {
    const headers = program === undefined ? {} : { 'user-agent': `${program}/1.0` };
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'message/send',
      params: { message: { kind: 'message', role: 'user', messageId: `m${conn}`, parts: [{ kind: 'text', text: 'x' }], ...message } },
    };
    return [
      { ts: at, direction: 'request', conn, method: 'POST', url, headers, body },
      {
        ts: until ?? at,
        direction: 'response',
        conn,
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: { jsonrpc: '2.0', id: 1, ...(result as object) },
      },
    ];
  });
  for (const turn of turns.toSorted((a, b) => (a.ts < b.ts ? -1 : a.ts > b.ts ? 1 : 0))) lines.push(JSON.stringify(turn));
  return readHops(lines.join('\n')).finder;
}
const task = (id: string, state = 'completed', more: Readonly<Record<string, Json>> = {}): Json => ({
  result: { kind: 'task', id, contextId: `c-${id}`, status: { state }, ...more },
});
const at = (second: number): string => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`;

describe('hops in calls', () => {
  it('[H.1] takes a call that an agent makes while it serves one for a hop, by the names of program and host', () => {
    const finder = readCalls([
      { at: at(0), until: at(9), url: 'https://coord.agents.example/a2a', agent: 'ui', result: task('t1') },
      { at: at(1), until: at(8), url: 'https://pricing.agents.example/a2a', agent: 'coord-agent', result: task('t2') },
      { at: at(2), until: at(3), url: 'https://stock.agents.example/a2a', agent: 'pricing-agent', result: task('t3') },
    ]);
    expect(finder.hops().map(({ from, fromTask, to, toTask, depth }) => [from, fromTask, to, toTask, depth])).toEqual([
      ['ui', undefined, 'coord', 't1', 1],
      ['coord', 't1', 'pricing', 't2', 2],
      ['pricing', 't2', 'stock', 't3', 3],
    ]);
  });
  it('[H.3] a call back to an agent at work is a cycle, and an error: it was seen', () => {
    const finder = readCalls([
      { at: at(0), until: at(9), url: 'https://a.example/', agent: 'ui', result: task('t1') },
      { at: at(1), until: at(8), url: 'https://b.example/', agent: 'a-agent', result: task('t2') },
      { at: at(2), until: at(7), url: 'https://a.example/', agent: 'b-agent', result: task('t3') },
    ]);
    expect(judged(finder)).toEqual([['delegation-cycle', 'error', 't3']]);
  });
  it('[H.9] a call after the other has ended, a follow-up to an earlier task, and a tool’s name are no hop', () => {
    const base = [{ at: at(0), until: at(1), url: 'https://a.example/', result: task('t1') }];
    const after = { at: at(2), until: at(3), url: 'https://b.example/', message: { referenceTaskIds: ['t1'] }, result: task('t2') };
    expect(readCalls([...base, after]).hops()).toEqual([]);
    const same = [
      { at: at(0), until: at(1), url: 'https://a.example/', result: task('t1', 'working') },
      { at: at(2), until: at(3), url: 'https://a.example/', message: { referenceTaskIds: ['t1'] }, result: task('t2') },
    ];
    expect(readCalls(same).hops()).toEqual([]);
    expect(readCalls([{ ...after, agent: 'python-httpx' }]).hops()).toEqual([]);
  });
  it('[H.9] agents on one host and different ports or paths are different agents', () => {
    const finder = readCalls([
      { at: at(0), until: at(9), url: 'http://localhost:8001/', result: task('t1', 'working') },
      { at: at(1), until: at(2), url: 'http://localhost:8002/', message: { referenceTaskIds: ['t1'] }, result: task('t2') },
    ]);
    expect(finder.hops().map(edge)).toEqual([['localhost:8001', 'localhost:8002']]);
    expect(judged(finder)).toEqual([]);
  });
  it('[H.10] keeps what is only claimed apart, and warns where a claim alone makes a cycle', () => {
    const claim = (chain: readonly string[]): HopFinder =>
      readCalls([
        { at: at(0), until: at(1), url: 'https://c.example/', message: { metadata: { delegation_chain: chain } }, result: task('t') },
      ]);
    expect(
      claim(['a', 'b'])
        .hops()
        .map(({ from, to, evidence }) => [from, to, evidence]),
    ).toEqual([
      ['a', 'b', 'claimed'],
      ['b', 'c', 'claimed'],
    ]);
    expect(judged(claim(['a', 'c', 'b']))).toEqual([['delegation-cycle', 'warning', 't']]);
  });
  it('[H.10] reads the chain that a task carries, and puts a claim above the caller that was seen', () => {
    const carried = task('t', 'completed', { metadata: { 'delegation-inspector/chain': ['user', 'planner'] } });
    const alone = readCalls([{ at: at(0), until: at(1), url: 'https://c.example/', result: carried }]);
    expect(alone.hops().map(({ from, to, evidence }) => [from, to, evidence])).toEqual([
      ['user', 'planner', 'claimed'],
      ['planner', 'c', 'claimed'],
    ]);
    const seen = readCalls([
      { at: at(0), until: at(9), url: 'https://planner.example/', result: task('p') },
      { at: at(1), until: at(2), url: 'https://c.example/', agent: 'planner-agent', result: carried },
    ]);
    expect(seen.hops().map(({ from, to, evidence }) => [from, to, evidence])).toEqual([
      ['user', 'planner', 'claimed'],
      ['planner', 'c', 'inferred'],
    ]);
  });
  it('[H.1] several messages to one task are one hop', () => {
    const finder = readCalls([
      { at: at(0), until: at(1), url: 'https://a.example/', agent: 'ui', result: task('t1', 'input-required') },
      { at: at(2), until: at(3), url: 'https://a.example/', agent: 'ui', message: { taskId: 't1' }, result: task('t1') },
    ]);
    expect(finder.hops().map(({ toTask, rows }) => [toTask, rows.length])).toEqual([['t1', 2]]);
  });
  it('[H.9] a refused call hands nothing over', () => {
    const refused = { error: { code: -32601, message: 'no such method' } };
    expect(readCalls([{ at: at(0), until: at(1), url: 'https://a.example/', agent: 'ui', result: refused }]).hops()).toEqual([]);
  });
});
