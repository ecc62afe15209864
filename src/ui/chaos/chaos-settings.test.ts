import { describe, expect, it } from 'vitest';
import { FAULTS, type FaultRow } from '../../mock-agents/faults/fault-table.ts';
import { LESSONS } from '../../mock-agents/lessons/catalogue.ts';
import { MATRIX_FAULTS } from './matrix-rows.ts';
import { cellRequest, OWN_SETTINGS, sameSettings, settingsInWords, withSetting, type ChaosSettings } from './chaos-settings.ts';

const rowOf = (mode: string): FaultRow => {
  const row = FAULTS.find((each) => each.mode === mode);
  if (!row) throw new Error(`no row ${mode}`);
  return row;
};
const requestOf = (mode: string, settings: ChaosSettings) => {
  const asked = cellRequest(rowOf(mode), settings, LESSONS);
  if (!asked.ok) throw new Error(asked.why);
  return asked.request;
};

describe('[U.35] settings of the matrix', () => {
  it.each(MATRIX_FAULTS.map(({ mode }) => mode))('%s is played as its lesson is, where nothing is set', (mode) => {
    const row = rowOf(mode);
    const request = requestOf(mode, {});
    expect(request.lesson).toBe(row.lesson);
    expect(request.seed).toBeUndefined();
    // What differs from the lesson is what makes it about this row.
    for (const [name, value] of Object.entries(request.knobs ?? {})) expect(row.knobs[name]).toEqual(value);
  });

  it.each<ChaosSettings>([
    { attempts: 2 },
    { pauseMs: 100 },
    { deadlineMs: 10_000 },
    { client: 'naive' },
    { sick: 'format_table' },
    { seed: '7' },
  ])('%j reaches every row', (settings) => {
    for (const { mode } of MATRIX_FAULTS) expect(cellRequest(rowOf(mode), settings, LESSONS)).toMatchObject({ ok: true });
  });

  it('become the knobs of the lesson', () => {
    const settings: ChaosSettings = { client: 'naive', attempts: 2, pauseMs: 100, deadlineMs: 10_000, sick: 'format_table', seed: '7' };
    expect(requestOf('flaky', settings)).toEqual({
      lesson: 'chaos-flaky',
      seed: '7',
      knobs: {
        sick: 'format_table',
        order: 'report',
        client: 'naive',
        deadline: 10_000,
        attempts: 2,
        backoff: [100, 200, 400],
      },
    });
  });

  it('go beside the fault of a row beyond the matrix', () => {
    expect(requestOf('reorder', { attempts: 2 }).knobs).toEqual({ mode: 'reorder', attempts: 2 });
  });

  it('that a lesson cannot take are refused with the reason', () => {
    expect(cellRequest({ ...rowOf('flaky'), lesson: 'chaos-nowhere' }, {}, LESSONS)).toEqual({
      ok: false,
      why: 'the lesson chaos-nowhere is not here',
    });
    expect(cellRequest({ ...rowOf('flaky'), lesson: 'who-can-do-this' }, { attempts: 2 }, LESSONS)).toMatchObject({
      ok: false,
      why: expect.stringContaining('no knob for the number of attempts') as string,
    });
    expect(cellRequest(rowOf('flaky'), { attempts: -1 }, LESSONS)).toMatchObject({ ok: false });
  });

  it('that are the lessons’ own are none', () => {
    const set = withSetting({}, 'attempts', 2);
    expect(set).toEqual({ attempts: 2 });
    expect(withSetting(set, 'attempts', OWN_SETTINGS.attempts)).toEqual({});
    expect(withSetting(set, 'attempts', undefined)).toEqual({});
    expect(withSetting(set, 'seed', '')).toEqual(set);
    expect(sameSettings(set, { attempts: 2 })).toBe(true);
    expect(sameSettings(set, {})).toBe(false);
    expect(settingsInWords({ ...set, client: 'naive' })).toBe('naive, attempts 2');
  });
});
