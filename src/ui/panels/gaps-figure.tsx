// The picture: for each take the peer's true path in grey, its client's view below, and what flew between them, on one axis of
// virtual time. What lies after the cursor is grey; idle time is folded and says how long it is.

import { memo, useMemo } from 'react';
import { useSize } from '../canvas.ts';
import { formatSeconds } from '../format.ts';
import { clientPath, type FigureAxis, flightsOf, peerPaths, type TaskPath } from '../gaps/figure-layout.ts';
import type { SeenTake } from '../gaps/gap-takes.ts';
import { Glyph } from '../pieces/Glyph.tsx';
import { AxisHatch, type Scale, VirtualAxis } from '../pieces/VirtualAxis.tsx';
import { ArtifactMark, Flights, LANE, LaneName, Stretches } from './gaps-figure-marks.tsx';

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
          <AxisHatch />
          <VirtualAxis axis={axis} scale={scale} cursorAt={cursorAt} />
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
          <rect key={from} className="vx-fold" x={scale.x(from)} width={scale.x(to) - scale.x(from)} y={0} height={height} />
        ))}
        <PeerLanes paths={drawn} seen={seen} lanes={lanes} />
        <ClientLane seen={seen} top={clientTop} lanes={lanes} />
        <Between seen={seen} top={clientTop - BETWEEN - 4} bottom={clientTop + 4} lanes={lanes} />
        {cursorAt === undefined ? null : <line className="vx-cursor" x1={scale.x(cursorAt)} x2={scale.x(cursorAt)} y1={0} y2={height} />}
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
