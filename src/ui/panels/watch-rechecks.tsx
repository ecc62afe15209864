// What followed the newest accepted push: the claim as a hint, the looks with what they found, the waits of 1, 2 and 4 seconds as a ruler.

import type { RecheckStory, StandInStory } from '../../model/projections/stand-in-story.ts';
import { PUSH_RECHECKS_MS } from '../../model/kernel/watch/watch-constants.ts';
import { countOf, formatDuration } from '../format.ts';
import { Glyph } from '../pieces/Glyph.tsx';
import { TaskStateMark } from '../pieces/Mark.tsx';
import { PaneHead } from '../pieces/Pane.tsx';
import { RowLink } from '../pieces/RowLink.tsx';
import { secondsOf } from '../watch/action-words.ts';
import { virtual } from '../watch/watch-round.ts';

const WHOLE = PUSH_RECHECKS_MS.reduce((sum, wait) => sum + wait, 0);
const OVER: Readonly<Record<NonNullable<RecheckStory['over']>, string>> = {
  agreed: 'a look agreed',
  ended: 'the task had ended: it is applied, agreed or not',
  'gave-up': 'the looks are used up, what was fetched holds',
  'broken-off': 'broken off: a reply, a cancel or the end came first',
  'rung-again': 'rung again: it starts over',
};

export function WatchRechecks({ story, at }: { story: StandInStory | undefined; at: number | undefined }) {
  const rechecks = story?.rechecks;
  return (
    <section className="wp-section" aria-label="Rechecks after the claim">
      <PaneHead title="Rechecks after the claim" facts="1, 2, 4 s; a new push starts them over">
        {rechecks ? (
          <span className="nw">
            <span className="i2">cost </span>
            <span className="m b">{rechecks.looks.length} GetTask</span>
          </span>
        ) : null}
      </PaneHead>
      {rechecks === undefined ? (
        <p className="wp-words i2">No push has been accepted up to here.</p>
      ) : (
        <div className="wp-words">
          <p>
            <Glyph name="push" /> at <span className="m">{secondsOf(virtual(rechecks.pushTime))} s</span>, row{' '}
            <RowLink seq={rechecks.pushSeq} />, claims <span className="wr-claim">{rechecks.claimed ?? 'no state'}</span>:{' '}
            {wordsOf(rechecks)}.
          </p>
          <Ruler rechecks={rechecks} at={at} />
          <ol className="wr-looks" aria-label="Looks after the push">
            {rechecks.looks.map(({ seq, time, state, agrees, waitedMs }) => (
              <li key={seq}>
                <Glyph name="poll" /> <span className="m">+{formatDuration(virtual(time) - virtual(rechecks.pushTime))}</span>{' '}
                {state === undefined ? <span className="i2">failed</span> : <TaskStateMark state={state} />}{' '}
                <span className="i2">
                  {waitedMs === 0 ? 'at once' : `after ${formatDuration(waitedMs)}`}, {agrees ? 'agrees' : 'differs'}, row{' '}
                </span>
                <RowLink seq={seq} />
              </li>
            ))}
          </ol>
          <p className="i2">A claim only decides whether to look again. It is never shown as the state.</p>
        </div>
      )}
    </section>
  );
}

function wordsOf({ over, looks, waiting }: RecheckStory): string {
  if (over !== undefined) return OVER[over];
  if (waiting) return `wait ${waiting.recheck} of ${PUSH_RECHECKS_MS.length}, ${formatDuration(waiting.waitMs)}`;
  return looks.length === 0 ? 'a look is under way' : `${countOf(looks.length, 'look')} so far, the next is under way`;
}

/** The waits as they would be, those that were used filled, and the moment in view. */
function Ruler({ rechecks, at }: { rechecks: RecheckStory; at: number | undefined }) {
  const begun = Math.max(rechecks.looks.length - 1, rechecks.waiting?.recheck ?? 0);
  const since = at === undefined ? undefined : at - virtual(rechecks.pushTime);
  const ends = PUSH_RECHECKS_MS.map((_, place) => PUSH_RECHECKS_MS.slice(0, place + 1).reduce((sum, wait) => sum + wait, 0));
  return (
    <div className="wr-ruler" aria-hidden="true">
      {PUSH_RECHECKS_MS.map((wait, place) => (
        <span key={wait} className={place < begun ? 'used' : ''} style={{ flexGrow: wait }}>
          {formatDuration(wait)}
        </span>
      ))}
      {since !== undefined && since >= 0 && since <= (ends.at(-1) ?? 0) ? <i style={{ left: `${(since / WHOLE) * 100}%` }} /> : null}
    </div>
  );
}
