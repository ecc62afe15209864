// Streams that were held on a task, and looks at it.

import type { WatchStory } from '../../model/projections/watch.ts';
import type { WatchedPoll, WatchedStream } from '../../model/projections/watch-looks.ts';
import { countOf, formatCount, formatDuration } from '../format.ts';
import { TaskStateMark } from '../pieces/Mark.tsx';
import { RowLink } from '../pieces/RowLink.tsx';

export function HeldStreams({ story: { streams, streamsTotal } }: { story: WatchStory }) {
  return (
    <section className="watch-section" aria-label="Streams held">
      <h3 className="sub">Follow: streams held</h3>
      {streams.length === 0 ? <p className="i2">No stream told of this task.</p> : null}
      <ul>
        {streams.map((stream) => (
          <li key={stream.seq} className="watch-line">
            row <RowLink seq={stream.seq} /> <span>{streamWords(stream)}</span>
            {stream.endSeq === undefined ? null : (
              <>
                , row <RowLink seq={stream.endSeq} />
              </>
            )}
          </li>
        ))}
      </ul>
      <LeftOut count={streamsTotal - streams.length} />
    </section>
  );
}

const OPENED: Readonly<Record<WatchedStream['opened'], string>> = {
  send: 'opened with the work',
  subscribe: 'subscribed',
  unseen: 'opening not seen',
};

function streamWords({ opened, events, openMs, endSeq, lost }: WatchedStream): string {
  const held = openMs === undefined ? '' : `, held ${formatDuration(openMs)}`;
  const end = endSeq === undefined ? ', no end so far' : lost ? ', lost' : ', ended';
  return `${OPENED[opened]}, ${countOf(events, 'event')}${held}${end}`;
}

const CHANGES: Readonly<Record<NonNullable<WatchedPoll['changed']>, string>> = {
  state: 'another state',
  words: 'the same state, other words',
  nothing: 'nothing new',
};

export function Looks({ story: { polls, pollsTotal } }: { story: WatchStory }) {
  return (
    <section className="watch-section" aria-label="Looks">
      <h3 className="sub">Poll: looks at the task</h3>
      {polls.length === 0 ? <p className="i2">Nobody asked for this task.</p> : null}
      <ul>
        {polls.map((poll) => (
          <li key={`${poll.seq} ${poll.answerSeq}`} className="watch-line">
            row <RowLink seq={poll.answerSeq ?? poll.seq} /> {poll.state === undefined ? null : <TaskStateMark state={poll.state} />}{' '}
            <span className="i2">{lookWords(poll)}</span>
          </li>
        ))}
      </ul>
      <LeftOut count={pollsTotal - polls.length} />
    </section>
  );
}

function lookWords({ answerSeq, failed, state, changed, isFirst }: WatchedPoll): string {
  if (answerSeq === undefined) return 'not answered yet';
  if (state === undefined) return failed ? 'failed' : 'no state came back';
  return `${changed === undefined ? 'the first look' : CHANGES[changed]}${isFirst ? ', heard first' : ''}`;
}

function LeftOut({ count }: { count: number }) {
  return count > 0 ? <p className="i2">{formatCount(count)} earlier ones are not listed.</p> : null;
}
