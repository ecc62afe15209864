// Handlers as the vectors script them: rules by the state of the task as handed over, actions in order.

import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';
import { quotedText } from '../base/quoted-text.ts';
import type { AgentHandler, TaskWork } from '../kernel/agent-handler.ts';
import { artifactUpdate, statusUpdate, taskSnapshot } from '../kernel/stream-events.ts';
import type { Message } from '../protocol/message.ts';
import type { Part } from '../protocol/part.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';
import type { Artifact, Task } from '../protocol/task.ts';
import { HandlerCrash, listAt, objectAt, partFrom, stateFrom, textAt, textsAt, type OracleDocument } from './oracle-shapes.ts';

/** The handler of a case: a name in the document's handlers, or the script itself. */
export function handlerFrom(value: Json | undefined, document: OracleDocument): AgentHandler {
  const script = typeof value === 'string' ? objectAt(document.handlers, value) : isJsonObject(value) ? value : {};
  return (work, message) => playScript(script, work, message);
}

async function* playScript(script: JsonObject, work: TaskWork, message: Message): AsyncGenerator<StreamEvent, void, undefined> {
  const state = work.handed.status.state;
  const rule = listAt(script, 'rules').find((candidate) => ['*', state].includes(textAt(candidate as JsonObject, 'state')));
  const fill = filler(objectAt(script, 'binds'), message);
  let local = work.handed;
  for (const value of rule ? listAt(rule as JsonObject, 'actions') : []) {
    const action = value as JsonObject;
    if (action['do'] === 'return') return;
    const done = act(action, { work, local, fill });
    local = done.local;
    if (done.event) yield done.event;
  }
}

interface Moment {
  readonly work: TaskWork;
  readonly local: Task;
  readonly fill: (text: string) => string;
}
interface Done {
  readonly local: Task;
  readonly event?: StreamEvent;
}

function act(action: JsonObject, moment: Moment): Done {
  const { work, local, fill } = moment;
  switch (action['do']) {
    case 'status': {
      const message = isJsonObject(action['message']) ? agentMessage(action['message'], local, fill) : undefined;
      const written = work.setStatus(source(action, moment), stateFrom(action['state']), message);
      return { local: written, ...emitted(action, statusUpdate(written, action['final'] === true)) };
    }
    case 'artifact': {
      const artifact = artifactFrom(objectAt(action, 'artifact'), fill);
      const written = work.addArtifact(source(action, moment), artifact);
      const piece = { append: action['append'] === true, lastChunk: action['last_chunk'] === true };
      return { local: written, ...emitted(action, artifactUpdate(written, artifact, piece)) };
    }
    case 'raise':
      throw new HandlerCrash(textAt(action, 'message'));
    case 'cancel':
      work.cancel();
      return { local };
    case 'forge_chain':
      return { local: { ...local, delegationChain: textsAt(action, 'chain') } };
    case 'emit_status':
      return { local, event: madeUpStatus(action, local) };
    case 'emit_task':
      return { local, event: taskSnapshot(local) };
    default:
      throw new Error(`a handler script has no action ${textAt(action, 'do')}`);
  }
}

function source(action: JsonObject, { work, local }: Moment): Task {
  if (action['from'] === 'original') return work.handed;
  return action['from'] === 'stored' ? work.task() : local;
}

function emitted(action: JsonObject, event: StreamEvent): { readonly event?: StreamEvent } {
  return action['emit'] === false ? {} : { event };
}

function madeUpStatus(action: JsonObject, local: Task): StreamEvent {
  return {
    kind: 'status-update',
    taskId: typeof action['task_id'] === 'string' ? action['task_id'] : local.taskId,
    contextId: local.contextId,
    status: { state: stateFrom(action['state']), tick: 0 },
    final: action['final'] === true,
  };
}

function agentMessage(given: JsonObject, task: Task, fill: (text: string) => string): Message {
  const { taskId, contextId } = task;
  const parts: Part[] = [{ kind: 'text', text: fill(textAt(given, 'text')) }];
  return { messageId: textAt(given, 'message_id'), role: 'agent', parts, taskId, contextId };
}

function artifactFrom(given: JsonObject, fill: (text: string) => string): Artifact {
  return {
    artifactId: textAt(given, 'artifact_id'),
    name: textAt(given, 'name'),
    description: textAt(given, 'description'),
    parts: listAt(given, 'parts')
      .map(partFrom)
      .map((part) => (part.kind === 'text' ? { ...part, text: fill(part.text) } : part)),
  };
}

/** Replaces `{name}` by what the incoming message binds it to: the last non-empty data part that has the key, else a default. */
function filler(binds: JsonObject, message: Message): (text: string) => string {
  const values = Object.entries(binds).map(([name, bind]) => {
    const key = textAt(bind as JsonObject, 'key');
    let value: Json = textAt(bind as JsonObject, 'default');
    for (const part of message.parts) {
      if (part.kind === 'data' && isJsonObject(part.data) && Object.hasOwn(part.data, key)) value = part.data[key] ?? null;
    }
    return [`{${name}}`, asText(value)] as const;
  });
  return (text) => values.reduce((filled, [hole, value]) => filled.replaceAll(hole, () => value), text);
}

/** A value as the reference's language writes it. */
export function asText(value: Json): string {
  return typeof value === 'string' ? value : quotedValue(value);
}

function quotedValue(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return quotedText(value);
  if (isJsonObject(value)) {
    return `{${Object.entries(value)
      .map(([key, member]) => `${quotedText(key)}: ${quotedValue(member)}`)
      .join(', ')}}`;
  }
  return `[${value.map(quotedValue).join(', ')}]`;
}
