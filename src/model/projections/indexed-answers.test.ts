// Answers that are looked up in indexes: at every cursor they are what the rows up to there tell on their own, and they cost
// what is shown, however long the log is (SPEC.md P.1, P.2).

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import { GivenText } from '../log/given-text.ts';
import { Log } from '../log/log.ts';
import type { LogView } from '../log/log-view.ts';
import type { RowDraft } from '../log/row.ts';
import { countedLog } from '../testing/counted-log.ts';
import { randomTraffic, trafficLog } from '../testing/random-traffic.ts';
import { projectCardCount, projectCards } from './cards.ts';
import { projectChains } from './chains.ts';
import { projectRoundTrip, projectRoundTrips } from './round-trips.ts';
import { warmIndexes } from './warm-indexes.ts';

const QUESTIONS: Readonly<Record<string, (log: LogView, cursor: number) => unknown>> = {
  chains: (log, cursor) => projectChains(log, { cursor, limit: 1 }),
  cards: (log, cursor) => [projectCards(log, { cursor }), projectCardCount(log, { cursor })],
  'round trips': (log, cursor) => projectRoundTrips(log, { cursor }),
  'one round trip': (log, cursor) => projectRoundTrip(log, { taskId: 't1', cursor }),
};

describe.each(Object.entries(QUESTIONS))('%s', (_name, ask) => {
  it('[P.1] tell at every cursor what a log that ends there tells', () => {
    fc.assert(
      fc.property(randomTraffic, (rows) => {
        const log = trafficLog(rows);
        for (let cursor = -1; cursor < rows.length; cursor += 1) {
          expect(ask(log, cursor)).toEqual(ask(trafficLog(rows.slice(0, Math.max(1, cursor + 1))), cursor));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('[P.1] tell the same wherever one comes from', () => {
    fc.assert(
      fc.property(randomTraffic, fc.array(fc.nat(50), { maxLength: 12 }), (rows, seeks) => {
        const log = trafficLog(rows);
        for (const seek of seeks) {
          const cursor = Math.min(seek, rows.length - 1);
          expect(ask(log, cursor)).toEqual(ask(trafficLog(rows), cursor));
        }
      }),
      { numRuns: 40 },
    );
  });
});

const ROWS = 200_000;
const TASKS = 2_000;
const CARDS = 5_000;
/** Reads of values and of rows that one question may cost when it is asked first, and at another cursor afterwards. */
const FIRST = { values: 12_000, reads: 60_000 };
const NEXT = { values: 2_500, reads: 30_000 };

/** Tasks that go on side by side, a delegation of two agents each, and a directory of many cards. */
function manyRows(): Log {
  const log = new Log();
  const text = new GivenText('many');
  const source = log.addSource(text);
  const ranges = new Map<string, { readonly from: number; readonly to: number }>();
  const add = (value: Json, row: Omit<RowDraft, 'source' | 'from' | 'to' | 'path' | 'provenance'>): void => {
    const line = `${JSON.stringify(value)}\n`;
    const range = ranges.get(line) ?? { from: text.length, to: text.length + line.length };
    if (!ranges.has(line)) text.append(line);
    ranges.set(line, range);
    log.append({ ...row, source, ...range, path: 'json', provenance: 'received' });
  };
  for (let index = 0; index < CARDS; index += 1) {
    const name = `server-${index}`;
    const card = { protocolVersion: '0.3.0', name, description: '', url: 'https://a.example', version: '1', capabilities: {}, skills: [] };
    add(card, { kind: 'card-seen', channel: 'card', agent: name, label: name });
  }
  for (let index = 0; log.rowCount < ROWS; index += 1) {
    const task = index % TASKS;
    const ids = { taskId: `t-${task}`, contextId: `c-${task >> 1}` };
    const server = `server-${task % 50}`;
    const exchange = task + 1;
    if (index < TASKS) {
      const message = { kind: 'message', messageId: `m-${task}`, role: 'user', parts: [] };
      const request = { jsonrpc: '2.0', id: 1, method: 'message/stream', params: { message } };
      add(request, { kind: 'message-sent', channel: 'stream', label: 'message/stream', agent: 'caller', peer: server, exchange });
      continue;
    }
    const state = index % 3 === 0 ? 'input-required' : 'working';
    const value = { kind: 'status-update', ...ids, status: { state }, final: false };
    add(value, { kind: 'status-update', channel: 'stream', agent: server, peer: 'caller', exchange, state, ...ids });
  }
  text.finish();
  log.settle();
  return log;
}

describe('a log of 200 000 rows', () => {
  let view: LogView;
  let counted: ReturnType<typeof countedLog>;
  beforeAll(() => {
    counted = countedLog(manyRows());
    ({ view } = counted);
    // That is the price of reading, not of asking.
    warmIndexes(view);
  }, 120_000);
  const cost = (ask: () => unknown): { readonly values: number; readonly reads: number } => {
    const before = { values: counted.values(), reads: counted.reads() };
    ask();
    return { values: counted.values() - before.values, reads: counted.reads() - before.reads };
  };

  it.each(Object.entries(QUESTIONS))('[P.2] is asked for its %s at a price that what is shown sets', (_name, ask) => {
    const first = cost(() => ask(view, 150_000));
    expect(first.values).toBeLessThan(FIRST.values);
    expect(first.reads).toBeLessThan(FIRST.reads);
    for (const cursor of [150_100, 149_000, 150_101]) {
      const next = cost(() => ask(view, cursor));
      expect(next.values).toBeLessThan(NEXT.values);
      expect(next.reads).toBeLessThan(NEXT.reads);
    }
  });

  it('[P.2] counts what it does not show', () => {
    const cursor = ROWS - 1;
    const { documents, leftOut } = projectRoundTrips(view, { cursor });
    expect(documents.length + leftOut).toBe(TASKS);
    expect(documents.length).toBeLessThanOrEqual(200);
    expect(projectCards(view, { cursor })).toHaveLength(200);
    expect(projectCards(view, { cursor, from: CARDS - 3 }).map(({ name }) => name)).toEqual(['server-4997', 'server-4998', 'server-4999']);
    expect(projectCardCount(view, { cursor })).toBe(CARDS);
    expect(projectChains(view, { cursor, limit: 4 }).unknown.at(-1)).toBe(
      `${TASKS - 1_000} more tasks are in this log than are drawn here.`,
    );
  });
});
