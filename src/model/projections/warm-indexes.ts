// Indexes that any panel may ask for at once: grown slice by slice as rows arrive, so that the first question is as quick
// as the last.

import type { LogView } from '../log/log-view.ts';
import { cardSightingsOf } from './card-sightings.ts';
import { conductOf } from './conduct.ts';
import { contentRowsOf } from './content-rows.ts';
import { crossingsOf, lanesOf } from './lanes.ts';
import { servedRowsOf } from './served-rows.ts';
import { taskMovesOf } from './task-moves.ts';
import { axisOf } from './time-axis.ts';
import { densityOf } from './timeline.ts';

/** Brings the indexes of a log up to its last row; costs what has arrived since. */
export function warmIndexes(log: LogView): void {
  taskMovesOf(log);
  densityOf(log);
  axisOf(log);
  lanesOf(log, 'agent');
  lanesOf(log, 'task');
  crossingsOf(log);
  servedRowsOf(log);
  contentRowsOf(log);
  cardSightingsOf(log);
  conductOf(log);
}
