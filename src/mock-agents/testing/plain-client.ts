// What callers of the contract suite do: each is a small program over an AgentIo that ends in a result.

import type { AgentIo } from '../agent-io.ts';
import { ask, note } from './plain-agents.ts';

async function readAll(body: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of body) text += chunk;
  return text;
}

/** The text of one answer. */
export async function once(io: AgentIo, to: string, body = ''): Promise<string> {
  const answer = await io.call(to, ask(body));
  return readAll(answer.body);
}

/** At most four tries, with pauses that double. */
export async function retry(io: AgentIo, to: string): Promise<string> {
  let pause = 500;
  for (let attempt = 1; attempt <= 4; attempt++) {
    try {
      const answer = await io.call(to, ask());
      const text = await readAll(answer.body);
      if (answer.status === 200) return text;
    } catch (error) {
      note(io, `attempt ${attempt}: ${error instanceof Error ? error.message : ''}`);
    }
    if (attempt < 4) await io.sleep(pause);
    pause *= 2;
  }
  return 'unavailable';
}

/** How many chunks of a stream came, the reader leaving after some of them. */
export async function stream(
  io: AgentIo,
  to: string,
  chunks: number,
  options: { leaveAfter?: number; credit?: number } = {},
): Promise<number> {
  const answer = await io.call(to, ask(String(chunks)), { credit: options.credit ?? 16 });
  let seen = 0;
  for await (const _chunk of answer.body) {
    seen++;
    if (seen === options.leaveAfter) break;
  }
  return seen;
}

/** The answer, or `deadline`. */
export async function withDeadline(io: AgentIo, to: string, ms: number): Promise<string> {
  const controller = new AbortController();
  const timer = io.after(ms, () => controller.abort(new Error('deadline')));
  try {
    const answer = await io.call(to, ask(), { signal: controller.signal });
    io.cancel(timer);
    return await readAll(answer.body);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

/** Everything at once: the program that the checks of determinism play. */
export function mix(io: AgentIo): Promise<unknown> {
  return Promise.all([
    stream(io, 'writer', 6),
    stream(io, 'relay', 5),
    stream(io, 'writer', 50, { leaveAfter: 3 }),
    retry(io, 'flaky'),
    retry(io, 'flaky'),
    withDeadline(io, 'slow', 3_000),
    withDeadline(io, 'silent', 2_000),
    stream(io, 'relay', 8, { credit: 1 }),
    once(io, 'deep'),
  ]);
}
