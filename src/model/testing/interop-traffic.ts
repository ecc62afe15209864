// A conversation over the small REST protocol as it crosses: its card, a create, its stream of states, the task at the end.

import type { Json } from '../base/json.ts';
import { savedLine, DEFAULT_SETTINGS, VIRTUAL_EPOCH, type RecordedLine } from '../log/saved-form.ts';
import type { WireCall } from './exchange-containers.ts';

export const INTEROP_TOKEN = 'itk-9f8e7d6c5b4a39281706';
const HOST = 'https://specialist.example';
const JSON_TYPE = { 'content-type': 'application/json' };
const time = (ms: number): string => new Date(VIRTUAL_EPOCH + ms).toISOString();

export const INTEROP_CARD = {
  protocol: 'interop',
  name: 'specialist',
  framework: 'LangGraph StateGraph',
  description: 'Counts and formats.',
  version: '1.0.0',
  url: HOST,
  skills: [{ id: 'statistics', description: 'Mean and median.', tags: ['numbers'] }],
  auth: { schemes: ['bearer'] },
};
export const INTEROP_CREATE = {
  client_ref: 'ref-1',
  skill: 'statistics',
  input: [
    { kind: 'text', text: 'How many?' },
    { kind: 'data', data: { values: [1, 2, 3] } },
  ],
};

/** A task in a state that it reached so many milliseconds after the beginning. */
export function interopTask(state: string, ms: number, more: object = {}): Record<string, Json> {
  return {
    id: 'task-1',
    client_ref: 'ref-1',
    skill: 'statistics',
    status: { state, at: time(ms) },
    messages: [{ role: 'user', parts: INTEROP_CREATE.input }],
    artifacts: [],
    created_at: time(30),
    metadata: { 'delegation-inspector/chain': ['orchestrator'] },
    ...more,
  };
}

/** One frame of a stream of states. */
export function interopFrame(seq: number, state: string, ms: number, more: object = {}): string {
  return `id: ${seq}\nevent: state\ndata: ${JSON.stringify({ task_id: 'task-1', seq, state, at: time(ms), ...more })}\n\n`;
}

export const INTEROP_ARTIFACT = { id: 'art-1', name: 'statistics', parts: [{ kind: 'data', data: { mean: 2, median: 2 } }] };
export const INTEROP_STREAM = [interopFrame(1, 'submitted', 30), interopFrame(2, 'working', 130), interopFrame(3, 'completed', 330)];

/** One exchange of it. */
export function interopCall(
  line: string,
  at: number,
  answer: { readonly asked?: object; readonly status?: number; readonly body?: object; readonly stream?: readonly string[] },
): WireCall {
  const [method = 'GET', path = '/'] = line.split(' ');
  const { asked, status = 200, body, stream } = answer;
  return {
    method,
    url: `${HOST}${path}`,
    headers: { ...(path.includes('.well-known') ? {} : { authorization: `Bearer ${INTEROP_TOKEN}` }), ...(asked && JSON_TYPE) },
    body: asked ? JSON.stringify(asked) : '',
    status,
    statusText: status < 300 ? 'OK' : 'Refused',
    answerHeaders: stream ? { 'content-type': 'text/event-stream' } : JSON_TYPE,
    answer: stream ? stream.join('') : body ? JSON.stringify(body) : '',
    started: time(at),
    took: stream ? stream.length * 100 : 20,
  };
}

export const INTEROP_CALLS: readonly WireCall[] = [
  interopCall('GET /.well-known/agent-card.json', 0, { body: INTEROP_CARD }),
  interopCall('POST /tasks', 20, { asked: INTEROP_CREATE, status: 201, body: interopTask('submitted', 30) }),
  interopCall('GET /tasks/task-1/events', 40, { stream: INTEROP_STREAM }),
  interopCall('GET /tasks/task-1', 340, { body: interopTask('completed', 330, { artifacts: [INTEROP_ARTIFACT] }) }),
];

/** The same as the recording of an episode. */
export function interopRecording(calls: readonly WireCall[] = INTEROP_CALLS): string {
  const header = savedLine({ delegationInspector: 'saved', version: 2, name: 'chaos-none', settings: DEFAULT_SETTINGS });
  return header + calls.flatMap(recorded).map(savedLine).join('');
}

function recorded(call: WireCall, index: number): readonly RecordedLine[] {
  const { method, headers, body, status, answerHeaders, answer } = call;
  const start = Date.parse(call.started) - VIRTUAL_EPOCH;
  const exchange = index + 1;
  const path = call.url.slice(HOST.length);
  const asked: RecordedLine = { at: start, line: 'request', exchange, from: 'orchestrator', to: 'specialist', method, path, headers, body };
  if (answerHeaders['content-type'] !== 'text/event-stream') {
    return [asked, { at: start + 20, line: 'response', exchange, status, headers: answerHeaders, body: answer }];
  }
  const frames = answer
    .split(/(?<=\n\n)/)
    .map((text, place): RecordedLine => ({ at: start + 20 + place * 100, line: 'chunk', exchange, text }));
  const end = start + 20 + frames.length * 100;
  return [asked, { at: start + 20, line: 'head', exchange, status, headers: answerHeaders }, ...frames, { at: end, line: 'end', exchange }];
}
