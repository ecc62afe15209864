// All 64 pairs of states: which may follow each other in a stream, and which only in a poll. The pairs that clients of this round
// had to judge are marked.

import { useMemo } from 'react';
import type { MovePair } from '../../model/projections/move-pairs.ts';
import type { SeenRound } from '../gaps/gap-takes.ts';
import { Glyph } from '../pieces/Glyph.tsx';
import { TaskStateMark } from '../pieces/Mark.tsx';
import { useAnswer } from '../queries.ts';

export function MovePairTable({ round }: { round: SeenRound }) {
  const { data } = useAnswer('movePairs', {});
  const judged = useMemo(() => judgedPairs(round), [round]);
  if (data === undefined) return null;
  const { states, pairs, streamCount, pollCount } = data;
  return (
    <section className="gap-section" aria-label="Pairs of states">
      <h3 className="sub">
        {pairs.length} pairs of states: {streamCount} may follow each other in a stream, {pollCount} in a poll
      </h3>
      <div className="gap-wide" tabIndex={0} role="region" aria-label="Pairs, scrollable">
        <table className="grid gap-pairs" aria-label="Pairs of states">
          <thead>
            <tr>
              <th scope="col">from, down; to, right</th>
              {states.map((state) => (
                <th key={state} scope="col">
                  <TaskStateMark state={state} bare />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {states.map((from) => (
              <tr key={from}>
                <th scope="row">
                  <TaskStateMark state={from} />
                </th>
                {pairs
                  .filter((pair) => pair.from === from)
                  .map((pair) => (
                    <Cell key={pair.to} pair={pair} judged={judged.has(`${from}>${pair.to}`)} />
                  ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="i2 gap-legend">
        <span className="ch">
          <Glyph name="stream" /> in a stream, and in a poll
        </span>
        <span className="ch">
          <Glyph name="poll" /> in a poll alone
        </span>
        <span className="ch">
          <Glyph name="none" /> in neither
        </span>
        {judged.size > 0 ? <span>Framed: judged in this round.</span> : null}
      </p>
    </section>
  );
}

function Cell({ pair: { from, to, stream, poll }, judged }: { pair: MovePair; judged: boolean }) {
  const words = stream ? 'in a stream and in a poll' : poll ? 'in a poll alone' : 'in neither';
  return (
    <td className={`${judged ? 'judged' : ''} ${stream || poll ? '' : 'i3'}`} title={`${from} → ${to}: ${words}`}>
      <Glyph name={stream ? 'stream' : poll ? 'poll' : 'none'} label={words} />
    </td>
  );
}

/** What each client saw one after the other. */
function judgedPairs({ takes }: SeenRound): ReadonlySet<string> {
  return new Set(takes.flatMap(({ story: { seen } }) => seen.slice(1).map(({ state }, index) => `${seen[index]?.state ?? ''}>${state}`)));
}
