import { describe, expect, it } from 'vitest';
import { asked, answered, har, lines, ruled, sse, v03, v10 } from '../../testing/small-traces.ts';
import { judgeOf, allowsRestart } from './judging-version.ts';

/** What judges the first task of a text. */
function judging(text: string): string {
  const { book } = ruled([], text);
  const task = book.tasks[0];
  return judgeOf(book, { ...task?.sightings[0], task });
}

describe('[J.34] the version that judges is the one that was spoken', () => {
  const send01 = asked(1, 'tasks/send', { id: 't', message: { role: 'user', parts: [] } });
  const run = { run_id: 'r', agent_name: 'w', session_id: 's', status: 'completed', output: [] };
  it.each([
    ['the method of 0.1, also for a later read', lines(send01, answered(1, { id: 't', status: { state: 'working' } })), '0.1'],
    ['members called kind', sse(answered(1, v03.task('t', 'working'))), '0.3'],
    ['PascalCase methods', lines(asked(1, 'GetTask', { id: 't' }), answered(1, v10.bare('t', 'working'))), '1.0'],
    ['a wrapper in a JSON-RPC result', sse(answered(1, v10.task('t', 'working'))), '1.0'],
    ['bare wrappers and nothing nearer', sse(v10.task('t', 'working'), v10.update('t', 'completed')), '1.0'],
    [
      'bare wrappers with final are of 0.3',
      sse(v10.task('t', 'working'), {
        statusUpdate: { taskId: 't', contextId: 'c-t', status: { state: 'TASK_STATE_COMPLETED' }, final: true },
      }),
      '0.3',
    ],
    ['a path with /v1', har({ from: 0, seconds: 1, line: 'GET /v1/tasks/t', answer: v10.bare('t', 'working') }), '0.3'],
    ['runs', lines(run), 'acp'],
  ])('%s', (_name, text, version) => {
    expect(judging(text)).toBe(version);
  });
  it('0.1 to 0.2.3 allow a restart, and no later version', () => {
    expect(['0.1', '0.2.0', '0.2.3'].every(allowsRestart)).toBe(true);
    expect(['0.2', '0.2.4', '0.3', '1.0', 'acp'].some(allowsRestart)).toBe(false);
  });
});
