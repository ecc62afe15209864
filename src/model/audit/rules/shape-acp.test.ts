import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../base/json.ts';
import { lines, ruled } from '../../testing/small-traces.ts';
import { SHAPE_RULES } from './shape.ts';

const said = (text: string): readonly string[] => ruled(SHAPE_RULES, text).said;

function without(value: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

describe('[J.53] missing-required-field: an answer of ACP that lacks the id of its run', () => {
  const input = [{ role: 'user', parts: [{ content_type: 'text/plain', content: 'x' }] }];
  const run = { agent_name: 'w', session_id: 's', status: 'completed', output: [] };
  const call = (answer: Json, more: JsonObject = {}): string =>
    lines(
      { direction: 'request', conn: 1, method: 'POST', url: 'http://a.example/runs', body: { agent_name: 'w', input }, ...more },
      { direction: 'response', conn: 1, status: 200, body: answer },
    );
  it('is told, however the run stands', () => {
    for (const status of ['created', 'in-progress', 'completed', 'failed'])
      expect(said(call({ ...run, status }))).toEqual(['missing-required-field - error']);
    expect(said(call(without(run, 'session_id', 'output')))).toEqual(['missing-required-field - error']);
    const resumed = { url: 'http://a.example/runs/r7', body: { run_id: 'r7', await_resume: { message: input[0] ?? null }, mode: 'sync' } };
    expect(said(call(run, resumed))).toContain('missing-required-field r7 error');
  });
  it('and not where the id is there, or the answer is no run', () => {
    expect(said(call({ ...run, run_id: 'r' }))).toEqual([]);
    expect(said(call({ status: 'ok' }))).toEqual([]);
    expect(said(call({ code: 'server_error', message: 'x' }))).toEqual([]);
  });
});
