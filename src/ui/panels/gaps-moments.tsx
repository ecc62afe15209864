// What happened, in the order of time, one column a take: the picture in words, and the way to each row.

import { useMemo, useState } from 'react';
import { countOf, formatSeconds } from '../format.ts';
import { type Moment, momentsOf } from '../gaps/figure-layout.ts';
import { showMoment } from '../gaps/gap-play.ts';
import type { SeenRound } from '../gaps/gap-takes.ts';

const MOST_LINES = 60;

export function GapMoments({ round, hideFaults, at }: { round: SeenRound; hideFaults: boolean; at: number | undefined }) {
  const { takes } = round;
  const [open, setOpen] = useState(false);
  const columns = useMemo(() => takes.map(({ story }) => momentsOf(story, hideFaults)), [takes, hideFaults]);
  const times = useMemo(() => [...new Set(columns.flat().map((moment) => moment.at))].toSorted((a, b) => a - b), [columns]);
  return (
    <section className="gap-section" aria-label="Moment by moment">
      <h3 className="sub">
        Moment by moment{' '}
        <button type="button" className="link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Fold it' : `Show ${countOf(times.length, 'moment')}`}
        </button>
      </h3>
      {open ? (
        <div className="gap-wide" tabIndex={0} role="region" aria-label="Moments, scrollable">
          <table className="grid gap-moments" aria-label="Moments">
            <thead>
              <tr>
                <th scope="col" className="m">
                  virtual s
                </th>
                {takes.map(({ take, log }) => (
                  <th key={log} scope="col">
                    {take.id}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times.slice(0, MOST_LINES).map((time) => (
                <tr key={time} className={at !== undefined && time > at ? 'future' : undefined}>
                  <th scope="row" className="m">
                    {formatSeconds(time)}
                  </th>
                  {takes.map(({ log }, index) => (
                    <td key={log}>
                      <Lines log={log} moments={(columns[index] ?? []).filter((moment) => moment.at === time)} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {times.length > MOST_LINES ? (
            <p className="i2 gap-more">{countOf(times.length - MOST_LINES, 'later moment')} not listed.</p>
          ) : null}
        </div>
      ) : null}
      {hideFaults && open ? <p className="i2">What the lab did to the peers is left out: no client knows it.</p> : null}
    </section>
  );
}

function Lines({ log, moments }: { log: number; moments: readonly Moment[] }) {
  return moments.map(({ seq, who, says }, index) => (
    <span key={`${seq} ${index}`} className="gap-moment">
      <button type="button" className="link" onClick={() => showMoment(log, seq)}>
        {who}
      </button>{' '}
      {says}
    </span>
  ));
}
