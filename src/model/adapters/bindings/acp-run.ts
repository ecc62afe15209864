// A run of ACP as its server keeps it: what the turns of a task say becomes messages, events and snapshots. What ends a turn is
// said last, when all that the turn had to say is known. ACP 1.0 Run, Event; SPEC.md X.30.

import type { JsonObject } from '../../base/json.ts';
import type { Message } from '../../protocol/message.ts';
import type { Part } from '../../protocol/part.ts';
import type { StreamEvent, TaskArtifactUpdate, TaskStatusUpdate } from '../../protocol/stream-event.ts';
import type { Task, TaskState } from '../../protocol/task.ts';
import { encodeAcpPart } from '../dialects/acp-parts.ts';
import { isAcpRole, STATUS_OF_STATE } from '../dialects/acp-words.ts';

interface AcpRunFacts {
  readonly runId: string;
  readonly sessionId: string;
  readonly agent: string;
  readonly now: () => string;
}
interface OpenMessage {
  readonly role: string;
  readonly parts: JsonObject[];
  readonly created_at: string;
  completed_at: string | null;
}

const END_OF: ReadonlyMap<TaskState, string> = new Map<TaskState, string>([
  ['input-required', 'run.awaiting'],
  ['auth-required', 'run.awaiting'],
  ['completed', 'run.completed'],
  ['canceled', 'run.cancelled'],
  ['failed', 'run.failed'],
  ['rejected', 'run.failed'],
]);

export class AcpRun {
  /** Every event so far. */
  readonly events: JsonObject[] = [];
  readonly #facts: AcpRunFacts;
  readonly #createdAt: string;
  readonly #role: string;
  readonly #output: OpenMessage[] = [];
  #state: TaskState = 'submitted';
  #end: TaskStatusUpdate['status'] | undefined;
  #isAtWork = false;
  #question: JsonObject | null = null;
  #error: JsonObject | null = null;
  #finishedAt: string | null = null;

  constructor(facts: AcpRunFacts) {
    this.#facts = facts;
    this.#createdAt = facts.now();
    this.#role = isAcpRole(`agent/${facts.agent}`) ? `agent/${facts.agent}` : 'agent';
    this.#say('run.created', { run: this.snapshot() });
  }

  /** Whether it has come to its end; one that awaits has not. */
  get isOver(): boolean {
    return this.#finishedAt !== null;
  }

  /** The run as it is; `state` where the task is known to be further. */
  snapshot(state: TaskState = this.#state): JsonObject {
    const { runId, agent, sessionId } = this.#facts;
    return {
      run_id: runId,
      agent_name: agent,
      session_id: sessionId,
      status: STATUS_OF_STATE[state],
      await_request: this.#question,
      output: this.#output.map((message) => ({ ...message, parts: [...message.parts] })),
      error: this.#error,
      created_at: this.#createdAt,
      finished_at: this.#finishedAt,
    };
  }

  /** Takes what a turn says. */
  take(event: StreamEvent): void {
    switch (event.kind) {
      case 'task':
        return;
      case 'message':
        return this.#sayMessage(event.message);
      case 'artifact-update':
        return this.#takeArtifact(event);
      case 'status-update':
        return this.#takeStatus(event);
    }
  }

  /** A run that waits is canceled at once; one at work says so when its turn ends. */
  cancel({ taskId, contextId, status }: Task): void {
    if (this.#isAtWork) return;
    this.take({ kind: 'status-update', taskId, contextId, status, final: true });
    this.endTurn();
  }

  /** Ends a turn: what it ended in is said now. */
  endTurn(): void {
    const end = this.#end;
    this.#end = undefined;
    if (end) this.#takeEnd(end);
    this.#isAtWork = false;
  }

  #takeEnd({ state, message, timestamp }: TaskStatusUpdate['status']): void {
    const type = END_OF.get(state);
    if (type === undefined) return;
    const isPause = type === 'run.awaiting';
    const isFailure = type === 'run.failed';
    if (isPause) this.#question = { type: 'message', message: { role: this.#role, parts: (message?.parts ?? []).map(inMessage) } };
    else if (isFailure) this.#error = { code: 'server_error', message: textOf(message), data: { state } };
    else if (message) this.#sayMessage(message);
    // Of a run that fails or is cancelled the open message stays open.
    if (isPause || type === 'run.completed') this.#completeMessage();
    if (!isPause) this.#finishedAt = timestamp ?? this.#facts.now();
    this.#state = state;
    this.#say(type, { run: this.snapshot() });
  }

  #takeStatus({ status }: TaskStatusUpdate): void {
    if (status.state === 'submitted') return;
    if (status.state !== 'canceled') this.#work();
    if (END_OF.has(status.state)) this.#end = status;
    else if (status.message) this.#sayMessage(status.message);
  }

  #takeArtifact({ artifact, append, lastChunk }: TaskArtifactUpdate): void {
    this.#work();
    if (!append) this.#completeMessage();
    const message = this.#open();
    const name = artifact.name === '' ? artifact.artifactId : artifact.name;
    for (const part of artifact.parts) this.#sayPart(message, encodeAcpPart(part, name));
    if (lastChunk) this.#completeMessage();
  }

  #sayMessage({ parts }: Message): void {
    this.#work();
    this.#completeMessage();
    const message = this.#open();
    for (const part of parts) this.#sayPart(message, inMessage(part));
    this.#completeMessage();
  }

  /** A run is at work before it says anything, whether or not its agent says so. */
  #work(): void {
    if (this.#isAtWork) return;
    this.#isAtWork = true;
    this.#state = 'working';
    this.#say('run.in-progress', { run: this.snapshot() });
  }

  #open(): OpenMessage {
    const last = this.#output.at(-1);
    if (last?.completed_at === null) return last;
    const message: OpenMessage = { role: this.#role, parts: [], created_at: this.#facts.now(), completed_at: null };
    this.#output.push(message);
    this.#say('message.created', { message: { ...message, parts: [] } });
    return message;
  }

  #sayPart(message: OpenMessage, part: JsonObject): void {
    message.parts.push(part);
    this.#say('message.part', { part });
  }

  #completeMessage(): void {
    const message = this.#output.at(-1);
    if (message?.completed_at !== null) return;
    message.completed_at = this.#facts.now();
    this.#say('message.completed', { message: { ...message, parts: [...message.parts] } });
  }

  #say(type: string, payload: JsonObject): void {
    this.events.push({ type, ...payload });
  }
}

/** A part of a message has no name: a name would make it an artifact. */
function inMessage(part: Part): JsonObject {
  return encodeAcpPart(part);
}

function textOf(message: Message | undefined): string {
  return (message?.parts ?? []).flatMap(({ text }) => (text === undefined ? [] : [text])).join('');
}
