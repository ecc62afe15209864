// Each change of the task, and when each watch had it.

import type { StandInAnswer, TrueChange } from '../../model/projections/stand-in-story.ts';
import { formatDuration } from '../format.ts';
import { showMoment } from '../gaps/gap-play.ts';
import { TaskStateMark } from '../pieces/Mark.tsx';
import { secondsOf } from '../watch/action-words.ts';
import { virtual, type WatchNow, type WatchRound } from '../watch/watch-round.ts';
import { watchName } from './watch-lanes.tsx';

export function WatchHeardTable({ round, now }: { round: WatchRound; now: readonly WatchNow[] }) {
  const truth = round.watches[0]?.stood.truth ?? [];
  if (truth.length === 0) return null;
  return (
    <div className="wp-wide" tabIndex={0} role="region" aria-label="When each change was heard, scrollable">
      <table className="grid wp-heard" aria-label="When each change was heard">
        <thead>
          <tr>
            <th scope="col">the task</th>
            {now.map(({ seen }) => (
              <th key={seen.log} scope="col">
                {watchName(seen)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {truth.map((change, place) => (
            <tr key={change.seq}>
              <th scope="row" className="nw">
                <span className="m">{secondsOf(virtual(change.time))} s</span> <TaskStateMark state={change.state} />
              </th>
              {now.map(({ seen, stood }) => (
                <td key={seen.log}>
                  <Heard log={seen.log} change={changeAt(stood, change, place)} isFirst={place === 0} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The same change in another episode: their tasks live alike, so that it has the same place, unless somebody interfered. */
function changeAt(stood: StandInAnswer | undefined, change: TrueChange, place: number): TrueChange | undefined {
  const same = stood?.truth[place];
  return same?.state === change.state && same.time === change.time ? same : undefined;
}

function Heard({ log, change, isFirst }: { log: number; change: TrueChange | undefined; isFirst: boolean }) {
  const { appliedSeq, appliedTime, time } = change ?? {};
  if (change === undefined) return <span className="i3">not yet</span>;
  if (appliedSeq === undefined) return <span className="i2">not heard</span>;
  const late = virtual(appliedTime) - virtual(time);
  return (
    <button type="button" className="link" onClick={() => showMoment(log, appliedSeq)}>
      {isFirst ? 'known' : late <= 0 ? 'at once' : `${formatDuration(late)} late`}
    </button>
  );
}
