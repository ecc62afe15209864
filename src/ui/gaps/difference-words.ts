// What tells the takes of a round apart, in words: the one line beside a gap, and the cells of the table.

import { compareStories, type Difference, type Measure, type MeasureValue } from '../../model/projections/two-clients.ts';
import { formatSeconds } from '../format.ts';
import type { SeenRound, SeenTake } from './gap-takes.ts';

const ABSENT: Readonly<Partial<Record<Measure, string>>> = { 'decided-at': 'never', 'handed-over': 'no outcome', complete: 'not said' };

/** A value as it stands in a cell; what a story does not have is said, never blank. */
export function measureText(measure: Measure, value: MeasureValue, { story }: SeenTake): string {
  if (measure === 'outcome' && value === undefined) return `none by ${formatSeconds(story.end)} s`;
  if (value === undefined) return ABSENT[measure] ?? 'none';
  return measure === 'decided-at' && typeof value === 'number' ? `${formatSeconds(value)} s` : String(value);
}

export function differencesOf({ takes }: SeenRound): readonly Difference[] {
  return compareStories(takes.map(({ story }) => story));
}

/** One line: what each take came to, by one measure; where that is the same for all, by the first one that is not. */
export function differenceLine(round: SeenRound, measure: Measure): string {
  const differences = differencesOf(round);
  const wanted = differences.find((each) => each.measure === measure);
  const telling = wanted?.differs ? wanted : (differences.find(({ differs }) => differs) ?? wanted);
  if (telling === undefined) return '';
  if (!telling.differs) return `all alike: ${measureText(telling.measure, telling.values[0], round.takes[0] as SeenTake)}`;
  const unit = UNITS[telling.measure];
  const said = round.takes.map((seen, index) => `${seen.take.id}: ${measureText(telling.measure, telling.values[index], seen)}`);
  return `${said.join(', ')}${unit === undefined ? '' : ` (${unit})`}`;
}

/** What is counted, where the value alone does not tell. */
const UNITS: Readonly<Partial<Record<Measure, string>>> = {
  attempts: 'tries',
  'tasks-made': 'tasks made',
  requests: 'requests',
  'artifacts-stored': 'artifacts stored',
  'handed-over': 'artifacts handed over',
  complete: 'said to be complete',
};
