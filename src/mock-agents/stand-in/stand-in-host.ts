// A host with a stand-in for one remote task: the stand-in's worker, and the address at which the remote agent rings. It decides nothing
// about the watch: that is the model's machine and shell, over the ports that are made here.

import { readPushBody } from '../../model/adapters/adapters.ts';
import { CONFIGURATION_STATUS, watchSettings } from '../../model/kernel/watch/follow-interval.ts';
import { createPushReceiver, type PushReceiver } from '../../model/kernel/watch/push-receiver.ts';
import { pushedTaskId } from '../../model/kernel/watch/push-url.ts';
import { openStandIn } from '../../model/kernel/watch/stand-in-shell.ts';
import type { Scrub } from '../../model/kernel/watch/turn-mapping.ts';
import { createCutter } from '../../model/log/redaction.ts';
import type { HttpResponse, RequestHandler } from '../../model/protocol/http.ts';
import { type AgentIo, type Behaviours, endAgent } from '../agent-io.ts';
import { createRegistry } from './agent-registry.ts';
import { firstEvent } from './first-event.ts';
import { type Opened, takeActions } from './host-actions.ts';
import { openKeptLists } from './kept-lists.ts';
import { createRemoteTaskCalls } from './remote-task-calls.ts';
import type { StandInHostSettings } from './settings.ts';

/** What the stand-in's worker may be booted as, by key. */
export const STAND_IN_BEHAVIOURS: Behaviours = {
  'stand-in': (io) => {
    // Written by the lab a moment ago, with the function beside the type.
    const settings = io.settings as unknown as StandInHostSettings;
    checkConfiguration(io, settings);
    const opened = open(io, settings);
    opened.then(({ standIn }) => standIn.ended).catch((error: unknown) => endAgent(io.fatal, error));
    takeActions(io, settings.actions, opened);
    return serve(io, settings, opened);
  },
};

/** Nothing begins with settings that are none. SPEC.md W.2. */
function checkConfiguration({ fatal }: AgentIo, { host }: StandInHostSettings): void {
  const checked = watchSettings({ updates: host.updates, follow_interval: host.followIntervalMs / 1_000, task_id: host.localTaskId });
  if (checked.ok) return;
  fatal(`configuration error, status ${CONFIGURATION_STATUS}: ${checked.issues.map(({ message }) => message).join('; ')}`);
}

/** A numbering of its own for each text: a secret that only turned over leaves the text as it was. SPEC.md W.16. */
const scrub: Scrub = (text) => createCutter().cutBody(text).text;

async function open(io: AgentIo, settings: StandInHostSettings): Promise<Opened> {
  const { host } = settings;
  const registry = createRegistry(io, host.agentLost);
  const remote = createRemoteTaskCalls(io, settings, registry);
  const { history, storage, parent } = await openKeptLists(io);
  const standIn = openStandIn(firstEvent(settings, scrub, io.now()), {
    remote,
    storage,
    parent,
    scrub,
    clock: { now: io.now, sleep: io.sleep },
    random: (count) => Uint8Array.from({ length: count }, () => Math.floor(io.random() * 256)),
    fact: io.fact,
    followCompares: host.followCompares,
    historyBound: host.historyBound,
  });
  return { standIn, history };
}

const NOTHING_HERE: HttpResponse = { status: 404, headers: {}, body: '' };

/** A host that cannot be reached has no push address. */
function serve(io: AgentIo, { host }: StandInHostSettings, opened: Promise<Opened>): RequestHandler {
  const receiver = host.baseUrl === null ? undefined : createReceiver(io, host, opened);
  const ownPath = URL.canParse(host.baseUrl ?? '') ? new URL(host.baseUrl ?? '').pathname.replace(/\/$/, '') : '';
  return async ({ method, path, headers, body }, { peer = '' }) => {
    const isOurs = method === 'POST' && path.startsWith(ownPath);
    const localTaskId = isOurs ? pushedTaskId(path.slice(ownPath.length)) : undefined;
    if (!receiver || localTaskId === undefined) return NOTHING_HERE;
    const answer = await receiver.receive({ localTaskId, peer, headers, body });
    return { status: answer.status, headers: answer.headers, body: answer.body };
  };
}

function createReceiver(io: AgentIo, host: StandInHostSettings['host'], opened: Promise<Opened>): PushReceiver {
  return createPushReceiver({
    present: async (localTaskId, push) => localTaskId === host.localTaskId && (await opened).standIn.present(push),
    readBody: readPushBody,
    now: io.now,
    fact: io.fact,
    ...(host.pushesPerMinute === null ? {} : { rate: { perMinute: host.pushesPerMinute } }),
  });
}
