// Vectors that drive a server step by step: streams.json, the scripts of push.json and of the worked example.

import { type Json, type JsonObject } from '../base/json.ts';
import { createClient, type Client, type DelegatedWork } from '../kernel/client.ts';
import { hostOf } from '../kernel/callback-host.ts';
import { reference } from '../kernel/policy.ts';
import { createServer, type Server } from '../kernel/server.ts';
import type { Delegation } from '../kernel/turn.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';
import { handlerFrom } from './oracle-handlers.ts';
import {
  callerFrom,
  cardFrom,
  configFrom,
  configJson,
  errorJson,
  eventJson,
  listAt,
  messageFrom,
  objectAt,
  statusJson,
  taskJson,
  textAt,
  textsAt,
  type OracleDocument,
} from './oracle-shapes.ts';

interface Stage {
  readonly document: OracleDocument;
  readonly server: Server;
  readonly client: Client;
  readonly streams: Map<string, AsyncGenerator<StreamEvent, void, undefined>>;
  readonly pushed: Json[];
}

/** streams.json */
export async function answerStreams(input: JsonObject, document: OracleDocument): Promise<Json> {
  if (input['op'] === 'agree') return agree(input, document);
  const answer = await playSteps(input, document);
  if (input['runs'] !== 2) return answer;
  const again = await playSteps(input, document);
  return { ...answer, identical_runs: JSON.stringify(answer) === JSON.stringify(again) };
}

/** push.json */
export async function answerPush(input: JsonObject, document: OracleDocument): Promise<Json> {
  switch (input['op']) {
    case 'host_of':
      return { host: hostOf(textAt(input, 'url')) };
    case 'script':
      return playSteps(input, document);
    case 'set_push_config':
      return setPushConfig(input, document);
    default:
      throw new Error(`push.json has no op ${textAt(input, 'op')}`);
  }
}

/** Results per step, and what the server holds after the last. */
export async function playSteps(input: JsonObject, document: OracleDocument): Promise<JsonObject> {
  const stage = setStage(input, document);
  const results: Json[] = [];
  for (const step of listAt(input, 'steps')) results.push(await playStep(step as JsonObject, stage));
  return { results, server: serverJson(stage) };
}

function setStage(input: JsonObject, document: OracleDocument): Stage {
  const pushed: Json[] = [];
  const server = createServer({
    card: cardFrom(input['card'], document),
    handler: handlerFrom(input['handler'], document),
    allowedCallbackHosts: textsAt(input, 'allowed_callback_hosts'),
    policy: reference,
    deliver: (config, task) => pushed.push({ url: config.url, status: statusJson(task.status) }),
  });
  // Straight to the server's methods: over `execute` a stream would be opened at once and errors would lose their kind.
  const client = createClient(async (operation, caller) => {
    switch (operation.kind) {
      case 'send':
        return { kind: 'task', task: await server.send({ ...operation, caller }) };
      case 'stream':
        return { kind: 'events', events: server.stream({ ...operation, caller }) };
      default:
        return server.execute(operation, caller, { signal: new AbortController().signal });
    }
  });
  return { document, server, client, streams: new Map(), pushed };
}

async function playStep(step: JsonObject, stage: Stage): Promise<Json> {
  try {
    return await stepAnswer(step, stage);
  } catch (thrown) {
    return { error: errorJson(thrown) };
  }
}

async function stepAnswer(step: JsonObject, stage: Stage): Promise<Json> {
  const { server, client, document } = stage;
  const caller = callerFrom(step['caller'], document);
  switch (step['op']) {
    case 'send':
      return { task: taskJson(await server.send(delegationFrom(step, document))) };
    case 'stream':
      return readStream(server.stream(delegationFrom(step, document)));
    case 'delegate':
      return { task: taskJson(await client.delegate(caller, workFrom(step))) };
    case 'delegate_streaming':
      return readStream(client.delegateStreaming(caller, workFrom(step)));
    case 'reply':
      return { task: taskJson(await client.reply(caller, repliedTask(step, stage), textAt(step, 'text'))) };
    case 'get':
      return { task: taskJson(server.get(textAt(step, 'task_id'))) };
    case 'cancel':
      return { task: taskJson(server.cancel(textAt(step, 'task_id'))) };
    case 'set_push_config':
      return { config: configJson(server.setPushConfig(textAt(step, 'task_id'), configFrom(step['config']))) };
    case 'open':
      stage.streams.set(textAt(step, 'id'), server.stream(delegationFrom(step, document)));
      return { opened: true };
    case 'next':
      return readSome(step, stage);
    case 'close':
      await openStream(step, stage).return();
      return { closed: true };
    default:
      throw new Error(`a script has no step ${textAt(step, 'op')}`);
  }
}

function delegationFrom(step: JsonObject, document: OracleDocument): Delegation {
  const contextId = step['context_id'];
  return {
    caller: callerFrom(step['caller'], document),
    message: messageFrom(step['message']),
    ...(typeof contextId === 'string' ? { contextId } : {}),
  };
}

function workFrom(step: JsonObject): DelegatedWork {
  const contextId = step['context_id'];
  const data = step['data'];
  return {
    text: textAt(step, 'text'),
    ...(data === undefined || data === null ? {} : { data: data as JsonObject }),
    ...(typeof contextId === 'string' ? { contextId } : {}),
  };
}

/** The stored task of an id, or the ids that the case claims. */
function repliedTask(step: JsonObject, { server }: Stage) {
  const task = step['task'];
  if (typeof task === 'string') return server.get(task);
  const claimed = objectAt(step, 'task');
  return { taskId: textAt(claimed, 'task_id'), contextId: textAt(claimed, 'context_id') };
}

async function readStream(stream: AsyncIterable<StreamEvent>): Promise<Json> {
  const events: Json[] = [];
  try {
    for await (const event of stream) events.push(eventJson(event));
  } catch (thrown) {
    return { events, error: errorJson(thrown) };
  }
  return { events, error: null };
}

function openStream(step: JsonObject, { streams }: Stage): AsyncGenerator<StreamEvent, void, undefined> {
  const stream = streams.get(textAt(step, 'id'));
  if (!stream) throw new Error(`a script reads the stream ${textAt(step, 'id')} before it opens it`);
  return stream;
}

async function readSome(step: JsonObject, stage: Stage): Promise<Json> {
  const stream = openStream(step, stage);
  const events: Json[] = [];
  try {
    for (let left = Number(step['n']); left > 0; left -= 1) {
      const next = await stream.next();
      if (next.done) return { events, error: null, end: true };
      events.push(eventJson(next.value));
    }
  } catch (thrown) {
    return { events, error: errorJson(thrown), end: true };
  }
  return { events, error: null, end: false };
}

function serverJson({ server, pushed }: Stage): Json {
  const { tasks, pushConfigs, lastTick, idCount } = server.state;
  return {
    tasks: Object.fromEntries([...tasks].map(([id, task]) => [id, taskJson(task)])),
    pushed,
    tick: lastTick,
    counter: idCount,
    push_configs: Object.fromEntries([...pushConfigs].map(([id, config]) => [id, configJson(config)])),
  };
}

/** One delegation blocking on one fresh server, the same streaming on another. */
async function agree(input: JsonObject, document: OracleDocument): Promise<Json> {
  const caller = callerFrom(input['caller'], document);
  const work = { text: textAt(input, 'text') };
  const blocking = taskJson(await setStage(input, document).client.delegate(caller, work));
  const events: StreamEvent[] = [];
  for await (const event of setStage(input, document).client.delegateStreaming(caller, work)) events.push(event);
  const last = events.at(-1);
  const streamed = last?.kind === 'task' ? taskJson(last.task) : null;
  return { equal_task: JSON.stringify(blocking) === JSON.stringify(streamed), task: blocking, events_before: events.length - 1 };
}

const WAITING_HANDLER = {
  rules: [
    {
      state: '*',
      actions: [
        { do: 'status', state: 'working' },
        { do: 'status', state: 'input-required' },
      ],
    },
  ],
};

/** One config on a server that has one waiting task, or has it not. */
async function setPushConfig(input: JsonObject, document: OracleDocument): Promise<Json> {
  const card = { name: 'callee', push_notifications: input['push_notifications'] === true };
  const { server, client } = setStage({ ...input, card, handler: WAITING_HANDLER }, document);
  const isKnown = input['task'] === 'known';
  if (isKnown) await client.delegate(callerFrom({ agent_id: 'me' }, document), { text: 'wait' });
  try {
    return { accepted: true, stored: configJson(server.setPushConfig(isKnown ? 'task-1' : 'task-404', configFrom(input['config']))) };
  } catch (thrown) {
    return { accepted: false, error: errorJson(thrown) };
  }
}
