// Who takes part in an episode of a lesson, and with which settings: agents first, whoever begins last, when everybody is there.

import { a2aV03JsonRpc } from '../model/adapters/adapters.ts';
import { invariant } from '../model/base/assert.ts';
import type { Json } from '../model/base/json.ts';
import { policyNamed } from '../model/kernel/policy.ts';
import { settingsAsJson } from './behaviours/served-agent.ts';
import { type Experiment, specialistSettingsAsJson } from './experiment.ts';
import { publicKeyOfAgent } from './hosting/agent-keys.ts';
import type { Conditions } from './hosting/asking.ts';
import { spawnInside } from './in-process.ts';
import type { Spawn } from './lanes.ts';
import { calledAgents, listeningHosts, playersOf } from './lesson-parties.ts';
import type { Lesson, LessonAgent } from './lesson.ts';
import { orchestratorSettingsAsJson } from './orchestrator/settings.ts';
import { callbackReceiver } from './participants/callback-receiver.ts';
import { delegatingClient } from './participants/delegating-client.ts';
import type { Participant } from './virtual-time/seats.ts';
import { watchCast } from './watch-casting.ts';

export interface Staging {
  /** Id of a policy that there is. */
  readonly policy: string;
  readonly seed: string;
  readonly spawn: Spawn;
}

/** The addresses of the two who play an experiment: where they are called, and as whom they write in the recording. */
const ORCHESTRATOR = 'orchestrator';
const SPECIALIST = 'specialist';
/** Credentials of a world that is played again and again. No recording shows them. */
const SPECIALIST_TOKEN = 'lab-token-for-the-specialist';
const ORCHESTRATOR_TOKEN = 'lab-token-for-the-orchestrator';

/** Everybody whom a lesson needs, in the order in which they are booted. */
export function castOf(lesson: Lesson, staging: Staging): readonly Participant[] {
  const conditions = conditionsOf(lesson, staging.policy, staging.seed);
  const { experiment, watch, steps } = lesson;
  const playsByItself = experiment !== undefined || watch !== undefined;
  const cast = [
    ...(playsByItself && steps.length === 0 ? [] : stepsCast(lesson, conditions, staging.spawn)),
    ...(experiment ? experimentCast(experiment, staging) : []),
    ...(watch ? watchCast(lesson, watch, staging) : []),
  ];
  const names = cast.map(({ agent }) => agent);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  invariant(twice === undefined, 'E.40', `two take part as ${twice}`);
  return cast;
}

/** A lesson's caller, and whoever it acts for, may begin a chain; nobody else may. */
function conditionsOf({ caller, maxDepth }: Lesson, policyId: string, seed: string): Conditions {
  const policy = policyNamed(policyId);
  invariant(policy, 'E.8', `an episode is to be played under ${JSON.stringify(policyId)}, and there is no such policy`);
  const roots = [caller.delegationChain[0] ?? caller.agentId];
  return policy.chains.signed ? { policy, chains: { seed, roots, maxDepth } } : { policy };
}

/** The agents that are called, the callback addresses, and the callers who play the steps. */
function stepsCast(lesson: Lesson, conditions: Conditions, spawn: Spawn): readonly Participant[] {
  const called = calledAgents(lesson);
  const agents = lesson.agents.filter(({ card }) => called.has(card.name));
  const inside = spawnInside({ client: delegatingClient(lesson, conditions), receiver: callbackReceiver });
  return [
    ...agents.flatMap((agent) => seatOf(agent, lesson, { conditions, spawn })),
    ...listeningHosts(lesson).map((host): Participant => ({ ...insider(host, 'receiver', inside), receives: true })),
    ...playersOf(lesson).map((name) => insider(name, 'client', inside)),
  ];
}

/** The specialist, which is started again whenever it has died, and the orchestrator, which begins by itself. */
function experimentCast({ order, client, verifiesCard, specialist, fault }: Experiment, staging: Staging): readonly Participant[] {
  const { policy, seed, spawn } = staging;
  const orders = orchestratorSettingsAsJson({
    order,
    client,
    specialist: {
      address: SPECIALIST,
      token: SPECIALIST_TOKEN,
      ...(verifiesCard && { key: [...publicKeyOfAgent(seed, SPECIALIST)] }),
    },
    policy,
    token: ORCHESTRATOR_TOKEN,
  });
  const conduct = specialistSettingsAsJson({
    specialist,
    fault,
    policy,
    token: SPECIALIST_TOKEN,
    tokenHolder: ORCHESTRATOR,
    keySeed: seed,
  });
  return [
    { agent: SPECIALIST, behaviour: SPECIALIST, entry: 'specialist', settings: conduct, spawn, place: 'worker', restarts: true },
    { agent: ORCHESTRATOR, behaviour: ORCHESTRATOR, entry: 'orchestrator', settings: orders, spawn, place: 'worker' },
  ];
}

/** An agent that nobody serves has no seat: whoever calls it is refused the connection. */
function seatOf(
  agent: LessonAgent,
  lesson: Lesson,
  { conditions, spawn }: { readonly conditions: Conditions; readonly spawn: Spawn },
): readonly Participant[] {
  const { card, behaviour, allowedCallbackHosts = [], ids, handsOn } = agent;
  if (behaviour === undefined) return [];
  const onward = handsOn && lesson.agents.find((other) => other.card.name === handsOn.to);
  const { policy, chains } = conditions;
  const settings = settingsAsJson({
    card,
    allowedCallbackHosts,
    maxDepth: lesson.maxDepth,
    policy: policy.id,
    ...(chains && { chains }),
    ...(ids === 'random' && { ids }),
    ...(handsOn && onward && { handsOn: { ...handsOn, card: onward.card } }),
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
