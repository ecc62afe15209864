// A watch lesson as it is played: at the left the stand-in of the episode on screen, and what can be done to it; at the right all
// watches of the lesson on one clock, and what they cost.

import './stand-in.css';
import './watch-played.css';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { WatchAction } from '../../mock-agents/watch-scene.ts';
import { ExternalLink, Play, RotateCcw, Square } from 'lucide-react';
import { useInspector } from '../inspector-store.ts';
import { type FigureTime, useMoment } from '../gaps/use-figure-time.ts';
import type { KnobValues } from '../lesson-rounds.ts';
import { usePage } from '../page.ts';
import { EmptyState, FailedState, Pane, PaneHead } from '../pieces/Pane.tsx';
import { TimeSlider } from '../pieces/TimeSlider.tsx';
import { useAnswer } from '../queries.ts';
import { type Attack, attackAt } from '../watch/attacks.ts';
import { watchesAxis } from '../watch/lane-layout.ts';
import {
  ACTIONS_KNOB,
  THREE_WATCHES,
  placed,
  playWatch,
  refuseActions,
  stopWatch,
  useWatchPlay,
  withActions,
  withRate,
} from '../watch/watch-play.ts';
import { momentAfter } from '../watch/moment-after.ts';
import { restingMoment } from '../watch/resting-moment.ts';
import { type SeenWatch, useRowOfTime, useShownWatch, useWatchesAt, virtual, type WatchRound } from '../watch/watch-round.ts';
import { StandInActions } from './stand-in-actions.tsx';
import { StandInAttacks } from './stand-in-attacks.tsx';
import { StandInSection } from './stand-in-section.tsx';
import { WatchCostTable } from './watch-cost-table.tsx';
import { DoorbellLog } from './watch-doorbell-log.tsx';
import { WatchHeardTable } from './watch-heard-table.tsx';
import { WatchKnobs, WhichIsLost } from './watch-knobs.tsx';
import { WatchLanes } from './watch-lanes.tsx';
import { WatchOnTheWire } from './watch-of-log.tsx';
import { WatchRechecks } from './watch-rechecks.tsx';
import { Legend } from './watch-legend.tsx';
import { WatchRisks } from './watch-risks.tsx';

export function WatchPlayed({ round }: { round: WatchRound }) {
  const shown = useShownWatch(round);
  const axis = useMemo(() => watchesAxis(round.watches), [round]);
  const time = useMoment(axis, useRowOfTime(shown));
  const play = usePlaying(round);
  useNoted(round);
  const cursor = useInspector((state) => state.cursor);
  const stood = useAnswer('standIn', { cursor }, { enabled: shown !== undefined }).data;
  const hasBegun = (stood?.story?.movesTotal ?? 0) > 0;
  const inView = time.at ?? FIRST_MOMENT;
  // Before the first move it is placed in the first instant itself: that is how a push comes before the doorbell is there.
  const at = useMemo(() => (hasBegun ? momentAfter(shown, round.actions, inView) : inView), [hasBegun, shown, round.actions, inView]);
  const cannot = cannotAct(round, play.isPlaying);
  const attack = (each: Attack) => {
    const state = shown?.stood.truth.findLast((change) => virtual(change.time) <= at)?.state;
    play.act(attackAt(each, at, state), each.rate);
  };
  return (
    <Pane label="Watch" className="wp-panel">
      <div className="split wp-split">
        <div className="scroll wp-column" tabIndex={0} role="region" aria-label="The stand-in">
          {round.watches.length > 0 ? null : (
            // In one column the other button to run it is several screens below.
            <div className="row wp-run-first">
              <span className="grow">Nothing has been played yet.</span>
              <RunButtons round={round} />
            </div>
          )}
          <StandInSection answer={shown && stood} whole={shown?.stood} isEpisode />
          <StandInActions
            actions={round.actions}
            at={at}
            disabled={cannot}
            isChanged={round.identity?.knobs[ACTIONS_KNOB] !== undefined}
            onAct={(action) => play.act([action])}
            onChange={play.change}
            onReset={play.reset}
          />
          <StandInAttacks round={round} seen={shown} at={at} disabled={cannot} onAttack={attack} />
          <DoorbellLog seen={shown} />
        </div>
        <div className="scroll wp-column" tabIndex={0} role="region" aria-label="The watches">
          <Watches round={round} shown={shown} axis={axis} time={time} play={play} />
          <OnTheWire isShown={shown !== undefined} />
          <WatchRisks />
        </div>
      </div>
    </Pane>
  );
}

/** What any log shows, of the episode on screen: without the facts that only a stand-in knows. */
function OnTheWire({ isShown }: { isShown: boolean }) {
  const cursor = useInspector((state) => state.cursor);
  const [isOpen, setOpen] = useState(false);
  const { data } = useAnswer('watch', { cursor }, { enabled: isShown && isOpen });
  if (!isShown) return null;
  return (
    <details className="wp-section watch-panel wp-wire" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="wp-words">
        <span className="link">What the wire alone shows, as of any log</span>
      </summary>
      {isOpen && data?.story ? <WatchOnTheWire story={data.story} strays={data.strays} /> : null}
    </details>
  );
}

/** Where something is placed while nothing has been played. */
const FIRST_MOMENT = 10_000;

function cannotAct({ lesson }: WatchRound, isPlaying: boolean): string | undefined {
  if (isPlaying) return 'An episode is being played.';
  return lesson.knobs.some(({ name }) => name === ACTIONS_KNOB)
    ? undefined
    : 'This lesson cannot take more on its way. The lesson “One task, three watches” can.';
}

interface Playing {
  readonly isPlaying: boolean;
  readonly act: (more: readonly WatchAction[], rate?: number) => void;
  readonly change: (actions: readonly WatchAction[]) => void;
  readonly reset: () => void;
  readonly turn: (knobs: KnobValues) => void;
}

/** What buttons do: each plays a new episode beside the one before, and puts the cursor where something happened. */
function usePlaying(round: WatchRound): Playing {
  const page = usePage();
  const isPlaying = useWatchPlay((state) => state.playing !== undefined || state.waiting.length > 0);
  const wanted = useWatchPlay((state) => state.knobs[round.lesson.id]);
  const { lesson, identity, actions } = round;
  const knobs = identity?.knobs ?? wanted ?? NO_KNOBS;
  return useMemo((): Playing => {
    const order = { lesson, seed: identity?.seed === lesson.seed ? undefined : identity?.seed, take: identity?.take };
    const put = (wish: typeof knobs, until: number | 'end') => void playWatch(page, { ...order, knobs: wish }, until);
    const change = (next: readonly WatchAction[], until: number | 'end', rate?: number) => {
      const why = refuseActions(lesson, next);
      if (why === undefined) put(withActions(withRate(lesson, knobs, rate), next), until);
      else useInspector.getState().setNotice({ kind: 'warning', text: 'This cannot be played.', detail: why });
    };
    return {
      isPlaying,
      act: (more, rate) => change(placed(actions, more), more.at(-1)?.at ?? 'end', rate),
      change: (next) => change(next, next.at(-1)?.at ?? 0),
      reset: () => {
        const { [ACTIONS_KNOB]: _, ...others } = knobs;
        put(others, 0);
      },
      turn: (next) => put(next, 'end'),
    };
  }, [page, isPlaying, lesson, identity, actions, knobs]);
}

const NO_KNOBS: KnobValues = {};

/** What is on screen, for the link. */
function useNoted({ identity, watches }: WatchRound): void {
  const log = useInspector((state) => state.log);
  const isShown = watches.some((each) => each.log === log);
  const take = watches.find((each) => each.log === log)?.take?.id;
  useEffect(() => {
    if (log === undefined || identity === undefined || !isShown) return;
    const { lesson, knobs, seed } = identity;
    useWatchPlay.setState({ shown: { log, lesson, knobs, seed, take } });
  }, [log, identity, isShown, take]);
}

function Watches(props: {
  round: WatchRound;
  shown: SeenWatch | undefined;
  axis: ReturnType<typeof watchesAxis>;
  time: FigureTime;
  play: Playing;
}) {
  const { round, shown, axis, time, play } = props;
  const { lesson, watches, missing } = round;
  const refused = useWatchPlay((state) => (state.refused?.lesson === lesson.id ? state.refused.why : undefined));
  const now = useWatchesAt(round, time.at);
  const several = (lesson.takes?.length ?? 1) > 1;
  const title = lesson.id === THREE_WATCHES ? 'Three watches, one task' : lesson.title;
  return (
    <>
      <section className="wp-section" aria-label={title}>
        <PaneHead title={title} facts={several ? 'the same remote, heard in each way' : lesson.question}>
          {watches.length > 0 ? <WhichIsLost round={round} isPlaying={play.isPlaying} onTurn={play.turn} /> : null}
          <RunButtons round={round} />
        </PaneHead>
        {refused === undefined ? null : <FailedState what={`Not played: ${refused}`} />}
        {watches.length === 0 ? (
          <EmptyState>
            One parked task, watched {several ? `in ${lesson.takes?.length ?? 1} ways` : 'in one way'} on one virtual clock. Run it: what
            each watch heard, when, and at what cost is drawn here. Then attack the doorbell, kill the worker, lose a ring.
          </EmptyState>
        ) : (
          <>
            <WatchLanes watches={watches} actions={round.actions} axis={axis} at={time.at} shown={shown?.log} />
            <div className="wp-words">
              <TimeSlider axis={axis} time={time} />
              {missing.length > 0 ? <p className="i2">Not open: {missing.map(({ id }) => id).join(', ')}.</p> : null}
              <Legend />
            </div>
            <WatchHeardTable round={round} now={now} />
          </>
        )}
      </section>
      {watches.length === 0 ? null : (
        <>
          <WatchRechecks story={now.find(({ seen }) => seen.log === shown?.log)?.stood?.story} at={time.at} />
          <WatchCostTable now={now} at={time.at} />
        </>
      )}
      <WatchKnobs round={round} isPlaying={play.isPlaying} onTurn={play.turn} />
    </>
  );
}

function RunButtons({ round: { lesson, identity, watches } }: { round: WatchRound }) {
  const page = usePage();
  const inPane = useInspector((state) => state.lesson?.id === lesson.id);
  const playing = useWatchPlay((state) => (state.playing?.lesson === lesson.id ? state.playing : undefined));
  const wanted = useWatchPlay((state) => state.knobs[lesson.id]);
  const isPlayed = watches.length > 0;
  const run = useCallback(async () => {
    const order = { lesson, knobs: identity?.knobs ?? wanted ?? {}, take: identity?.take };
    if (await playWatch(page, order, 'end')) await restingMoment(page);
  }, [page, lesson, identity, wanted]);
  return (
    <>
      {inPane ? null : (
        <button type="button" className="btn small ghost" onClick={() => page.openLesson(lesson.id)}>
          <ExternalLink size={12} strokeWidth={1.5} aria-hidden /> Lesson
        </button>
      )}
      {playing ? (
        <button type="button" className="btn small" onClick={() => stopWatch(page)}>
          <Square size={12} strokeWidth={1.5} aria-hidden /> Stop, {playing.taken} of {lesson.takes?.length ?? 1}
        </button>
      ) : (
        <button type="button" className={`btn small ${isPlayed ? '' : 'primary'}`} onClick={() => void run()}>
          {isPlayed ? <RotateCcw size={12} strokeWidth={1.5} aria-hidden /> : <Play size={12} strokeWidth={1.5} aria-hidden />}
          {isPlayed ? 'Run it again' : 'Run it'}
        </button>
      )}
    </>
  );
}
