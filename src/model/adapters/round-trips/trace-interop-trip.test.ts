// A task of the small REST protocol on both round trips: nothing is lost that is not declared, and nothing is unknown.

import { describe, expect, it } from 'vitest';
import { INTEROP_ARTIFACT, interopTask } from '../../testing/interop-traffic.ts';
import { traceRoundTrip } from './trace-round-trip.ts';

const TASK = interopTask('failed', 330, {
  status: { state: 'failed', message: 'Upstream list unavailable.', at: '2026-01-01T00:00:00.330Z' },
  artifacts: [INTEROP_ARTIFACT],
  last_progress_at: '2026-01-01T00:00:00.300Z',
});

describe.each(['envelope', 'run'] as const)('[R.3] [I.3] a task of the small REST protocol, by %s', (way) => {
  const trace = traceRoundTrip(TASK, way);
  const verdictOf = (path: string): string | undefined => trace?.fields.find(({ original }) => original?.path === path)?.verdict;

  it('is one, with every leaf followed', () => {
    expect(trace).toMatchObject({ taskId: 'task-1', state: 'failed', dialect: 'interop' });
    expect(trace?.fields.filter(({ remark }) => remark === 'no reader knows this member')).toEqual([]);
  });

  it('keeps what the stations have a place for', () => {
    expect(['kept', 'renamed']).toContain(verdictOf('id'));
    expect(['kept', 'renamed']).toContain(verdictOf('artifacts[0].name'));
    expect(['kept', 'renamed']).toContain(verdictOf('artifacts[0].parts[0].data.mean'));
  });

  it('declares what ours have none for', () => {
    for (const path of ['skill', 'client_ref', 'created_at', 'last_progress_at']) expect(verdictOf(path)).toBe('declared-loss');
  });
});
