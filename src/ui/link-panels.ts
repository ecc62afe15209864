// What a link says of the panels that play by themselves: the settings of the chaos matrix and its chosen row, the gap that is
// looked at, and what a watch was played with. What was played is not in it: the same settings give the same episodes.

import { isJsonObject, type JsonObject } from '../model/base/json.ts';
import { failure, type Result, success } from '../model/base/result.ts';
import type { Gap } from '../model/projections/gap-signs.ts';
import type { FaultMode } from '../mock-agents/experiment.ts';
import type { ChaosSettings } from './chaos/chaos-settings.ts';
import { useChaos } from './chaos/chaos-store.ts';
import { MATRIX_FAULTS } from './chaos/matrix-rows.ts';
import { lookAtGap, useGapPlay } from './gaps/gap-play.ts';
import { type PanelId, useInspector } from './inspector-store.ts';
import type { KnobValues } from './lesson-rounds.ts';
import { useWatchPlay, watchLesson } from './watch/watch-play.ts';

/** The settings that were turned, and the row that is looked at. */
export interface ChaosInLink extends ChaosSettings {
  readonly row?: FaultMode;
}
/** A watch that the panel played; the lesson is not open beside it. */
export interface WatchInLink {
  readonly lesson: string;
  readonly knobs?: KnobValues;
  readonly seed?: string;
  readonly take?: string;
}
export interface PanelsInLink {
  readonly chaos?: ChaosInLink;
  readonly watch?: WatchInLink;
  readonly gap?: Gap;
}

const whole = (least: number, most: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
const oneOf =
  (...words: readonly string[]) =>
  (value: unknown) =>
    words.some((word) => word === value);

/** The same bounds as those of the fields in the panel. */
const FITS: Readonly<Record<keyof ChaosInLink, (value: unknown) => boolean>> = {
  client: oneOf('naive', 'careful'),
  attempts: whole(1, 20),
  pauseMs: whole(0, 60_000),
  deadlineMs: whole(1, 600_000),
  seed: (value) => typeof value === 'string' && value !== '',
  sick: oneOf('statistics', 'format_table'),
  row: oneOf(...MATRIX_FAULTS.map(({ mode }) => mode)),
};

/** Reads what a link says of the matrix. @returns which member the matrix does not have, or has no such value of */
export function decodeChaos(object: JsonObject): Result<ChaosInLink> {
  for (const [name, value] of Object.entries(object)) {
    if (!Object.hasOwn(FITS, name)) return failure({ path: 'chaos', message: `The chaos matrix has no setting “${name}”.` });
    if (!FITS[name as keyof ChaosInLink](value))
      return failure({ path: 'chaos', message: `${JSON.stringify(value)} is no ${name} of the chaos matrix.` });
  }
  return success(object as ChaosInLink);
}

/** Reads the number of a gap. */
export function decodeGap(text: string): Result<Gap> {
  return /^[1-6]$/.test(text)
    ? success(Number(text) as Gap)
    : failure({ path: 'gap', message: `There is no gap “${text}”; there are six.` });
}

/** Reads what a watch was played with. @returns why it cannot be played; what the knobs are is checked when it is */
export function decodeWatch(object: JsonObject): Result<WatchInLink> {
  const refuse = (message: string) => failure({ path: 'watch', message });
  const { lesson, knobs, seed, take, ...others } = object;
  const [other] = Object.keys(others);
  if (other !== undefined) return refuse(`A watch has no “${other}”.`);
  const played = typeof lesson === 'string' ? watchLesson(lesson) : undefined;
  if (played === undefined) return refuse(`There is no lesson about a watch ${JSON.stringify(lesson)}.`);
  if (knobs !== undefined && !isJsonObject(knobs)) return refuse('The knobs of a watch are an object.');
  if (seed !== undefined && typeof seed !== 'string') return refuse('The seed of a watch is a text.');
  if (take !== undefined && !played.takes?.some(({ id }) => id === take))
    return refuse(`The lesson “${played.id}” has no take ${JSON.stringify(take)}.`);
  return success(object as unknown as WatchInLink);
}

/** The episode on screen, where no lesson stands beside that says the same. */
function watchNow(): WatchInLink | undefined {
  const { shown } = useWatchPlay.getState();
  const { log, lesson } = useInspector.getState();
  if (shown === undefined || shown.log !== log || lesson !== undefined) return undefined;
  const own = watchLesson(shown.lesson);
  const take = shown.take === own?.takes?.[0]?.id ? undefined : shown.take;
  return {
    lesson: shown.lesson,
    ...(Object.keys(shown.knobs).length > 0 ? { knobs: shown.knobs } : {}),
    ...(shown.seed === own?.seed ? {} : { seed: shown.seed }),
    ...(take === undefined ? {} : { take }),
  };
}

/** What the panel on screen adds to the link. */
export function panelsNow(panel: PanelId): PanelsInLink {
  if (panel === 'chaos') {
    const { settings, chosen } = useChaos.getState();
    const chaos: ChaosInLink = { ...settings, ...(chosen?.kind === 'cell' ? { row: chosen.mode } : {}) };
    return Object.keys(chaos).length > 0 ? { chaos } : {};
  }
  if (panel === 'watch') {
    const watch = watchNow();
    return watch ? { watch } : {};
  }
  const { chosen } = useGapPlay.getState();
  return panel === 'gaps' && chosen ? { gap: chosen.gap } : {};
}

/** Puts what a link says onto the panels; what was played under other settings stays, and says so. */
export function applyPanels({ chaos, gap }: PanelsInLink): void {
  if (chaos) {
    const { row, ...settings } = chaos;
    useChaos.setState({ settings, chosen: row === undefined ? undefined : { kind: 'cell', mode: row } });
  }
  if (gap !== undefined) lookAtGap(gap);
}

/** Tells when one of them may have changed. */
export function onPanelsChange(listener: () => void): void {
  useChaos.subscribe((now, before) => (now.settings !== before.settings || now.chosen !== before.chosen) && listener());
  useWatchPlay.subscribe((now, before) => now.shown !== before.shown && listener());
  useGapPlay.subscribe((now, before) => now.chosen !== before.chosen && listener());
}
