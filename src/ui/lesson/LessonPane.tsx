// A lesson beside the real panels: prose, a question, a prediction, the episode, what to look at, knobs, and the proof.
// A wrong prediction never blocks; its sentence stands beside the result.

import './lesson.css';
import { useSelector } from '@xstate/react';
import { ExternalLink, Play, RotateCcw, SkipForward, Square } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { LogSummary } from '../../model/engine/query.ts';
import type { Lesson } from '../../mock-agents/lesson.ts';
import { knobValue, refuseKnob } from '../../mock-agents/lessons/apply-knobs.ts';
import { PANELS } from '../commands.ts';
import { countOf } from '../format.ts';
import { logNow, useInspector } from '../inspector-store.ts';
import { jsonWord } from '../knob-values.ts';
import { LESSONS, usePage } from '../page.ts';
import { Glyph } from '../pieces/Glyph.tsx';
import { roundOf } from '../lesson-rounds.ts';
import { KnobEditor } from './KnobEditor.tsx';
import { LessonHead, useTurns } from './LessonHead.tsx';
import { PredictionForm, PredictionResult } from './Prediction.tsx';
import { PolicySwitch } from './PolicySwitch.tsx';
import { Proof } from './Proof.tsx';
import { Rounds, TakeSwitch, useRoundInView } from './Takes.tsx';
import { Weaknesses } from './Weaknesses.tsx';

type Stage = 'reading' | 'predicting' | 'ready' | 'playing' | 'exploring';
const STAGES: readonly { readonly stage: Stage; readonly word: string }[] = [
  { stage: 'reading', word: 'read' },
  { stage: 'predicting', word: 'predict' },
  { stage: 'ready', word: 'run' },
  { stage: 'exploring', word: 'explore' },
];

export function LessonPane({ summary }: { summary: LogSummary | undefined }) {
  const page = usePage();
  const stage = useSelector(page.player, (snapshot) => snapshot.value);
  const context = useSelector(page.player, (snapshot) => snapshot.context);
  const body = useRef<HTMLDivElement>(null);
  const { lesson } = context;
  const { round } = useRoundInView();
  const turns = useTurns(lesson);
  // In braces: newer browsers answer scrollTo with a promise, which is no clean-up.
  useEffect(() => {
    body.current?.scrollTo(0, 0);
  }, [lesson]);
  if (!lesson || stage === 'closed') return null;
  const at = STAGES.findIndex((each) => each.stage === (stage === 'playing' ? 'ready' : stage));
  const played = round !== undefined;
  const next = LESSONS.find((each) => each.number === lesson.number + 1);
  return (
    <aside className={`pane lesson ${turns.shown === 'panel' ? 'folded' : ''}`} aria-label="Lesson">
      <LessonHead lesson={lesson} steps={STAGES.map(({ word }) => word)} at={at} turns={turns} />
      <div className="scroll lesson-body" ref={body}>
        <h1>{lesson.title}</h1>
        <p className="read b">{lesson.question}</p>
        {played ? <TakeSwitch /> : null}
        {lesson.prose.map((paragraph) => (
          <p key={paragraph} className="read">
            {paragraph}
          </p>
        ))}
        <section className="lesson-part" aria-label="Prediction">
          {played ? (
            <PredictionResult lesson={lesson} answer={context.answer} skipped={context.skipped || context.answer.length === 0} />
          ) : (
            <PredictionForm lesson={lesson} stage={stage} answer={context.answer} />
          )}
        </section>
        <RunControls stage={stage} played={played} summary={summary} onWatch={() => turns.show('panel')} />
        {context.refused && stage !== 'playing' ? (
          <p className="sev-error lesson-refused" role="alert">
            <Glyph name="error" /> Not played: {context.refused} The values before stay in force.
          </p>
        ) : null}
        {played ? <LookHints lesson={lesson} /> : null}
        <PolicySwitch lesson={lesson} />
        <Weaknesses lesson={lesson} />
        <Knobs lesson={lesson} />
        {played ? <WhatIfs lesson={lesson} /> : null}
        {round ? <Proof lesson={lesson} round={round} /> : null}
        {played ? <Rounds /> : null}
        {played && next ? (
          <p className="lesson-part">
            <button type="button" className="link" onClick={() => page.openLesson(next.id)}>
              Lesson {next.number}: {next.title}
            </button>
          </p>
        ) : null}
      </div>
    </aside>
  );
}

function RunControls(props: { stage: Stage; played: boolean; summary: LogSummary | undefined; onWatch: () => void }) {
  const { stage, played, summary, onWatch } = props;
  const page = usePage();
  const cursor = useInspector((state) => state.cursor);
  const playing = useInspector((state) => state.playing);
  const { take } = useRoundInView();
  const rows = summary?.rowCount ?? 0;
  if (stage === 'playing')
    return (
      <p className="row lesson-run">
        <Glyph name="working" className="st-working" /> <span className="i2">The agents work.</span> <Taken />
      </p>
    );
  if (!played) {
    const ready = stage === 'ready';
    return (
      <div className="row lesson-run">
        <button
          type="button"
          className="btn primary"
          aria-disabled={!ready}
          title={ready ? undefined : 'Predict first, or skip'}
          onClick={() => ready && page.player.send({ type: 'run' })}
        >
          <Play size={14} strokeWidth={1.5} aria-hidden /> {ready ? 'Run it' : 'Predict, then run'}
        </button>
        {ready ? null : (
          <button type="button" className="btn ghost" onClick={() => page.player.send({ type: 'skip' })}>
            Skip
          </button>
        )}
      </div>
    );
  }
  if (!take) return <OtherLogInView />;
  const atEnd = cursor >= rows - 1;
  const play = () => {
    onWatch();
    void page.togglePlay();
  };
  const showEnd = () => {
    onWatch();
    void page.last();
  };
  return (
    <div className="row lesson-run">
      {atEnd ? (
        <button type="button" className="btn" onClick={play}>
          <RotateCcw size={14} strokeWidth={1.5} aria-hidden /> Play {countOf(rows, 'row')} again
        </button>
      ) : (
        <button type="button" className="btn primary" onClick={play}>
          {playing ? <Square size={14} strokeWidth={1.5} aria-hidden /> : <Play size={14} strokeWidth={1.5} aria-hidden />}
          {playing ? 'Pause' : `Play ${countOf(rows, 'row')}`}
        </button>
      )}
      {atEnd ? (
        <span className="i2">At the end.</span>
      ) : (
        <button type="button" className="btn ghost" onClick={showEnd}>
          <SkipForward size={14} strokeWidth={1.5} aria-hidden /> Show the end
        </button>
      )}
    </div>
  );
}

/** What is played, and where its end is, would be said of a log that is not this lesson's. */
function OtherLogInView() {
  const page = usePage();
  const { round } = useRoundInView();
  const logs = useInspector((state) => state.logs);
  const isOpen = round?.takes.find(({ log }) => logNow(logs, log) !== undefined);
  return (
    <div className="row lesson-run">
      {isOpen ? (
        <button type="button" className="btn" onClick={() => void page.showTake(isOpen)}>
          Show its episode
        </button>
      ) : (
        <button type="button" className="btn" onClick={() => page.player.send({ type: 'run' })}>
          <Play size={14} strokeWidth={1.5} aria-hidden /> Run it again
        </button>
      )}
      <span className="i2">{isOpen ? 'Another log is in view.' : 'Its episodes were closed.'}</span>
    </div>
  );
}

/** How far a lesson of several takes has come. */
function Taken() {
  const page = usePage();
  const { lesson, taken } = useSelector(page.player, (snapshot) => snapshot.context);
  const round = lesson ? roundOf(lesson) : [];
  const under = round[taken];
  return round.length < 2 || !under ? null : (
    <span className="i2" role="status">{`Take ${taken + 1} of ${round.length}: ${under.label}.`}</span>
  );
}

function LookHints({ lesson }: { lesson: Lesson }) {
  const panel = useInspector((state) => state.panel);
  const { openPanel } = useInspector.getState();
  return (
    <section className="lesson-part" aria-label="What to look at">
      <h2>Look</h2>
      <ul className="look">
        {lesson.look.map((hint) => (
          <li key={hint.notice}>
            <button type="button" className="link" aria-current={hint.panel === panel} onClick={() => openPanel(hint.panel)}>
              <ExternalLink size={12} strokeWidth={1.5} aria-hidden /> {PANELS.find(({ id }) => id === hint.panel)?.title}
            </button>
            <span>{hint.notice}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Knobs({ lesson }: { lesson: Lesson }) {
  const page = usePage();
  const wanted = useSelector(page.player, (snapshot) => snapshot.context.wanted);
  if (lesson.knobs.length === 0) return null;
  const changed = Object.keys(wanted).length;
  const turn = (knobs: typeof wanted) => page.player.send({ type: 'turn', knobs });
  return (
    <section className="lesson-part" aria-label="Knobs">
      <h2>
        Knobs
        {changed > 0 ? (
          <button type="button" className="link put-all-back" onClick={() => turn({})}>
            Put back {changed === 1 ? 'the change' : `${changed} changes`}
          </button>
        ) : null}
      </h2>
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
    </section>
  );
}

function WhatIfs({ lesson }: { lesson: Lesson }) {
  const page = usePage();
  const wanted = useSelector(page.player, (snapshot) => snapshot.context.wanted);
  if (lesson.whatIf.length === 0) return null;
  return (
    <section className="lesson-part" aria-label="What if">
      <h2>What if</h2>
      <ul className="what-ifs">
        {lesson.whatIf.map((trial) => {
          const inForce = JSON.stringify(sorted(trial.set)) === JSON.stringify(sorted(wanted));
          const settings = Object.entries(trial.set)
            .map(([name, value]) => `${lesson.knobs.find((knob) => knob.name === name)?.label ?? name}: ${jsonWord(value)}`)
            .join('; ');
          return (
            <li key={trial.say}>
              <button
                type="button"
                className={`btn ${inForce ? 'on' : ''}`}
                aria-pressed={inForce}
                title={settings}
                onClick={() => page.player.send({ type: 'turn', knobs: trial.set })}
              >
                {trial.say}
              </button>
              {inForce ? <span>{trial.shows}</span> : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const sorted = (values: object) => Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
