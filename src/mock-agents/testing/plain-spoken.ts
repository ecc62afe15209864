// An agent that does what it is told in one word, without taking time: what a stranger's client can ask of any agent.

import type { AgentHandler } from '../../model/kernel/agent-handler.ts';
import { messageText } from '../../model/kernel/parts.ts';
import type { StreamEvent } from '../../model/protocol/stream-event.ts';
import { clarifying } from '../behaviours/clarifying.ts';
import { failMidway } from '../behaviours/fail-midway.ts';
import { reject } from '../behaviours/reject.ts';
import { sanctions } from '../behaviours/sanctions.ts';
import { handOnToNobody } from '../hosting/handing-on.ts';

/** A door that work waits at. */
export interface Door {
  readonly open: () => void;
  readonly opened: Promise<void>;
}

export function newDoor(): Door {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

/** `ask` asks back, `fail` and `reject` do so, `hold` works once the door is open, `throw` breaks; anything else is screened. */
export function plainSpoken(door: Door = newDoor()): AgentHandler {
  const pace = (): Promise<void> => Promise.resolve();
  const handlers: Readonly<Record<string, AgentHandler>> = {
    ask: clarifying(pace, handOnToNobody),
    fail: failMidway(pace, handOnToNobody),
    reject: reject(pace, handOnToNobody),
    throw: breaks,
  };
  return (work, message, signal) => {
    const word = messageText(message);
    const asked = work.handed.status.state === 'input-required';
    const handler =
      word === 'hold' ? sanctions(held(door), handOnToNobody) : (handlers[asked ? 'ask' : word] ?? sanctions(pace, handOnToNobody));
    return handler(work, message, signal);
  };
}

async function* breaks(): AsyncGenerator<StreamEvent> {
  await Promise.resolve();
  throw new Error('broken on purpose');
}

/** Goes through the door, or away when nobody reads any more. */
function held(door: Door): (signal: AbortSignal) => Promise<void> {
  let steps = 0;
  return async (signal) => {
    steps += 1;
    // The first step is to begin work; what follows waits.
    if (steps === 1) return;
    const gone = new Promise<never>((_, reject_) =>
      signal.addEventListener('abort', () => reject_(signal.reason as Error), { once: true }),
    );
    await Promise.race([door.opened, gone]);
  };
}
