// What a link holds, in words: so that whoever sends it knows what goes along.

import { settingsInWords } from '../chaos/chaos-settings.ts';
import { countOf, formatCount } from '../format.ts';
import type { View } from '../deep-link.ts';
import { PANELS } from '../commands.ts';
import { roundOf } from '../lesson-rounds.ts';
import { LESSONS } from '../page.ts';

export interface HeldInLink {
  readonly name: string;
  readonly value: string;
}

/** The members of a view that are there, in the order of the link; the trace itself is told by who packs it. */
export function viewInWords(view: View): readonly HeldInLink[] {
  const held: HeldInLink[] = [];
  const tell = (name: string, value: string | undefined) => value !== undefined && value !== '' && held.push({ name, value });
  tell('Lesson', lessonInWords(view));
  tell('Sample', view.sample);
  tell('Panel', PANELS.find(({ id }) => id === (view.panel ?? 'timeline'))?.title);
  tell('Chaos', chaosInWords(view));
  tell('Gap', view.gap === undefined ? undefined : String(view.gap));
  tell('Place', placeInWords(view));
  tell('Task', view.task);
  tell('Card', view.card);
  tell('Lanes', view.lanes === 'task' ? 'by task' : undefined);
  tell('Find', view.find);
  tell('Channels', view.channels?.join(', '));
  tell('What if', changesInWords(view.whatIf, 'changed fact'));
  tell(
    'Limits',
    Object.entries(view.limits ?? {})
      .map(([limit, value]) => `${LIMITS[limit] ?? limit} ${value}`)
      .join(', '),
  );
  tell('Rules off', Object.keys(view.off ?? {}).join(', '));
  return held;
}

const LIMITS: Readonly<Record<string, string>> = {
  stallSeconds: 'stall after seconds',
  depth: 'hops',
  retrySeconds: 'retry within seconds',
};

function lessonInWords({ lesson, knobs = {}, policy, take, seed }: View): string | undefined {
  if (lesson === undefined) return undefined;
  const known = LESSONS.find(({ id }) => id === lesson);
  const turned = Object.keys(knobs).length;
  const taken = known && roundOf(known).find(({ id }) => id === take)?.label;
  return [
    known?.title ?? lesson,
    turned === 0 ? '' : `with ${countOf(turned, 'turned knob')}`,
    policy === undefined ? '' : `under ${policy}`,
    take === undefined ? '' : `take ${taken ?? take}`,
    seed === undefined ? '' : `seed ${seed}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function chaosInWords({ chaos }: View): string | undefined {
  if (chaos === undefined) return undefined;
  const { row, ...settings } = chaos;
  return [settingsInWords(settings), row === undefined ? '' : `row ${row}`].filter(Boolean).join(', ');
}

function placeInWords({ at, row, lesson }: View): string | undefined {
  if (row !== undefined) return `row ${formatCount(row)}${at === undefined || at === row ? '' : `, cursor on ${formatCount(at)}`}`;
  if (at !== undefined) return `row ${formatCount(at)}`;
  // A lesson begins at its beginning.
  return lesson === undefined ? 'the end' : undefined;
}

function changesInWords(change: object | undefined, what: string): string | undefined {
  const count = Object.keys(change ?? {}).length;
  return count === 0 ? undefined : countOf(count, what);
}
