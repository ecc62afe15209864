// Sentences that the picture proves: what a client knows at the moment in view, until when two wires are the same, what nobody
// saw, what crossed, and what a card promised beside what came.

import { useMemo } from 'react';
import { type Crossing, crossingsOf, knownAt, unseenStates } from '../../model/projections/two-clients.ts';
import { firstDifference } from '../../model/projections/wire-lines.ts';
import { formatSeconds } from '../format.ts';
import type { FigureAxis } from '../gaps/figure-layout.ts';
import { showMoment } from '../gaps/gap-play.ts';
import { peerPairs, type SeenRound, type SeenTake } from '../gaps/gap-takes.ts';
import type { GapWords } from '../gaps/gap-words.ts';
import type { FigureTime } from '../gaps/use-figure-time.ts';
import { TaskStateMark } from '../pieces/Mark.tsx';
import { TimeSlider } from '../pieces/TimeSlider.tsx';
import { useAnswers } from '../queries.ts';

const seconds = (at: number) => `${formatSeconds(at)} s`;

export function GapInsights({ words, round, axis, time }: { words: GapWords; round: SeenRound; axis: FigureAxis; time: FigureTime }) {
  return (
    <div className="gap-insights">
      <TimeSlider axis={axis} time={time} />
      <KnownNow round={round} at={time.at ?? axis.end} />
      <WireDifferences round={round} at={time.at ?? axis.end} />
      {round.takes.map((seen) => (
        <TakeSentences key={seen.log} seen={seen} />
      ))}
      {words.gap === 6 ? <PromiseAndConduct round={round} /> : null}
    </div>
  );
}

/** What each client knows of its task at a moment. */
function KnownNow({ round, at }: { round: SeenRound; at: number }) {
  return (
    <ul className="gap-known" aria-label={`What each client knows at ${seconds(at)}`}>
      {round.takes.map(({ take, log, story }) => {
        const known = knownAt(story, at);
        const outcome = story.outcomes.find((each) => each.at <= at);
        return (
          <li key={log}>
            <span className="tr gap-known-take" title={take.label}>
              {take.id}
            </span>
            {known === undefined ? <span className="i2">knows of no task</span> : <TaskStateMark state={known.state} />}
            {known === undefined ? null : (
              <span className="i2">
                since <span className="m">{seconds(known.at)}</span>
              </span>
            )}
            {outcome === undefined ? null : (
              <span>
                has decided <span className="m">{outcome.outcome}</span>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** For each client that met two peers: whether anything on the wire tells them apart yet. */
function WireDifferences({ round, at }: { round: SeenRound; at: number }) {
  const pairs = useMemo(() => peerPairs(round), [round]);
  const logs = useMemo(() => pairs.flatMap(([one, other]) => [one.log, other.log]), [pairs]);
  const wires = useAnswers('wire', {}, logs);
  const parts = useMemo(
    () =>
      pairs.map((_, index) => {
        const [one, other] = [wires[index * 2], wires[index * 2 + 1]];
        return one && other ? { difference: firstDifference(one, other) } : undefined;
      }),
    [pairs, wires],
  );
  return pairs.map(([one, other], index) => {
    const part = parts[index];
    if (part === undefined) return null;
    const until = part.difference?.at;
    const names = `${one.take.id} and ${other.take.id}`;
    if (until === undefined) return <p key={names}>The wires of {names} are the same to their ends.</p>;
    return (
      <p key={names} className={at < until ? 'gap-alike' : undefined}>
        {at < until ? (
          <>
            <b>Nobody can tell {names} apart now</b>: until <span className="m">{seconds(until)}</span> their wires are the same, byte for
            byte.
          </>
        ) : (
          <>
            Until <span className="m">{seconds(until)}</span> the wires of {names} were the same, byte for byte; now they differ.
          </>
        )}
      </p>
    );
  });
}

/** What went past a client, and what crossed on its way. */
function TakeSentences({ seen: { take, log, story } }: { seen: SeenTake }) {
  const unseen = unseenStates(story);
  const crossings = crossingsOf(story);
  return (
    <>
      {unseen.length === 0 ? null : (
        <p>
          {take.id}: {unseen.length === 1 ? 'nobody saw' : 'never seen were'}{' '}
          {unseen.slice(0, 5).map(({ state, at, seq, taskId }, index) => (
            <span key={seq}>
              {index > 0 ? ', ' : ''}
              <button type="button" className="link" onClick={() => showMoment(log, seq)}>
                {state}
                {story.tasks.length > 1 ? ` of ${taskId}` : ''}
              </button>
              , stored at <span className="m">{seconds(at)}</span>
            </span>
          ))}
          {unseen.length > 5 ? `, and ${unseen.length - 5} more` : ''}.
        </p>
      )}
      {crossings.map((crossing) => (
        <CrossingSentence key={crossing.request.seq} take={take.id} log={log} crossing={crossing} />
      ))}
    </>
  );
}

function CrossingSentence({ take, log, crossing }: { take: string; log: number; crossing: Crossing }) {
  const { request, arrives, stored, left, seen } = crossing;
  return (
    <p>
      {take}: the{' '}
      <button type="button" className="link" onClick={() => showMoment(log, request.seq)}>
        cancel
      </button>{' '}
      left at <span className="m">{seconds(request.at)}</span> and was with the peer at <span className="m inf">{seconds(arrives)}</span>{' '}
      <span className="i3">(reckoned)</span>.{' '}
      <button type="button" className="link" onClick={() => showMoment(log, (seen ?? stored).seq)}>
        {stored.state}
      </button>{' '}
      had left at <span className="m">{seconds(left)}</span>
      {seen === undefined ? (
        '. They crossed, and nobody was there any more to see it come in.'
      ) : (
        <>
          {' '}
          and came in at <span className="m">{seconds(seen.at)}</span>: they crossed.
        </>
      )}
    </p>
  );
}

/** The same for all takes: what the card says is the peer's, and so is what it did. */
function PromiseAndConduct({ round }: { round: SeenRound }) {
  return (
    <table className="grid gap-promise" aria-label="Promise and conduct">
      <thead>
        <tr>
          <th scope="col">take</th>
          <th scope="col">the card promised</th>
          <th scope="col">signed</th>
          <th scope="col">what came</th>
        </tr>
      </thead>
      <tbody>
        {round.takes.map(({ take, log, story }) => {
          const { card, requests, seen } = story;
          const last = seen.at(-1);
          const refusal = requests.findLast(({ answer }) => answer?.failed);
          return (
            <tr key={log}>
              <th scope="row">{take.id}</th>
              <td>{card === undefined ? 'no card was read' : card.skills.join(', ') || 'no skill'}</td>
              <td>{card === undefined ? 'not seen' : card.signed ? 'yes' : 'by nobody: unverified until first use'}</td>
              <td>
                {last === undefined ? (
                  (refusal?.answer?.says ?? 'nothing')
                ) : (
                  <>
                    <TaskStateMark state={last.state} /> at <span className="m">{seconds(last.at)}</span>
                    {last.text === undefined ? '' : `: “${last.text}”`}
                  </>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
