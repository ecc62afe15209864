// How delegations to a misbehaving peer ended, try by try.

import { describe, expect, it } from 'vitest';
import { VIRTUAL_EPOCH, type RecordedLine } from '../log/saved-form.ts';
import { answered, asked, chaosRecording, clientFact, CRASHED_TWICE, FLAKY, HUNG } from '../testing/chaos-recordings.ts';
import { logFromText } from '../testing/log-from-text.ts';
import { INTEROP_CREATE } from '../testing/interop-traffic.ts';
import { projectChaos } from './chaos.ts';

const logOf = (lines: readonly RecordedLine[]) => logFromText(chaosRecording(lines));
const atEnd = (lines: readonly RecordedLine[]) => {
  const log = logOf(lines);
  return projectChaos(log, { cursor: log.rowCount - 1 });
};
const only = (lines: readonly RecordedLine[]) => {
  const [delegation] = atEnd(lines).delegations;
  if (!delegation) throw new Error('no delegation');
  return delegation;
};
const since = (at: number | undefined) => (at === undefined ? undefined : at - VIRTUAL_EPOCH);

describe('[P.70] a delegation, try by try', () => {
  it('puts every request into the try that it belongs to', () => {
    const { attempts, client, peer, skill, at, decided } = only(FLAKY);
    expect([client, peer, skill, since(at)]).toEqual(['orchestrator', 'specialist', 'statistics', 0]);
    expect(attempts.map((attempt) => [attempt.number, since(attempt.at), attempt.calls.map((call) => call.label)])).toEqual([
      [1, 0, ['GET /.well-known/agent-card.json', 'POST /tasks']],
      [2, 540, ['POST /tasks']],
      [3, 1_560, ['POST /tasks', 'GET /tasks/{id}/events', 'GET /tasks/{id}']],
    ]);
    expect(decided).toMatchObject({ outcome: 'ok', attempts: 3, state: 'completed', artifacts: 1, complete: 'yes' });
    expect(since(decided?.at)).toBe(1_900);
  });

  it('tells what came back to each request, and the states of a stream', () => {
    const [first, , third] = only(FLAKY).attempts;
    expect(first?.calls[1]).toMatchObject({ clientRef: 'ref-1', answer: { status: 503, failed: true } });
    expect(third?.calls[0]?.answer).toMatchObject({ status: 201, failed: false, state: 'submitted' });
    expect(third?.calls[1]?.states.map(({ state, at }) => [state, since(at)])).toEqual([
      ['submitted', 1_600],
      ['working', 1_680],
      ['completed', 1_880],
    ]);
  });

  it('tells the pause after a failed try and why it is tried again, by the retry table', () => {
    const retries = only(FLAKY).attempts.map(({ retry }) => retry && [retry.waitMs, retry.failure?.status, retry.why]);
    expect(retries).toEqual([[500, 503, 'a server error may pass'], [1_000, 503, 'a server error may pass'], undefined]);
  });

  it('tells a lost connection, and how often the peer’s worker ended', () => {
    const answer = atEnd(CRASHED_TWICE);
    const [delegation] = answer.delegations;
    expect(answer.workersEnded).toBe(2);
    expect(delegation?.attempts.map((attempt) => attempt.calls.at(-1)?.answer?.label)).toEqual([
      'lost: the connection was lost',
      'lost: the connection was lost',
    ]);
    expect(delegation?.decided).toMatchObject({ outcome: 'unavailable', attempts: 2 });
  });

  it('keeps the note of a deadline, the reader that went away, and what was seen after the cancel', () => {
    const { delegations, lateCompletions } = atEnd(HUNG);
    expect(delegations[0]?.decided).toMatchObject({ outcome: 'canceled_deadline', note: 'the peer answered the cancel' });
    expect(delegations[0]?.attempts[0]?.calls[2]?.answer).toMatchObject({ label: 'reader gone', failed: false });
    expect(lateCompletions).toMatchObject([{ taskId: 'task-1', state: 'canceled' }]);
  });

  it('tells what was done to the wire on purpose, by whom', () => {
    const { faults, faultsTotal } = atEnd(FLAKY);
    expect(faults.map(({ by, mode, what, at }) => [by, mode, what, since(at)])).toEqual([
      ['specialist', 'flaky', 'answers 503', 30],
      ['specialist', 'flaky', 'answers 503', 550],
    ]);
    expect(faultsTotal).toBe(2);
  });
});

describe('[P.70] two orders of one client', () => {
  const decided = (at: number, outcome: 'ok' | 'unavailable') =>
    clientFact(at, { kind: 'outcome-decided', outcome, attempts: 1, why: 'so it is', artifacts: 0, complete: 'unknown' });
  const step = (at: number, name: string, status: 'OK' | 'DEGRADED') =>
    clientFact(at, {
      kind: 'step-logged',
      step: name,
      status,
      detail: 'by the client',
      ...(name === 'assembly' ? { report: { metrics: { mean: 2 } } } : {}),
    });
  const lines = [
    asked(20, 1, 'POST /tasks', INTEROP_CREATE),
    answered(40, 1, 200, '{}'),
    decided(40, 'ok'),
    step(40, 'statistics', 'OK'),
    asked(40, 2, 'POST /tasks', { ...INTEROP_CREATE, skill: 'format_table', client_ref: 'ref-2' }),
    answered(60, 2, 503, '{}'),
    decided(60, 'unavailable'),
    step(160, 'assembly', 'DEGRADED'),
  ];

  it('are two delegations', () => {
    const { delegations, delegationsTotal } = atEnd(lines);
    expect(delegations.map(({ skill, decided: end, attempts }) => [skill, end?.outcome, attempts.length])).toEqual([
      ['statistics', 'ok', 1],
      ['format_table', 'unavailable', 1],
    ]);
    expect(delegationsTotal).toBe(2);
  });

  it('leave a step log with a report', () => {
    expect(atEnd(lines).steps.map(({ step: name, status, report }) => [name, status, report])).toEqual([
      ['statistics', 'OK', undefined],
      ['assembly', 'DEGRADED', { metrics: { mean: 2 } }],
    ]);
  });
});

describe('[P.1] at a cursor', () => {
  it.each([FLAKY, CRASHED_TWICE, HUNG])('a log that ends there tells the same', (...given) => {
    const lines = given as readonly RecordedLine[];
    const log = logOf(lines);
    for (let count = 0; count <= lines.length; count += 1) {
      const prefix = logOf(lines.slice(0, count));
      const cursor = prefix.rowCount - 1;
      expect(projectChaos(log, { cursor })).toEqual(projectChaos(prefix, { cursor }));
    }
  });

  it('a delegation that was tried again and is not decided is under way', () => {
    const log = logOf(FLAKY.slice(0, 6));
    const [delegation] = projectChaos(log, { cursor: log.rowCount - 1 }).delegations;
    expect(delegation?.decided).toBeUndefined();
    expect(delegation?.attempts).toHaveLength(1);
  });
});

describe('[P.71] a log without a client’s facts', () => {
  const wire = FLAKY.filter(({ line }) => line !== 'fact');

  it('has no outcome; its failed calls are told with what this client would make of them', () => {
    const { delegations, failedCalls, failedCallsTotal } = atEnd(wire);
    expect(delegations).toEqual([]);
    expect(failedCallsTotal).toBe(2);
    expect(failedCalls.map(({ client, peer, status, rule }) => [client, peer, status, rule])).toEqual(
      [1, 2].map(() => ['orchestrator', 'specialist', 503, { outcome: 'unavailable', next: 'retry', why: 'a server error may pass' }]),
    );
  });

  it('says nothing of calls that went well', () => expect(atEnd(HUNG.filter(({ line }) => line !== 'fact')).failedCalls).toEqual([]));

  it('knows what to do about a lost connection, and leaves an error inside the protocol alone', () => {
    const lost: RecordedLine = { at: 40, line: 'lost', exchange: 1, why: 'cable' };
    const rpc = asked(50, 2, 'POST /a2a', { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { id: 'x' } });
    const error = answered(60, 2, 200, { jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'unknown' } });
    const { failedCalls } = atEnd([asked(20, 1, 'POST /tasks', INTEROP_CREATE), lost, rpc, error]);
    expect(failedCalls.map(({ rule }) => rule?.next)).toEqual(['retry', undefined]);
  });

  it('judges by a status what every protocol means by it; any other one may be an answer of the protocol', () => {
    const rest = (exchange: number, status: number): readonly RecordedLine[] => [
      asked(20 * exchange, exchange, 'POST /message:send', { message: { messageId: `m-${exchange}`, role: 'ROLE_USER', parts: [] } }),
      answered(20 * exchange + 10, exchange, status, { error: { code: status, status: 'INVALID_ARGUMENT', message: 'no' } }),
    ];
    const { failedCalls } = atEnd([...rest(1, 400), ...rest(2, 401), ...rest(3, 503)]);
    expect(failedCalls.map(({ status, rule }) => [status, rule?.outcome])).toEqual([
      [400, undefined],
      [401, 'auth_failed'],
      [503, 'unavailable'],
    ]);
  });
});

describe('[P.70] facts of a stranger’s file', () => {
  const stranger = (fact: object): RecordedLine => clientFact(40, fact as never);
  const retry = { kind: 'retry-scheduled', attempt: 1, waitMs: 5, step: 'create', failure: { kind: 'not-json', detail: '' } };
  const decided = { kind: 'outcome-decided', outcome: 'ok', attempts: 1, why: '', artifacts: 0, complete: 'unknown' };

  it.each([
    { ...decided, outcome: 'splendid' },
    { ...decided, attempts: -1 },
    { ...retry, failure: { kind: 'boredom', detail: '' } },
    { ...retry, failure: null },
    { kind: 'fault-injected' },
    { kind: 'step-logged' },
    { kind: 'late-completion' },
  ])('that hold something else are none, and nothing breaks: %j', (fact) => {
    const answer = atEnd([asked(20, 1, 'POST /tasks', INTEROP_CREATE), stranger(fact)]);
    expect(answer).toMatchObject({ delegations: [], faults: [], steps: [], lateCompletions: [] });
  });

  it('are bounded: many delegations, many tries', () => {
    const many = Array.from({ length: 300 }, (_, index) => stranger(index % 2 === 0 ? retry : decided));
    const { delegations, delegationsTotal } = atEnd(many);
    expect([delegations.length, delegationsTotal]).toEqual([50, 150]);
    const tries = Array.from({ length: 300 }, () => stranger(retry));
    expect(only(tries).attempts).toHaveLength(100);
  });
});
