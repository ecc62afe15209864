// The remote agent of a watch: one task, played as a script says, served over a protocol of A2A by an execution of its own, and a
// push sender that tells its changes to whoever registered.

import { headerCarrier, SERVED_PROTOCOLS } from '../../model/adapters/adapters.ts';
import type { CallerCarrier } from '../../model/adapters/protocol-port.ts';
import { success } from '../../model/base/result.ts';
import { PARTICIPANT_HEADER } from '../../model/kernel/watch/task-call-headers.ts';
import { VIRTUAL_EPOCH } from '../../model/log/saved-form.ts';
import type { CallerContext } from '../../model/protocol/caller-context.ts';
import type { RequestHandler } from '../../model/protocol/http.ts';
import type { AgentIo, Behaviour } from '../agent-io.ts';
import type { Millis } from '../lanes.ts';
import { REMOTE_CONTEXT_ID } from '../watch-scene.ts';
import { createExecution, type RemoteParts } from './executing.ts';
import { PushRegistrations } from './push-registrations.ts';
import { createPushSender, type TellChange } from './push-sender.ts';
import { RemoteTask } from './remote-task.ts';
import { scheduleRings } from './rings.ts';
import type { RemoteAgentSettings } from './settings.ts';
import { createTaskStreams } from './task-streams.ts';
import { RemoteTurns } from './turns.ts';

const ANYBODY: CallerContext = { agentId: '', tenant: '', userId: '', scopes: [], dataClassification: 'public', delegationChain: [] };

/** Whoever says who calls is written into the task's chain; this agent asks nobody for it. */
const ANY_CALLER: CallerCarrier = {
  encode: (caller) => headerCarrier.encode(caller),
  decode: (headers) => {
    const said = headerCarrier.decode(headers);
    return said.ok ? said : success(ANYBODY);
  },
};

export const remoteAgent: Behaviour = (io) => {
  // Written by the lab a moment ago, by `remoteAgentSettingsAsJson`.
  const settings = io.settings as unknown as RemoteAgentSettings;
  const { remote, pushUrl, rings, startsParked } = settings;
  const protocol = SERVED_PROTOCOLS.get(remote.protocol) ?? io.fatal(`no protocol is called ${remote.protocol}`);
  const parts = assemble(io, settings, createPushSender(io, protocol, remote.ringing));
  const { task, registrations, streams } = parts;
  if (startsParked) task.create(remote.parked, REMOTE_CONTEXT_ID, []);
  playScript(parts);
  const knows = { token: () => registrations.newestToken, task: () => (task.exists ? task.current() : undefined) };
  scheduleRings({ io, protocol, pushUrl, tries: remote.ringing, ...knows }, rings);
  const execution = createExecution(parts);
  const serving = { carrier: ANY_CALLER, now: (): number => VIRTUAL_EPOCH + io.now() };
  const named = protocol.serve(execution(true), serving);
  const unnamed = protocol.serve(execution(false), serving);
  const serve: RequestHandler = (request, options) => {
    const participant = request.headers[PARTICIPANT_HEADER] ?? '';
    return (participant === '' ? unnamed : named)(request, options);
  };
  return streams.breaking(serve);
};

/** The task and everybody who hears of its changes: who registered, who reads a stream, who waits for the turn. */
function assemble(io: AgentIo, { remote, armed }: RemoteAgentSettings, tell: TellChange): RemoteParts {
  const registrations = new PushRegistrations(io.fact, armed);
  const streams = createTaskStreams();
  const task = new RemoteTask(io, (changed) => {
    for (const config of registrations.all) tell(config, changed);
    const isTurnOver = turns.isEnding || task.isOver;
    streams.say(changed, { turn: isTurnOver, task: task.isOver });
    if (isTurnOver) turns.over();
  });
  const turns = new RemoteTurns(io, remote.turns, (status) => task.change(status));
  return { io, remote, task, turns, streams, registrations };
}

function playScript({ io, remote, task, streams }: RemoteParts): void {
  const at = (time: Millis, then: () => void): void => void io.after(Math.max(0, time - io.now()), then);
  for (const change of remote.changes) at(change.at, () => task.change(change));
  for (const cut of remote.streamCuts) at(cut.at, () => streams.cut(cut.how));
}
