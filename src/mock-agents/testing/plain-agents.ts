// Agents of the contract suite: they speak no protocol, so that the suite is about host and lab alone. What they note is a
// fact with the note as its reason.

import type { HttpRequest, HttpResponse } from '../../model/protocol/http.ts';
import type { AgentIo, Behaviour, Behaviours } from '../agent-io.ts';

/** Writes a note into the log. */
export function note(io: AgentIo, reason: string): void {
  io.fact({ kind: 'write-refused', taskId: 'note', reason });
}

export function ask(body = ''): HttpRequest {
  return { method: body === '' ? 'GET' : 'POST', path: '/', headers: {}, body };
}

const whole = (body: string, status = 200): HttpResponse => ({ status, headers: { 'content-type': 'text/plain' }, body });
const streamed = (body: AsyncIterable<string>): HttpResponse => ({ status: 200, headers: { 'content-type': 'text/event-stream' }, body });

/** Streams as many chunks as asked for, pausing as its dice say. */
const writer: Behaviour =
  (io) =>
  (request, { signal }) => {
    const write = async function* (): AsyncGenerator<string> {
      try {
        for (let count = 0; count < Number(request.body || '5'); count++) {
          await io.sleep(Math.floor(io.random() * 5) * 10, signal);
          yield `${io.agent} ${count} at ${io.now()}`;
        }
      } finally {
        note(io, signal.aborted ? 'writer closed early' : 'writer closed');
      }
    };
    return Promise.resolve(streamed(write()));
  };

/** Passes on what the writer streams. */
const relay: Behaviour =
  (io) =>
  async (request, { signal }) => {
    const answer = await io.call('writer', request, { signal });
    const pass = async function* (): AsyncGenerator<string> {
      for await (const text of answer.body) {
        await io.sleep(10, signal);
        yield `via ${io.agent}: ${text}`;
      }
    };
    return streamed(pass());
  };

/** Busy twice, then fine. */
const flaky: Behaviour = (io) => {
  let requests = 0;
  return async () => {
    await io.sleep(10);
    requests++;
    return requests % 3 === 0 ? whole(`fine ${requests}`) : whole('busy', 503);
  };
};

const slow: Behaviour =
  (io) =>
  async (_request, { signal }) => {
    await io.sleep(15_000, signal);
    return whole('late');
  };

const silent: Behaviour = () => () => new Promise(() => undefined);

/** Long chains of promises: a turn must not end in the middle of one. */
const deep: Behaviour = (io) => async () => {
  for (let count = 0; count < 200; count++) await Promise.resolve();
  await io.sleep(10);
  for (let count = 0; count < 200; count++) await Promise.resolve();
  return whole('deep');
};

/** Waits by the timers of its realm, and tells what its clock, dice and network are. For a realm whose globals are virtual. */
const timers: Behaviour = () => async () => {
  const { setTimeout: wait, performance: clock, Date: Calendar, Math: dice, fetch: network } = globalThis;
  const start = clock.now();
  await new Promise<void>((resolve) => void wait(resolve, 700));
  return whole(`${clock.now() - start} ${new Calendar().toISOString()} ${typeof network} ${dice.random() < 1}`);
};

export const PLAIN_AGENTS: Behaviours = { writer, relay, flaky, slow, silent, deep, timers };
