// Turning knobs: values by name, set into a copy of the lesson. A value comes from a link or a person, so it is checked, and
// a refusal names what would be accepted (SPEC.md E.8). The page asks the same questions before it asks for an episode, so
// this file needs nothing of the lab.

import type { Json } from '../../model/base/json.ts';
import { failure, type Result, success } from '../../model/base/result.ts';
import { classificationIssue } from '../../model/kernel/classification.ts';
import type { Knob, Lesson, PolicyName, Take } from '../lesson.ts';
import { HORIZON } from '../virtual-time/constants.ts';
import { refuseActions } from './watch-actions.ts';

export type KnobValues = Readonly<Record<string, Json>>;

export interface TurnedLesson {
  readonly lesson: Lesson;
  /** Those that differ from the lesson's own, in the lesson's order: equal settings have equal text. */
  readonly knobs: KnobValues;
}

/** A lesson with knobs turned; an issue for each value that cannot be used, its path the knob's name. Nothing is half applied. */
export function applyKnobs(lesson: Lesson, values: KnobValues): Result<TurnedLesson> {
  const knobs = changedKnobs(lesson, values);
  const issues = Object.entries(knobs).flatMap(([path, value]) => {
    const message = refuseKnob(lesson, path, value);
    const label = knobNamed(lesson, path)?.label;
    return message === undefined ? [] : [{ path, message: label === undefined ? message : `${label}: ${message}` }];
  });
  if (issues.length > 0) return failure(...issues);
  // Paths are resolved in the lesson as it was: a knob may change the name that another one's path goes by.
  const changed = Object.entries(knobs).reduce<Json>(
    (document, [name, value]) => {
      const knob = knobNamed(lesson, name);
      return knob ? withValue(document, resolvePath(lesson, knob.path), meantBy(knob, value)) : document;
    },
    lesson as unknown as Json,
  );
  return success({ lesson: changed as unknown as Lesson, knobs });
}

/**
 * A lesson as one of its takes plays it (SPEC.md E.31); without takes it is what it was.
 * @param takeId the first take where it is not said
 * @returns undefined where the lesson has no such take
 */
export function asTaken(lesson: Lesson, takeId?: string): { readonly lesson: Lesson; readonly take: Take | undefined } | undefined {
  const { takes = [] } = lesson;
  const take = takeId === undefined ? takes[0] : takes.find(({ id }) => id === takeId);
  if (!take) return takeId === undefined ? { lesson, take } : undefined;
  const own = take.policy === undefined ? lesson : { ...lesson, policy: take.policy };
  const set = Object.entries(take.set).reduce<Json>(
    (document, [path, value]) => withValue(document, resolvePath(lesson, path), value),
    own as unknown as Json,
  );
  return { lesson: set as unknown as Lesson, take };
}

/** What a lesson is played under where nobody says otherwise: one about a difference begins with the reference. */
export function policyOf({ policy }: Lesson): PolicyName {
  return policy === 'both' ? 'reference' : policy;
}

/**
 * The values that differ from the lesson's own, in the lesson's order: what an episode is named by. A name that the lesson
 * does not have comes last and stays, so that somebody refuses it.
 */
export function changedKnobs(lesson: Lesson, values: KnobValues): KnobValues {
  const known = lesson.knobs.flatMap((knob): [string, Json][] => {
    const value = Object.hasOwn(values, knob.name) ? values[knob.name] : undefined;
    return value === undefined || sameJson(value, knobValue(lesson, knob)) ? [] : [[knob.name, value]];
  });
  const unknown = Object.entries(values).filter(([name]) => !knobNamed(lesson, name));
  return Object.fromEntries([...known, ...unknown]);
}

/** The value that a knob has in a lesson; null where the lesson states none. */
export function knobValue(lesson: Lesson, knob: Knob): Json {
  let value: unknown = lesson;
  for (const step of resolvePath(lesson, knob.path)) value = (value as Readonly<Record<string | number, unknown>> | undefined)?.[step];
  return chosenFor(knob, (value ?? null) as Json);
}

/** What a choice stands for in the lesson; every other value stands for itself. */
function meantBy({ choices = [], means }: Knob, value: Json): Json {
  const meant = means?.[choices.findIndex((choice) => sameJson(choice, value))];
  return meant === undefined ? value : meant;
}
/** The choice that stands for what the lesson has; null where none does. */
function chosenFor({ choices = [], means }: Knob, value: Json): Json {
  return means ? (choices[means.findIndex((meant) => sameJson(meant, value))] ?? null) : value;
}

/** Why a value cannot be used, in one sentence that names what could be; undefined when it is fine. */
export function refuseKnob(lesson: Lesson, name: string, value: Json): string | undefined {
  const knob = knobNamed(lesson, name);
  if (!knob) {
    const names = lesson.knobs.map((each) => each.name).join(', ') || 'none';
    return `this lesson has no knob ${JSON.stringify(name)}; it has ${names}`;
  }
  switch (knob.editor) {
    case 'text':
      return isText(value, knob.filled ? 1 : 0) ? undefined : `must be a text${lengthWanted(knob)}, not ${shown(value)}`;
    case 'number':
      if (isCountUpTo(value, knob.most) || (knob.none !== undefined && value === null)) return undefined;
      return `must be a whole number from ${numbersWanted(knob)}, not ${shown(value)}`;
    case 'numbers':
      if (isCountList(value)) return undefined;
      return `must be a list of 1 to ${LONGEST_LIST} whole numbers from 0, not ${shown(value)}`;
    case 'list':
      return isTextList(value) ? undefined : `must be a list of up to ${LONGEST_LIST} texts, none of them empty, not ${shown(value)}`;
    case 'classification':
      return typeof value === 'string' ? classificationIssue(value)?.message : `must be a text, not ${shown(value)}`;
    case 'choice': {
      const choices = knob.choices ?? [];
      if (choices.some((choice) => sameJson(choice, value))) return undefined;
      return `must be one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}, not ${shown(value)}`;
    }
    case 'actions':
      return refuseActions(value, lesson.horizonMs ?? HORIZON);
  }
}

/** Knob values are small and written in one order, so their text tells whether they are equal. */
export function sameJson(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A text goes into requests and names; more than this is a slip of the hand. */
const LONGEST_TEXT = 1_000;
const LONGEST_LIST = 50;

function knobNamed(lesson: Lesson, name: string): Knob | undefined {
  return lesson.knobs.find((knob) => knob.name === name);
}
function isText(value: Json, least: number): boolean {
  return typeof value === 'string' && value.length >= least && value.length <= LONGEST_TEXT;
}
function lengthWanted({ filled }: Knob): string {
  return filled ? ` of 1 to ${LONGEST_TEXT} characters` : ` of up to ${LONGEST_TEXT} characters`;
}
/** A value in a refusal: enough of it to know it again. */
function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
function isCount(value: Json): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
function isCountUpTo(value: Json, most = Infinity): boolean {
  return isCount(value) && Number(value) <= most;
}
function numbersWanted({ most, none }: Knob): string {
  return `0${most === undefined ? '' : ` to ${most}`}${none === undefined ? '' : ` or null (${none})`}`;
}
function isCountList(value: Json): boolean {
  return Array.isArray(value) && value.length > 0 && value.length <= LONGEST_LIST && value.every((item: Json) => isCount(item));
}
function isTextList(value: Json): boolean {
  return Array.isArray(value) && value.length <= LONGEST_LIST && value.every((item: Json) => isText(item, 1));
}

/** `agents.<card name>.card.tenants`, `steps[0].text`: members and indexes; an agent goes by the name on its card. */
function resolvePath(lesson: Lesson, path: string): readonly (string | number)[] {
  const steps = path.split(/\.|(?=\[)/).map((step) => (step.startsWith('[') ? Number(step.slice(1, -1)) : step));
  const [first, name] = steps;
  if (first !== 'agents' || typeof name !== 'string') return steps;
  const index = lesson.agents.findIndex(({ card }) => card.name === name);
  return [first, index, ...steps.slice(2)];
}

function withValue(document: Json, [step, ...rest]: readonly (string | number)[], value: Json): Json {
  if (step === undefined) return value;
  if (Array.isArray(document)) {
    const list = document as readonly Json[];
    return list.map((item, index) => (index === step ? withValue(item, rest, value) : item));
  }
  const members = document as Readonly<Record<string, Json>>;
  return { ...members, [step]: withValue(members[step] ?? {}, rest, value) };
}
