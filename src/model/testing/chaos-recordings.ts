// Recordings of a client that delegates to a misbehaving peer, written by hand: the wire, the client's facts, the lab's faults.

import type { Json } from '../base/json.ts';
import type { Fact } from '../log/fact.ts';
import { DEFAULT_SETTINGS, savedLine, type RecordedLine } from '../log/saved-form.ts';
import type { PeerFailure } from '../protocol/peer.ts';
import { INTEROP_ARTIFACT, INTEROP_CARD, INTEROP_CREATE, interopFrame, interopTask } from './interop-traffic.ts';

const CLIENT = 'orchestrator';
const PEER = 'specialist';
const JSON_BODY = { 'content-type': 'application/json' };
const UNAVAILABLE: PeerFailure = { kind: 'status', status: 503, code: 'UNAVAILABLE', detail: 'POST /tasks was answered with 503' };

export const clientFact = (at: number, fact: Fact): RecordedLine => ({ at, line: 'fact', by: CLIENT, fact });
const peerFact = (at: number, fact: Fact): RecordedLine => ({ at, line: 'fact', by: PEER, fact });

/** A request of the client. */
export function asked(at: number, exchange: number, line: string, body?: Json): RecordedLine {
  const [method = 'GET', path = '/'] = line.split(' ');
  const text = body === undefined ? '' : JSON.stringify(body);
  return { at, line: 'request', exchange, from: CLIENT, to: PEER, method, path, headers: body === undefined ? {} : JSON_BODY, body: text };
}

/** A whole answer; a text goes as it is. */
export function answered(at: number, exchange: number, status: number, body: Json): RecordedLine {
  return { at, line: 'response', exchange, status, headers: JSON_BODY, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

const create = (at: number, exchange: number): RecordedLine => asked(at, exchange, 'POST /tasks', INTEROP_CREATE);
const card: readonly RecordedLine[] = [asked(0, 1, 'GET /.well-known/agent-card.json'), answered(20, 1, 200, INTEROP_CARD)];
const refused = (at: number, exchange: number): RecordedLine =>
  answered(at, exchange, 503, { error: { code: 'UNAVAILABLE', message: 'not now' } });
const retry = (at: number, attempt: number, waitMs: number, failure: PeerFailure = UNAVAILABLE): RecordedLine =>
  clientFact(at, { kind: 'retry-scheduled', attempt, waitMs, step: 'create', failure });

/** The states of a healthy task and the fetch of its artifacts, from the answered create on. */
function followed(from: number, exchange: number): readonly RecordedLine[] {
  const chunk = (at: number, text: string): RecordedLine => ({ at, line: 'chunk', exchange, text });
  return [
    answered(from, exchange - 1, 201, interopTask('submitted', from - 10)),
    asked(from, exchange, 'GET /tasks/task-1/events'),
    { at: from + 20, line: 'head', exchange, status: 200, headers: { 'content-type': 'text/event-stream' } },
    chunk(from + 20, interopFrame(1, 'submitted', from - 10)),
    chunk(from + 100, interopFrame(2, 'working', from + 90)),
    chunk(from + 300, interopFrame(3, 'completed', from + 290)),
    { at: from + 300, line: 'end', exchange },
    asked(from + 300, exchange + 1, 'GET /tasks/task-1'),
    answered(from + 320, exchange + 1, 200, interopTask('completed', from + 290, { artifacts: [INTEROP_ARTIFACT] })),
    clientFact(from + 320, {
      kind: 'outcome-decided',
      outcome: 'ok',
      attempts: exchange - 2,
      taskId: 'task-1',
      state: 'completed',
      why: 'the task completed',
      artifacts: 1,
      complete: 'yes',
    }),
  ];
}

/** The text of a recording. */
export function chaosRecording(lines: readonly RecordedLine[], lesson = 'chaos-flaky'): string {
  const header = savedLine({
    delegationInspector: 'saved',
    version: 2,
    name: lesson,
    settings: DEFAULT_SETTINGS,
    episode: { lesson, seed: '1', policy: 'hardened', knobs: {} },
  });
  return header + lines.map(savedLine).join('');
}

/** Two refusals, then a task that completes. */
export const FLAKY: readonly RecordedLine[] = [
  ...card,
  create(20, 2),
  peerFact(30, { kind: 'fault-injected', mode: 'flaky', what: 'answers 503', exchange: '2' }),
  refused(40, 2),
  retry(40, 1, 500),
  create(540, 3),
  peerFact(550, { kind: 'fault-injected', mode: 'flaky', what: 'answers 503', exchange: '3' }),
  refused(560, 3),
  retry(560, 2, 1_000),
  create(1_560, 4),
  ...followed(1_580, 5),
];

/** The worker dies on a call, and on the next one there is no try left. */
export const CRASHED_TWICE: readonly RecordedLine[] = [
  ...card,
  create(20, 2),
  peerFact(30, { kind: 'worker-ended', agent: PEER, why: 'the agent ended itself' }),
  { at: 40, line: 'lost', exchange: 2, why: 'the connection was lost' },
  retry(40, 1, 500, { kind: 'connection-lost', detail: 'no answer came' }),
  create(540, 3),
  peerFact(550, { kind: 'worker-ended', agent: PEER, why: 'the agent ended itself' }),
  { at: 560, line: 'lost', exchange: 3, why: 'the connection was lost' },
  clientFact(560, {
    kind: 'outcome-decided',
    outcome: 'unavailable',
    attempts: 2,
    why: 'no answer came; no try is left',
    artifacts: 0,
    complete: 'unknown',
  }),
];

/** The client has a deadline of one second; the cancel is answered. */
export const HUNG: readonly RecordedLine[] = [
  ...card,
  create(20, 2),
  answered(40, 2, 201, interopTask('submitted', 30)),
  asked(40, 3, 'GET /tasks/task-1/events'),
  { at: 60, line: 'head', exchange: 3, status: 200, headers: { 'content-type': 'text/event-stream' } },
  { at: 140, line: 'chunk', exchange: 3, text: interopFrame(2, 'working', 130) },
  { at: 1_020, line: 'hung-up', exchange: 3 },
  asked(1_020, 4, 'POST /tasks/task-1/cancel', {}),
  answered(1_040, 4, 200, interopTask('canceled', 1_030)),
  clientFact(1_040, { kind: 'late-completion', taskId: 'task-1', state: 'canceled' }),
  clientFact(1_040, {
    kind: 'outcome-decided',
    outcome: 'canceled_deadline',
    attempts: 1,
    taskId: 'task-1',
    state: 'canceled',
    why: 'the deadline passed',
    note: 'the peer answered the cancel',
    artifacts: 0,
    complete: 'no',
  }),
];
