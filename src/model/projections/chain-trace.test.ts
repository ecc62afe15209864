import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../engine/engine.ts';
import { countedSlices } from '../testing/slice-ports.ts';
import type { ChainsAnswer } from './chains.ts';

const fixture = (name: string): string => readFileSync(new URL(`../testing/fixtures/${name}`, import.meta.url), 'utf8');
const END = Number.MAX_SAFE_INTEGER;

async function chainsOf(text: string, ask: { readonly cursor?: number; readonly limit?: number } = {}): Promise<ChainsAnswer> {
  const engine = createEngine(countedSlices(100));
  const log = engine.open(text, { name: 'trace' });
  await engine.settled(log);
  return engine.query(log, 'chains', { cursor: END, limit: 4, ...ask });
}
const hopsIn = ({ chains }: ChainsAnswer) =>
  chains.flatMap(({ nodes, hops }) => {
    const nameOf = (id: string) => nodes.find((node) => node.id === id)?.agent;
    return hops.map((hop) => `${nameOf(hop.from) ?? ''} > ${nameOf(hop.to) ?? ''} ${hop.standing}`);
  });

describe('chains of a trace', () => {
  it('[P.38] draws calls between agents under one name each, however late their cards were seen', async () => {
    const answer = await chainsOf(fixture('traces/v03-jsonrpc-delegate.ndjson'));
    expect(hopsIn(answer)).toEqual([
      'Trip Planner > Flight Finder inferred',
      'Trip Planner > Hotel Scout inferred',
      'Hotel Scout > Review Digest inferred',
    ]);
    expect(answer.chains.map(({ title, depth, nodes }) => [title, depth, nodes.length])).toEqual([['Trip Planner', 2, 4]]);
    expect(answer.unknown).toContain('Who asked for cb489417-7e41-4066-b6f2-a3241bbca966 is not stated.');
  });
  it.each(['otlp.jsonl', 'jaeger.json'])('[P.38] draws spans of one call as one declared hop (%s)', async (form) => {
    const answer = await chainsOf(fixture(`traces/v03-jsonrpc-delegate.${form}`));
    expect(hopsIn(answer).toSorted()).toEqual([
      'Hotel Scout > Review Digest declared',
      'Trip Planner > Flight Finder declared',
      'Trip Planner > Hotel Scout declared',
      'travel-app > Trip Planner declared',
    ]);
    const [chain] = answer.chains;
    expect(answer.chains).toHaveLength(1);
    expect(chain?.title).toBe('travel-app');
    expect(chain?.depth).toBe(3);
    expect(chain?.nodes.filter(({ taskId }) => taskId !== undefined).map(({ state }) => state)).toEqual(
      Array.from({ length: 4 }, () => 'completed'),
    );
  });
  it('[P.38] marks who comes back to itself, and who is past the limit', async () => {
    const { chains } = await chainsOf(fixture('cases/049-delegation-cycle-otlp/input.json'));
    const [chain] = chains;
    expect(chain?.depth).toBe(7);
    expect(chain?.nodes.filter(({ cycle }) => cycle).map(({ taskId }) => taskId)).toEqual([
      't-4462-3',
      't-4462-4',
      't-4462-5',
      't-4462-6',
      't-4462-7',
    ]);
    expect(chain?.nodes.filter(({ pastLimit }) => pastLimit).map(({ depth }) => depth)).toEqual([5, 6, 7]);
  });
  it('[P.39] keeps claims apart, says where they stand, and verifies none', async () => {
    const message = { kind: 'message', role: 'user', messageId: 'm', parts: [], metadata: { delegation_chain: ['user', 'planner'] } };
    const lines = [
      {
        direction: 'request',
        conn: 1,
        method: 'POST',
        url: 'https://worker.example/',
        body: { jsonrpc: '2.0', id: 1, method: 'message/send', params: { message } },
      },
      {
        direction: 'response',
        conn: 1,
        status: 200,
        body: { jsonrpc: '2.0', id: 1, result: { kind: 'task', id: 't', contextId: 'c', status: { state: 'working' } } },
      },
    ];
    const answer = await chainsOf(lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(hopsIn(answer)).toEqual(['user > planner claimed', 'planner > worker claimed']);
    expect(answer.unknown).toContain(
      'metadata.delegation_chain of a message in #0 says who asked for this; nothing in this log verifies it.',
    );
  });
  it('[P.38] draws what has happened by the cursor, and tasks that nobody is known to have asked for by themselves', async () => {
    const text = fixture('traces/v03-jsonrpc-delegate.ndjson');
    expect(hopsIn(await chainsOf(text, { cursor: 12 }))).toEqual(['Trip Planner > Flight Finder inferred']);
    const alone = await chainsOf(fixture('traces/v03-jsonrpc-input.ndjson'));
    expect(hopsIn(alone)).toEqual([]);
    expect(alone.chains.length).toBeGreaterThan(0);
  });
});
