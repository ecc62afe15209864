// A small episode's recording, written by hand: one streamed delegation with its facts, one card, one refused call.

import type { Json } from '../base/json.ts';
import type { Fact } from '../log/fact.ts';
import { DEFAULT_SETTINGS, savedLine, type RecordedLine } from '../log/saved-form.ts';
import type { TaskState } from '../protocol/task.ts';

const CALLER = 'payments-investigator';
const SERVER = 'sanctions-screening-agent';
const TASK = { taskId: 'task-1', contextId: 'ctx-2' };
const JSON_BODY = { 'content-type': 'application/json' };
const STREAM = { 'content-type': 'text/event-stream' };

const fact = (at: number, by: string, said: Fact): RecordedLine => ({ at, line: 'fact', by, fact: said });
const stored = (at: number, state: TaskState, tick: number, text?: string): RecordedLine =>
  fact(at, SERVER, { kind: 'status-stored', ...TASK, state, tick, ...(text === undefined ? {} : { text }) });
const frame = (at: number, result: Json): RecordedLine => ({
  at,
  line: 'chunk',
  exchange: 1,
  text: `data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}\n\n`,
});
const status = (state: string, final: boolean, timestamp: string): Json => ({
  kind: 'status-update',
  ...TASK,
  status: { state, timestamp },
  final,
});
const artifact: Json = { artifactId: 'art-1', name: 'sanctions-screening', parts: [{ kind: 'text', text: '1 possible match' }] };

/** The lines after the header, in order. */
const RECORDED_LINES: readonly RecordedLine[] = [
  {
    at: 0,
    line: 'request',
    exchange: 1,
    from: CALLER,
    to: SERVER,
    method: 'POST',
    path: '/a2a',
    headers: JSON_BODY,
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'message/stream',
      params: {
        message: { kind: 'message', messageId: 'm-1', role: 'user', parts: [{ kind: 'text', text: 'Screen the beneficiary of PMT-771' }] },
      },
    }),
  },
  fact(10, SERVER, { kind: 'task-created', ...TASK, delegationChain: ['orchestrator', CALLER] }),
  stored(10, 'submitted', 1),
  { at: 20, line: 'head', exchange: 1, status: 200, headers: STREAM },
  frame(20, status('submitted', false, '2026-01-01T00:00:00.010Z')),
  stored(110, 'working', 2),
  frame(120, status('working', false, '2026-01-01T00:00:00.110Z')),
  fact(210, SERVER, { kind: 'artifact-stored', ...TASK, artifactId: 'art-1', name: 'sanctions-screening' }),
  // The server is ahead of its reader: the end is stored before the artifact has arrived.
  stored(215, 'completed', 3, 'Screening complete.'),
  frame(220, { kind: 'artifact-update', ...TASK, artifact, append: false, lastChunk: true }),
  frame(320, status('completed', true, '2026-01-01T00:00:00.215Z')),
  { at: 320, line: 'end', exchange: 1 },
  {
    at: 1_000,
    line: 'request',
    exchange: 2,
    from: CALLER,
    to: SERVER,
    method: 'POST',
    path: '/a2a',
    headers: { ...JSON_BODY, authorization: '[cut 1: authorization]' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tasks/cancel', params: { id: 'task-1' } }),
  },
  {
    at: 1_020,
    line: 'response',
    exchange: 2,
    status: 200,
    headers: JSON_BODY,
    body: JSON.stringify({ jsonrpc: '2.0', id: 2, error: { code: -32002, message: 'task task-1 is already completed' } }),
  },
  { at: 1_020, line: 'episode-ended', end: 'done', open: [], turns: 9 },
];

/** The whole recording, as the recorder writes it. */
export const RECORDING = [
  savedLine({
    delegationInspector: 'saved',
    version: 2,
    name: 'small episode',
    settings: { ...DEFAULT_SETTINGS, stallSeconds: 20 },
    episode: { lesson: 'streamed-delegation', seed: '1', policy: 'reference', knobs: {} },
  }),
  ...RECORDED_LINES.map(savedLine),
].join('');
