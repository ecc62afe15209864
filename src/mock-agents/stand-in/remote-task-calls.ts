// The remote agent as a stand-in asks it: operations of A2A over the wire of the episode, each with what goes with every call about
// a task. Whatever goes wrong comes back as a name.

import { SERVED_PROTOCOLS, toldStatus } from '../../model/adapters/adapters.ts';
import type { ServedProtocol } from '../../model/adapters/protocol-port.ts';
import { textPart } from '../../model/kernel/parts.ts';
import type { RemoteAnswer, RemoteTaskCall, RemoteTaskPort } from '../../model/kernel/watch/stand-in-ports.ts';
import { taskCallHeaders } from '../../model/kernel/watch/task-call-headers.ts';
import type { ToldStatus } from '../../model/kernel/watch/turn-mapping.ts';
import type { HttpHeaders } from '../../model/protocol/http.ts';
import type { Operation, OperationResult } from '../../model/protocol/operation.ts';
import type { StreamEvent } from '../../model/protocol/stream-event.ts';
import type { AgentIo } from '../agent-io.ts';
import { askAgent } from '../hosting/asking.ts';
import { AGENT_GONE, AgentLost, type AgentRegistry } from './agent-registry.ts';
import { isRefusal, nameOfCode, nameOfThrown, WRONG_ANSWER } from './failure-names.ts';
import type { StandInHostSettings } from './settings.ts';

type Failed = Extract<RemoteAnswer<never>, { readonly ok: false }>;
type TurnCall = Parameters<RemoteTaskPort['turn']>[0];
type TurnAnswer = Awaited<ReturnType<RemoteTaskPort['turn']>>;

interface Registration {
  readonly configId: string;
  readonly url: string;
}

const GONE: Failed = { ok: false, failure: AGENT_GONE };
/** How agents say that there is nothing to subscribe to: the task is over, or they hold no streams open. */
const NOTHING_TO_FOLLOW: ReadonlySet<string> = new Set(['TASK_TERMINAL', 'UNSUPPORTED']);

/** The calls of one host's stand-in. A throw is a failure of the error's name (kernel/watch/stand-in-ports.ts). */
export function createRemoteTaskCalls(io: AgentIo, settings: StandInHostSettings, registry: AgentRegistry): RemoteTaskPort {
  return new RemoteTaskCalls(io, settings, registry);
}

class RemoteTaskCalls implements RemoteTaskPort {
  readonly #io: AgentIo;
  readonly #settings: StandInHostSettings;
  readonly #registry: AgentRegistry;
  readonly #protocol: ServedProtocol;
  readonly #headers: HttpHeaders;
  #requests = 0;

  constructor(io: AgentIo, settings: StandInHostSettings, registry: AgentRegistry) {
    this.#io = io;
    this.#settings = settings;
    this.#registry = registry;
    this.#protocol = SERVED_PROTOCOLS.get(settings.protocol) ?? io.fatal(`no protocol is called ${settings.protocol}`);
    const { participant, extensions = [] } = settings.host;
    this.#headers = participant === null ? {} : taskCallHeaders(participant, extensions);
  }

  async situation() {
    if (this.#registry.isGone()) throw new AgentLost(true);
    const { host, remoteCard } = this.#settings;
    const { updates, isRemoteAgent, baseUrl } = host;
    return { updates, isRemoteAgent, cardOffersPush: remoteCard.pushNotifications, baseUrl: baseUrl ?? undefined };
  }

  async turn({ remoteTaskId, messageId, text }: TurnCall, signal: AbortSignal): Promise<TurnAnswer> {
    const about = remoteTaskId === null ? {} : { taskId: remoteTaskId };
    const message = { messageId, role: 'user' as const, parts: [textPart(text)], ...about };
    const result = await this.#ask({ kind: 'stream', message }, signal);
    if (!result) return GONE;
    const last: LastSaid = { remoteTaskId, status: undefined };
    if (result.kind === 'events') {
      try {
        for await (const event of result.events) hearEvent(last, event);
      } catch (thrown) {
        return { ok: false, failure: { errorType: nameOfThrown(thrown) } };
      }
    } else if (result.kind === 'task' || result.kind === 'message') hearEvent(last, result);
    else return failed(result);
    const { status } = last;
    return status ? { ok: true, value: { remoteTaskId: last.remoteTaskId, status } } : wrongAnswer();
  }

  async register(call: Parameters<RemoteTaskPort['register']>[0], signal: AbortSignal): Promise<RemoteAnswer<string>> {
    const { remoteTaskId: taskId, url, token } = call;
    const result = await this.#ask({ kind: 'set-push-config', taskId, config: { url, token, authentication: '' } }, signal);
    if (!result) return GONE;
    if (result.kind !== 'push-config') return failed(result);
    const { configId } = result.config;
    return configId === undefined || configId === '' ? wrongAnswer() : { ok: true, value: configId };
  }

  async fetch({ remoteTaskId: taskId }: RemoteTaskCall, signal: AbortSignal): Promise<RemoteAnswer<ToldStatus>> {
    const result = await this.#ask({ kind: 'get', taskId }, signal);
    if (!result) return GONE;
    return result.kind === 'task' ? { ok: true, value: toldStatus(result.task.status) } : failed(result);
  }

  async subscribe(call: RemoteTaskCall, onStatus: (status: ToldStatus) => void, signal: AbortSignal): Promise<RemoteAnswer<undefined>> {
    const hold = this.#registry.hold();
    try {
      return await this.#follow(call, onStatus, AbortSignal.any([signal, hold.lost]));
    } catch (thrown) {
      if (!(thrown instanceof AgentLost)) return { ok: false, failure: { errorType: nameOfThrown(thrown) } };
      // Lost for a moment: the follow itself fails, which is another thing than a stream that ends badly.
      if (!thrown.isGone) throw thrown;
      return GONE;
    } finally {
      hold.release();
    }
  }

  async deleteRegistration(
    { remoteTaskId: taskId, configId }: RemoteTaskCall & { readonly configId: string },
    signal: AbortSignal,
  ): Promise<RemoteAnswer<undefined>> {
    return done(await this.#ask({ kind: 'delete-push-config', taskId, configId }, signal), 'deleted');
  }

  async listRegistrations({ remoteTaskId: taskId }: RemoteTaskCall, signal: AbortSignal): Promise<RemoteAnswer<readonly Registration[]>> {
    const result = await this.#ask({ kind: 'list-push-configs', taskId }, signal);
    if (!result) return GONE;
    if (result.kind !== 'push-configs') return failed(result);
    return { ok: true, value: result.configs.flatMap(({ configId, url }) => (configId === undefined ? [] : [{ configId, url }])) };
  }

  async cancel({ remoteTaskId: taskId }: RemoteTaskCall, signal: AbortSignal): Promise<RemoteAnswer<undefined>> {
    return done(await this.#ask({ kind: 'cancel', taskId }, signal), 'task');
  }

  async #follow(call: RemoteTaskCall, onStatus: (status: ToldStatus) => void, signal: AbortSignal): Promise<RemoteAnswer<undefined>> {
    const result = await this.#ask({ kind: 'subscribe', taskId: call.remoteTaskId }, signal);
    if (!result) return GONE;
    if (result.kind === 'error' && NOTHING_TO_FOLLOW.has(result.error.code)) return this.#lookInstead(call, onStatus, signal);
    if (result.kind !== 'events') return failed(result);
    for await (const event of result.events) {
      const status = statusIn(event);
      if (status) onStatus(status);
    }
    return { ok: true, value: undefined };
  }

  /** A task that ended while nobody was subscribed can only be looked at: else nobody would ever hear of its end. */
  async #lookInstead(call: RemoteTaskCall, onStatus: (status: ToldStatus) => void, signal: AbortSignal): Promise<RemoteAnswer<undefined>> {
    const answer = await this.fetch(call, signal);
    if (!answer.ok) return answer;
    onStatus(answer.value);
    return { ok: true, value: undefined };
  }

  /** Undefined where the registry does not know the agent any more. */
  async #ask(operation: Operation, signal: AbortSignal): Promise<OperationResult | undefined> {
    if (this.#registry.isGone()) return undefined;
    const { remoteCard: card, caller } = this.#settings;
    const question = { agent: card.name, card, operation, caller, requestId: ++this.#requests };
    return askAgent(this.#io, { protocol: this.#protocol, conditions: {} }, question, { signal, headers: this.#headers });
  }
}

interface LastSaid {
  remoteTaskId: string | null;
  status: ToldStatus | undefined;
}

/** The last status that a turn said counts. A message where there is no task is the whole answer; beside a task it changes nothing. */
function hearEvent(last: LastSaid, event: StreamEvent): void {
  if (event.kind === 'message') {
    last.remoteTaskId ??= event.message.taskId ?? null;
    last.status ??= toldStatus({ state: 'completed', message: event.message });
    return;
  }
  last.remoteTaskId = event.kind === 'task' ? event.task.taskId : event.taskId;
  last.status = statusIn(event) ?? last.status;
}

function statusIn(event: StreamEvent): ToldStatus | undefined {
  switch (event.kind) {
    case 'task':
      return toldStatus(event.task.status);
    case 'status-update':
      return toldStatus(event.status);
    case 'message':
    case 'artifact-update':
      return undefined;
  }
}

function wrongAnswer(): Failed {
  return { ok: false, failure: { errorType: WRONG_ANSWER } };
}

function failed(result: OperationResult): Failed {
  if (result.kind !== 'error') return wrongAnswer();
  const { code } = result.error;
  return { ok: false, failure: { errorType: nameOfCode(code), ...(isRefusal(code) && { isRefused: true }) } };
}

function done(result: OperationResult | undefined, wanted: OperationResult['kind']): RemoteAnswer<undefined> {
  if (!result) return GONE;
  return result.kind === wanted ? { ok: true, value: undefined } : failed(result);
}
