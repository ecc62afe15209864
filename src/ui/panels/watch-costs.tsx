// What each way of hearing cost, counted on the wire up to the cursor.

import type { WatchStory } from '../../model/projections/watch.ts';
import { formatCount, formatDuration } from '../format.ts';

export function WatchCosts({ story }: { story: WatchStory }) {
  const { costs, heardFirst, statesTotal } = story;
  const { push, follow, poll } = costs;
  const of = (count: number) => `${formatCount(count)} of ${formatCount(statesTotal)}`;
  const rows: readonly (readonly [string, string, string, string])[] = [
    ['States heard first', of(heardFirst.push), of(heardFirst.stream), of(heardFirst.poll)],
    ['Requests out', formatCount(push.configCalls), formatCount(follow.streams), formatCount(poll.requests)],
    ['Deliveries in', formatCount(push.deliveries), '–', '–'],
    ['Looks after a delivery', formatCount(push.looks), '–', '–'],
    ['Events in', '–', formatCount(follow.events), '–'],
    ['Held open', '–', formatDuration(follow.openMs), '–'],
    ['Answers in', '–', '–', formatCount(poll.answers)],
    ['Answers with another state', '–', '–', formatCount(poll.others)],
  ];
  return (
    <section className="watch-section" aria-label="What it cost">
      <h3 className="sub">What it cost, up to the cursor</h3>
      <table className="grid watch-costs" aria-label="What it cost">
        <thead>
          <tr>
            <td />
            <th scope="col" className="r">
              push
            </th>
            <th scope="col" className="r">
              follow
            </th>
            <th scope="col" className="r">
              poll
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                <td key={column} className="m r">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {heardFirst.send > 0 ? <p className="i2">{of(heardFirst.send)} heard first from the answer to a request.</p> : null}
    </section>
  );
}
