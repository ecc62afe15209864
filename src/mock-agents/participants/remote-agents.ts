// The agents of a lesson as its caller sees them: through operations, and by name. Keeps the last task that came back from
// each, and knows when no call to it is open.

import { a2aV03JsonRpc, SERVED_PROTOCOLS } from '../../model/adapters/adapters.ts';
import type { ServedProtocol } from '../../model/adapters/protocol-port.ts';
import { invariant } from '../../model/base/assert.ts';
import { isJsonObject, type Json } from '../../model/base/json.ts';
import { dataPart, textPart } from '../../model/kernel/parts.ts';
import type { CallerContext } from '../../model/protocol/caller-context.ts';
import type { Message } from '../../model/protocol/message.ts';
import { type Operation, OperationFailure, type OperationResult } from '../../model/protocol/operation.ts';
import type { Part } from '../../model/protocol/part.ts';
import type { StreamEvent } from '../../model/protocol/stream-event.ts';
import type { AgentName, Task } from '../../model/protocol/task.ts';
import { type AgentIo, CallLost } from '../agent-io.ts';
import { askAgent, type Conditions, denialBeforehand, type Question } from '../hosting/asking.ts';
import { handedCaller } from '../hosting/signed-carrier.ts';
import { callerOf } from '../lesson-parties.ts';
import type { Lesson, LessonStep, Reading } from '../lesson.ts';

/** A step that goes over a wire: it names the agent that it calls. `translate` names the one whose task it takes. */
type WireStep = Exclude<Extract<LessonStep, { readonly agent: AgentName }>, { readonly do: 'translate' }>;

export interface RemoteAgents {
  /** Resolves when the answer has been read to its end, whatever it was. */
  readonly play: (step: WireStep) => Promise<void>;
  /** Resolves when no call to the agent is open. */
  readonly quiet: (agent: AgentName) => Promise<void>;
  readonly lastTask: (agent: AgentName) => Task | undefined;
  /** A member of the data in the last task's artifacts; the last one of that name. */
  readonly dataIn: (agent: AgentName, member: string) => Json | undefined;
}

/** The agents of a lesson over the wire of an episode. */
export function createRemoteAgents(io: AgentIo, lesson: Lesson, conditions: Conditions): RemoteAgents {
  return new Remote(io, lesson, conditions);
}

/** Without text it is a part that its own kind forbids: how the other side takes it is for the lesson to show. */
function spokenPart(text: string | null): Part {
  return text === null ? ({ kind: 'text' } as unknown as Part) : textPart(text);
}

/** What everybody in a lesson speaks; knobs only choose among what there is. */
function protocolOf({ protocol = a2aV03JsonRpc.id }: Lesson): ServedProtocol {
  const spoken = SERVED_PROTOCOLS.get(protocol);
  invariant(spoken, 'E.8', `a lesson is to be played over ${JSON.stringify(protocol)}, and there is no such protocol`);
  return spoken;
}

class Remote implements RemoteAgents {
  readonly #io: AgentIo;
  readonly #lesson: Lesson;
  readonly #conditions: Conditions;
  readonly #protocol: ServedProtocol;
  readonly #lastTasks = new Map<AgentName, Task>();
  readonly #open = new Map<AgentName, Set<Promise<void>>>();
  #messages = 0;
  #requests = 0;

  constructor(io: AgentIo, lesson: Lesson, conditions: Conditions) {
    this.#io = io;
    this.#lesson = lesson;
    this.#conditions = conditions;
    this.#protocol = protocolOf(lesson);
  }

  readonly lastTask = (agent: AgentName): Task | undefined => this.#lastTasks.get(agent);

  readonly dataIn = (agent: AgentName, member: string): Json | undefined => {
    const parts = [...(this.#lastTasks.get(agent)?.artifacts ?? [])].flatMap((artifact) => artifact.parts);
    const named = parts.flatMap(({ data }) => (isJsonObject(data) && Object.hasOwn(data, member) ? [data[member]] : []));
    return named.at(-1);
  };

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
    const lesson = this.#lesson;
    const operation = this.#operation(step);
    const caller = this.#callerOf(step);
    const card = lesson.agents.find((agent) => agent.card.name === step.agent)?.card;
    const about: Omit<Question, 'requestId'> = { agent: step.agent, card, operation, caller };
    const { maxDepth } = lesson;
    if (denialBeforehand(this.#conditions, { ...about, requestId: 0 }, { maxDepth, onFact: this.#io.fact })) return;
    const reading = step.do === 'stream' ? step.reading : undefined;
    try {
      const question = { ...about, requestId: ++this.#requests };
      const credit = reading?.kind === 'holds' ? { credit: reading.after } : {};
      const result = await askAgent(this.#io, { protocol: this.#protocol, conditions: this.#conditions }, question, credit);
      await this.#take(step.agent, result, reading);
    } catch (error) {
      // What broke is in the recording, as a line of the exchange; this client does not retry.
      if (!(error instanceof CallLost || error instanceof OperationFailure)) throw error;
    }
  }

  /** Whoever takes the step, with the chain that the step says instead, and with what was signed on the way to it. */
  #callerOf(step: WireStep): CallerContext {
    const chain = step.do === 'reply' ? step.chain : undefined;
    const own = callerOf(this.#lesson, step);
    const caller = chain ? { ...own, delegationChain: chain } : own;
    const { chains } = this.#conditions;
    return chains ? handedCaller(chains, caller) : caller;
  }

  /** Reads a result. An error result is for whoever reads the recording: the caller of a lesson goes on. */
  async #take(agent: AgentName, result: OperationResult, reading: Reading | undefined): Promise<void> {
    if (result.kind === 'task') this.#lastTasks.set(agent, result.task);
    if (result.kind === 'events') await this.#read(agent, result.events, reading);
  }

  async #read(agent: AgentName, events: AsyncIterable<StreamEvent>, reading: Reading | undefined): Promise<void> {
    const { now, sleep } = this.#io;
    // What has come so far lies unread, and with no credit nothing more comes.
    if (reading?.kind === 'holds' && reading.until > now()) await sleep(reading.until - now());
    const most = reading?.kind === 'closes' ? reading.after : Infinity;
    let read = 0;
    for await (const event of events) {
      if (event.kind === 'task') this.#lastTasks.set(agent, event.task);
      if (++read >= most) return;
    }
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
