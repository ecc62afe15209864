import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import { draftLog, type DraftRow } from '../testing/draft-log.ts';
import { wholeTask } from './whole-task.ts';

const answer = (result: Json): Json => ({ jsonrpc: '2.0', id: 1, result });
const task = (state: string): Json => ({ kind: 'task', id: 't-1', contextId: 'c-1', status: { state } });
const artifact = (text: string, append: boolean, artifactId = 'a-1'): Json => ({
  kind: 'artifact-update',
  taskId: 't-1',
  contextId: 'c-1',
  artifact: { artifactId, name: 'report', parts: [{ kind: 'text', text }] },
  append,
});
const status = (state: string): Json => ({ kind: 'status-update', taskId: 't-1', contextId: 'c-1', status: { state }, final: false });
const row = (kind: DraftRow['kind'], value: Json, more: Partial<DraftRow> = {}): DraftRow => ({
  kind,
  channel: 'stream',
  taskId: 't-1',
  value,
  ...more,
});
const at = (rows: readonly DraftRow[], cursor = rows.length - 1) => wholeTask(draftLog(rows), 't-1', cursor);

describe('the wire document of a task', () => {
  it('[R.20] is the last whole task up to the cursor, out of its envelope', () => {
    const rows = [
      row('call-settled', answer(task('working'))),
      row('status-update', answer(status('completed'))),
      row('task-snapshot', task('completed')),
    ];
    expect(at(rows)).toMatchObject({ document: task('completed'), seq: 2, provenance: 'received', version: '0.3' });
    expect(at(rows, 0)).toMatchObject({ document: task('working'), seq: 0, provenance: 'received' });
  });

  it('[R.20] takes a delivery at a callback, which carries the task in its request', () => {
    expect(at([row('message-sent', task('completed'), { channel: 'push' })])).toMatchObject({ seq: 0, provenance: 'received' });
  });

  it('[R.21] is put together from updates where no whole task was seen, and says so', () => {
    const rows = [
      row('status-update', answer(status('working'))),
      row('artifact-update', answer(artifact('one', false))),
      row('artifact-update', answer(artifact('two', true))),
      row('artifact-update', answer(artifact('other', false, 'a-2'))),
      row('status-update', answer(status('completed'))),
    ];
    expect(at(rows)).toMatchObject({
      seq: 4,
      provenance: 'synthesised',
      leftOut: 0,
      document: {
        kind: 'task',
        id: 't-1',
        contextId: 'c-1',
        status: { state: 'completed' },
        artifacts: [
          {
            artifactId: 'a-1',
            name: 'report',
            parts: [
              { kind: 'text', text: 'one' },
              { kind: 'text', text: 'two' },
            ],
          },
          { artifactId: 'a-2', name: 'report', parts: [{ kind: 'text', text: 'other' }] },
        ],
      },
    });
  });

  it('[R.21] applies what came after the last whole task, and then is synthesised too', () => {
    const base: Json = { kind: 'task', id: 't-1', contextId: 'c-1', status: { state: 'submitted' }, artifacts: [], metadata: { own: 1 } };
    const rows = [row('task-snapshot', base), row('artifact-update', artifact('one', false)), row('status-update', status('completed'))];
    expect(at(rows)).toMatchObject({
      seq: 2,
      provenance: 'synthesised',
      document: { status: { state: 'completed' }, artifacts: [{ artifactId: 'a-1' }], metadata: { own: 1 } },
    });
    expect(at(rows, 0)).toMatchObject({ seq: 0, provenance: 'received', document: base });
  });

  it('[R.21] replaces an artifact that is sent again without append', () => {
    const rows = [row('artifact-update', artifact('draft', false)), row('artifact-update', artifact('final', false))];
    expect(at(rows)?.document).toMatchObject({ artifacts: [{ parts: [{ kind: 'text', text: 'final' }] }] });
  });

  it('[R.21] keeps the words of the wire it came from: 1.0 marks nothing with kind', () => {
    const update = { statusUpdate: { taskId: 't-1', contextId: 'c-1', status: { state: 'TASK_STATE_WORKING' } } };
    expect(at([row('status-update', answer(update))])?.document).toEqual({
      id: 't-1',
      contextId: 'c-1',
      status: { state: 'TASK_STATE_WORKING' },
    });
  });

  it('is nothing where only the id is known', () => {
    expect(
      at([row('message-sent', { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { id: 't-1' } }, { channel: 'poll' })]),
    ).toBeUndefined();
  });
});
