// Gaps: what does the protocol not say? Six experiments, each with two clients of one peer side by side; and for any log, which
// of the six it shows evidence of.

import './gaps.css';
import './gaps-figure.css';
import { useMemo } from 'react';
import type { Gap } from '../../model/projections/gap-signs.ts';
import type { GapsAnswer } from '../../model/projections/gaps.ts';
import { countOf } from '../format.ts';
import { lessonOnScreen, lookAtGap, playGaps, stopGaps, useGapPlay } from '../gaps/gap-play.ts';
import { type SeenRound, useSeenRounds } from '../gaps/gap-takes.ts';
import { differenceLine } from '../gaps/difference-words.ts';
import { GAP_WORDS, type GapWords } from '../gaps/gap-words.ts';
import { useInspector } from '../inspector-store.ts';
import { LESSONS, usePage } from '../page.ts';
import { Glyph } from '../pieces/Glyph.tsx';
import { FailedState, Pane, PaneHead, PaneNote } from '../pieces/Pane.tsx';
import { useAnswer } from '../queries.ts';
import { GapExperiment } from './gaps-experiment.tsx';

const GAP_LESSONS = GAP_WORDS.flatMap(({ lesson }) => LESSONS.find(({ id }) => id === lesson) ?? []);

export function GapsPanel() {
  const rounds = useSeenRounds(GAP_LESSONS);
  const { data: signs, error } = useAnswer('gaps', {});
  const chosen = useChosenGap(signs);
  const words = GAP_WORDS.find(({ gap }) => gap === chosen);
  if (error) return <FailedState what={`The gaps could not be looked for: ${error.message}`} />;
  if (words === undefined) return null;
  return (
    <div className="gaps-panel">
      <div className="split gaps-split">
        <GapList rounds={rounds} signs={signs} chosen={chosen} />
        <GapExperiment key={words.gap} words={words} round={rounds.get(words.lesson)} signs={signs} />
      </div>
    </div>
  );
}

/** An experiment that was played comes into view with its row; a log that a person opened stays. */
function choose(gap: Gap, round: SeenRound | undefined): void {
  const state = useInspector.getState();
  const take = round?.takes.find(({ log }) => log === state.log) ?? round?.takes[0];
  const isExperiment = GAP_WORDS.some(({ lesson }) => lesson === lessonOnScreen(state));
  if (take && isExperiment) state.showLog(take.log);
  lookAtGap(gap);
}

/** The one a person chose; else the one that the log on screen is an experiment about, else the first that it shows. */
function useChosenGap(signs: GapsAnswer | undefined): Gap {
  const picked = useGapPlay((state) => state.chosen);
  const beside = useInspector(lessonOnScreen);
  const ofLog = GAP_WORDS.find(({ lesson }) => lesson === beside)?.gap;
  return (picked?.beside === beside ? picked?.gap : undefined) ?? ofLog ?? signs?.signs[0]?.gap ?? 1;
}

function GapList(props: { rounds: ReadonlyMap<string, SeenRound>; signs: GapsAnswer | undefined; chosen: Gap }) {
  const { rounds, signs, chosen } = props;
  const page = usePage();
  const playing = useGapPlay((state) => state.playing !== undefined);
  const played = GAP_WORDS.filter(({ lesson }) => (rounds.get(lesson)?.takes.length ?? 0) > 0).length;
  const evident = useMemo(() => new Set(signs?.signs.map(({ gap }) => gap)), [signs]);
  return (
    <Pane label="Six gaps" className="gaps-side">
      <PaneHead title="Six gaps" facts={`${played} of ${GAP_WORDS.length} played`}>
        {playing ? (
          <button type="button" className="btn" onClick={() => stopGaps(page)}>
            Stop
          </button>
        ) : (
          <button type="button" className="btn" disabled={GAP_LESSONS.length === 0} onClick={() => void playGaps(page, GAP_LESSONS)}>
            Run all
          </button>
        )}
      </PaneHead>
      <ul className="scroll" aria-label="Gaps">
        {GAP_WORDS.map((words) => (
          <li key={words.gap}>
            <GapRow words={words} round={rounds.get(words.lesson)} signs={signs} isChosen={words.gap === chosen} />
          </li>
        ))}
      </ul>
      <PaneNote>
        <span>
          {signs === undefined
            ? 'No log is open.'
            : evident.size === 0
              ? 'This log shows none of the six.'
              : `This log shows evidence of ${countOf(evident.size, 'gap')}.`}
        </span>
      </PaneNote>
    </Pane>
  );
}

function GapRow(props: { words: GapWords; round: SeenRound | undefined; signs: GapsAnswer | undefined; isChosen: boolean }) {
  const { words, round, signs, isChosen } = props;
  const places = signs?.signs.filter(({ gap }) => gap === words.gap).reduce((sum, { count }) => sum + count, 0) ?? 0;
  const isPlayed = round !== undefined && round.takes.length > 0;
  return (
    <button type="button" className={`gap-row ${isChosen ? 'sel' : ''}`} aria-current={isChosen} onClick={() => choose(words.gap, round)}>
      <span className="row">
        <span className="m i2">{words.gap}</span>
        <span className="b grow gap-title">{words.title}</span>
        <PlayState lesson={words.lesson} isPlayed={isPlayed} of={round?.lesson.takes?.length ?? 0} />
      </span>
      <span className="gap-line i2">
        {isPlayed ? differenceLine(round, words.measure) : (round?.lesson.question ?? 'Its lesson is not there.')}
      </span>
      {places > 0 ? (
        <span className="gap-line gap-evident">
          <Glyph name="info" /> {countOf(places, 'place')} in this log
        </span>
      ) : null}
    </button>
  );
}

function PlayState({ lesson, isPlayed, of }: { lesson: string; isPlayed: boolean; of: number }) {
  const playing = useGapPlay((state) => (state.playing?.lesson === lesson ? state.playing : undefined));
  const isWaiting = useGapPlay((state) => state.waiting.includes(lesson));
  if (playing)
    return (
      <span className="gap-state running nw">
        <Glyph name="working" /> {playing.taken} of {of}
      </span>
    );
  if (isWaiting)
    return (
      <span className="gap-state i2 nw">
        <Glyph name="submitted" /> queued
      </span>
    );
  return <span className="gap-state i2 nw">{isPlayed ? 'played' : 'not played'}</span>;
}
