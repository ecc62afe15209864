import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import { draftLog, factRow, type DraftRow } from '../testing/draft-log.ts';
import { FIELD_VERDICTS } from '../protocol/field-verdict.ts';
import { projectRoundTrip, projectRoundTrips } from './round-trips.ts';

const SCREENED: Json = {
  kind: 'task',
  id: 'task-1',
  contextId: 'ctx-2',
  status: {
    state: 'completed',
    timestamp: '2026-01-01T00:00:00.310Z',
    message: { kind: 'message', messageId: 'm-out', role: 'agent', parts: [{ kind: 'text', text: 'Screening complete.' }] },
  },
  history: [{ kind: 'message', messageId: 'm-1', role: 'user', parts: [{ kind: 'text', text: 'Screen PMT-771' }] }],
  artifacts: [
    {
      artifactId: 'art-1',
      name: 'sanctions-screening',
      description: 'Screening result',
      parts: [
        { kind: 'text', text: 'Acme Trading FZE: 1 possible match' },
        { kind: 'data', data: { matches: 1, recommendation: 'manual_review' } },
      ],
    },
  ],
  metadata: { 'delegation-inspector/chain': ['orchestrator', 'payments-investigator'] },
};
const snapshot: DraftRow = {
  kind: 'task-snapshot',
  channel: 'stream',
  agent: 'sanctions-screening-agent',
  taskId: 'task-1',
  state: 'completed',
  value: { jsonrpc: '2.0', id: 1, result: SCREENED },
};
const trip = (rows: readonly DraftRow[], cursor = rows.length - 1) => projectRoundTrip(draftLog(rows), { taskId: 'task-1', cursor });
const verdictsAt = (rows: readonly DraftRow[]) => new Map(trip(rows)?.fields.map(({ verdict, original }) => [original?.path, verdict]));

describe('round trip', () => {
  it('[R.1] compares with the document on the wire: what the internal form never read is lost, however equal it comes back', () => {
    const answer = trip([snapshot]);
    const verdicts = verdictsAt([snapshot]);
    expect(answer?.identical).toBe(true);
    expect(answer?.documents.original).toEqual(SCREENED);
    expect([
      verdicts.get('status.message.parts[0].text'),
      verdicts.get('artifacts[0].description'),
      verdicts.get('artifacts[0].artifactId'),
      verdicts.get('artifacts[0].parts[1].data.recommendation'),
      verdicts.get('metadata["delegation-inspector/chain"][0]'),
    ]).toEqual(['undeclared-loss', 'undeclared-loss', 'declared-loss', 'kept', 'renamed']);
  });

  it('[R.31] goes through a run of ACP where that is asked, whose it is as the row says', () => {
    const answer = projectRoundTrip(draftLog([snapshot]), { taskId: 'task-1', cursor: 0, way: 'run' });
    expect(answer).toMatchObject({ way: 'run', counts: { 'undeclared-loss': 0 }, documents: { original: SCREENED } });
    expect(answer?.documents.acp).toMatchObject({
      request: { agent_name: 'sanctions-screening-agent', input: [{ role: 'user', parts: [{ content: 'Screen PMT-771' }] }] },
      run: {
        run_id: 'task-1',
        status: 'completed',
        output: [
          {
            role: 'agent/sanctions-screening-agent',
            parts: [{ name: 'sanctions-screening' }, { content: '{"matches":1,"recommendation":"manual_review"}' }],
          },
          { parts: [{ content: 'Screening complete.' }] },
        ],
        finished_at: '2026-01-01T00:00:00.310Z',
      },
    });
    const listed = (way: 'envelope' | 'run') =>
      projectRoundTrips(draftLog([snapshot]), { cursor: 0, way }).documents[0]?.counts['undeclared-loss'];
    expect([listed('run'), listed('envelope')]).toEqual([0, 2]);
  });

  it('[R.31] takes a run of ACP from the event that brought it, and pieces none together', () => {
    const run = { run_id: 'task-1', agent_name: 'w', session_id: 'c', status: 'in-progress', output: [], created_at: 'then' };
    const rows: readonly DraftRow[] = [
      { ...snapshot, state: 'working', value: { type: 'run.in-progress', run } },
      {
        kind: 'message-received',
        channel: 'stream',
        taskId: 'task-1',
        value: { type: 'message.part', part: { content_type: 'text/plain', content: 'x' } },
      },
    ];
    expect(trip(rows)).toMatchObject({ dialect: 'ACP', provenance: 'received', documents: { original: run } });
  });

  it('[R.22] lists fields in the order of the document, made ones last, and counts each once', () => {
    const answer = trip([snapshot]);
    const paths = answer?.fields.map(({ original }) => original?.path);
    expect(paths?.slice(0, 5)).toEqual(['kind', 'id', 'contextId', 'status.state', 'status.timestamp']);
    expect(paths?.at(-1)).toBeUndefined();
    const counted = FIELD_VERDICTS.reduce((sum, verdict) => sum + (answer?.counts[verdict] ?? 0), 0);
    expect(counted).toBe(answer?.fields.length);
  });

  it('[R.23] says whether translations that the log recorded agree', () => {
    const documents = trip([snapshot])?.documents;
    const step = (name: 'a2a-to-internal' | 'internal-to-acp' | 'acp-to-internal', document: Json) =>
      factRow('sanctions-screening-agent', { kind: 'translated', step: name, taskId: 'task-1', document });
    const same = [
      snapshot,
      step('a2a-to-internal', documents?.internal ?? null),
      step('internal-to-acp', documents?.acp ?? null),
      step('acp-to-internal', documents?.back ?? null),
    ];
    expect(trip(same)?.recorded).toEqual({ seqs: [1, 2, 3], agrees: true });
    expect(trip(same, 0)?.recorded).toBeUndefined();
    expect(trip([snapshot, step('internal-to-acp', { status: 'failed' })])?.recorded).toEqual({ seqs: [1], agrees: false });
  });

  it('[R.21] works on updates alone, and says that the document is synthesised', () => {
    const update: DraftRow = {
      kind: 'status-update',
      channel: 'stream',
      taskId: 'task-1',
      value: { kind: 'status-update', taskId: 'task-1', contextId: 'ctx-2', status: { state: 'rejected' }, final: true },
    };
    const answer = trip([update]);
    expect([answer?.provenance, answer?.originalSeq, answer?.identical]).toEqual(['synthesised', 0, false]);
    expect(verdictsAt([update]).get('status.state')).toBe('declared-loss');
  });

  it('[P.72] goes the way that the policy of the episode goes, where nobody asks for another', () => {
    const under = (policy: string) => ({ ...draftLog([]), episode: { lesson: 'x', seed: '1', policy, knobs: {} } });
    const wayOf = (policy: string) => projectRoundTrips(under(policy), { cursor: -1 }).way;
    expect(['reference', 'hardened', 'soft'].map(wayOf)).toEqual(['envelope', 'run', 'envelope']);
    expect(projectRoundTrips(under('hardened'), { cursor: -1, way: 'envelope' }).way).toBe('envelope');
    expect(projectRoundTrips(draftLog([]), { cursor: -1 }).way).toBe('envelope');
  });

  it('[R.20] follows the cursor in the list, and leaves out tasks of which only the id is known', () => {
    const asked: DraftRow = {
      kind: 'message-sent',
      channel: 'poll',
      taskId: 'task-9',
      value: { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { id: 'task-9' } },
    };
    const log = draftLog([asked, snapshot]);
    expect(projectRoundTrips(log, { cursor: 0 }).documents).toEqual([]);
    expect(projectRoundTrips(log, { cursor: 1 })).toMatchObject({
      leftOut: 0,
      documents: [{ taskId: 'task-1', agent: 'sanctions-screening-agent', state: 'completed', provenance: 'received' }],
    });
  });

  it('[R.2] lists eight states, of which two do not come back', () => {
    const { vocabulary } = projectRoundTrips(draftLog([]), { cursor: -1 });
    expect(vocabulary).toHaveLength(8);
    expect(vocabulary.filter(({ lossy }) => lossy).map(({ a2a, acp, backInternal }) => [a2a, acp, backInternal])).toEqual([
      ['auth-required', 'awaiting', 'awaiting_input'],
      ['rejected', 'failed', 'failed'],
    ]);
  });
});
