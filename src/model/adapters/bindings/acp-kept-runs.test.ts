import { describe, expect, it } from 'vitest';
import { KeptRuns } from './acp-kept-runs.ts';
import { AcpRun } from './acp-run.ts';

function known(runId: string, sessionId: string) {
  return { runId, sessionId, taskId: `task of ${runId}`, run: new AcpRun({ runId, sessionId, agent: 'a', now: () => '' }) };
}

describe('[X.45] an ACP server', () => {
  it('lets go of the runs that ended first, and of sessions that have none left', () => {
    const runs = new KeptRuns(2);
    for (const [runId, sessionId] of [
      ['r-1', 's-1'],
      ['r-2', 's-2'],
      ['r-3', 's-2'],
      ['r-4', 's-2'],
    ] as const) {
      runs.add(known(runId, sessionId), `context of ${sessionId}`);
    }
    for (const runId of ['r-2', 'r-1', 'r-2', 'r-3', 'r-9']) runs.end(runId);
    expect(['r-1', 'r-2', 'r-3', 'r-4'].map((runId) => runs.get(runId)?.taskId)).toEqual([
      'task of r-1',
      undefined,
      'task of r-3',
      'task of r-4',
    ]);
    expect([runs.contextOf('s-1'), runs.contextOf('s-2')]).toEqual(['context of s-1', 'context of s-2']);
    runs.end('r-4');
    expect([runs.get('r-1'), runs.contextOf('s-1'), runs.contextOf('s-2')]).toEqual([undefined, undefined, 'context of s-2']);
  });

  it('keeps what is at work, however much there is', () => {
    const runs = new KeptRuns(1);
    for (let count = 0; count < 100; count++) runs.add(known(`r-${count}`, 's'), 'c');
    expect(runs.get('r-0')).toBeDefined();
    for (let count = 0; count < 100; count++) runs.end(`r-${count}`);
    expect([runs.get('r-98'), runs.get('r-99')?.runId, runs.contextOf('s')]).toEqual([undefined, 'r-99', 'c']);
  });

  it('has one run of an id', () => {
    const runs = new KeptRuns(1);
    runs.add(known('r-1', 's-1'), 'c-1');
    runs.add(known('r-1', 's-2'), 'c-2');
    expect([runs.get('r-1')?.sessionId, runs.contextOf('s-1'), runs.contextOf('s-2')]).toEqual(['s-2', undefined, 'c-2']);
  });
});
