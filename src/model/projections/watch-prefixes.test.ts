// The story of a watch at every cursor, over rows in any order: what came later changes nothing, and no row makes it throw.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import type { Log } from '../log/log.ts';
import { OBSERVED_OPERATIONS, randomWatch } from '../testing/random-watch.ts';
import { drawLog, type DrawnRow } from '../testing/drawn-log.ts';
import { randomTraffic, trafficLog } from '../testing/random-traffic.ts';
import { projectWatch } from './watch.ts';

function watchLog(rows: readonly DrawnRow[]): Log {
  const { log, add } = drawLog();
  OBSERVED_OPERATIONS.forEach((operation, index) => log.addExchange({ source: 0, exchange: index + 1, operation }));
  rows.forEach(add);
  return log;
}
const everything = (log: Log, cursor: number) =>
  ['t1', 't2', undefined].map((taskId) => projectWatch(log, { cursor, ...(taskId && { taskId }) }));

describe('a watch at every cursor', () => {
  it('[P.1] is what a log that ends there tells', () => {
    fc.assert(
      fc.property(randomWatch, (rows) => {
        const log = watchLog(rows);
        for (let cursor = 0; cursor < rows.length; cursor += 1)
          expect(everything(log, cursor)).toEqual(everything(watchLog(rows.slice(0, cursor + 1)), cursor));
      }),
      { numRuns: 80 },
    );
  });

  it('[P.1] is the same in traffic of every kind, wherever one comes from', () => {
    fc.assert(
      fc.property(randomTraffic, fc.array(fc.nat(50), { maxLength: 8 }), (rows, seeks) => {
        const log = trafficLog(rows);
        for (const seek of seeks) {
          const cursor = Math.min(seek, rows.length - 1);
          expect(everything(log, cursor)).toEqual(everything(trafficLog(rows.slice(0, cursor + 1)), cursor));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('[P.80] holds whatever a value is', () => {
    const values = fc.jsonValue().map((value) => value as Json);
    fc.assert(
      fc.property(fc.array(fc.tuple(randomWatch, values), { maxLength: 4 }), (drawn) => {
        const rows = drawn.flatMap(([some, value]) => some.map((row, index) => (index % 2 === 0 ? { ...row, value } : row)));
        const log = watchLog(rows);
        const { tasks, total, story } = projectWatch(log, { cursor: rows.length - 1 });
        expect(tasks.length).toBe(Math.min(total, 50));
        expect(story === undefined).toBe(total === 0);
      }),
      { numRuns: 60 },
    );
  });
});
