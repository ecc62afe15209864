import { describe, expect, it } from 'vitest';
import { VIRTUAL_EPOCH } from '../../model/log/saved-form.ts';
import type { ChaosAnswer, Delegation } from '../../model/projections/chaos.ts';
import type { DelegationOutcome } from '../../model/protocol/peer.ts';
import { FAULTS, type FaultRow } from '../../mock-agents/faults/fault-table.ts';
import { changesToTry, expectedOf, tookMs, verdictOf } from './chaos-verdict.ts';
import { countRows, expectedInLog, matrixRow, matrixRows } from './matrix-rows.ts';
import type { PlayedCell } from './chaos-store.ts';

const rowOf = (mode: string): FaultRow => {
  const row = FAULTS.find((each) => each.mode === mode);
  if (!row) throw new Error(`no row ${mode}`);
  return row;
};
const delegation = (skill: string, outcome: DelegationOutcome | undefined, attempts: number): Delegation => ({
  client: 'orchestrator',
  peer: 'specialist',
  skill,
  fromSeq: 0,
  toSeq: 9,
  at: VIRTUAL_EPOCH,
  attempts: [],
  ...(outcome && { decided: { seq: 9, at: VIRTUAL_EPOCH + 560, outcome, attempts } }),
});
const answer = (...delegations: readonly Delegation[]): ChaosAnswer => ({
  delegations,
  delegationsTotal: delegations.length,
  faults: [],
  faultsTotal: 0,
  steps: [],
  lateCompletions: [],
  workersEnded: 0,
  failedCalls: [],
  failedCallsTotal: 0,
});
const cell = (settings: PlayedCell['settings'], told: ChaosAnswer): PlayedCell => ({
  phase: 'done',
  settings,
  log: 1,
  name: 'x',
  lesson: 'chaos-flaky',
  rowCount: 10,
  revision: 1,
  answer: told,
});

describe('[U.35] the verdict of a row', () => {
  it('passes by outcome and attempts, and by nothing less', () => {
    const flaky = rowOf('flaky');
    expect(verdictOf(flaky, {}, answer(delegation('statistics', 'ok', 3))).pass).toBe(true);
    expect(verdictOf(flaky, {}, answer(delegation('statistics', 'ok', 2))).pass).toBe(false);
    expect(verdictOf(flaky, {}, answer(delegation('statistics', 'unavailable', 3))).pass).toBe(false);
    expect(verdictOf(flaky, {}, answer(delegation('statistics', undefined, 3))).pass).toBe(false);
    expect(verdictOf(flaky, {}, answer()).pass).toBe(false);
  });

  it('expects as many attempts of a peer that never recovers as the client may make', () => {
    expect(expectedOf(rowOf('error'), {})).toEqual({ outcome: 'unavailable', attempts: 4 });
    expect(expectedOf(rowOf('error'), { attempts: 2 })).toEqual({ outcome: 'unavailable', attempts: 2 });
    expect(expectedOf(rowOf('flaky'), { attempts: 2 })).toEqual({ outcome: 'ok', attempts: 3 });
  });

  it('is about the order for the skill that is sick', () => {
    const both = answer(delegation('statistics', 'ok', 1), delegation('format_table', 'unavailable', 4));
    expect(verdictOf(rowOf('error'), { sick: 'format_table' }, both).pass).toBe(true);
    expect(verdictOf(rowOf('error'), { sick: 'format_table' }, answer(delegation('statistics', 'unavailable', 4))).pass).toBe(false);
    expect(verdictOf(rowOf('none'), {}, both).pass).toBe(true);
  });

  it('has a length where both ends are told', () => {
    expect(tookMs(delegation('statistics', 'ok', 1))).toBe(560);
    expect(tookMs(delegation('statistics', undefined, 1))).toBeUndefined();
  });
});

describe('[U.35] single changes that may make a row pass', () => {
  it('go step by step towards the lesson’s own', () => {
    expect(changesToTry({ attempts: 2 })).toEqual([
      { name: 'attempts', from: 2, to: 3 },
      { name: 'attempts', from: 2, to: 4 },
    ]);
    expect(changesToTry({ attempts: 6 }).map(({ to }) => to)).toEqual([5, 4]);
    expect(changesToTry({ deadlineMs: 10_000 }).map(({ to }) => to)).toEqual([15_000, 20_000, 30_000]);
    expect(changesToTry({ deadlineMs: 120_000 }).map(({ to }) => to)).toEqual([60_000, 45_000, 30_000]);
  });

  it('include what can only be put back, and are bounded', () => {
    expect(changesToTry({ client: 'naive', seed: '7' })).toEqual([
      { name: 'client', from: 'naive', to: undefined },
      { name: 'seed', from: '7', to: undefined },
    ]);
    expect(changesToTry({ attempts: 20, deadlineMs: 500, pauseMs: 9_000, client: 'naive' })).toHaveLength(12);
    expect(changesToTry({})).toEqual([]);
  });
});

describe('[U.35] rows as they are drawn', () => {
  const played = cell({}, answer(delegation('statistics', 'ok', 3)));
  const fine = matrixRow(rowOf('flaky'), played, {});

  it('say what came of the last episode', () => {
    expect(fine).toMatchObject({ verdict: 'pass', observed: 'ok', attempts: 3, took: 560, undecided: false });
    expect(matrixRow(rowOf('flaky'), undefined, {})).toMatchObject({ verdict: 'not played', undecided: false });
    expect(matrixRow(rowOf('hang'), cell({}, answer()), {})).toMatchObject({ verdict: 'fail', undecided: true });
  });

  it('judge nothing by settings that it was not played with', () => {
    expect(matrixRow(rowOf('flaky'), played, { attempts: 2 }).verdict).toBe('other settings');
    expect(matrixRow(rowOf('flaky'), { phase: 'refused', settings: {}, why: 'no' }, { attempts: 2 }).verdict).toBe('not played');
  });

  it('keep the episode before while a newer one is on its way', () => {
    const playing = matrixRow(rowOf('flaky'), { phase: 'playing', settings: {}, at: 40, before: played }, {});
    expect(playing).toMatchObject({ verdict: 'running', runningAt: 40, played: { log: 1 } });
    expect(matrixRow(rowOf('flaky'), { phase: 'queued', settings: {} }, {}).verdict).toBe('queued');
  });

  it('are counted', () => {
    const rows = matrixRows({ cells: { flaky: played, hang: { phase: 'queued', settings: {} } }, settings: {} });
    expect(rows.map(({ fault }) => fault.beyond)).toEqual([...Array<boolean>(9).fill(false), ...Array<boolean>(9).fill(true)]);
    expect(countRows(rows)).toEqual({ passed: 1, failed: 0, running: 0, queued: 1, refused: 0 });
  });

  it('of a log expect what the lab did to each delegation, in lessons that are about that', () => {
    const faults = [{ seq: 13, mode: 'error', what: '' }];
    const episode = { lesson: 'degraded-report', seed: '1', policy: 'hardened', knobs: {} };
    const expected = (fromSeq: number, identity: typeof episode | undefined) =>
      expectedInLog({ fromSeq, toSeq: fromSeq + 9 }, { faults }, identity).expected;
    expect(expected(0, episode)).toEqual({ outcome: 'ok', attempts: 1 });
    expect(expected(10, episode)).toEqual({ outcome: 'unavailable', attempts: 4 });
    expect(expected(10, { ...episode, knobs: { attempts: 2 } })).toBeUndefined();
    expect(expected(10, { ...episode, lesson: 'gap-2-idempotent-create' })).toBeUndefined();
    expect(expected(10, undefined)).toBeUndefined();
    expect(expectedInLog({ fromSeq: 10, toSeq: 19 }, { faults }, undefined).fault?.mode).toBe('error');
  });
});
