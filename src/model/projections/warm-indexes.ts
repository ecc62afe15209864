// Indexes that any panel may ask for: grown when a log has been read and nobody asks for anything else, so that the first question
// is as quick as the last, and reading does not wait for what nobody looks at.

import type { LogView } from '../log/log-view.ts';
import { cardSightingsOf } from './card-sightings.ts';
import { conductOf } from './conduct.ts';
import { contentRowsOf } from './content-rows.ts';
import { gapCardsOf } from './gap-cards.ts';
import { gapCreatesOf } from './gap-creates.ts';
import { gapTasksOf } from './gap-tasks.ts';
import { crossingsOf, lanesOf } from './lanes.ts';
import { servedRowsOf } from './served-rows.ts';
import { standInIndexOf } from './stand-in-index.ts';
import { taskMovesOf } from './task-moves.ts';
import { timeAxisOf } from './time-axis.ts';
import { densityOf } from './timeline.ts';
import { watchIndexOf } from './watch-index.ts';

const ALWAYS = (): boolean => true;

/** Brings the indexes of a log up to its last row, as far as there is time; costs what has arrived since. @returns whether all are */
export function warmIndexes(log: LogView, isTime = ALWAYS): boolean {
  let inTime = true;
  const goesOn = (): boolean => (inTime = inTime && isTime());
  taskMovesOf(log, goesOn);
  densityOf(log, goesOn);
  timeAxisOf(log, goesOn);
  lanesOf(log, 'agent', goesOn);
  lanesOf(log, 'task', goesOn);
  crossingsOf(log, goesOn);
  servedRowsOf(log, goesOn);
  contentRowsOf(log, goesOn);
  cardSightingsOf(log, goesOn);
  conductOf(log, goesOn);
  gapTasksOf(log, goesOn);
  gapCreatesOf(log, goesOn);
  gapCardsOf(log, goesOn);
  watchIndexOf(log, goesOn);
  if (log.rowsOfKind('stand-in-moved').length > 0) standInIndexOf(log, goesOn);
  return inTime;
}
