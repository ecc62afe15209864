// Watch: how was a task heard of between turns? Rung up, by holding a stream, by asking again and again. An episode of a watch lesson is
// shown as it is played; any other log with what crossed its wire.

import './watch.css';
import { useInspector } from '../inspector-store.ts';
import { useAnswer } from '../queries.ts';
import { THREE_WATCHES, watchLesson } from '../watch/watch-play.ts';
import { useWatchRound } from '../watch/watch-round.ts';
import { WatchOfLog } from './watch-of-log.tsx';
import { WatchPlayed } from './watch-played.tsx';

export function WatchPanel() {
  const log = useInspector((state) => state.log);
  const inPane = useInspector((state) => state.lesson?.id);
  const ofLog = useInspector((state) => state.logs.find(({ id }) => id === state.log)?.lesson);
  const summary = useAnswer('summary', {}).data;
  // Without a log the panel plays by itself; beside a lesson it plays that one.
  const lesson = log === undefined ? (watchLesson(inPane) ?? watchLesson(THREE_WATCHES)) : watchLesson(summary?.episode?.lesson ?? ofLog);
  const round = useWatchRound(lesson);
  return round ? <WatchPlayed key={round.lesson.id} round={round} /> : <WatchOfLog />;
}
