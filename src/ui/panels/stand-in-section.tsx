// The stand-in at the cursor: its machine, why it last moved, and the way from move to move.

import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { StandInAnswer, StandInMove, StandInStory } from '../../model/projections/stand-in-story.ts';
import { countOf, formatCount, formatDuration } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { PaneHead } from '../pieces/Pane.tsx';
import { RowLink } from '../pieces/RowLink.tsx';
import { Select } from '../pieces/controls.tsx';
import { secondsOf } from '../watch/action-words.ts';
import { moveWords } from '../watch/move-words.ts';
import { virtual } from '../watch/watch-round.ts';
import { StandInMachine } from './stand-in-machine.tsx';

/** @param whole the same up to the end: where a next move can be found */
export function StandInSection(props: {
  answer: StandInAnswer | undefined;
  whole: StandInAnswer | undefined;
  /** Whether its times are those of a virtual clock. */
  isEpisode: boolean;
  onChoose?: (standIn: string) => void;
}) {
  const { answer, whole, isEpisode, onChoose } = props;
  const story = answer?.story;
  const begun = story !== undefined && story.movesTotal > 0 ? story : undefined;
  return (
    <section className="wp-section" aria-label="Stand-in">
      <PaneHead title="Stand-in" facts={story ? `local ${story.standIn} for ${story.remoteTask ?? 'a task not seen yet'}` : undefined}>
        {answer && answer.standIns.length > 1 && onChoose ? (
          <Select
            label="Stand-in"
            value={story?.standIn ?? ''}
            options={answer.standIns.map((value) => ({ value, label: value }))}
            onChange={onChoose}
          />
        ) : null}
        {story ? <NowWords story={begun} /> : null}
      </PaneHead>
      <StandInMachine story={begun} note={begun ? noteOf(begun) : ''} />
      <MoveStepper story={story} whole={whole?.story} isEpisode={isEpisode} />
    </section>
  );
}

function NowWords({ story }: { story: StandInStory | undefined }) {
  const words = story ? [story.state, story.mode, story.isDead ? 'worker dead' : ''] : ['not begun'];
  return (
    <span className="si-now nw" aria-live="polite">
      <span className="i2">now </span>
      <span className="b">{words.filter(Boolean).join(', ')}</span>
    </span>
  );
}

/** What the lit state is about, where more is known than its name says. */
function noteOf({ state, rechecks }: StandInStory): string {
  const waiting = rechecks?.waiting;
  return state === 'rechecking' && waiting ? `${waiting.recheck} of 3, ${formatDuration(waiting.waitMs)}` : '';
}

function MoveStepper(props: { story: StandInStory | undefined; whole: StandInStory | undefined; isEpisode: boolean }) {
  const { story, whole, isEpisode } = props;
  const cursor = useInspector((state) => state.cursor);
  const moves = story?.moves ?? [];
  const last = moves.at(-1);
  const before = moves.at(-2);
  const next = whole?.moves.find(({ seq }) => seq > cursor);
  const seek = (seq: number | undefined) => () => seq !== undefined && useInspector.getState().seek(seq);
  return (
    <div className="si-moves">
      <div className="si-step row">
        <button type="button" className="btn small" aria-disabled={before === undefined} onClick={seek(before?.seq)}>
          <ChevronLeft size={12} strokeWidth={1.5} aria-hidden /> Previous move
        </button>
        <button type="button" className="btn small" aria-disabled={next === undefined} onClick={seek(next?.seq)}>
          Next move <ChevronRight size={12} strokeWidth={1.5} aria-hidden />
        </button>
        <span className="i2 nw">
          move {formatCount(story?.movesTotal ?? 0)} of {formatCount(whole?.movesTotal ?? story?.movesTotal ?? 0)}
        </span>
      </div>
      <p className="si-why" aria-live="polite">
        {last === undefined ? 'It has not moved yet.' : <MoveLine move={last} isEpisode={isEpisode} />}
      </p>
      {moves.length > 1 ? (
        <details className="si-list">
          <summary>
            <span className="link">{countOf(story?.movesTotal ?? 0, 'move')} so far</span>
          </summary>
          <ol aria-label="Moves">
            {moves.toReversed().map((move) => (
              <li key={move.seq}>
                <MoveLine move={move} isEpisode={isEpisode} />
              </li>
            ))}
          </ol>
          {(story?.movesTotal ?? 0) > moves.length ? (
            <p className="i2">{formatCount((story?.movesTotal ?? 0) - moves.length)} earlier ones are not listed.</p>
          ) : null}
        </details>
      ) : null}
    </div>
  );
}

function MoveLine({ move, isEpisode }: { move: StandInMove; isEpisode: boolean }) {
  return (
    <>
      {isEpisode && move.time !== undefined ? <span className="m">{secondsOf(virtual(move.time))} s </span> : null}
      <span className="m b">{move.event}</span>: {moveWords(move)}, row <RowLink seq={move.seq} />
    </>
  );
}
