// The knobs of a lesson: what their own values are, and whether a new value makes sense before an episode is played with it.

import type { Json } from '../model/base/json.ts';
import { CLASSIFICATIONS } from '../model/protocol/agent-card.ts';
import type { Knob, Lesson } from '../mock-agents/lesson.ts';

/** Reads a knob's own value by its path: members by name, list elements by `[n]`, agents by the name of their card. */
export function knobDefault(lesson: Lesson, knob: Knob): Json {
  let at: unknown = lesson;
  for (const step of knob.path.match(/[^.[\]]+|\[\d+\]/g) ?? []) {
    if (at === lesson.agents) at = lesson.agents.find((agent) => agent.card.name === step);
    else if (step.startsWith('[') && Array.isArray(at)) at = at[Number(step.slice(1, -1))] as unknown;
    else at = typeof at === 'object' && at !== null && Object.hasOwn(at, step) ? (at as Record<string, unknown>)[step] : undefined;
  }
  return (at ?? '') as Json;
}

/** Why a value is refused, in one sentence with what is known; undefined when it is fine. */
export function refuseKnob(knob: Knob, value: Json): string | undefined {
  if (knob.editor === 'classification' && !CLASSIFICATIONS.some((known) => known === value)) {
    return `“${jsonWord(value)}” is no classification. Known are ${CLASSIFICATIONS.join(', ')}.`;
  }
  if (knob.editor === 'number' && !(typeof value === 'number' && Number.isInteger(value) && value >= 0)) {
    return `“${jsonWord(value)}” is no whole number from 0.`;
  }
  if (knob.editor === 'choice' && knob.choices && !knob.choices.some((choice) => sameJson(choice, value))) {
    return `“${jsonWord(value)}” is no choice here. There are ${knob.choices.map(jsonWord).join(', ')}.`;
  }
  return undefined;
}

export function sameJson(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A value in a sentence: text as it is, anything else as JSON; an empty list is `none`. */
export function jsonWord(value: Json): string {
  if (typeof value === 'string') return value === '' ? 'empty' : value;
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((each: Json) => jsonWord(each)).join(', ');
  return JSON.stringify(value);
}

/** The knobs that differ from the lesson's own values: what an episode is named by. */
export function changedKnobs(lesson: Lesson, values: Readonly<Record<string, Json>>): Record<string, Json> {
  return Object.fromEntries(
    lesson.knobs.flatMap((knob) => {
      const value = values[knob.name];
      return value === undefined || sameJson(value, knobDefault(lesson, knob)) ? [] : [[knob.name, value]];
    }),
  );
}
