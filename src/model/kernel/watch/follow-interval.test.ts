import { expect, it } from 'vitest';
import { watchSettings } from './follow-interval.ts';
import { pushUrl } from './push-url.ts';

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

it('[W.2] refuses a local task whose pushes no address could name', () => {
  for (const id of ['', '.', '..', 5, null, 'a\uD800']) {
    expect(watchSettings({ task_id: id }).issues.map(({ path }) => path)).toEqual(['task_id']);
  }
  for (const id of ['task-1', '...', '.a', '%2E', '../etc', 'a b?c#d', 'ä/\u{1F50E}']) {
    expect(watchSettings({ task_id: id }).ok).toBe(true);
    expect(decodeURIComponent(new URL(pushUrl('https://host.example', id)).pathname.slice('/a2a/push/'.length))).toBe(id);
  }
});
