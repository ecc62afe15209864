// How tasks of any log were watched: three lanes on one axis of time, what each of them cost, and each delivery with the look that it
// was a doorbell for. Where the log tells of a stand-in, its machine stands above.

import './stand-in.css';
import { useState } from 'react';
import type { WatchAnswer, WatchStory } from '../../model/projections/watch.ts';
import { countOf } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { EmptyState, FailedState, Pane, PaneHead, Skeleton } from '../pieces/Pane.tsx';
import { RowLink } from '../pieces/RowLink.tsx';
import { Select } from '../pieces/controls.tsx';
import { useAnswer } from '../queries.ts';
import { TO_THE_END } from '../watch/watch-round.ts';
import { StandInSection } from './stand-in-section.tsx';
import { WatchConfigs } from './watch-configs.tsx';
import { WatchCosts } from './watch-costs.tsx';
import { WatchDeliveries } from './watch-deliveries.tsx';
import { WatchFigure } from './watch-figure.tsx';
import { HeardStates } from './watch-heard.tsx';
import { HeldStreams, Looks } from './watch-looks.tsx';
import { WatchOffer } from './watch-offer.tsx';
import { unknownWords } from './watch-words.ts';

export function WatchOfLog() {
  const log = useInspector((state) => state.log);
  const cursor = useInspector((state) => state.cursor);
  const selected = useInspector((state) => state.selectedTask);
  const [chosen, setChosen] = useState<{ readonly log: number | undefined; readonly task: string }>();
  const taskId = chosen?.log === log ? chosen?.task : selected;
  const { data, isLoading, error } = useAnswer('watch', { cursor, ...(taskId === undefined ? {} : { taskId }) });
  if (error) return <FailedState what={`How tasks were watched could not be told: ${error.message}`} />;
  if (data === undefined) return isLoading ? <Skeleton /> : <NothingWatched />;
  const { story } = data;
  if (story === undefined) return <NothingWatched strays={data.strays} />;
  return (
    <Pane label="Watch" className="watch-panel">
      <PaneHead title="Watch" facts={factsOf(story)}>
        {data.tasks.length > 1 ? <TaskChoice answer={data} story={story} onChoose={(task) => setChosen({ log, task })} /> : null}
      </PaneHead>
      <div className="scroll watch-scroll" tabIndex={0} role="region" aria-label="How the task was watched">
        <StandInOfLog />
        <WatchOnTheWire story={story} strays={data.strays} />
      </div>
      <WatchOffer />
    </Pane>
  );
}

/** What crossed the wire about one task, whoever recorded it. */
export function WatchOnTheWire({ story, strays }: { story: WatchStory; strays: WatchAnswer['strays'] }) {
  return (
    <>
      <WatchFigure story={story} />
      <div className="watch-columns">
        <WatchDeliveries story={story} />
        <div className="watch-side">
          <WatchCosts story={story} />
          <HeardStates story={story} />
          <HeldStreams story={story} />
          <Looks story={story} />
          <WatchConfigs story={story} />
        </div>
      </div>
      <Strays strays={strays} />
      <Unknowns story={story} />
    </>
  );
}

/** The machine of a stand-in, where a log has the facts of one and no lesson that could be played. */
function StandInOfLog() {
  const log = useInspector((state) => state.log);
  const cursor = useInspector((state) => state.cursor);
  const [chosen, setChosen] = useState<{ readonly log: number | undefined; readonly standIn: string }>();
  const named = chosen?.log === log && chosen !== undefined ? { standIn: chosen.standIn } : {};
  const whole = useAnswer('standIn', { cursor: TO_THE_END, ...named }).data;
  const answer = useAnswer('standIn', { cursor, ...named }, { enabled: (whole?.total ?? 0) > 0 }).data;
  if (whole === undefined || whole.total === 0) return null;
  return <StandInSection answer={answer} whole={whole} isEpisode={false} onChoose={(standIn) => setChosen({ log, standIn })} />;
}

function factsOf({ name, deliveriesTotal, streamsTotal, pollsTotal }: WatchStory): string {
  const counts = [countOf(deliveriesTotal, 'delivery', 'deliveries'), countOf(streamsTotal, 'stream'), countOf(pollsTotal, 'look')];
  return `${name}: ${counts.join(', ')} so far`;
}

function TaskChoice({ answer, story, onChoose }: { answer: WatchAnswer; story: WatchStory; onChoose: (task: string) => void }) {
  const names = [...new Set([story.name, ...answer.tasks.map(({ name }) => name)])];
  const left = answer.total - answer.tasks.length;
  return (
    <>
      {left > 0 ? <span className="i2 nw">{countOf(left, 'task')} not listed</span> : null}
      <Select label="Task" value={story.name} width={220} options={names.map((value) => ({ value, label: value }))} onChange={onChoose} />
    </>
  );
}

function NothingWatched({ strays }: { strays?: WatchAnswer['strays'] }) {
  return (
    <Pane label="Watch" className="watch-panel">
      <PaneHead title="Watch" />
      <EmptyState>
        Nobody is heard asking about a task here, up to the cursor. With a log of both sides this shows, on one axis of time, deliveries at
        callbacks, streams that were held and looks (GetTask), which delivery was a doorbell for which look, and what each way cost. Record
        the calls of the client and the requests at its callback, with their headers, and paste both.
      </EmptyState>
      {strays === undefined ? null : <Strays strays={strays} />}
      <WatchOffer />
    </Pane>
  );
}

function Strays({ strays }: { strays: WatchAnswer['strays'] }) {
  if (strays.total === 0) return null;
  return (
    <section className="watch-section" aria-label="Deliveries that name no task">
      <h3 className="sub">Deliveries that name no task</h3>
      <p>
        {countOf(strays.total, 'delivery', 'deliveries')}: nothing in the body tells what it is about.{' '}
        {strays.total > strays.seqs.length ? 'The last: rows ' : 'Rows '}
        {strays.seqs.map((seq, index) => (
          <span key={seq}>
            {index > 0 ? ', ' : ''}
            <RowLink seq={seq} />
          </span>
        ))}
      </p>
    </section>
  );
}

function Unknowns({ story: { unknowns } }: { story: WatchStory }) {
  if (unknowns.length === 0) return null;
  return (
    <section className="watch-section" aria-label="What cannot be known">
      <h3 className="sub">What cannot be known</h3>
      <ul>
        {unknowns.map((unknown) => (
          <li key={unknown.kind}>{unknownWords(unknown)}</li>
        ))}
      </ul>
    </section>
  );
}
