// What differs between the takes, measure by measure; rows in which they are alike stay, in grey.

import { differencesOf, measureText } from '../gaps/difference-words.ts';
import type { SeenRound } from '../gaps/gap-takes.ts';
import { MEASURE_WORDS } from '../gaps/gap-words.ts';

export function GapDifferences({ round }: { round: SeenRound }) {
  const { takes } = round;
  const shown = takes.some(({ story }) => story.shown.length > 0);
  const reports = takes.some(({ story }) => story.report !== undefined);
  return (
    <section className="gap-section" aria-label="What differs">
      <h3 className="sub">What differs</h3>
      <div className="gap-wide" tabIndex={0} role="region" aria-label="Differences, scrollable">
        <table className="grid gap-differences" aria-label="Differences">
          <thead>
            <tr>
              <td />
              {takes.map(({ take, log }) => (
                <th key={log} scope="col" title={take.label}>
                  {take.id}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {differencesOf(round).map(({ measure, values, differs }) => (
              <tr key={measure} className={differs ? 'differs' : 'alike'}>
                <th scope="row">{MEASURE_WORDS[measure]}</th>
                {takes.map((seen, index) => (
                  <td key={seen.log} className={measure === 'note' || measure === 'states-seen' ? '' : 'm'}>
                    {measureText(measure, values[index], seen)}
                  </td>
                ))}
              </tr>
            ))}
            {shown ? (
              <tr>
                <th scope="row">what the peer showed</th>
                {takes.map(({ log, story }) => (
                  <td key={log}>{story.shown.map(({ name, says }) => `${name}: ${says}`).join('; ') || 'nothing'}</td>
                ))}
              </tr>
            ) : null}
            {reports ? (
              <tr>
                <th scope="row">report</th>
                {takes.map(({ log, story }) => (
                  <td key={log}>{story.report ?? 'none'}</td>
                ))}
              </tr>
            ) : null}
          </tbody>
        </table>
      </div>
    </section>
  );
}
