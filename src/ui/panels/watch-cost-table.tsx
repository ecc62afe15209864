// What each watch cost up to the moment in view: from facts of the stand-in and from what crossed the wire of its host.

import { formatBytes, formatCount, formatDuration } from '../format.ts';
import { PaneHead } from '../pieces/Pane.tsx';
import { secondsOf } from '../watch/action-words.ts';
import { latenessOf } from '../watch/lane-layout.ts';
import type { WatchNow } from '../watch/watch-round.ts';
import { watchName } from './watch-lanes.tsx';

const IF_LOST = { push: 'heard with the next, if any', follow: 'not affected', off: 'not affected' } as const;

const ROWS: readonly (readonly [name: string, of: (now: Told) => string])[] = [
  [
    'Changes heard',
    ({ stood }) => {
      const { heard, changes } = latenessOf(stood.truth);
      return `${heard} of ${changes}`;
    },
  ],
  [
    'Slowest to hear',
    ({ stood }) => {
      const { slowestMs, changes } = latenessOf(stood.truth);
      return slowestMs === undefined
        ? changes === 0
          ? 'no change yet'
          : 'not heard yet'
        : slowestMs <= 0
          ? 'at once'
          : formatDuration(slowestMs);
    },
  ],
  ['GetTask calls', ({ costs }) => formatCount(costs.fetches)],
  ['Requests in', ({ doorbell }) => formatCount(doorbell.wire?.requestsIn ?? 0)],
  ['Requests out', ({ doorbell }) => formatCount(doorbell.wire?.requestsOut ?? 0)],
  ['Subscriptions', ({ costs }) => formatCount(costs.subscriptions)],
  ['Stream held open', ({ costs }) => (costs.openMs === 0 ? 'none' : formatDuration(costs.openMs))],
  ['Bytes', ({ doorbell }) => formatBytes(doorbell.wire?.bytes ?? 0)],
  ['Parent told', ({ story }) => `${formatCount(story.toldTotal)}, ${formatCount(story.notes)} with a note`],
  ['Lives of the worker', ({ story }) => `${formatCount(story.lives)}${story.isDead ? ', dead now' : ''}`],
  ['If one doorbell is lost', ({ story }) => (story.mode === undefined ? 'not chosen yet' : IF_LOST[story.mode])],
];

interface Told {
  readonly stood: NonNullable<WatchNow['stood']>;
  readonly doorbell: NonNullable<WatchNow['doorbell']>;
  readonly story: NonNullable<NonNullable<WatchNow['stood']>['story']>;
  readonly costs: Told['story']['costs'];
}

function toldOf({ stood, doorbell }: WatchNow): Told | undefined {
  const story = stood?.story;
  return stood && doorbell && story ? { stood, doorbell, story, costs: story.costs } : undefined;
}

export function WatchCostTable({ now, at }: { now: readonly WatchNow[]; at: number | undefined }) {
  const told = now.map(toldOf);
  return (
    <section className="wp-section" aria-label="What it cost">
      <PaneHead title="What it cost" facts={at === undefined ? 'all of it' : `up to ${secondsOf(at)} s`} />
      <div className="wp-wide" tabIndex={0} role="region" aria-label="What it cost, scrollable">
        <table className="grid wp-costs" aria-label="What it cost">
          <thead>
            <tr>
              <td />
              {now.map(({ seen }) => (
                <th key={seen.log} scope="col" className="r">
                  {watchName(seen)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ROWS.map(([name, of]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {told.map((each, place) => (
                  <td key={now[place]?.seen.log ?? place} className="m r">
                    {each ? of(each) : '–'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
