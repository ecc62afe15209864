// Below the watch of a log that somebody else made: the one that can be played here, with the stand-in seen from inside.

import { useCallback } from 'react';
import { usePage } from '../page.ts';
import { FailedState, PaneNote } from '../pieces/Pane.tsx';
import { restingMoment } from '../watch/resting-moment.ts';
import { playWatch, stopWatch, THREE_WATCHES, useWatchPlay, watchLesson } from '../watch/watch-play.ts';

export function WatchOffer() {
  const page = usePage();
  const isPlaying = useWatchPlay((state) => state.playing?.lesson === THREE_WATCHES);
  const refused = useWatchPlay((state) => (state.refused?.lesson === THREE_WATCHES ? state.refused.why : undefined));
  const knobs = useWatchPlay((state) => state.knobs[THREE_WATCHES]);
  const lesson = watchLesson(THREE_WATCHES);
  const play = useCallback(async () => {
    if (lesson && (await playWatch(page, { lesson, knobs: knobs ?? {} }, 'end'))) await restingMoment(page);
  }, [page, lesson, knobs]);
  return (
    <>
      {refused === undefined ? null : <FailedState what={`Not played: ${refused}`} />}
      <PaneNote>
        <span>
          {isPlaying ? 'The three watches are being played, in logs of their own.' : 'One task, watched in three ways by live agents:'}
        </span>
        {isPlaying ? (
          <button type="button" className="link" onClick={() => stopWatch(page)}>
            Stop
          </button>
        ) : (
          <button type="button" className="link" onClick={() => void play()}>
            Play the three watches
          </button>
        )}
      </PaneNote>
    </>
  );
}
