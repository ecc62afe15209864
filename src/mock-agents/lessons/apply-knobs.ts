// Turning knobs: values by name, set into a copy of the lesson. A value comes from a link or a person, so it is checked, and
// a refusal names what would be accepted (SPEC.md E.8).

import type { Json } from '../../model/base/json.ts';
import { failure, type Result, success } from '../../model/base/result.ts';
import { classificationIssue } from '../../model/kernel/classification.ts';
import type { Knob, Lesson } from '../lesson.ts';

export type KnobValues = Readonly<Record<string, Json>>;

export interface TurnedLesson {
  readonly lesson: Lesson;
  /** Those that differ from the lesson's own, in the lesson's order: equal settings have equal text. */
  readonly knobs: KnobValues;
}

/** A lesson with knobs turned; an issue for each value that cannot be used, its path the knob's name. Nothing is half applied. */
export function applyKnobs(lesson: Lesson, values: KnobValues): Result<TurnedLesson> {
  const known = new Set(lesson.knobs.map((knob) => knob.name));
  const names = [...known].join(', ') || 'none';
  const unknown = Object.keys(values).filter((name) => !known.has(name));
  const issues = unknown.map((name) => ({ path: name, message: `this lesson has no knob ${JSON.stringify(name)}; it has ${names}` }));
  const turned = lesson.knobs.flatMap((knob) => {
    const value = Object.hasOwn(values, knob.name) ? values[knob.name] : undefined;
    return value === undefined || isSame(value, knobValue(lesson, knob)) ? [] : [{ knob, value }];
  });
  for (const { knob, value } of turned) {
    const message = refusalOf(knob, value);
    if (message !== undefined) issues.push({ path: knob.name, message: `${knob.label}: ${message}` });
  }
  if (issues.length > 0) return failure(...issues);
  // Paths are resolved in the lesson as it was: a knob may change the name that another one's path goes by.
  const changed = turned.reduce<Json>(
    (document, { knob, value }) => withValue(document, resolvePath(lesson, knob.path), value),
    lesson as unknown as Json,
  );
  const knobs = Object.fromEntries(turned.map(({ knob, value }) => [knob.name, value]));
  return success({ lesson: changed as unknown as Lesson, knobs });
}

/** The value that a knob has in a lesson; null where the lesson states none. */
export function knobValue(lesson: Lesson, knob: Knob): Json {
  let value: unknown = lesson;
  for (const step of resolvePath(lesson, knob.path)) value = (value as Readonly<Record<string | number, unknown>> | undefined)?.[step];
  return (value ?? null) as Json;
}

function refusalOf(knob: Knob, value: Json): string | undefined {
  switch (knob.editor) {
    case 'text':
      return typeof value === 'string' ? undefined : `must be a text, not ${JSON.stringify(value)}`;
    case 'number':
      return isCount(value) ? undefined : `must be a whole number from 0, not ${JSON.stringify(value)}`;
    case 'list':
      return isTextList(value) ? undefined : `must be a list of texts, not ${JSON.stringify(value)}`;
    case 'classification':
      return typeof value === 'string' ? classificationIssue(value)?.message : `must be a text, not ${JSON.stringify(value)}`;
    case 'choice': {
      const choices = knob.choices ?? [];
      if (choices.some((choice) => isSame(choice, value))) return undefined;
      return `must be one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}, not ${JSON.stringify(value)}`;
    }
  }
}

function isCount(value: Json): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
function isTextList(value: Json): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '');
}
/** Knob values are small and written in one order, so their text tells whether they are equal. */
function isSame(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
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
