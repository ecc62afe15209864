// What the chaos matrix is played with: a few settings for all rows, turned into the knobs of each row's lesson. A setting that
// is not there is the lesson's own.

import type { Json } from '../../model/base/json.ts';
import { CAREFUL_CLIENT } from '../../model/kernel/client-settings.ts';
import type { FaultRow } from '../../mock-agents/faults/fault-table.ts';
import type { PlayRequest } from '../../mock-agents/lab-face.ts';
import type { Lesson } from '../../mock-agents/lesson.ts';
import { applyKnobs } from '../../mock-agents/lessons/apply-knobs.ts';

export type ClientKind = 'careful' | 'naive';
export type SickSkill = 'statistics' | 'format_table';

export interface ChaosSettings {
  readonly client?: ClientKind;
  /** Tries in all. */
  readonly attempts?: number;
  /** The first pause; the second is twice, the third four times as long. */
  readonly pauseMs?: number;
  readonly deadlineMs?: number;
  readonly seed?: string;
  /** `format_table`: the whole report is ordered, and its second helper is sick. */
  readonly sick?: SickSkill;
}
export type SettingName = keyof ChaosSettings;

/** What a row's lesson has where nothing is set. */
export const OWN_SETTINGS = {
  client: 'careful',
  attempts: CAREFUL_CLIENT.attempts,
  pauseMs: CAREFUL_CLIENT.backoffMs[0] ?? 0,
  deadlineMs: CAREFUL_CLIENT.deadlineMs ?? 0,
  sick: 'statistics',
} as const satisfies ChaosSettings;

/** Settings with one changed; a value that is the lessons' own is none. */
export function withSetting<K extends SettingName>(settings: ChaosSettings, name: K, value: ChaosSettings[K] | undefined): ChaosSettings {
  const { [name]: _before, ...others } = settings;
  const own: ChaosSettings = OWN_SETTINGS;
  return value === undefined || value === '' || value === own[name] ? others : { ...others, [name]: value };
}

export function sameSettings(one: ChaosSettings, other: ChaosSettings): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)] as SettingName[]);
  return [...names].every((name) => one[name] === other[name]);
}

export type CellRequest = { readonly ok: true; readonly request: PlayRequest } | { readonly ok: false; readonly why: string };

/** What the lab is asked for to play a row; or why the row's lesson cannot be played so. */
export function cellRequest(row: FaultRow, settings: ChaosSettings, lessons: readonly Lesson[]): CellRequest {
  const lesson = lessons.find(({ id }) => id === row.lesson);
  if (!lesson) return { ok: false, why: `the lesson ${row.lesson} is not here` };
  const knobs: Record<string, Json> = { ...row.knobs };
  for (const { path, value, what } of wanted(settings)) {
    const knob = lesson.knobs.find((each) => each.path === path);
    if (!knob) return { ok: false, why: `the lesson ${row.lesson} has no knob for ${what}` };
    knobs[knob.name] = value;
  }
  const turned = applyKnobs(lesson, knobs);
  if (!turned.ok) return { ok: false, why: turned.issues.map(({ message }) => message).join('; ') };
  const take = lesson.takes?.find(({ id }) => id === (settings.client ?? OWN_SETTINGS.client))?.id;
  return {
    ok: true,
    request: {
      lesson: lesson.id,
      knobs: turned.value.knobs,
      ...(settings.seed === undefined ? {} : { seed: settings.seed }),
      ...(take === undefined ? {} : { take }),
    },
  };
}

interface Wanted {
  readonly path: string;
  readonly what: string;
  readonly value: Json;
}

function wanted(settings: ChaosSettings): readonly Wanted[] {
  const { client, attempts, pauseMs, deadlineMs, sick } = settings;
  const is = (path: string, what: string, value: Json): Wanted => ({ path, what, value });
  return [
    ...(client === undefined ? [] : [is('experiment.client', 'the client', client)]),
    ...(attempts === undefined ? [] : [is('experiment.client.attempts', 'the number of attempts', attempts)]),
    ...(pauseMs === undefined ? [] : [is('experiment.client.backoffMs', 'the back-off', [pauseMs, 2 * pauseMs, 4 * pauseMs])]),
    ...(deadlineMs === undefined ? [] : [is('experiment.client.deadlineMs', 'the deadline', deadlineMs)]),
    ...(sick === undefined
      ? []
      : [
          is('experiment.order', 'what is ordered', sick === 'format_table' ? 'report' : 'statistics'),
          is('experiment.fault.on', 'which skill is sick', sick),
        ]),
  ];
}

/** What is set, for the name of an episode. */
export function settingsInWords(settings: ChaosSettings): string {
  const { client, attempts, pauseMs, deadlineMs, seed, sick } = settings;
  const words = [
    ...(client === undefined ? [] : [client]),
    ...(attempts === undefined ? [] : [`attempts ${attempts}`]),
    ...(pauseMs === undefined ? [] : [`back-off ${pauseMs} ms`]),
    ...(deadlineMs === undefined ? [] : [`deadline ${deadlineMs / 1000} s`]),
    ...(seed === undefined ? [] : [`seed ${seed}`]),
    ...(sick === undefined ? [] : [`${sick} sick`]),
  ];
  return words.join(', ');
}
