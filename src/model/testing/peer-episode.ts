// Episodes with an unreliable peer as a recording has them, written line by line: what a client asked, what came back, what both
// kernels knew. For tests of what lays such episodes side by side.

import type { Fact } from '../log/fact.ts';
import { DEFAULT_SETTINGS, savedLine, type RecordedLine } from '../log/saved-form.ts';
import type { TaskState } from '../protocol/task.ts';
import { INTEROP_CARD, INTEROP_CREATE, interopFrame, interopTask } from './interop-traffic.ts';
import { logFromText } from './log-from-text.ts';

const CLIENT = 'orchestrator';
const PEER = 'specialist';
const JSON_TYPE = { 'content-type': 'application/json' };

/** Writes one episode; times are virtual milliseconds, exchanges are numbered as they begin. */
export class PeerEpisode {
  readonly #lines: RecordedLine[] = [];
  #exchanges = 0;

  /** A request, and its whole answer; without one it stays open. @returns its number */
  ask(
    at: number,
    line: string,
    more: { readonly body?: object; readonly answer?: readonly [at: number, status: number, body: object] } = {},
  ): number {
    const [method = 'GET', path = '/'] = line.split(' ');
    const exchange = ++this.#exchanges;
    const body = more.body === undefined ? '' : JSON.stringify(more.body);
    this.#lines.push({ at, line: 'request', exchange, from: CLIENT, to: PEER, method, path, headers: body === '' ? {} : JSON_TYPE, body });
    if (more.answer) {
      const [answered, status, answer] = more.answer;
      this.#lines.push({ at: answered, line: 'response', exchange, status, headers: JSON_TYPE, body: JSON.stringify(answer) });
    }
    return exchange;
  }

  card(at: number, card: object = INTEROP_CARD): void {
    this.ask(at, 'GET /.well-known/agent-card.json', { answer: [at + 20, 200, card] });
  }

  create(at: number, answer?: readonly [at: number, status: number, body: object], body: object = INTEROP_CREATE): number {
    return this.ask(at, 'POST /tasks', { body, ...(answer ? { answer } : {}) });
  }

  lose(at: number, exchange: number): void {
    this.#lines.push({ at, line: 'lost', exchange, why: 'the connection broke' });
  }

  /** A stream of states: each as [when it arrives, number, state]. */
  follow(at: number, states: readonly (readonly [at: number, seq: number, state: string])[], end?: number): void {
    const exchange = this.ask(at, 'GET /tasks/task-1/events');
    this.#lines.push({ at: at + 20, line: 'head', exchange, status: 200, headers: { 'content-type': 'text/event-stream' } });
    for (const [arrives, seq, state] of states)
      this.#lines.push({ at: arrives, line: 'chunk', exchange, text: interopFrame(seq, state, arrives - 10) });
    if (end !== undefined) this.#lines.push({ at: end, line: 'end', exchange });
  }

  poll(at: number, state: string, more: object = {}): void {
    this.ask(at, 'GET /tasks/task-1', { answer: [at + 20, 200, interopTask(state, at + 10, more)] });
  }

  stores(at: number, state: TaskState, taskId = 'task-1'): void {
    this.fact(at, PEER, { kind: 'status-stored', taskId, contextId: 'ctx-1', state, tick: 1 });
  }

  makes(at: number, taskId = 'task-1'): void {
    this.fact(at, PEER, { kind: 'task-created', taskId, contextId: 'ctx-1', delegationChain: [CLIENT] });
  }

  decides(
    at: number,
    more: Pick<Extract<Fact, { kind: 'outcome-decided' }>, 'outcome'> & Partial<Extract<Fact, { kind: 'outcome-decided' }>>,
  ): void {
    this.fact(at, CLIENT, { kind: 'outcome-decided', attempts: 1, why: 'it ended', artifacts: 0, complete: 'unknown', ...more });
  }

  fact(at: number, by: string, fact: Fact): void {
    this.#lines.push({ at, line: 'fact', by, fact });
  }

  /** The recording, its lines in the order of their times. */
  text(end: number, how: 'done' | 'horizon' = 'done'): string {
    const episode = { lesson: 'gap-3-hang-or-slow', seed: '1', policy: 'hardened', take: 'careful', knobs: {} };
    const header = savedLine({ delegationInspector: 'saved', version: 2, name: 'an episode', settings: DEFAULT_SETTINGS, episode });
    const lines = this.#lines.toSorted((a, b) => a.at - b.at);
    return header + [...lines, { at: end, line: 'episode-ended', end: how, open: [], turns: 1 } as const].map(savedLine).join('');
  }

  log(end: number, how?: 'done' | 'horizon') {
    return logFromText(this.text(end, how));
  }
}
