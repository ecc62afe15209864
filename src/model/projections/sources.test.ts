import { describe, expect, it } from 'vitest';
import { logFromText } from '../testing/log-from-text.ts';
import { RECORDING } from '../testing/small-recording.ts';
import { projectRow } from './row-detail.ts';
import { projectSource, projectSources } from './sources.ts';

describe('projectSource', () => {
  const text = [
    '{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"kind":"message","messageId":"m","role":"user","parts":[],"metadata":{}}}}',
    '',
    '{"kind":"task","id":oops}',
    '{"kind":"task","id":"t","contextId":"c","status":{"state":"working"}}',
    '',
  ].join('\n');
  const log = logFromText(text, 'paste.ndjson');

  it('[N.1] says of every line what became of it', () => {
    const answer = projectSource(log, { source: 0, from: 1, count: 10 });
    expect(answer?.lineCount).toBe(4);
    expect(answer?.lines.map(({ number, mark, seqs }) => [number, mark, seqs.length])).toEqual([
      [1, 'read', 1],
      [2, 'framing', 0],
      [3, 'unread', 1],
      [4, 'read', 1],
    ]);
    expect(answer?.lines[2]?.why).toBe(answer?.unread[0]?.why);
    expect(answer?.unread.map(({ line }) => line)).toEqual([3]);
    expect(answer?.lines.map((line) => line.text)).toEqual(text.split('\n').slice(0, 4));
  });

  it('[P.2] answers with the window that was asked for', () => {
    expect(projectSource(log, { source: 0, from: 3, count: 1 })?.lines.map(({ number }) => number)).toEqual([3]);
    expect(projectSource(log, { source: 0, from: 5, count: 10 })?.lines).toEqual([]);
    expect(projectSource(log, { source: 1, from: 1, count: 1 })).toBeUndefined();
  });

  it('[L.5] cuts secrets from lines and from the text of rows', () => {
    const secret = logFromText(
      '{"at":0,"method":"POST","headers":{"authorization":"Bearer sesame-open"}}\n{"config":{"url":"https://x.example","token":"sesame-too"}}\n',
    );
    const answer = projectSource(secret, { source: 0, from: 1, count: 10 });
    expect(JSON.stringify(answer)).not.toContain('sesame');
    expect(answer?.cuts.map(({ line }) => line)).toEqual([1, 2]);
    for (let seq = 0; seq < secret.rowCount; seq += 1) expect(JSON.stringify(projectRow(secret, { seq }))).not.toContain('sesame');
  });

  it('[P.2] shortens a line that is too long, and says so', () => {
    const long = logFromText(`${'x'.repeat(5_000)}\n`);
    const line = projectSource(long, { source: 0, from: 1, count: 1 })?.lines[0];
    expect([line?.text.length, line?.truncated]).toEqual([2_000, true]);
  });

  it('[L.6] lists the sources of a log', () => {
    expect(projectSources(log)).toEqual([{ index: 0, name: 'paste.ndjson', format: 'ndjson', length: text.length }]);
  });
});

describe('projectRow', () => {
  const log = logFromText(RECORDING, 'episode');

  it('[P.3] shows where a row stands, what it says and where to go from it', () => {
    const detail = projectRow(log, { seq: 0 });
    expect(detail).toMatchObject({
      view: {
        seq: 0,
        kind: 'message-sent',
        agent: 'payments-investigator',
        text: 'Screen the beneficiary of PMT-771',
        label: 'message/stream',
      },
      source: { index: 0, name: 'episode', line: 2 },
      rawTruncated: false,
      http: { method: 'POST', path: '/a2a', headers: { 'content-type': 'application/json' } },
      observation: { said: { kind: 'request', operation: 'stream' } },
      issues: [],
    });
    expect(detail?.sameExchange.map((seq) => log.kind(log.rowAt(seq)))).toEqual([
      'status-update',
      'status-update',
      'artifact-update',
      'status-update',
      'stream-ended',
    ]);
  });

  it('[P.5] shows a fact with its text, and the rows of the task around it', () => {
    const seq = log.seqOf(log.rowsOfKind('status-stored')[2] ?? -1);
    const detail = projectRow(log, { seq });
    expect(detail?.fact).toMatchObject({ kind: 'status-stored', state: 'completed', tick: 3 });
    expect(detail?.view.text).toBe('tick 3: Screening complete.');
    expect([detail?.previousOfTask, detail?.nextOfTask]).toEqual([seq - 1, seq + 1]);
  });

  it('[P.3] has nothing to show where there is no row', () => {
    expect([-1, log.rowCount, 0.5].map((seq) => projectRow(log, { seq }))).toEqual([undefined, undefined, undefined]);
  });
});
