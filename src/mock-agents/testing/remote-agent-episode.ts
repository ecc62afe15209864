// Plays the remote agent of a watch against a small program and an address that takes what rings: what crossed, and what was stored.

import { headerCarrier, observe, SERVED_PROTOCOLS } from '../../model/adapters/adapters.ts';
import type { ServedProtocol } from '../../model/adapters/protocol-port.ts';
import { parseJson } from '../../model/base/json.ts';
import { PARTICIPANT_HEADER } from '../../model/kernel/watch/task-call-headers.ts';
import type { Fact } from '../../model/log/fact.ts';
import type { RecordedLine } from '../../model/log/saved-form.ts';
import type { HttpHeaders } from '../../model/protocol/http.ts';
import type { Message } from '../../model/protocol/message.ts';
import type { Operation, OperationResult } from '../../model/protocol/operation.ts';
import type { StreamEvent } from '../../model/protocol/stream-event.ts';
import type { AgentIo, Behaviour } from '../agent-io.ts';
import { BEHAVIOURS } from '../behaviours/behaviours.ts';
import { spawnInside } from '../in-process.ts';
import { EMPTY_CARD } from '../lessons/cast.ts';
import { stranger } from '../participants/stranger.ts';
import { type RemoteAgentSettings, remoteAgentSettingsAsJson, type RingAction, strangerSettingsAsJson } from '../remote-task/settings.ts';
import { type EpisodeResult, playEpisode } from '../virtual-time/lab-core.ts';
import type { Participant } from '../virtual-time/seats.ts';
import { createWatchdog } from '../watchdog.ts';
import { PLAIN_REMOTE, REMOTE_TASK_ID, type RemoteSettings } from '../watch-scene.ts';

export const AGENT = 'remote-agent';
export const HOST = 'host.example';
export const PUSH_URL = `https://${HOST}/a2a/push/task-1`;
const ARMED = { configId: 'config-1', url: PUSH_URL, token: 't0ken' };

/** What the caller's program can do. */
export interface Asking {
  readonly io: AgentIo;
  /** In the name of a participant, unless that is null. */
  readonly ask: (operation: Operation, participant?: string | null) => Promise<OperationResult>;
  /** What came of an operation in a few words: the state of a task, a code, the kind of anything else. */
  readonly word: (operation: Operation, participant?: string | null) => Promise<string>;
  /** Reads a stream to its end: each thing said with its time, and how it ended. */
  readonly read: (operation: Operation) => Promise<readonly string[]>;
}
export interface RemoteEpisode extends EpisodeResult {
  readonly value: unknown;
  readonly lines: readonly RecordedLine[];
  readonly facts: readonly (Fact & { readonly at: number })[];
  /** What came to the host's address. */
  readonly rings: readonly Ringed[];
}
export interface Ringed {
  readonly at: number;
  readonly from: string;
  readonly path: string;
  readonly headers: HttpHeaders;
  readonly body: string;
  /** What the body says of which task; undefined where it says nothing of one. */
  readonly says: string | undefined;
}
export interface RemoteOptions {
  readonly protocol: string;
  readonly remote?: Partial<RemoteSettings>;
  readonly settings?: Partial<RemoteAgentSettings>;
  readonly program?: (asking: Asking) => Promise<unknown>;
  /** How the host answers, by number of the call; the last one holds for all others. `lost`: it breaks. */
  readonly host?: readonly (number | 'lost')[];
  /** How long the host takes for each. */
  readonly hostTakesMs?: number;
  readonly strangers?: readonly RingAction[];
}

const QUIET: Omit<RemoteSettings, 'protocol'> = {
  ...PLAIN_REMOTE,
  card: { ...EMPTY_CARD, name: AGENT, url: `https://${AGENT}/a2a`, streaming: true, pushNotifications: true },
  parked: { state: 'input-required', text: 'Which lists?' },
  turns: [{ state: 'input-required', text: 'Which year?', afterMs: 1_000 }],
  wantsParticipant: false,
};

/** How the program ended, if it did. */
interface Ended {
  value?: unknown;
  error?: Error;
}

/** Plays until nothing is left to happen, and a minute at most. */
export async function playRemote(options: RemoteOptions): Promise<RemoteEpisode> {
  const lines: RecordedLine[] = [];
  const ended: Ended = {};
  const watchdog = createWatchdog();
  try {
    const cast = castOf(options, ended);
    const result = await playEpisode({ cast, seed: 'one', watchdog, hop: 0, horizon: 60_000, record: (line) => lines.push(line) });
    if (ended.error) throw ended.error;
    return {
      ...result,
      value: ended.value,
      lines,
      facts: lines.flatMap((line) => (line.line === 'fact' ? [{ ...line.fact, at: line.at }] : [])),
      rings: lines.flatMap((line) => (line.line === 'request' && line.to === HOST ? [ringed(line)] : [])),
    };
  } finally {
    watchdog.close();
  }
}

function castOf(options: RemoteOptions, ended: Ended): readonly Participant[] {
  const { protocol, remote = {}, settings = {}, program, host = [204], hostTakesMs = 0, strangers = [] } = options;
  const spoken = SERVED_PROTOCOLS.get(protocol);
  if (!spoken) throw new Error(`no protocol is called ${protocol}`);
  const inside = spawnInside({
    host: answering(host, hostTakesMs),
    stranger,
    caller: (io) => {
      const running = program?.(askingOver(io, spoken)) ?? Promise.resolve();
      running.then(
        (value) => (ended.value = value),
        (error: unknown) => (ended.error = error instanceof Error ? error : new Error(String(error))),
      );
      return () => Promise.resolve({ status: 404, headers: {}, body: '' });
    },
  });
  const seat = (agent: string, behaviour: string): Participant => ({ agent, behaviour, settings: {}, spawn: inside, place: 'inside' });
  const agentSettings: RemoteAgentSettings = {
    remote: { ...QUIET, protocol, ...remote },
    armed: ARMED,
    pushUrl: PUSH_URL,
    rings: [],
    startsParked: true,
    ...settings,
  };
  return [
    {
      agent: AGENT,
      behaviour: 'remote-task',
      settings: remoteAgentSettingsAsJson(agentSettings),
      spawn: spawnInside(BEHAVIOURS),
      place: 'worker',
    },
    { ...seat(HOST, 'host'), receives: true },
    { ...seat('stranger', 'stranger'), settings: strangerSettingsAsJson({ pushUrl: PUSH_URL, protocol, rings: strangers }) },
    seat('caller', 'caller'),
  ];
}

function answering(answers: readonly (number | 'lost')[], takesMs: number): Behaviour {
  return (io) => {
    let calls = 0;
    return async () => {
      calls += 1;
      const answer = answers[Math.min(calls, answers.length) - 1] ?? 204;
      if (takesMs > 0) await io.sleep(takesMs);
      if (answer === 'lost') throw new Error('broken');
      return { status: answer, headers: {}, body: '' };
    };
  };
}

function askingOver(io: AgentIo, protocol: ServedProtocol): Asking {
  let requests = 0;
  const ask: Asking['ask'] = async (operation, participant = 'user-1') => {
    const request = protocol.encodeRequest(operation, { requestId: ++requests, carrier: headerCarrier, path: '/a2a' });
    const named = participant === null ? {} : { [PARTICIPANT_HEADER]: participant };
    const { body, ...head } = await io.call(AGENT, { ...request, headers: { ...request.headers, ...named } });
    return protocol.decodeResponse(operation, head, body);
  };
  return {
    io,
    ask,
    word: async (operation, participant) => wordOf(await ask(operation, participant)),
    read: async (operation) => {
      const result = await ask(operation);
      if (result.kind !== 'events') return [wordOf(result)];
      const said: string[] = [];
      try {
        for await (const event of result.events) said.push(`${io.now()} ${eventWord(event)}`);
        said.push(`${io.now()} end`);
      } catch (error) {
        said.push(`${io.now()} ${error instanceof Error ? error.name : 'broken'}`);
      }
      return said;
    },
  };
}

function wordOf(result: OperationResult): string {
  if (result.kind === 'task') return result.task.status.state;
  return result.kind === 'error' ? result.error.code : result.kind;
}

function eventWord(event: StreamEvent): string {
  if (event.kind === 'task') return `task ${event.task.status.state}`;
  if (event.kind !== 'status-update') return event.kind;
  return `${event.status.state}${event.final ? ' final' : ''}`;
}

function ringed({ at, from, path, headers, body }: Extract<RecordedLine, { line: 'request' }>): Ringed {
  const parsed = parseJson(body);
  const said = parsed.ok ? observe(parsed.value).said : undefined;
  const says = said?.kind === 'task' ? `${said.task.taskId} ${said.task.status.state}` : undefined;
  return { at, from, path, headers, body, says };
}

export function userMessage(text: string, taskId?: string): Message {
  return { messageId: `msg-${text}`, role: 'user', parts: [{ kind: 'text', text }], ...(taskId !== undefined && { taskId }) };
}

export const GET = { kind: 'get', taskId: REMOTE_TASK_ID } as const;
export const SUBSCRIBE = { kind: 'subscribe', taskId: REMOTE_TASK_ID } as const;
export const CANCEL = { kind: 'cancel', taskId: REMOTE_TASK_ID } as const;
