import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { PROPERTY } from '../../testing/arbitraries.ts';
import { splitEventStream } from '../../base/event-stream.ts';
import type { Observation, ObserveHint } from '../observation.ts';
import { profileOf } from '../profiles.ts';
import { observe } from './observe.ts';

function trace(file: string): string {
  return readFileSync(new URL(`../../testing/fixtures/traces/${file}`, import.meta.url), 'utf8');
}

/** One line an observation: what, in which state, in which dialect and version, over which binding, how far inside. */
function line({ said, stateWord, dialect, version, binding, payloadPath }: Observation): string {
  const what = said.kind === 'request' ? `request ${said.operation}` : said.kind === 'error' ? `error ${said.code}` : said.kind;
  return [what, stateWord, dialect ?? '-', version ?? '-', binding ?? '-', payloadPath]
    .filter((part) => part !== undefined && part !== '')
    .join(' ');
}

const events = (file: string): readonly Observation[] =>
  splitEventStream(trace(file)).map(({ data }) => observe(JSON.parse(data) as Json, { direction: 'event' }));
const lines = (seen: readonly Observation[]): readonly string[] => [...new Set(seen.map(line))];

/** The values of an NDJSON file with what surrounds them, in its three ways of writing an exchange. */
function* values(file: string): Iterable<readonly [Json, ObserveHint]> {
  for (const text of trace(file).trim().split('\n')) {
    const record = JSON.parse(text) as JsonObject;
    const around = {
      ...(typeof record['method'] === 'string' && { method: record['method'] }),
      ...(typeof record['url'] === 'string' && { path: new URL(record['url']).pathname }),
      ...(typeof record['status'] === 'number' && { status: record['status'] }),
      ...(isJsonObject(record['headers']) && { headers: record['headers'] as Record<string, string> }),
    };
    const direction = record['direction'];
    if (record['message'] !== undefined) yield [record['message'], { direction: direction === 'out' ? 'request' : 'response' }];
    else if (direction === 'request' || direction === 'response' || direction === 'event') {
      if (record['body'] !== undefined || direction === 'request') yield [record['body'] ?? null, { ...around, direction }];
    } else if (record['response'] !== undefined) {
      yield [record['request'] ?? null, { ...around, direction: 'request' }];
      yield [record['response'], { ...around, direction: 'response' }];
    }
  }
}
const exchanges = (file: string): readonly Observation[] => [...values(file)].map(([value, hint]) => observe(value, hint));

describe('[X.6] observe reads the official libraries', () => {
  it('0.3 over JSON-RPC, streamed', () => {
    expect(lines(events('v03-jsonrpc-chunks.sse'))).toEqual([
      'task submitted a2a-v03 0.3 jsonrpc /.result',
      'status-update working a2a-v03 0.3 jsonrpc /.result',
      'artifact-update a2a-v03 0.3 jsonrpc /.result',
      'status-update completed a2a-v03 0.3 jsonrpc /.result',
    ]);
    expect(lines(events('v03-jsonrpc-crash.sse'))).toContain('status-update failed a2a-v03 0.3 jsonrpc /.result');
    expect(lines(events('v10compat-jsonrpc-parts.sse'))).toContain('task submitted a2a-v03 0.3 jsonrpc /.result');
    expect(lines(events('v03-jsonrpc-long.sse'))).toHaveLength(4);
  });

  it('0.3 over JSON-RPC, standing alone', () => {
    expect(line(observe(JSON.parse(trace('v03-jsonrpc-complete.task.json')) as Json))).toBe('task completed a2a-v03 0.3 -');
    expect(line(observe(JSON.parse(trace('v03-jsonrpc-message.json')) as Json))).toBe('message a2a-v03 0.3 jsonrpc /.result');
  });

  it('0.3 over JSON-RPC, request and answer', () => {
    expect(lines(exchanges('v03-jsonrpc-input.ndjson'))).toEqual([
      'request card - - -',
      'card a2a-v03 0.3 -',
      'request stream a2a-v03 0.3 jsonrpc /.params',
      'task submitted a2a-v03 0.3 jsonrpc /.result',
      'status-update working a2a-v03 0.3 jsonrpc /.result',
      'status-update input-required a2a-v03 0.3 jsonrpc /.result',
      'artifact-update a2a-v03 0.3 jsonrpc /.result',
      'status-update completed a2a-v03 0.3 jsonrpc /.result',
    ]);
  });

  it('0.3 deliveries and push configs', () => {
    const seen = lines(exchanges('v03-jsonrpc-push.ndjson'));
    expect(seen).toEqual(
      expect.arrayContaining([
        'task submitted a2a-v03 0.3 webhook',
        'task completed a2a-v03 0.3 webhook',
        'request set-push-config a2a-v03 0.3 jsonrpc /.params',
        'push-config a2a-v03 0.3 jsonrpc /.result',
        'request list-push-configs a2a-v03 0.3 jsonrpc /.params',
        'push-configs a2a-v03 0.3 jsonrpc /.result',
        'request delete-push-config a2a-v03 0.3 jsonrpc /.params',
        'nothing - - jsonrpc /.result',
      ]),
    );
  });

  it('0.3 over REST', () => {
    expect(lines(exchanges('v03-rest-auth.ndjson'))).toEqual([
      'request card - - -',
      'card a2a-v03 0.3 -',
      'request send a2a-v03-proto 0.3 rest',
      'task TASK_STATE_WORKING a2a-v03-proto 0.3 rest /.task',
      'request get - 0.3 rest',
      'task TASK_STATE_AUTH_REQUIRED a2a-v03-proto 0.3 rest',
      'task TASK_STATE_WORKING a2a-v03-proto 0.3 rest',
      'task TASK_STATE_COMPLETED a2a-v03-proto 0.3 rest',
    ]);
  });

  it('1.0 over JSON-RPC', () => {
    expect(lines(events('v10-jsonrpc-auth.sse'))).toEqual([
      'task TASK_STATE_SUBMITTED a2a-v1 1.0 jsonrpc /.result/.task',
      'status-update TASK_STATE_WORKING a2a-v1 1.0 jsonrpc /.result/.statusUpdate',
      'status-update TASK_STATE_AUTH_REQUIRED a2a-v1 1.0 jsonrpc /.result/.statusUpdate',
      'artifact-update a2a-v1 1.0 jsonrpc /.result/.artifactUpdate',
      'status-update TASK_STATE_COMPLETED a2a-v1 1.0 jsonrpc /.result/.statusUpdate',
    ]);
    expect(lines(exchanges('v10-jsonrpc-race.ndjson'))).toContain('error -32002 - 1.0 jsonrpc /.error');
    expect(lines(exchanges('v10-jsonrpc-errors.ndjson'))).toContain('request other - 1.0 jsonrpc /.params');
  });

  it('1.0 over REST', () => {
    const streamed = (JSON.parse(trace('v10-rest-cancel.events.json')) as Json[]).map((value) => observe(value, { direction: 'event' }));
    expect(lines(streamed)).toEqual([
      'task TASK_STATE_SUBMITTED a2a-v1 1.0 rest /.task',
      'status-update TASK_STATE_WORKING a2a-v1 1.0 rest /.statusUpdate',
      'status-update TASK_STATE_CANCELED a2a-v1 1.0 rest /.statusUpdate',
    ]);
    const seen = lines(exchanges('v10-rest-resub.ndjson'));
    expect(seen).toContain('request subscribe - 1.0 rest');
    expect(seen).toContain('error 400 - 1.0 rest /.error');
  });

  it('dumps of the library’s own objects', () => {
    const dumped = (JSON.parse(trace('v10-jsonrpc-parts.events.json')) as Json[]).map((value) => observe(value));
    expect(lines(dumped)).toEqual([
      'task 1 a2a-v1-dump 1.0 - /.payload/.value',
      'status-update 2 a2a-v1-dump 1.0 - /.payload/.value',
      'artifact-update a2a-v1-dump 1.0 - /.payload/.value',
      'status-update 3 a2a-v1-dump 1.0 - /.payload/.value',
    ]);
    const [first] = dumped;
    expect(first?.said.kind === 'task' && [...first.said.task.history][0]?.parts).toEqual([
      { kind: 'text', text: 'Voici le plan de l’étage — 图纸 附件, проверьте 🙏', mimeType: 'text/plain' },
      { kind: 'file', uri: 'http://files.agents.example/in/plan%20A.pdf', name: 'plan A.pdf', mimeType: 'application/pdf' },
      { kind: 'file', bytes: 'cm9vbSxtMgpraXRjaGVuLDExLjI1Cg==', name: 'rooms.csv', mimeType: 'text/csv' },
      expect.objectContaining({ kind: 'data', mimeType: 'application/json' }),
    ]);
  });

  it('without finding fault in what the libraries send', () => {
    const clean = [
      'v03-jsonrpc-input.ndjson',
      'v03-rest-auth.ndjson',
      'v10-rest-resub.ndjson',
      'v10compat-jsonrpc-resub.ndjson',
      'v10-jsonrpc-race.ndjson',
    ];
    expect(clean.flatMap(exchanges).flatMap(({ issues }) => issues)).toEqual([]);
  });

  it('[X.10] and sees the behaviour that each version’s profile states', () => {
    const streams: readonly [string, readonly Observation[]][] = [
      ['0.3', events('v03-jsonrpc-chunks.sse')],
      ['0.3', events('v03-jsonrpc-long.sse')],
      ['0.3', events('v10compat-jsonrpc-parts.sse')],
      ['1.0', events('v10-jsonrpc-auth.sse')],
    ];
    for (const [version, seen] of streams) {
      const profile = profileOf(version);
      const last = seen.at(-1)?.said;
      expect(profile?.firstEvents).toContain(seen[0]?.said.kind);
      expect(last?.kind === 'status-update' && profile?.streamEndsIn.includes(last.update.status.state as never)).toBe(true);
      expect(last?.kind === 'status-update' && last.update.final).toBe(profile?.finalFlag === 'required');
    }
  });
});

const v03 = { kind: 'status-update', taskId: 't', contextId: 'c', status: { state: 'working' }, final: false };
const v1 = { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } };

describe('[X.6] observe reads what was bent on the way', () => {
  it.each<[string, Json, ObserveHint, string]>([
    ['JSON inside a text', JSON.stringify(v03), {}, 'status-update working a2a-v03 0.3 - /json'],
    ['a printed model', { root: v03 }, {}, 'status-update working a2a-v03 0.3 - /.root'],
    [
      'an envelope inside an envelope',
      { jsonrpc: '2.0', id: 1, result: { jsonrpc: '2.0', id: 2, result: v03 } },
      {},
      'status-update working a2a-v03 0.3 jsonrpc /.result/.result',
    ],
    [
      'a wrapper inside a wrapper',
      { statusUpdate: { statusUpdate: v1 } },
      {},
      'status-update TASK_STATE_WORKING a2a-v1 - - /.statusUpdate/.statusUpdate',
    ],
    [
      'snake_case',
      { status_update: { task_id: 't', context_id: 'c', status: { state: 2 } } },
      {},
      'status-update 2 a2a-v1-dump 1.0 - /.status_update',
    ],
    ['no kind', { taskId: 't', contextId: 'c', status: { state: 'working' }, final: false }, {}, 'status-update working a2a-v03 0.3 -'],
    ['a trimmed envelope', { id: 1, result: v03 }, {}, 'status-update working a2a-v03 0.3 jsonrpc /.result'],
    ['a 0.1 event', { id: 't', status: { state: 'working' }, final: false }, {}, 'status-update working a2a-v03 0.1 -'],
    [
      'a state with two l',
      { statusUpdate: { ...v1, status: { state: 'TASK_STATE_CANCELLED' } } },
      {},
      'status-update TASK_STATE_CANCELLED a2a-v03-proto 0.3 - /.statusUpdate',
    ],
    ['a tie, decided by the path', v1, { path: '/v1/message:stream' }, 'status-update TASK_STATE_WORKING a2a-v03-proto 0.3 -'],
    ['a tie, decided by the header', v1, { headers: { 'a2a-version': '1.0' } }, 'status-update TASK_STATE_WORKING a2a-v1 1.0 -'],
    ['a tie left open', v1, {}, 'status-update TASK_STATE_WORKING a2a-v1 - -'],
    [
      'a list of tasks',
      { tasks: [{ id: 't', status: { state: 'TASK_STATE_WORKING' } }], nextPageToken: '' },
      { version: '1.0' },
      'tasks a2a-v1 1.0 rest',
    ],
    [
      'a send request by its role',
      { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x' }] } },
      {},
      'request send a2a-v1 1.0 -',
    ],
    [
      'an agent’s message in a wrapper',
      { message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'x' }] } },
      {},
      'message a2a-v1 1.0 - /.message',
    ],
    [
      '0.1 method',
      { jsonrpc: '2.0', id: 1, method: 'tasks/send', params: { id: 't', sessionId: 's' } },
      {},
      'request send a2a-v03 0.1 jsonrpc /.params',
    ],
    ['an error in the style of 0.3 REST', { code: -32001, message: 'gone' }, { status: 404 }, 'error -32001 - 0.3 rest'],
    ['a refusal of unknown shape', { message: 'no' }, { status: 422, direction: 'response' }, 'error 422 - - rest'],
    ['a run of another protocol', { run_id: 'r', thread_id: 't', agent_id: 'a', status: 'pending' }, {}, 'unrecognised - - -'],
    ['nothing', {}, {}, 'nothing - - -'],
  ])('%s', (_name, value, hint, expected) => {
    expect(line(observe(value, hint))).toBe(expected);
  });

  it('keeps the word of a state that is none, and says so', () => {
    const seen = observe({ ...v03, status: { state: 'pending' } });
    expect(seen).toMatchObject({ stateWord: 'pending', said: { update: { status: { state: 'unknown' } } } });
    expect(seen.issues).toEqual([{ path: 'status.state', message: 'is no state of A2A 0.3' }]);
  });

  it('keeps the artifacts of 0.1 apart by their index, and says that it made the ids', () => {
    const part = { type: 'text', text: 'x' };
    const event = { id: 't', artifact: { index: 1, parts: [part], append: true, lastChunk: null } };
    const seen = observe({ jsonrpc: '2.0', id: 1, result: event });
    expect(seen).toMatchObject({
      version: '0.1',
      said: {
        kind: 'artifact-update',
        update: { taskId: 't', contextId: '', append: true, lastChunk: false, artifact: { artifactId: 'index:1' } },
      },
    });
    expect(seen.issues.map(({ path }) => path)).toEqual(['result.artifact.artifactId', 'result.artifact.parts[0].type']);
    const task = { id: 't', sessionId: 's', status: { state: 'completed' }, artifacts: [{ parts: [part] }, { index: 1, parts: [part] }] };
    expect(observe(task)).toMatchObject({
      version: '0.1',
      said: { task: { contextId: 's', artifacts: [{ artifactId: 'index:0' }, { artifactId: 'index:1' }] } },
    });
  });

  it('takes nothing from inherited members', () => {
    expect(observe(JSON.parse('{"__proto__":{"kind":"task","id":"t"}}') as Json).said.kind).toBe('unrecognised');
  });
});

describe('[X.6] observe', () => {
  it('never throws, whatever the value and the hint', () => {
    const word = fc.constantFrom(
      'task',
      'message',
      'kind',
      'status',
      'state',
      'id',
      'taskId',
      'parts',
      'role',
      'result',
      'jsonrpc',
      'method',
      'params',
    );
    const more = fc.constantFrom(
      'content',
      '$case',
      'payload',
      'value',
      'history',
      'artifact',
      'skills',
      'url',
      'tasks',
      'error',
      'code',
      'configs',
      'data',
    );
    const ofAcp = fc.constantFrom(
      'run_id',
      'agent_name',
      'session_id',
      'output',
      'outputs',
      'input',
      'await_request',
      'await_resume',
      'run',
      'part',
      'name',
      'content_type',
      'content_url',
      'type',
      'events',
      'agents',
      'metadata',
      'delegation_chain',
      '__proto__',
    );
    const acpWord = fc.constantFrom<Json>(
      'completed',
      'awaiting',
      'failed',
      'run.completed',
      'message.part',
      'agent/x',
      'application/json',
      '{"a":[1]}',
    );
    const leaf = fc.constantFrom<Json>(null, true, 0, 2, '', 'task', 'ROLE_USER', 'TASK_STATE_WORKING', 'working', 'text', '{"a":1}');
    const like = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        leaf,
        acpWord,
        fc.array(tie('value'), { maxLength: 2 }),
        fc.dictionary(fc.oneof(word, more), tie('value'), { maxKeys: 5, noNullPrototype: true }),
        fc.dictionary(fc.oneof(ofAcp, word), tie('value'), { maxKeys: 6, noNullPrototype: true }),
      ),
    })).value;
    const hint = fc.record(
      {
        direction: fc.constantFrom('request', 'response', 'event'),
        method: fc.constantFrom('GET', 'POST'),
        path: fc.constantFrom('/v1/tasks/x', '/message:send', '/hook', '%', '/runs', '/runs/x/cancel', '/agents/x'),
        status: fc.constantFrom(200, 404),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(like, fc.jsonValue() as fc.Arbitrary<Json>), hint, (value, around) => {
        expect(observe(value, around as ObserveHint).issues).toBeInstanceOf(Array);
      }),
      { ...PROPERTY, numRuns: 2000 },
    );
  });

  it('does not follow a value down for ever', () => {
    let deep: Json = 1;
    for (let depth = 0; depth < 20_000; depth += 1) deep = { data: deep };
    expect(observe({ kind: 'message', messageId: 'm', role: 'agent', parts: [{ kind: 'data', data: deep }] }).said.kind).toBe('message');
    let wrapped: Json = v03;
    for (let depth = 0; depth < 50; depth += 1) wrapped = { root: wrapped };
    expect(observe(wrapped).said.kind).toBe('unrecognised');
  });
});
