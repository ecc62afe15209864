// The face of the lab: plays one lesson and hands out its recording as text, as it is written.

import type { Json } from '../model/base/json.ts';
import { POLICIES, reference } from '../model/kernel/policy.ts';
import { DEFAULT_SETTINGS, SAVED_FORM_VERSION, type SavedHeader } from '../model/log/saved-form.ts';
import { a2aV03JsonRpc } from '../model/adapters/adapters.ts';
import { settingsAsJson } from './behaviours/served-agent.ts';
import { spawnInside } from './in-process.ts';
import type { PlayOutcome, PlayRequest } from './lab-face.ts';
import type { Spawn } from './lanes.ts';
import type { Lesson, LessonAgent } from './lesson.ts';
import { applyKnobs, asTaken, policyOf } from './lessons/apply-knobs.ts';
import { lessonById, LESSONS } from './lessons/catalogue.ts';
import { callbackReceiver } from './participants/callback-receiver.ts';
import { delegatingClient } from './participants/delegating-client.ts';
import type { Conditions } from './participants/remote-agents.ts';
import { createRecorder } from './recorder.ts';
import { playEpisode } from './virtual-time/lab-core.ts';
import type { Participant } from './virtual-time/seats.ts';
import { createWatchdog, type Watchdog } from './watchdog.ts';

export interface LabPorts {
  /** Seats an agent in a realm of its own. */
  readonly spawn: Spawn;
  /** The recording in the order written; whole lines. */
  readonly onText: (text: string) => void;
  /** One with the usual patience, where none is given; closed by whoever made it. */
  readonly watchdog?: Watchdog;
  /** Ends the episode where it is. */
  readonly signal?: AbortSignal;
}

type EpisodeHeader = NonNullable<SavedHeader['episode']>;

/**
 * Plays a lesson to its end. The text depends on the request alone (SPEC.md E.1).
 * @returns how it ended; or why nothing was played (an unknown lesson or policy, a knob that is refused), or that it was stopped
 */
export async function playLesson(request: PlayRequest, ports: LabPorts): Promise<PlayOutcome> {
  const asked = lessonById(request.lesson);
  if (!asked) return refused(`there is no lesson ${JSON.stringify(request.lesson)}; known are ${LESSONS.map(({ id }) => id).join(', ')}`);
  const taken = asTaken(asked, request.take);
  if (!taken) {
    const known = asked.takes?.map(({ id }) => id).join(', ') ?? 'none';
    return refused(`this lesson has no take ${JSON.stringify(request.take)}; it has ${known}`);
  }
  const { lesson, take } = taken;
  const policy = request.policy ?? policyOf(lesson);
  if (!Object.hasOwn(POLICIES, policy)) {
    return refused(`there is no policy ${JSON.stringify(policy)}; known are ${Object.keys(POLICIES).join(', ')}`);
  }
  const turned = applyKnobs(lesson, request.knobs ?? {});
  if (!turned.ok) return refused(turned.issues.map(({ message }) => message).join('; '));
  const { knobs } = turned.value;
  const episode = { lesson: lesson.id, seed: request.seed ?? lesson.seed, policy, ...(take && { take: take.id }), knobs };
  return playTurned(turned.value.lesson, episode, ports);
}

/** Plays a lesson whose knobs are turned already; `episode` is what its recording is named by. */
export async function playTurned(lesson: Lesson, episode: EpisodeHeader, ports: LabPorts): Promise<PlayOutcome> {
  const { seed, policy } = episode;
  const record = createRecorder(
    { delegationInspector: 'saved', version: SAVED_FORM_VERSION, name: lesson.title, settings: DEFAULT_SETTINGS, episode },
    ports.onText,
  );
  const cast = castOf(lesson, { policy, seed, spawn: ports.spawn });
  const watchdog = ports.watchdog ?? createWatchdog();
  try {
    const { end, turns, workers } = await playEpisode({ cast, seed, watchdog, record, ...(ports.signal && { signal: ports.signal }) });
    return end === 'stopped' ? refused('stopped') : { ok: true, end, turns, workers };
  } finally {
    if (!ports.watchdog) watchdog.close();
  }
}

function refused(why: string): PlayOutcome {
  return { ok: false, why };
}

interface Staging {
  readonly policy: string;
  readonly seed: string;
  readonly spawn: Spawn;
}

/** A lesson's caller, and whoever it acts for, may begin a chain; nobody else may. */
function conditionsOf({ caller, maxDepth }: Lesson, policyId: string, seed: string): Conditions {
  const policy = POLICIES[policyId] ?? reference;
  const roots = [caller.delegationChain[0] ?? caller.agentId];
  return policy.chains.signed ? { policy, chains: { seed, roots, maxDepth } } : { policy };
}

/** Agents first, the caller last: it begins when everybody is there. */
function castOf(lesson: Lesson, { policy, seed, spawn }: Staging): readonly Participant[] {
  const conditions = conditionsOf(lesson, policy, seed);
  const called = new Set(lesson.steps.flatMap((step) => ('agent' in step ? [step.agent] : [])));
  const agents = lesson.agents.filter(({ card }) => called.has(card.name));
  const receivers = [...new Set(lesson.agents.flatMap((agent) => agent.allowedCallbackHosts ?? []))];
  const inside = spawnInside({ client: delegatingClient(lesson, conditions), receiver: callbackReceiver });
  return [
    ...agents.flatMap((agent) => seatOf(agent, lesson, { conditions, spawn })),
    ...receivers.map((host): Participant => ({ ...insider(host, 'receiver', inside), receives: true })),
    insider(lesson.caller.agentId, 'client', inside),
  ];
}

/** An agent that nobody serves has no seat: whoever calls it is refused the connection. */
function seatOf(
  agent: LessonAgent,
  lesson: Lesson,
  { conditions, spawn }: { readonly conditions: Conditions; readonly spawn: Spawn },
): readonly Participant[] {
  const { card, behaviour, allowedCallbackHosts = [] } = agent;
  if (behaviour === undefined) return [];
  const { policy, chains } = conditions;
  const settings = settingsAsJson({
    card,
    allowedCallbackHosts,
    maxDepth: lesson.maxDepth,
    policy: policy.id,
    ...(chains && { chains }),
    ...spoken(lesson),
  });
  return [{ agent: card.name, behaviour, settings, spawn, place: 'worker' }];
}

/** A lesson that says what everybody speaks anyway has the settings of one that does not say it. */
function spoken({ protocol }: Lesson): { readonly protocol?: string } {
  return protocol === undefined || protocol === a2aV03JsonRpc.id ? {} : { protocol };
}

function insider(agent: string, behaviour: string, spawn: Spawn): Participant {
  const settings: Json = {};
  return { agent, behaviour, settings, spawn, place: 'inside' };
}
