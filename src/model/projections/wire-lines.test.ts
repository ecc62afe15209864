import { describe, expect, it } from 'vitest';
import type { AcrossClaim, WireLine } from '../log/claim.ts';
import { logFromText } from '../testing/log-from-text.ts';
import { RECORDING } from '../testing/small-recording.ts';
import { firstDifference, judgeAcross, projectWire } from './wire-lines.ts';

const line = (at: number | undefined, text: string): WireLine => ({ at, text });
const SLOW = [line(0, 'request'), line(40, 'working'), line(15_240, 'completed')];
const HUNG = [line(0, 'request'), line(40, 'working'), line(30_020, 'cancel')];
type Unsaid<C> = C extends unknown ? Omit<C, 'say' | 'takes'> : never;
const judged = (claim: Unsaid<AcrossClaim>, one: readonly WireLine[], other: readonly WireLine[]): true | string | undefined => {
  const verdict = judgeAcross({ say: 'so', takes: ['a', 'b'], ...claim }, one, other);
  return verdict.holds ? true : verdict.found;
};

describe('projectWire', () => {
  const log = logFromText(RECORDING);
  const wire = projectWire(log, {});

  it('[E.32] tells what crossed, in order, and nothing that only the kernel knows', () => {
    expect(wire.length).toBeGreaterThan(0);
    expect(wire.map(({ at }) => at)).toEqual(wire.map(({ at }) => at).toSorted((a = 0, b = 0) => a - b));
    expect(wire.filter(({ text }) => /^(?:task-created|status-stored|worker-started|delegation-admitted)/.test(text))).toEqual([]);
    expect(wire.some(({ text }) => text.startsWith('message-sent '))).toBe(true);
  });

  it('[E.32] tells no more than up to a time', () => {
    const until = 100;
    expect(projectWire(log, { until })).toEqual(wire.filter(({ at = 0 }) => at <= until));
  });

  it('[E.32] gives the same lines for the same recording, and others where a body differs', () => {
    expect(projectWire(logFromText(RECORDING), {})).toEqual(wire);
    const other = projectWire(logFromText(RECORDING.replaceAll('working', 'failed')), {});
    expect(firstDifference(wire, other)).toBeDefined();
  });
});

describe('firstDifference', () => {
  it('[E.32] finds nothing where the wires are one', () => {
    expect(firstDifference(SLOW, [...SLOW])).toBeUndefined();
    expect(firstDifference([], [])).toBeUndefined();
  });

  it('[E.32] says what came first, on whichever wire it is', () => {
    expect(firstDifference(SLOW, HUNG)).toEqual({ at: 15_240, one: SLOW[2], other: HUNG[2] });
    expect(firstDifference(HUNG, SLOW)).toEqual({ at: 15_240, one: HUNG[2], other: SLOW[2] });
    expect(firstDifference(SLOW, SLOW.slice(0, 2))).toEqual({ at: 15_240, one: SLOW[2] });
  });

  it('[E.32] tells equal texts at other times apart, and lines without a time', () => {
    expect(firstDifference([line(1, 'a')], [line(2, 'a')])?.at).toBe(1);
    expect(firstDifference([line(undefined, 'a')], [line(undefined, 'b')])?.at).toBeUndefined();
  });
});

describe('judgeAcross', () => {
  it('[E.32] holds two wires to be the same up to a time', () => {
    expect(judged({ check: 'same-wire', until: 15_000 }, SLOW, HUNG)).toBe(true);
    expect(judged({ check: 'same-wire', until: 15_239 }, SLOW, HUNG)).toBe(true);
    expect(judged({ check: 'same-wire', until: 15_240 }, SLOW, HUNG)).toBe('they differ at 15240');
    expect(judged({ check: 'same-wire', until: 99_999 }, SLOW, SLOW)).toBe(true);
  });

  it('[E.32] holds two wires to part at a time', () => {
    expect(judged({ check: 'wires-part', at: 15_240 }, SLOW, HUNG)).toBe(true);
    expect(judged({ check: 'wires-part', at: 15_000 }, SLOW, HUNG)).toBe('they differ at 15240');
    expect(judged({ check: 'wires-part', at: 15_240 }, SLOW, SLOW)).toBe('they never differ');
  });

  it('[E.32] holds nothing of a wire that nothing crossed, and nothing up to a difference without a time', () => {
    expect(judged({ check: 'same-wire', until: 15_000 }, [], HUNG)).toBe('nothing crossed');
    expect(judged({ check: 'same-wire', until: 1 }, [line(undefined, 'a')], [line(undefined, 'b')])).toBe('they differ at no time');
  });
});
