// The agents of a lesson as its caller sees them: through operations, and by name. Keeps the last task that came back from
// each, and knows when no call to it is open.

import { a2aV03JsonRpc, headerCarrier, SERVED_PROTOCOLS } from '../../model/adapters/adapters.ts';
import type { CallerCarrier } from '../../model/adapters/protocol-port.ts';
import { isJsonObject } from '../../model/base/json.ts';
import { admitBeforehand } from '../../model/kernel/admission.ts';
import { dataPart, textPart } from '../../model/kernel/parts.ts';
import type { Policy } from '../../model/kernel/policy.ts';
import type { AgentCard } from '../../model/protocol/agent-card.ts';
import type { CallerContext } from '../../model/protocol/caller-context.ts';
import type { Message } from '../../model/protocol/message.ts';
import { type Operation, OperationFailure, type OperationResult } from '../../model/protocol/operation.ts';
import type { Part } from '../../model/protocol/part.ts';
import type { AgentName, Task } from '../../model/protocol/task.ts';
import { type AgentIo, CallLost } from '../agent-io.ts';
import { handedCaller, signedCarrier, type ChainWorld } from '../hosting/signed-carrier.ts';
import type { Lesson, LessonStep } from '../lesson.ts';

/** A step that goes over a wire: it names the agent that it calls. `translate` names the one whose task it takes. */
type WireStep = Exclude<Extract<LessonStep, { readonly agent: AgentName }>, { readonly do: 'translate' }>;

export interface RemoteAgents {
  /** Resolves when the answer has been read to its end, whatever it was. */
  readonly play: (step: WireStep) => Promise<void>;
  /** Resolves when no call to the agent is open. */
  readonly quiet: (agent: AgentName) => Promise<void>;
  readonly lastTask: (agent: AgentName) => Task | undefined;
}

/** Under what an episode is played, as far as its caller is concerned. */
export interface Conditions {
  readonly policy: Policy;
  /** Where the policy has chains signed: whose keys count. */
  readonly chains?: ChainWorld | undefined;
}

/** The agents of a lesson over the wire of an episode. */
export function createRemoteAgents(io: AgentIo, lesson: Lesson, conditions: Conditions): RemoteAgents {
  return new Remote(io, lesson, conditions);
}

/** Without text it is a part that its own kind forbids: how the other side takes it is for the lesson to show. */
function spokenPart(text: string | null): Part {
  return text === null ? ({ kind: 'text' } as unknown as Part) : textPart(text);
}

class Remote implements RemoteAgents {
  readonly #io: AgentIo;
  readonly #lesson: Lesson;
  readonly #conditions: Conditions;
  readonly #lastTasks = new Map<AgentName, Task>();
  readonly #open = new Map<AgentName, Set<Promise<void>>>();
  #messages = 0;
  #requests = 0;

  constructor(io: AgentIo, lesson: Lesson, conditions: Conditions) {
    this.#io = io;
    this.#lesson = lesson;
    this.#conditions = conditions;
  }

  readonly lastTask = (agent: AgentName): Task | undefined => this.#lastTasks.get(agent);

  readonly play = (step: WireStep): Promise<void> => {
    const open = this.#open.get(step.agent) ?? new Set();
    this.#open.set(step.agent, open);
    const playing = this.#times(step).finally(() => open.delete(playing));
    open.add(playing);
    return playing;
  };

  readonly quiet = async (agent: AgentName): Promise<void> => {
    for (;;) {
      const open = [...(this.#open.get(agent) ?? [])];
      if (open.length === 0) return;
      await Promise.all(open);
    }
  };

  async #times(step: WireStep): Promise<void> {
    const times = 'repeat' in step ? (step.repeat ?? 1) : 1;
    for (let time = 0; time < times; time++) await this.#call(step);
  }

  async #call(step: WireStep): Promise<void> {
    const operation = this.#operation(step);
    const chain = step.do === 'reply' ? step.chain : undefined;
    const caller = chain ? { ...this.#lesson.caller, delegationChain: chain } : this.#lesson.caller;
    const card = this.#lesson.agents.find((agent) => agent.card.name === step.agent)?.card;
    if (card && this.#isDenied(operation, caller, card)) return;
    const path = card && URL.canParse(card.url) ? new URL(card.url).pathname : '/';
    const protocol = SERVED_PROTOCOLS.get(this.#lesson.protocol ?? a2aV03JsonRpc.id) ?? a2aV03JsonRpc;
    const about = { ...this.#carried(caller, step.agent), path, agent: step.agent };
    const request = protocol.encodeRequest(operation, { requestId: ++this.#requests, ...about });
    try {
      const { body, ...head } = await this.#io.call(step.agent, request);
      await this.#take(step.agent, await protocol.decodeResponse(operation, head, body));
    } catch (error) {
      // What broke is in the recording, as a line of the exchange; this client does not retry.
      if (!(error instanceof CallLost || error instanceof OperationFailure)) throw error;
    }
  }

  /** What the caller can know before it asks. A denial is a fact of its own, and nothing leaves. */
  #isDenied({ kind }: Operation, caller: CallerContext, card: AgentCard): boolean {
    const { policy } = this.#conditions;
    if (!policy.sending.asksFirst || (kind !== 'send' && kind !== 'stream')) return false;
    const { maxDepth } = this.#lesson;
    const decision = admitBeforehand(caller, card, { maxDepth, checks: policy.admission });
    if (!decision.ok || decision.value.length === 0) return false;
    this.#io.fact({ kind: 'delegation-denied', caller, callee: card.name, maxDepth, denials: decision.value });
    return true;
  }

  #carried(caller: CallerContext, agent: AgentName): { readonly caller: CallerContext; readonly carrier: CallerCarrier } {
    const { chains } = this.#conditions;
    if (!chains) return { caller, carrier: headerCarrier };
    return { caller: handedCaller(chains, caller), carrier: signedCarrier(chains, agent) };
  }

  /** Reads a result to its end. An error result is for whoever reads the recording: the caller of a lesson goes on. */
  async #take(agent: AgentName, result: OperationResult): Promise<void> {
    if (result.kind === 'task') this.#lastTasks.set(agent, result.task);
    if (result.kind !== 'events') return;
    for await (const event of result.events) if (event.kind === 'task') this.#lastTasks.set(agent, event.task);
  }

  #operation(step: WireStep): Operation {
    switch (step.do) {
      case 'fetch-card':
        return { kind: 'card' };
      case 'send':
      case 'stream': {
        const { contextId = '', data } = step;
        const context = contextId === '' ? {} : { contextId };
        const parts = [spokenPart(step.text), ...(isJsonObject(data) ? [dataPart(data)] : [])];
        return { kind: step.do, message: { ...this.#message(), parts, ...context }, ...context };
      }
      case 'reply':
        return { kind: 'send', message: this.#reply(step.agent, step.taskId, step.text) };
      case 'get':
      case 'cancel':
      case 'subscribe':
        return { kind: step.do, taskId: step.taskId };
      case 'set-push-config': {
        const { taskId, url, token } = step;
        return { kind: 'set-push-config', taskId, config: { url, token, authentication: 'bearer' } };
      }
    }
  }

  #reply(agent: AgentName, taskId: string, text = ''): Message {
    const last = this.#lastTasks.get(agent);
    const context = last?.taskId === taskId ? { contextId: last.contextId } : {};
    return { ...this.#message(), parts: [textPart(text)], taskId, ...context };
  }

  #message(): Pick<Message, 'messageId' | 'role'> {
    return { messageId: `msg-${++this.#messages}`, role: 'user' };
  }
}
