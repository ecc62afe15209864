// Texts made to hurt: each ends in a report, is accounted for to its last unit, is read the same in any pieces and under any name, comes
// back from its saved form as it was, and costs in proportion to its length. Work is counted, not timed.
import { describe, expect, it } from 'vitest';
import { createEngine } from '../engine/engine.ts';
import { unitsLookedAt } from '../testing/counted-text.ts';
import { HOSTILE_TEXTS } from '../testing/hostile-texts.ts';
import { gapsOf, readTrace, type ReadTrace } from '../testing/read-trace.ts';
import { countedSlices } from '../testing/slice-ports.ts';
import { findEmbedded } from './embedded.ts';

const SIZE = 6_000;
const LARGE = 70_000;
const HOSTILE = Object.entries(HOSTILE_TEXTS);
/** Detection looks at a beginning of this length again and again while it comes, and no further. */
const PROBED = 1 << 19;

function whatWasRead({ rows, cuts, unread, setAside, framing, sources, notes }: ReadTrace): unknown {
  return { rows, cuts, unread, setAside, framing, notes, sources: [...sources.values()].map(({ name: _name, ...facts }) => facts) };
}

async function savedOf(text: string): Promise<string> {
  const engine = createEngine(countedSlices(5_000));
  const log = engine.open(text, { name: 'hostile' });
  await engine.settled(log);
  expect(engine.query(log, 'report', {}).format).toBeDefined();
  return engine.save(log);
}

describe('a text made to hurt', () => {
  it.each(HOSTILE)('[N.6] %s: all of it is accounted for, and read the same in any pieces and under any name', (_name, make) => {
    const text = make(SIZE);
    const whole = readTrace(text);
    expect(gapsOf(whole)).toEqual([]);
    const lost = whole.rows.filter((row) => row.kind !== 'record-unreadable' && whole.valueOf(row) === undefined);
    expect(lost).toEqual([]);
    expect(whatWasRead(readTrace(text, { piece: 7, name: 'x.har' }))).toEqual(whatWasRead(whole));
    expect(whatWasRead(readTrace(text, { piece: 1_000, name: 'y.sse' }))).toEqual(whatWasRead(whole));
  });

  it.each(HOSTILE)('[N.6] %s: comes back from its saved form as it was', async (_name, make) => {
    const saved = await savedOf(make(SIZE));
    expect(await savedOf(saved)).toBe(saved);
  });

  it.each(HOSTILE)('[N.6] %s: costs in proportion to its length', (_name, make) => {
    const [half, whole] = [unitsLookedAt(make(LARGE), 1 << 16), unitsLookedAt(make(2 * LARGE), 1 << 16)];
    expect(whole).toBeLessThan(2.4 * half + PROBED);
    // Windows overlap: what is sliced is not all looked at.
    expect(whole).toBeLessThan(150 * 2 * LARGE + PROBED);
  });

  it.each(HOSTILE)('[N.6] %s: is looked through for values a few times at most', (_name, make) => {
    const line = make(2 * LARGE);
    for (const whole of [false, true]) expect(findEmbedded(line, whole).looked).toBeLessThan(6 * line.length + (1 << 16));
  });
});
