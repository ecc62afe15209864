// What is played when a lesson is: one episode, or several that it lays side by side, each under its policy. A person may set
// the policy where the lesson leaves it open; where its takes are about the policies, the policy says which take is looked at.

import type { Json } from '../model/base/json.ts';
import type { LogId } from '../model/engine/query.ts';
import type { Lesson, PolicyName } from '../mock-agents/lesson.ts';
import { policyOf } from '../mock-agents/lessons/apply-knobs.ts';
import { POLICY_NAMES } from './policy-words.ts';

export type KnobValues = Readonly<Record<string, Json>>;

/** One episode of a round. */
export interface RoundTake {
  /** What claims, links and people call it; undefined where a lesson plays one episode. */
  readonly id: string | undefined;
  readonly label: string;
  readonly policy: PolicyName;
  /** Whether the lab knows it by its id: a lesson about both policies is played twice as it is. */
  readonly isOfLesson: boolean;
}
export interface PlayedTake {
  readonly log: LogId;
  readonly name: string;
  readonly take: RoundTake;
}
/** All episodes that were played at once, with the same values. */
export interface PlayedRound {
  readonly knobs: KnobValues;
  /** Undefined: the lesson's own. */
  readonly policy: PolicyName | undefined;
  readonly takes: readonly [PlayedTake, ...PlayedTake[]];
  /** The one that came into view. */
  readonly shown: PlayedTake;
}
export interface RoundOrder {
  readonly lesson: Lesson;
  readonly knobs: KnobValues;
  readonly seed: string | undefined;
  /** Undefined: the lesson's own. */
  readonly policy: PolicyName | undefined;
  /** Which take comes into view; the first where it is not said. */
  readonly take: string | undefined;
  /** The first of a lesson opens at its beginning; later ones keep the view. */
  readonly first: boolean;
}

/** What a person may choose of a lesson beside its knobs. */
export interface RoundChoice {
  readonly policy?: string | undefined;
  readonly take?: string | undefined;
}

type Round = readonly [RoundTake, ...RoundTake[]];

/** The episodes of a lesson, in the order in which they are played. */
export function roundOf(lesson: Lesson, policy?: PolicyName): Round {
  const own = policy ?? policyOf(lesson);
  const [first, ...others] = lesson.takes ?? [];
  if (first) {
    const played = (take: typeof first): RoundTake => ({
      id: take.id,
      label: take.label,
      policy: take.policy ?? own,
      isOfLesson: true,
    });
    return [played(first), ...others.map(played)];
  }
  if (lesson.policy === 'both') {
    const under = (name: PolicyName): RoundTake => ({ id: name, label: name, policy: name, isOfLesson: false });
    return [under('reference'), under('hardened')];
  }
  return [{ id: undefined, label: '', policy: own, isOfLesson: false }];
}

/** Whether nothing in the lesson says under which policy a take is played, so that a person may. */
export function leavesPolicyOpen(lesson: Lesson): boolean {
  return lesson.takes ? lesson.takes.every(({ policy }) => policy === undefined) : lesson.policy !== 'both';
}

/**
 * A choice as the lesson understands it: its own policy is none, and where takes are about policies one of them comes into view.
 * A word that is none changes nothing here; refuseChoice says so.
 */
export function understood(lesson: Lesson, { policy, take }: RoundChoice): Pick<RoundOrder, 'policy' | 'take'> {
  const named = POLICY_NAMES.find((name) => name === policy);
  if (!leavesPolicyOpen(lesson)) {
    return { policy: undefined, take: take ?? roundOf(lesson).find((each) => named !== undefined && each.policy === named)?.id };
  }
  return { policy: named === policyOf(lesson) ? undefined : named, take };
}

/** Why a choice cannot be played, in one sentence that names what can be. */
export function refuseChoice(lesson: Lesson, { policy, take }: RoundChoice): string | undefined {
  if (policy !== undefined && !POLICY_NAMES.some((name) => name === policy))
    return `There is no policy “${policy}”. Known are: ${POLICY_NAMES.join(', ')}.`;
  if (take === undefined) return undefined;
  const known = roundOf(lesson).flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (known.length === 0) return `The lesson “${lesson.id}” plays one episode; it has no take “${take}”.`;
  if (!known.includes(take)) return `The lesson “${lesson.id}” has no take “${take}”. Known are: ${known.join(', ')}.`;
  const chosen = roundOf(lesson).find(({ id }) => id === take);
  return policy === undefined || leavesPolicyOpen(lesson) || chosen?.policy === policy
    ? undefined
    : `The take “${take}” is played under ${chosen?.policy ?? ''}, not under ${policy}.`;
}
