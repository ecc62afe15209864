import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../base/json.ts';
import type { Task } from '../../protocol/task.ts';
import { PROPERTY } from '../../testing/arbitraries.ts';
import { fullTask } from '../../testing/full-nouns.ts';
import { encodeTask } from '../dialects/a2a-v03-encode.ts';
import { asJson } from '../dialects/a2a-v03-wire.ts';
import { encodeV1Task } from '../dialects/a2a-v1-encode.ts';
import { encodeRun } from '../dialects/acp-encode.ts';
import type { FieldFate } from './fates.ts';
import { leavesOf, pathOf } from './leaves.ts';
import { traceRoundTrip } from './trace-round-trip.ts';

const overTheWire = (value: Json): Json => JSON.parse(JSON.stringify(value)) as Json;
const WRITERS: readonly (readonly [string, (task: Task) => Json])[] = [
  ['A2A 0.3', (task) => overTheWire(asJson(encodeTask(task)))],
  ['A2A 1.0', (task) => overTheWire({ task: encodeV1Task(task) })],
  ['ACP', (task) => overTheWire(encodeRun(task, 'writer').run)],
];
const shown = ({ verdict, original, acp, back }: FieldFate): string =>
  [verdict, original?.path ?? '', acp?.path ?? '-', back?.path ?? '-'].join(' | ');

describe.each(WRITERS)('[R.31] the round trip of a task of %s through a run of ACP', (_name, write) => {
  it('gives every leaf one fate, and loses nothing that is not declared', () => {
    fc.assert(
      fc.property(fullTask, (task) => {
        const trip = traceRoundTrip(write(task), 'run');
        const original = trip?.documents.original ?? null;
        expect((trip?.fields ?? []).flatMap((field) => (field.original ? [field.original.path] : [])).toSorted()).toEqual(
          leavesOf(original)
            .map(({ tokens }) => pathOf(tokens))
            .toSorted(),
        );
        expect((trip?.fields ?? []).filter(({ verdict }) => verdict === 'undeclared-loss').map(shown)).toEqual([]);
      }),
      { ...PROPERTY, numRuns: 60 },
    );
  });

  it('calls nothing kept or renamed that is not there at the end', () => {
    fc.assert(
      fc.property(fullTask, (task) => {
        for (const field of traceRoundTrip(write(task), 'run')?.fields ?? []) {
          const arrived = field.verdict === 'kept' || field.verdict === 'renamed';
          if (!arrived || field.internal === undefined || field.remark.startsWith('empty')) continue;
          expect(field.back?.value, shown(field)).toBe(field.internal.value);
          expect(field.acp, shown(field)).toBeDefined();
        }
      }),
      { ...PROPERTY, numRuns: 60 },
    );
  });
});

const said = (role: string, ...parts: readonly JsonObject[]): JsonObject => ({ kind: 'message', messageId: 'm', role, parts });
const SCREENED: Json = {
  kind: 'task',
  id: 't',
  contextId: 'c',
  status: { state: 'completed', timestamp: '2026-01-01T00:00:00Z', message: said('agent', { kind: 'text', text: 'Done.' }) },
  history: [
    said('user', { kind: 'text', text: 'Screen it' }),
    said('agent', { kind: 'text', text: 'Which one?' }),
    said('user', { kind: 'text', text: 'That one' }),
  ],
  artifacts: [{ artifactId: 'a-1', name: 'report', description: 'd', parts: [{ kind: 'data', data: { matches: 1 } }] }],
  metadata: { 'delegation-inspector/chain': ['orchestrator'] },
};

describe('[R.31] the round trip through a run of ACP', () => {
  it('shows where each value is at each station', () => {
    const fields = traceRoundTrip(SCREENED, 'run', 'screener')
      ?.fields.filter(({ verdict }) => verdict !== 'kept')
      .map(shown);
    expect(fields).toEqual([
      'declared-loss | status.message.messageId | - | -',
      'declared-loss | history[0].messageId | - | -',
      'declared-loss | history[1].messageId | - | -',
      'declared-loss | history[2].messageId | - | -',
      'declared-loss | history[2].role | - | -',
      'declared-loss | history[2].parts[0].text | - | -',
      'declared-loss | artifacts[0].artifactId | run.output[1].parts[0].name | artifacts[0].artifactId',
      'declared-loss | artifacts[0].description | - | -',
      'declared-loss | metadata["delegation-inspector/chain"][0] | - | -',
      'defaulted | kind | - | -',
      'defaulted | status.message.kind | - | -',
      'defaulted | status.message.role | - | status.message.role',
      'defaulted | status.message.parts[0].kind | - | -',
      'defaulted | history[0].kind | - | -',
      'defaulted | history[0].role | - | history[0].role',
      'defaulted | history[0].parts[0].kind | - | -',
      'defaulted | history[1].kind | - | -',
      'defaulted | history[1].role | - | history[1].role',
      'defaulted | history[1].parts[0].kind | - | -',
      'defaulted | history[2].kind | - | -',
      'defaulted | history[2].parts[0].kind | - | -',
      'defaulted | artifacts[0].parts[0].kind | - | -',
      'defaulted |  | request.agent_name | -',
      'defaulted |  | request.mode | -',
      'defaulted |  | run.agent_name | -',
      'defaulted |  | run.created_at | -',
      'renamed | id | run.run_id | taskId',
      'renamed | contextId | run.session_id | contextId',
      'renamed | status.state | run.status | status.state',
      'renamed | status.timestamp | run.finished_at | status.timestamp',
      'renamed | status.message.parts[0].text | run.output[2].parts[0].content | status.message.parts[0].text',
      'renamed | history[0].parts[0].text | request.input[0].parts[0].content | history[0].parts[0].text',
      'renamed | history[1].parts[0].text | run.output[0].parts[0].content | history[1].parts[0].text',
      'renamed | artifacts[0].parts[0].data.matches | run.output[1].parts[0].content | artifacts[0].parts[0].data.matches',
    ]);
  });

  it('starts from a real run too, and says what only a run has', () => {
    const run = {
      run_id: 't',
      agent_name: 'writer',
      session_id: 'c',
      status: 'failed',
      await_request: null,
      output: [
        {
          role: 'agent/writer',
          parts: [
            { content_type: 'text/plain', content: 'x', content_encoding: 'plain' },
            { name: 'a.json', content_type: 'application/json', content: '{"n":1}' },
          ],
          created_at: 'then',
        },
      ],
      error: { code: 'server_error', message: 'no', data: null },
      created_at: 'then',
      finished_at: '2026-01-01T00:00:00Z',
    };
    const trip = traceRoundTrip({ type: 'run.failed', run }, 'run');
    expect(trip).toMatchObject({ dialect: 'ACP', state: 'failed', identical: true, documents: { original: run } });
    expect(trip?.fields.filter(({ verdict, original }) => original && verdict.endsWith('loss')).map(shown)).toEqual([
      'declared-loss | output[0].role | - | -',
      'declared-loss | output[0].created_at | - | -',
      'declared-loss | error.code | - | -',
      'declared-loss | created_at | - | -',
    ]);
    expect(trip?.documents.acp).toMatchObject({
      run: { agent_name: 'writer', error: { message: 'no' }, output: [{}, { parts: [{ name: 'a.json', content: '{"n":1}' }] }] },
    });
    const envelope = traceRoundTrip(run);
    expect(envelope?.fields.filter(({ verdict }) => verdict === 'undeclared-loss').map(shown)).toEqual([
      'undeclared-loss | output[0].parts[0].content | - | -',
      'undeclared-loss | error.message | - | -',
    ]);
    expect(envelope?.fields.find(({ original }) => original?.path === 'output[0].parts[1].content')).toMatchObject({
      verdict: 'renamed',
      internal: { path: 'structured' },
    });
  });
});
