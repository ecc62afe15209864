// Who takes part in a lesson: who does a step, and who has to be there for it.

import { invariant } from '../model/base/assert.ts';
import type { CallerContext } from '../model/protocol/caller-context.ts';
import type { AgentName } from '../model/protocol/task.ts';
import type { Lesson, LessonStep } from './lesson.ts';

/** In whose name a step is taken: the lesson's caller, or the one of its others that the step names. */
export function callerOf({ caller, others = {} }: Lesson, { by }: LessonStep): CallerContext {
  if (by === undefined) return caller;
  const other = Object.hasOwn(others, by) ? others[by] : undefined;
  invariant(other, 'E.33', `a step is done by ${by}, and the lesson has nobody of that name`);
  return other;
}

/** Whose participant plays a step: who calls a wire calls it in person; what crosses none is asked by the lesson's caller. */
export function playerOf(lesson: Lesson, step: LessonStep): AgentName {
  return 'agent' in step ? callerOf(lesson, step).agentId : lesson.caller.agentId;
}

/** Everybody who plays steps, the lesson's own caller last: it begins when the others are there. */
export function playersOf(lesson: Lesson): readonly AgentName[] {
  const own = lesson.caller.agentId;
  return [...new Set(lesson.steps.map((step) => playerOf(lesson, step)))].filter((name) => name !== own).concat(own);
}

/** Agents that steps call, and those that these hand work on to, and so on. */
export function calledAgents({ steps, agents }: Lesson): ReadonlySet<AgentName> {
  const called = new Set(steps.flatMap((step) => ('agent' in step ? [step.agent] : [])));
  // A set that grows while it is walked is walked to its end.
  for (const name of called) {
    const onward = agents.find(({ card }) => card.name === name)?.handsOn;
    if (onward) called.add(onward.to);
  }
  return called;
}

/** Hosts where somebody takes deliveries. An entry of an allow-list may stand for every host, and that one is nowhere. */
export function listeningHosts({ agents, listeners = [] }: Lesson): readonly string[] {
  const listed = agents.flatMap(({ allowedCallbackHosts = [] }) => allowedCallbackHosts);
  return [...new Set([...listed, ...listeners])].filter((host) => host !== '*');
}
