// What a link says of the panels that play by themselves: the settings of the chaos matrix and its chosen row, and the gap that is
// looked at. What was played is not in it: the same settings give the same episodes.

import type { JsonObject } from '../model/base/json.ts';
import { failure, type Result, success } from '../model/base/result.ts';
import type { Gap } from '../model/projections/gap-signs.ts';
import type { FaultMode } from '../mock-agents/experiment.ts';
import type { ChaosSettings } from './chaos/chaos-settings.ts';
import { useChaos } from './chaos/chaos-store.ts';
import { MATRIX_FAULTS } from './chaos/matrix-rows.ts';
import { lookAtGap, useGapPlay } from './gaps/gap-play.ts';
import type { PanelId } from './inspector-store.ts';

/** The settings that were turned, and the row that is looked at. */
export interface ChaosInLink extends ChaosSettings {
  readonly row?: FaultMode;
}
export interface PanelsInLink {
  readonly chaos?: ChaosInLink;
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

/** What the panel on screen adds to the link. */
export function panelsNow(panel: PanelId): PanelsInLink {
  if (panel === 'chaos') {
    const { settings, chosen } = useChaos.getState();
    const chaos: ChaosInLink = { ...settings, ...(chosen?.kind === 'cell' ? { row: chosen.mode } : {}) };
    return Object.keys(chaos).length > 0 ? { chaos } : {};
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
  useGapPlay.subscribe((now, before) => now.chosen !== before.chosen && listener());
}
