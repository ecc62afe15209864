// Tells changes of the task to whoever registered: one delivery for each change and config, late, twice or never by its settings,
// and tried again where nobody took it. A delivery says the task as it was when it changed, however late it leaves.

import type { ServedProtocol } from '../../model/adapters/protocol-port.ts';
import { shownCallback } from '../../model/kernel/callback-host.ts';
import type { PushNotificationConfig } from '../../model/protocol/push-notification.ts';
import type { Task } from '../../model/protocol/task.ts';
import { type AgentIo, endAgent } from '../agent-io.ts';
import type { Millis } from '../lanes.ts';
import type { Ringing } from '../watch-scene.ts';
import { callBack, pauseAfter } from '../hosting/calling-back.ts';

const TOO_MANY_REQUESTS = 429;
const SERVER_FAULTS = 500;

/** Whether it may go better the next time: nobody answered, or one who is busy or broken. A refusal is a word that counts. */
function isWorthAnotherTry(status: number | undefined): boolean {
  return status === undefined || status === TOO_MANY_REQUESTS || status >= SERVER_FAULTS;
}

/** Tells a change to one config. */
export type TellChange = (config: PushNotificationConfig, task: Task) => void;

/** A sender that counts its deliveries from 1. */
export function createPushSender(io: AgentIo, protocol: ServedProtocol, ringing: Ringing): TellChange {
  let deliveries = 0;
  return (config, task) => {
    const number = ++deliveries;
    const delay = delayOf(ringing.delaysMs, number);
    const leave = (): void => deliver({ io, protocol, ringing }, number, { config, task });
    if (delay === 0) leave();
    else io.after(delay, leave);
  };
}

/** The delays serve one delivery after the other, and then from the first one on. */
function delayOf(delaysMs: readonly Millis[], number: number): Millis {
  return Math.max(0, delaysMs[(number - 1) % Math.max(1, delaysMs.length)] ?? 0);
}

interface Sending {
  readonly io: AgentIo;
  readonly protocol: ServedProtocol;
  readonly ringing: Ringing;
}
interface Told {
  readonly config: PushNotificationConfig;
  readonly task: Task;
}

function deliver(sending: Sending, number: number, { config, task }: Told): void {
  const { io, protocol, ringing } = sending;
  const { taskId, status } = task;
  const { state, tick = 0, timestamp = '' } = status;
  const delivery = protocol.encodeDelivery(config, task, timestamp);
  if (!delivery) return;
  io.fact({ kind: 'push-sent', taskId, url: shownCallback(config.url), state, tick });
  if (ringing.loses.includes(number)) {
    return io.fact({ kind: 'fault-injected', mode: 'lose-push', what: `delivery ${number}, which says ${state}, never arrives` });
  }
  const send = async (): Promise<void> => {
    for (let attempt = 1; isWorthAnotherTry(await callBack(io, config.url, delivery)); attempt += 1) {
      if (attempt >= ringing.attempts) return;
      await io.sleep(pauseAfter(attempt, ringing.backOffMs));
    }
  };
  for (let copy = 0; copy < Math.max(1, ringing.copies); copy += 1) send().catch((error: unknown) => endAgent(io.fatal, error));
}
