// Rings at a host's push address, true ones and others: what an agent does that leaks its token, and what a stranger tries.

import type { Delivery, ServedProtocol } from '../../model/adapters/protocol-port.ts';
import { pushUrl } from '../../model/kernel/watch/push-url.ts';
import { PUSH_PATH, PUSH_TOKEN_HEADER } from '../../model/kernel/watch/watch-constants.ts';
import { VIRTUAL_EPOCH } from '../../model/log/saved-form.ts';
import type { Task } from '../../model/protocol/task.ts';
import { type AgentIo, endAgent } from '../agent-io.ts';
import { OTHER_REMOTE_TASK_ID, REMOTE_CONTEXT_ID, REMOTE_TASK_ID, type Ring, type Ringing, TRUE_RING } from '../watch-scene.ts';
import { callBack, pauseAfter } from '../hosting/calling-back.ts';
import { ringBody } from './ring-body.ts';
import type { RingAction } from './settings.ts';

const PUSH_FOLDER = PUSH_PATH.slice(0, PUSH_PATH.indexOf('{'));
const TOKEN_HEADER = PUSH_TOKEN_HEADER.toLowerCase();
const WRONG_TOKEN = 'not-the-token-that-was-registered';
const NO_TOKEN_KNOWN = 'no-token-known';

/** Whoever rings, with what it knows. */
export interface Ringer {
  readonly io: AgentIo;
  readonly protocol: ServedProtocol;
  /** The address of a true ring. */
  readonly pushUrl: string;
  /** The token that it takes for the right one. */
  readonly token: () => string | undefined;
  /** The task as it knows it. */
  readonly task: () => Task | undefined;
  /** How often it rings where nobody answers, and with which pauses; once where it is not said. */
  readonly tries?: Pick<Ringing, 'attempts' | 'backOffMs'>;
}

/** Rings each at its time; those of one action come one after the other, each when the one before it was answered or lost. */
export function scheduleRings(ringer: Ringer, rings: readonly RingAction[]): void {
  const { io } = ringer;
  for (const action of rings) {
    io.after(Math.max(0, action.at - io.now()), () => {
      ringOften(ringer, { ...TRUE_RING, ...action }).catch((error: unknown) => endAgent(io.fatal, error));
    });
  }
}

async function ringOften(ringer: Ringer, ring: Ring): Promise<void> {
  const url = addressOf(ringer.pushUrl, ring.localTaskId);
  for (let time = 0; time < ring.times; time += 1) await ringUntilAnswered(ringer, url, ringCall(ringer, ring));
}

/** An answer is one, whatever it says: a refusal that a scene wants to see is not asked for again. */
async function ringUntilAnswered({ io, tries = { attempts: 1, backOffMs: 0 } }: Ringer, url: string, call: Delivery): Promise<void> {
  for (let attempt = 1; (await callBack(io, url, call)) === undefined && attempt < tries.attempts; attempt += 1) {
    await io.sleep(pauseAfter(attempt, tries.backOffMs));
  }
}

/** Another local id has its address beside the right one. */
function addressOf(url: string, localTaskId: string | null): string {
  if (localTaskId === null) return url;
  const folder = url.lastIndexOf(PUSH_FOLDER);
  return pushUrl(folder < 0 ? new URL(url).origin : url.slice(0, folder), localTaskId);
}

function ringCall(ringer: Ringer, ring: Ring): Delivery {
  const { io, protocol, pushUrl: url } = ringer;
  const date = new Date(VIRTUAL_EPOCH + io.now()).toISOString();
  const token = ring.token === 'right' ? (ringer.token() ?? NO_TOKEN_KNOWN) : WRONG_TOKEN;
  const push = protocol.encodeDelivery({ url, token, authentication: '' }, claimedTask(ringer.task(), ring, date), date);
  if (!push) return io.fatal(`nobody rings over ${protocol.id}`);
  const { [TOKEN_HEADER]: shown, ...bare } = push.headers;
  return {
    headers: {
      ...bare,
      ...(ring.token !== 'none' && shown !== undefined && { [TOKEN_HEADER]: shown }),
      ...(ring.declaredBytes !== null && { 'content-length': String(ring.declaredBytes) }),
    },
    body: ringBody(ring, push.body),
  };
}

/** A state that the task does not have is claimed without a word of the agent's. */
function claimedTask(known: Task | undefined, { of, claims }: Ring, timestamp: string): Task {
  const task: Task = known ?? {
    taskId: REMOTE_TASK_ID,
    contextId: REMOTE_CONTEXT_ID,
    status: { state: 'submitted', timestamp },
    history: [],
    artifacts: [],
    delegationChain: [],
  };
  const status = claims === null || claims === task.status.state ? task.status : { state: claims, timestamp };
  return { ...task, status, taskId: of === 'own' ? task.taskId : OTHER_REMOTE_TASK_ID };
}
