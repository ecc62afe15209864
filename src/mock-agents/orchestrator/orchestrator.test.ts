// The orchestrator's client meets the specialist's server: the same requests, times and outcomes whatever the make of the other
// side. The specialist is a plain one here; what its make does is tested where that is.

import { describe, expect, it } from 'vitest';
import { NAIVE_CLIENT } from '../../model/kernel/client-settings.ts';
import type { Json, JsonObject } from '../../model/base/json.ts';
import type { HttpRequest } from '../../model/protocol/http.ts';
import { decided, type ExperimentScene, factsOf, playExperiment, type PlayedExperiment } from '../testing/experiment-episode.ts';
import { besidePlainSpecialist, type Conduct, type PlainSpecialist } from '../testing/plain-specialist.ts';

function play({ conduct, hangsOn, ...scene }: ExperimentScene & PlainSpecialist = {}): Promise<PlayedExperiment> {
  return playExperiment(scene, besidePlainSpecialist({ ...(conduct && { conduct }), ...(hangsOn !== undefined && { hangsOn }) }));
}
const steps = (played: PlayedExperiment) => factsOf(played, 'step-logged').map(([at, { step, status }]) => `${at} ${step} ${status}`);
const stateOf = (text: string): string | undefined => /"state":"(\w+)"/.exec(text)?.[1];

/** Requests when they leave, answers and frames when they come, with the state that they tell. */
function wire({ lines }: PlayedExperiment): readonly string[] {
  return lines.flatMap((line) => {
    if (line.line === 'request') return [`${line.at} ${line.method} ${line.path}`];
    if (line.line === 'response') return [[line.at, line.status, stateOf(line.body)].filter(Boolean).join(' ')];
    return line.line === 'chunk' ? [`${line.at} ${stateOf(line.text)}`] : [];
  });
}

/** Answers creates for a skill with a status, and leaves the rest to the specialist. */
const refusing =
  (skill: string, status: number, times = Infinity): Conduct =>
  (_io, healthy) => {
    let left = times;
    return (request, options) => {
      if (!createsFor(skill, request) || left-- <= 0) return healthy(request, options);
      return Promise.resolve({ status, headers: { 'content-type': 'application/json' }, body: '{"error":{"code":"X","message":"no"}}' });
    };
  };
const createsFor = (skill: string, { method, path, body }: HttpRequest): boolean =>
  method === 'POST' && path === '/tasks' && body.includes(`"skill":"${skill}"`);

/** Hands over nothing of what was made for a skill, or something that nobody asked for. */
const withArtifacts =
  (skill: string, artifacts: readonly Json[]): Conduct =>
  (_io, healthy) =>
  async (request, options) => {
    const response = await healthy(request, options);
    if (typeof response.body !== 'string' || !response.body.includes(`"skill":"${skill}"`)) return response;
    return { ...response, body: JSON.stringify({ ...(JSON.parse(response.body) as JsonObject), artifacts }) };
  };
const artifact = (...parts: readonly Json[]): Json => ({ id: 'x', name: 'x', parts });

describe('an order for statistics', () => {
  it('[E.40] takes four requests and 360 ms where nothing goes wrong', async () => {
    const played = await play();
    expect(wire(played)).toEqual([
      '0 GET /.well-known/agent-card.json',
      '20 200',
      '20 POST /tasks',
      '40 201 submitted',
      '40 GET /tasks/task-1/events',
      '60 submitted',
      '140 working',
      '340 completed',
      '340 GET /tasks/task-1',
      '360 200 completed',
    ]);
    expect(decided(played)).toEqual(['360 ok 1']);
    expect(factsOf(played, 'step-logged').map(([, { report }]) => report)).toEqual([{ data: [{ count: 12, mean: 46 }], complete: 'yes' }]);
    expect(played.outcome).toMatchObject({ ok: true, end: 'done', workers: 2 });
  });

  it('[E.40] answers a question once', async () => {
    const played = await play({ client: { answerInput: 'payments' }, specialist: { asksFirst: true } });
    expect(wire(played).slice(5)).toEqual([
      '60 submitted',
      '140 working',
      '240 input_required',
      '240 POST /tasks/task-1/input',
      '260 200 input_required',
      '360 working',
      '560 completed',
      '560 GET /tasks/task-1',
      '580 200 completed',
    ]);
    expect(decided(played)).toEqual(['580 ok 1']);
  });

  it('[E.1] is the same text each time, and says no token', async () => {
    const [first, second] = [await play(), await play()];
    expect(second.text).toBe(first.text);
    expect(first.text).not.toContain('lab-token');
  });

  it.each([
    [0, '360 ok 1'],
    [1, '880 ok 2'],
    [2, '1900 ok 3'],
    [3, '3920 ok 4'],
    [4, '3600 unavailable 4'],
  ])('[Q.3] tries again after %i answers of 503', async (times, expected) => {
    expect(decided(await play({ conduct: refusing('statistics', 503, times) }))).toEqual([expected]);
  });

  it('[Q.2] does not show a refused credential twice', async () => {
    expect(decided(await play({ conduct: refusing('statistics', 401) }))).toEqual(['40 auth_failed 1']);
  });

  it('[Q.4] cancels at its deadline, and nothing is left', async () => {
    const played = await play({ hangsOn: 'statistics' });
    expect(wire(played).slice(-4)).toEqual(['140 working', '30020 POST /tasks/task-1/cancel', '30040 canceled', '30040 200 canceled']);
    expect(decided(played)).toEqual(['30040 canceled_deadline 1']);
    expect(played.outcome).toMatchObject({ ok: true, end: 'done' });
  });

  it('[E.40] waits without a deadline until the lab ends the episode', async () => {
    const played = await play({ client: NAIVE_CLIENT, hangsOn: 'statistics' });
    expect(decided(played)).toEqual([]);
    expect(played.lines.at(-1)).toMatchObject({ line: 'episode-ended', at: 120_000, end: 'horizon' });
  });

  it('[Q.2] finds that nobody is there', async () => {
    const dies: Conduct = (io) => () => io.fatal('gone');
    const played = await play({ conduct: dies });
    expect(factsOf(played, 'worker-ended').length).toBe(4);
    expect(factsOf(played, 'worker-started').filter(([, { agent }]) => agent === 'specialist').length).toBe(4);
  });

  it('[E.40] takes no unsigned card where it wants a signed one', async () => {
    const played = await play({ verifiesCard: true });
    expect(decided(played)).toEqual(['20 protocol_violation 1']);
    expect(decided(await play({ verifiesCard: true, specialist: { signsCard: true } }))).toEqual(['360 ok 1']);
  });
});

describe('an order for a report', () => {
  it('[E.40] makes a report of real figures', async () => {
    const played = await play({ order: 'report' });
    expect(steps(played)).toEqual(['100 lookup OK', '460 statistics OK', '800 format_table OK', '900 assembly OK']);
    const report = factsOf(played, 'step-logged').at(-1)?.[1].report;
    expect(report).toMatchObject({
      status: 'OK',
      metrics: { count: 12, mean: 46 },
      metricsComplete: 'yes',
      table: 'count | 12\nmean | 46',
    });
    expect(wire(played).filter((line) => line.includes('agent-card'))).toHaveLength(1);
    expect(played.text).toContain('\\"client_ref\\":\\"ref-2\\"');
  });

  it('[Q.12] reports without a table where nobody can make one, and says so in the report', async () => {
    const played = await play({ order: 'report', conduct: refusing('format_table', 503) });
    expect(steps(played)).toEqual(['100 lookup OK', '460 statistics OK', '4040 format_table DEGRADED', '4140 assembly OK']);
    const report = factsOf(played, 'step-logged').at(-1)?.[1].report;
    expect(report).toEqual({
      title: 'Returned payments, 2025',
      status: 'DEGRADED',
      metrics: { count: 12, mean: 46 },
      metricsComplete: 'yes',
      steps: [
        { step: 'lookup', status: 'OK', detail: '12 figures' },
        { step: 'statistics', status: 'OK', detail: 'ok, 1 attempt' },
        { step: 'format_table', status: 'DEGRADED', detail: 'unavailable, 4 attempts' },
        { step: 'assembly', status: 'OK', detail: 'a report without format_table' },
      ],
    });
  });

  it.each([
    ['a refused credential', { conduct: refusing('format_table', 401) }, '580 assembly OK'],
    ['a silence', { hangsOn: 'format_table' }, '30580 assembly OK'],
  ] as const)('[Q.12] reports without a table after %s', async (_what, scene, expected) => {
    const told = steps(await play({ order: 'report', ...scene }));
    expect(told.at(-2)).toMatch(/format_table DEGRADED$/);
    expect(told.at(-1)).toBe(expected);
  });

  it.each<readonly [string, readonly Json[]]>([
    ['nothing', []],
    ['a text', [artifact({ kind: 'text', text: 'mean: 46' })]],
    ['data without a mean', [artifact({ kind: 'data', data: { rows: 10 } }, { kind: 'data', data: { mean: 'forty-six' } })]],
  ])('[Q.12] takes a completed task that hands over %s for no success', async (_what, artifacts) => {
    const played = await play({ order: 'report', conduct: withArtifacts('statistics', artifacts) });
    expect(decided(played)).toEqual(['460 ok 1']);
    const told = factsOf(played, 'step-logged').map(([, { step, status, detail }]) => `${step} ${status}: ${detail}`);
    expect(told.slice(1)).toEqual(['statistics FAILED: ok, but no metrics came', 'assembly FAILED: no report: nothing came of statistics']);
  });

  it('[Q.12] says that no table came, where the helper says that it is done', async () => {
    const played = await play({ order: 'report', conduct: withArtifacts('format_table', [artifact({ kind: 'data', data: {} })]) });
    expect(steps(played).slice(2)).toEqual(['800 format_table DEGRADED', '900 assembly OK']);
    expect(factsOf(played, 'step-logged').at(-1)?.[1].report).toMatchObject({ status: 'DEGRADED', metrics: { mean: 46 } });
  });

  it('[Q.12] reports nothing where there is nothing to report', async () => {
    const played = await play({ order: 'report', conduct: refusing('statistics', 503) });
    expect(steps(played)).toEqual(['100 lookup OK', '3700 statistics FAILED', '3700 assembly FAILED']);
    expect(factsOf(played, 'step-logged').every(([, { report }]) => report === undefined)).toBe(true);
  });
});
