// The picture: for each take the peer's true path in grey, its client's view below, and what flew between them, on one axis of
// virtual time. What lies after the cursor is grey; idle time is folded and says how long it is.

import { memo, useMemo } from 'react';
import { useSize } from '../canvas.ts';
import { formatDuration, formatSeconds } from '../format.ts';
import { clientPath, type FigureAxis, flightsOf, peerPaths, type TaskPath } from '../gaps/figure-layout.ts';
import type { SeenTake } from '../gaps/gap-takes.ts';
import { Glyph } from '../pieces/Glyph.tsx';
import { ArtifactMark, Flights, LANE, LaneName, type Scale, Stretches } from './gaps-figure-marks.tsx';

const BETWEEN = 40;
const MOST_TASKS = 4;

export function GapFigure(props: {
  takes: readonly SeenTake[];
  axis: FigureAxis;
  cursorAt: number | undefined;
  shown: number | undefined;
  onPick: (log: number, seq: number) => void;
}) {
  const { takes, axis, cursorAt, shown, onPick } = props;
  const { ref, width } = useSize<HTMLDivElement>();
  const gutter = width < 520 ? 48 : 88;
  const scale = useMemo(
    (): Scale => ({ width, gutter, x: (time) => gutter + axis.place(time) * Math.max(width - gutter - 28, 1) }),
    [width, gutter, axis],
  );
  return (
    <div className="gap-figure" ref={ref}>
      {width < 1 ? null : (
        <>
          <Hatch />
          <Axis axis={axis} scale={scale} cursorAt={cursorAt} />
          {takes.map((seen) => (
            <TakePicture
              key={seen.log}
              seen={seen}
              axis={axis}
              scale={scale}
              cursorAt={cursorAt}
              isShown={seen.log === shown}
              onPick={onPick}
            />
          ))}
        </>
      )}
    </div>
  );
}

/** Folded time and pauses are hatched, as everywhere. */
function Hatch() {
  return (
    <svg width={0} height={0} className="gap-defs" aria-hidden="true">
      <defs>
        <pattern id="gap-hatch" width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="gap-hatch-line" width={1} height={6} />
        </pattern>
      </defs>
    </svg>
  );
}

/** Ticks about 96 px apart, none inside a fold; each fold with its length. */
function Axis({ axis, scale, cursorAt }: { axis: FigureAxis; scale: Scale; cursorAt: number | undefined }) {
  const ticks = ticksOf(axis, scale);
  return (
    <svg className="gap-axis" width={scale.width} height={22} aria-hidden="true">
      <text x={0} y={15} className="t2">
        {scale.gutter < 60 ? 's' : 'virtual s'}
      </text>
      {ticks.map((time) => (
        <text key={time} x={scale.x(time)} y={15} textAnchor="middle" className="m t2">
          {formatSeconds(time)}
        </text>
      ))}
      {axis.folds.map(({ from, to }) => (
        <text key={from} x={(scale.x(from) + scale.x(to)) / 2} y={15} textAnchor="middle" className="t2">
          {formatDuration(to - from)}
        </text>
      ))}
      {cursorAt === undefined ? null : <path className="gap-cursor-cap" d={`M${scale.x(cursorAt) - 4} 16h8l-4 6z`} />}
    </svg>
  );
}

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000];

function ticksOf(axis: FigureAxis, scale: Scale): readonly number[] {
  const { folds, end } = axis;
  const placed = folds.map(({ from, to }) => ({ left: scale.x(from), right: scale.x(to) }));
  const folded = placed.reduce((sum, { left, right }) => sum + right - left, 0);
  const shown = end - folds.reduce((sum, { from, to }) => sum + to - from, 0);
  const width = scale.x(end) - scale.x(0) - folded;
  const step = STEPS.find((each) => (each / Math.max(shown, 1)) * width >= 72) ?? end;
  const ticks: number[] = [];
  for (let time = 0; time <= end && ticks.length < 60; time = nextTick(time, step, folds)) {
    const at = scale.x(time);
    // Where a fold says how long it is, there is no room.
    if (!placed.some(({ left, right }) => at > left - 8 && at < right + 8)) ticks.push(time);
  }
  return ticks;
}

/** The next multiple of a step that no fold has swallowed. */
function nextTick(time: number, step: number, folds: FigureAxis['folds']): number {
  const next = (Math.floor(time / step) + 1) * step;
  const fold = folds.find(({ from, to }) => next > from && next < to);
  return fold === undefined ? next : Math.ceil(fold.to / step) * step;
}

interface PictureProps {
  readonly seen: SeenTake;
  readonly axis: FigureAxis;
  readonly scale: Scale;
  readonly cursorAt: number | undefined;
}

const TakePicture = memo(function TakePicture(props: PictureProps & { isShown: boolean; onPick: (log: number, seq: number) => void }) {
  const { seen, scale, cursorAt, isShown, onPick } = props;
  const { story, take, log } = seen;
  const paths = useMemo(() => peerPaths(story), [story]);
  const isLater = (at: number) => cursorAt !== undefined && at > cursorAt;
  const drawn = paths.slice(0, MOST_TASKS);
  const clientTop = Math.max(1, drawn.length) * LANE + BETWEEN;
  const height = clientTop + LANE + 4;
  const lanes = { isLater, scale, onPick: (seq: number) => onPick(log, seq) };
  return (
    <section className={`gap-take ${isShown ? 'shown' : ''}`} aria-label={take.label}>
      <div className="gap-take-head">
        <span className="b tr">{take.label}</span>
        <Verdict seen={seen} later={isLater(story.outcomes[0]?.at ?? story.end)} />
      </div>
      <svg width={scale.width} height={height} className="gap-lanes" aria-hidden="true">
        {props.axis.folds.map(({ from, to }) => (
          <rect key={from} className="gap-fold" x={scale.x(from)} width={scale.x(to) - scale.x(from)} y={0} height={height} />
        ))}
        <PeerLanes paths={drawn} seen={seen} lanes={lanes} />
        <ClientLane seen={seen} top={clientTop} lanes={lanes} />
        <Between seen={seen} top={clientTop - BETWEEN - 4} bottom={clientTop + 4} lanes={lanes} />
        {cursorAt === undefined ? null : <line className="gap-cursor" x1={scale.x(cursorAt)} x2={scale.x(cursorAt)} y1={0} y2={height} />}
      </svg>
      {paths.length > MOST_TASKS ? <p className="i2 gap-more">{paths.length - MOST_TASKS} more tasks at the peer are not drawn.</p> : null}
    </section>
  );
});

interface Lanes {
  readonly scale: Scale;
  readonly isLater: (at: number) => boolean;
  readonly onPick: (seq: number) => void;
}

/** A lane for each task that the peer made, and its artifacts above it. */
function PeerLanes({ paths, seen: { story }, lanes }: { paths: readonly TaskPath[]; seen: SeenTake; lanes: Lanes }) {
  const { scale, isLater, onPick } = lanes;
  const nameOf = (taskId: string) => (scale.gutter >= 60 ? `peer, ${taskId}` : paths.length > 1 ? taskId : 'peer');
  return (
    <>
      {paths.length === 0 ? <LaneName y={0} scale={scale} name="peer" /> : null}
      {paths.map(({ taskId, stretches }, index) => (
        <g key={taskId}>
          <LaneName y={index * LANE} scale={scale} name={nameOf(taskId)} />
          <Stretches stretches={stretches} y={index * LANE} look="truth" {...lanes} />
        </g>
      ))}
      {story.artifacts.map(({ at, seq, name, taskId }) => {
        const lane = Math.max(
          0,
          paths.findIndex((path) => path.taskId === taskId),
        );
        return <ArtifactMark key={seq} x={scale.x(at)} y={lane * LANE} name={name} later={isLater(at)} onPick={() => onPick(seq)} />;
      })}
    </>
  );
}

/** What the client took for true, its pauses, and when it decided. */
function ClientLane({ seen: { story }, top, lanes }: { seen: SeenTake; top: number; lanes: Lanes }) {
  const { scale, isLater, onPick } = lanes;
  const [outcome] = story.outcomes;
  return (
    <>
      <LaneName y={top} scale={scale} name="client" />
      {story.notes.map(({ kind, at, until = at, seq }) =>
        kind === 'retry-scheduled' ? (
          <rect
            key={seq}
            className={`gap-pause ${isLater(at) ? 'later' : ''}`}
            x={scale.x(at)}
            width={Math.max(2, scale.x(until) - scale.x(at))}
            y={top + 6}
            height={12}
            onClick={() => onPick(seq)}
          />
        ) : null,
      )}
      <Stretches stretches={clientPath(story)} y={top} look="seen" {...lanes} />
      {outcome === undefined ? null : (
        <line
          className={`gap-decided ${isLater(outcome.at) ? 'later' : ''}`}
          x1={scale.x(outcome.at)}
          x2={scale.x(outcome.at)}
          y1={top - 2}
          y2={top + LANE + 4}
        />
      )}
    </>
  );
}

function Between({ seen: { story }, top, bottom, lanes }: { seen: SeenTake; top: number; bottom: number; lanes: Lanes }) {
  const flights = useMemo(() => flightsOf(story), [story]);
  return <Flights flights={flights} top={top} bottom={bottom} {...lanes} />;
}

/** The outcome with its mark; that there is none is said as well. */
function Verdict({ seen: { story }, later }: { seen: SeenTake; later: boolean }) {
  const [outcome] = story.outcomes;
  const tone = later ? 'i3' : '';
  if (outcome === undefined) return <span className={`gap-verdict ${tone}`}>no outcome by {formatSeconds(story.end)} s</span>;
  const mark = outcome.outcome === 'ok' ? 'check' : 'cross';
  return (
    <span className={`gap-verdict ${tone}`}>
      <Glyph name={mark} /> <span className="m">{outcome.outcome}</span> at <span className="m">{formatSeconds(outcome.at)}</span> s
    </span>
  );
}
