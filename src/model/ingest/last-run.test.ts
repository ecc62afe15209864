import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import { readTrace } from '../testing/read-trace.ts';

const run = (id: string, status: string): Json => ({
  run_id: id,
  agent_name: 'w',
  session_id: 's',
  status,
  output: [],
  created_at: 'then',
});
const part = (more: object): Json => ({ type: 'message.part', part: { content_type: 'text/plain', content: 'x', ...more } });
const events: readonly Json[] = [
  part({}),
  { type: 'run.created', run: run('r-1', 'created') },
  part({}),
  part({ name: 'a.txt' }),
  { type: 'run.completed', run: run('r-1', 'completed') },
  { type: 'run.created', run: run('r-2', 'created') },
  part({ name: 'b.txt' }),
];
const kinds = (text: string): readonly string[] => readTrace(text).rows.map(({ kind, taskId }) => `${kind} ${taskId ?? '-'}`);

describe('[X.34] events of ACP that name no run', () => {
  const expected = [
    'message-received -',
    'task-snapshot r-1',
    'message-received r-1',
    'artifact-update r-1',
    'task-snapshot r-1',
    'task-snapshot r-2',
    'artifact-update r-2',
  ];
  it('belong to the last one that a stream alone has brought', () => {
    expect(kinds(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))).toEqual(expected);
  });

  it('and in a list of events to the last one in it', () => {
    expect(kinds(JSON.stringify({ events }, undefined, 1))).toEqual(expected);
  });
});
