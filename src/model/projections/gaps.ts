// Which of the six gaps a log shows evidence of, in any protocol that is read: sentences with the rows they rest on. An episode,
// a paste and a capture are looked at alike; what only a kernel knows counts for what was made, never for what was seen.

import type { LogView } from '../log/log-view.ts';
import { brokenPlace, gapCardsOf, unsignedPlace } from './gap-cards.ts';
import { againPlace, gapCreatesOf } from './gap-creates.ts';
import { GAP_SIGNS, MOST_PLACES, type Gap, type GapPlace, type GapSignKind, type Places } from './gap-signs.ts';
import { gapTasksOf, latePlace, leftoverPlace, polledPlace, silentPlace, unseenPlace } from './gap-tasks.ts';

export interface GapSign {
  readonly gap: Gap;
  readonly kind: GapSignKind;
  /** How many places there are; the first 20 are told. */
  readonly count: number;
  readonly places: readonly GapPlace[];
}
export interface GapsAnswer {
  /** Only what shows, in the order of the gaps. */
  readonly signs: readonly GapSign[];
  /** Whether rows state times: without them no silence can be measured. */
  readonly timed: boolean;
  /** Creates whose contents were not compared. */
  readonly createsLeftOut: number;
}

/** Over the whole log, as findings are (SPEC.md G.5–G.10). */
export function projectGaps(log: LogView): GapsAnswer {
  const tasks = gapTasksOf(log);
  const creates = gapCreatesOf(log);
  const cards = gapCardsOf(log);
  const signs: readonly (GapSign | undefined)[] = [
    signOf('unseen-states', tasks.unseen, (place) => unseenPlace(log, place)),
    signOf('watched-by-polls', tasks.polled(), (place) => polledPlace(log, place)),
    signOf('asked-again', creates.again, (place) => againPlace(log, place)),
    signOf('create-without-reference', creates.unnamed, ({ seq, to }) => ({
      say: `A task was asked of ${to} without a client_ref: sent again, it would be another task.`,
      seqs: [seq],
    })),
    silencesOf(log),
    signOf('cancel-too-late', tasks.late, (place) => latePlace(log, place)),
    signOf('artifacts-of-unfinished', tasks.leftover, (place) => leftoverPlace(log, place)),
    signOf('unsigned-card', cards.unsigned, unsignedPlace),
    signOf('card-not-kept', cards.broken, brokenPlace),
  ];
  return { signs: signs.filter((sign) => sign !== undefined), timed: tasks.timed, createsLeftOut: creates.leftOut };
}

function signOf<T>(
  kind: GapSignKind,
  { kept, count }: Pick<Places<T>, 'kept' | 'count'>,
  say: (place: T) => GapPlace,
): GapSign | undefined {
  return count === 0 ? undefined : { gap: GAP_SIGNS[kind], kind, count, places: kept.map(say) };
}

/** Silences that ended, and those that the log ends in; the longest first. */
function silencesOf(log: LogView): GapSign | undefined {
  const tasks = gapTasksOf(log);
  const open = tasks.openSilences();
  const longest = [...tasks.silent.kept, ...open].sort((a, b) => b.ms - a.ms).slice(0, MOST_PLACES);
  return signOf('silence', { kept: longest, count: tasks.silent.count + open.length }, (place) => silentPlace(log, place));
}
