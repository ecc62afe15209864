// A call at an address of a push config, once: what leaves, and what comes of it.

import type { Delivery } from '../../model/adapters/protocol-port.ts';
import { type AgentIo, CallLost } from '../agent-io.ts';
import type { Millis } from '../lanes.ts';

/** The status of the answer; undefined where none came. @param url one that can be parsed */
export async function callBack(io: AgentIo, url: string, { headers, body }: Delivery): Promise<number | undefined> {
  const { host, pathname, search } = new URL(url);
  try {
    const answer = await io.call(host, { method: 'POST', path: `${pathname}${search}`, headers, body });
    for await (const _unread of answer.body) {
      // Read to its end, so that nobody is left waiting for a reader.
    }
    return answer.status;
  } catch (error) {
    // A line of the recording, and for whoever called a reason to try again.
    if (!(error instanceof CallLost)) throw error;
    return undefined;
  }
}

/** The pause after a try that failed, counted from 1: doubled after each further one. */
export function pauseAfter(attempt: number, backOffMs: Millis): Millis {
  return backOffMs * 2 ** (attempt - 1);
}
