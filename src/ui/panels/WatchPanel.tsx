// Watch: how was a task heard of between turns? Rung up, by holding a stream, by asking again and again. An episode of a watch lesson is
// shown as it is played; any other log with what crossed its wire.

import './watch.css';
import { useState } from 'react';
import { useInspector } from '../inspector-store.ts';
import { useAnswer } from '../queries.ts';
import { lessonOfLog } from '../watch/lesson-of-log.ts';
import { THREE_WATCHES, watchLesson } from '../watch/watch-play.ts';
import { useWatchRound, type WatchRound } from '../watch/watch-round.ts';
import { WatchOfLog } from './watch-of-log.tsx';
import { WatchPlayed } from './watch-played.tsx';

export function WatchPanel() {
  const log = useInspector((state) => state.log);
  const inPane = useInspector((state) => state.lesson?.id);
  const ofLog = useInspector((state) => state.logs.find(({ id }) => id === state.log)?.lesson);
  const summary = useAnswer('summary', {}).data;
  // Without a log the panel plays by itself; beside a lesson it plays that one.
  const lesson = log === undefined ? (watchLesson(inPane) ?? watchLesson(THREE_WATCHES)) : lessonOfLog(summary, ofLog);
  const isKnown = log === undefined || summary !== undefined || lesson !== undefined;
  const round = useLastWhole(useWatchRound(lesson), isKnown);
  return round ? <WatchPlayed key={round.lesson.id} round={round} /> : <WatchOfLog key={log} />;
}

/**
 * What was shown last, while the answers about a new episode are awaited: who pressed a button finds it, and the place that was
 * scrolled to, where they were.
 * @param isKnown whether it is known what the log on screen is
 */
function useLastWhole(round: WatchRound | undefined, isKnown: boolean): WatchRound | undefined {
  const [last, setLast] = useState<WatchRound>();
  const isWhole = isKnown && round?.isAwaited !== true;
  if (isWhole && last !== round) setLast(round);
  if (isWhole || last === undefined) return round;
  return round === undefined || round.lesson === last.lesson ? { ...last, isAwaited: true } : round;
}
