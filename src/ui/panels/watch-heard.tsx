// Each state: through what it was heard first, how late, and what told of it again.

import type { WatchStory } from '../../model/projections/watch.ts';
import type { WatchedState } from '../../model/projections/watch-heard.ts';
import { formatCount, formatDuration } from '../format.ts';
import { ChannelMark, TaskStateMark } from '../pieces/Mark.tsx';
import { RowLink } from '../pieces/RowLink.tsx';
import { WAY_WORDS } from './watch-words.ts';

export function HeardStates({ story: { states, statesTotal } }: { story: WatchStory }) {
  if (states.length === 0) return null;
  return (
    <section className="watch-section" aria-label="States as they were heard">
      <h3 className="sub">States as they were heard</h3>
      <ul>
        {states.map((heard) => (
          <li key={heard.seq} className="watch-line">
            <TaskStateMark state={heard.state} /> <ChannelMark channel={heard.through} /> <span className="i2">{lateWords(heard)}</span> row{' '}
            <RowLink seq={heard.seq} />
            {heard.again.map(({ through, seq, ms }) => (
              <span key={through} className="watch-words i2">
                {WAY_WORDS[through]} {ms === undefined ? 'later' : `${formatDuration(ms)} later`}, row <RowLink seq={seq} />
              </span>
            ))}
          </li>
        ))}
      </ul>
      {statesTotal > states.length ? <p className="i2">{formatCount(statesTotal - states.length)} earlier ones are not listed.</p> : null}
    </section>
  );
}

function lateWords({ lateMs, since }: WatchedState): string {
  if (since === undefined) return 'heard first;';
  if (lateMs === undefined) return 'heard first, before the sender’s clock says it was so;';
  return `heard first, ${formatDuration(lateMs)} after ${since.by === 'kernel' ? 'it was stored' : 'the status is dated'};`;
}
