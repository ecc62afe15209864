// One gap: what the log on screen shows of it, and its experiment: the picture, the moment the cursor is at, what differs, the
// knobs, and what the protocol does not say.

import { useSelector } from '@xstate/react';
import { ExternalLink, Play, RotateCcw, Square } from 'lucide-react';
import { useMemo } from 'react';
import type { GapsAnswer } from '../../model/projections/gaps.ts';
import type { Lesson } from '../../mock-agents/lesson.ts';
import { knobValue, refuseKnob } from '../../mock-agents/lessons/apply-knobs.ts';
import { countOf } from '../format.ts';
import { differenceLine } from '../gaps/difference-words.ts';
import { figureAxis } from '../gaps/figure-layout.ts';
import { playGaps, showMoment, stopGaps, turnGap, useGapPlay } from '../gaps/gap-play.ts';
import type { SeenRound } from '../gaps/gap-takes.ts';
import type { GapWords } from '../gaps/gap-words.ts';
import { useFigureTime } from '../gaps/use-figure-time.ts';
import { useInspector } from '../inspector-store.ts';
import { KnobEditor } from '../lesson/KnobEditor.tsx';
import { jsonWord } from '../knob-values.ts';
import { usePage } from '../page.ts';
import { EmptyState, FailedState, Pane, PaneHead } from '../pieces/Pane.tsx';
import { GapDifferences } from './gaps-differences.tsx';
import { GapEvidence } from './gaps-evidence.tsx';
import { GapFigure } from './gaps-figure.tsx';
import { GapInsights } from './gaps-insights.tsx';
import { GapMoments } from './gaps-moments.tsx';
import { MovePairTable } from './gaps-pairs.tsx';

export function GapExperiment({ words, round, signs }: { words: GapWords; round: SeenRound | undefined; signs: GapsAnswer | undefined }) {
  const ofLog = useInspector((state) => state.logs.find(({ id }) => id === state.log)?.lesson);
  const refused = useGapPlay((state) => (state.refused?.lesson === words.lesson ? state.refused.why : undefined));
  const isOwn = ofLog === words.lesson;
  const evidence = signs ? <GapEvidence gap={words.gap} answer={signs} /> : null;
  return (
    <Pane label={words.title}>
      <PaneHead
        title={
          <>
            Gap {words.gap}: {words.title}
          </>
        }
        facts={round?.lesson.question}
      >
        {round ? <Controls lesson={round.lesson} isPlayed={round.takes.length > 0} /> : null}
      </PaneHead>
      <div className="scroll gap-body" tabIndex={0} role="region" aria-label={`Gap ${words.gap}, scrollable`}>
        {refused === undefined ? null : <FailedState what={`Not played: ${refused}`} />}
        {isOwn ? null : evidence}
        {round === undefined ? (
          <EmptyState>The experiment about this gap is not there.</EmptyState>
        ) : round.takes.length === 0 ? (
          <EmptyState>
            {countOf(round.lesson.takes?.length ?? 0, 'episode')} with one peer and several clients. Run it: the peer, what each client saw
            of it, and what it made of that are drawn here side by side.
          </EmptyState>
        ) : (
          <Played words={words} round={round} />
        )}
        <section className="gap-section" aria-label="What the protocol does not say">
          <h3 className="sub">What the protocol does not say</h3>
          <p>{words.silent}</p>
          <p className="i2">{words.advice}</p>
        </section>
        {round ? <Knobs round={round} /> : null}
        {isOwn ? evidence : null}
      </div>
    </Pane>
  );
}

function Controls({ lesson, isPlayed }: { lesson: Lesson; isPlayed: boolean }) {
  const page = usePage();
  const playing = useGapPlay((state) => state.playing?.lesson === lesson.id);
  const inPane = useInspector((state) => state.lesson?.id === lesson.id);
  return (
    <>
      {inPane ? null : (
        <button type="button" className="btn ghost" onClick={() => page.openLesson(lesson.id)}>
          <ExternalLink size={12} strokeWidth={1.5} aria-hidden /> Lesson
        </button>
      )}
      {playing ? (
        <button type="button" className="btn" onClick={() => stopGaps(page)}>
          <Square size={12} strokeWidth={1.5} aria-hidden /> Stop
        </button>
      ) : (
        <button type="button" className={isPlayed ? 'btn' : 'btn primary'} onClick={() => void playGaps(page, [lesson])}>
          {isPlayed ? <RotateCcw size={12} strokeWidth={1.5} aria-hidden /> : <Play size={12} strokeWidth={1.5} aria-hidden />}
          {isPlayed ? 'Run it again' : 'Run it'}
        </button>
      )}
    </>
  );
}

function Played({ words, round }: { words: GapWords; round: SeenRound }) {
  const log = useInspector((state) => state.log);
  const axis = useMemo(() => figureAxis(round.takes.map(({ story }) => story)), [round]);
  const time = useFigureTime(round, axis);
  return (
    <>
      <p className="gap-answer">
        {differenceLine(round, words.measure)}.{' '}
        {round.missing.length > 0 ? <span className="i2">Not open: {round.missing.map(({ id }) => id).join(', ')}.</span> : null}
      </p>
      <section className="gap-section" aria-label="Side by side">
        <GapFigure takes={round.takes} axis={axis} cursorAt={time.at} shown={log} onPick={showMoment} />
        <GapInsights words={words} round={round} axis={axis} time={time} />
      </section>
      <GapDifferences round={round} />
      {words.gap === 1 ? <MovePairTable round={round} /> : null}
      <GapMoments round={round} hideFaults={words.gap === 3} at={time.at} />
    </>
  );
}

/** The lesson's own knobs; where the lesson is open beside, they are there. */
function Knobs({ round }: { round: SeenRound }) {
  const { lesson } = round;
  const page = usePage();
  const inPane = useInspector((state) => state.lesson?.id === lesson.id);
  const ofPanel = useGapPlay((state) => state.knobs[lesson.id]);
  const ofPlayer = useSelector(page.player, (snapshot) => snapshot.context.wanted);
  if (lesson.knobs.length === 0) return null;
  const wanted = inPane ? ofPlayer : (ofPanel ?? round.knobs);
  const turn = (knobs: typeof wanted) => turnGap(page, lesson, knobs);
  return (
    <section className="gap-section" aria-label="Knobs of the experiment">
      <h3 className="sub">Knobs</h3>
      {inPane ? (
        <p className="i2">They are in the lesson beside.</p>
      ) : (
        <>
          <div className="gap-knobs">
            {lesson.knobs.map((knob) => (
              <KnobEditor
                key={`${lesson.id}-${knob.name}`}
                knob={knob}
                own={knobValue(lesson, knob)}
                refuse={(value) => refuseKnob(lesson, knob.name, value)}
                value={wanted[knob.name]}
                onTurn={(value) => {
                  const { [knob.name]: _, ...others } = wanted;
                  turn(value === undefined ? others : { ...others, [knob.name]: value });
                }}
              />
            ))}
          </div>
          <WhatIfs lesson={lesson} wanted={wanted} onTurn={turn} />
        </>
      )}
    </section>
  );
}

type Wanted = SeenRound['knobs'];

function WhatIfs({ lesson, wanted, onTurn }: { lesson: Lesson; wanted: Wanted; onTurn: (knobs: Wanted) => void }) {
  const inWords = (values: Wanted) => JSON.stringify(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return (
    <ul className="gap-what-ifs" aria-label="What if">
      {Object.keys(wanted).length === 0 ? null : (
        <li>
          <button type="button" className="btn" onClick={() => onTurn({})}>
            As it was
          </button>
        </li>
      )}
      {lesson.whatIf.map(({ say, set, shows }) => {
        const inForce = inWords(set) === inWords(wanted);
        const settings = Object.entries(set).map(([name, value]) => `${name}: ${jsonWord(value)}`);
        return (
          <li key={say}>
            <button
              type="button"
              className={`btn ${inForce ? 'on' : ''}`}
              aria-pressed={inForce}
              title={settings.join('; ')}
              onClick={() => onTurn(set)}
            >
              {say}
            </button>
            {inForce ? <span className="i2">{shows}</span> : null}
          </li>
        );
      })}
    </ul>
  );
}
