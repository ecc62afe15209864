import { expect, it } from 'vitest';
import { watchSettings } from './follow-interval.ts';

it.each([[Number.NaN], [Number.POSITIVE_INFINITY], ['5'], [null], [0.999]])(
  '[W.2] an interval of %s is a fault that is named',
  (interval) => {
    const result = watchSettings({ follow_interval: interval });
    expect(result).toMatchObject({ ok: false, issues: [{ path: 'follow_interval' }] });
  },
);

it('[W.2] names every fault, and fills in what is not said', () => {
  expect(watchSettings({ updates: 'push', follow_interval: 0 }).issues.map(({ path }) => path)).toEqual(['updates', 'follow_interval']);
  expect(watchSettings({})).toMatchObject({ ok: true, value: { updates: 'auto', followIntervalMs: 5_000 } });
});
