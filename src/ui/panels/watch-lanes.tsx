// The true life of the task, and below it each watch: the state as it had it, what rang, what it looked at, which streams it held, when
// its worker was dead. One axis of virtual time; what lies after the moment in view is grey. A picture for the eye: the table below it
// tells the same with rows.

import { memo, useMemo } from 'react';
import type { StandInAnswer } from '../../model/projections/stand-in-story.ts';
import type { WatchAction } from '../../mock-agents/watch-scene.ts';
import { useSize } from '../canvas.ts';
import { formatDuration } from '../format.ts';
import type { FigureAxis } from '../gaps/figure-layout.ts';
import { showMoment } from '../gaps/gap-play.ts';
import { Glyph, type GlyphName } from '../pieces/Glyph.tsx';
import { StateBar } from '../pieces/StateBar.tsx';
import { AxisHatch, type Scale, VirtualAxis } from '../pieces/VirtualAxis.tsx';
import { type Lane, laneOf, latenessOf, type LaneMark, type StateSpan, truthSpans } from '../watch/lane-layout.ts';
import type { SeenWatch } from '../watch/watch-round.ts';

const TRUTH_HEIGHT = 34;
const LANE_HEIGHT = 52;
const MARK = 13;

export function WatchLanes(props: {
  watches: readonly SeenWatch[];
  actions: readonly WatchAction[];
  axis: FigureAxis;
  at: number | undefined;
  shown: number | undefined;
}) {
  const { watches, actions, axis, at, shown } = props;
  const { ref, width } = useSize<HTMLDivElement>();
  const gutter = width < 520 ? 76 : 92;
  const scale = useMemo(
    (): Scale => ({ width, gutter, x: (time) => gutter + axis.place(time) * Math.max(width - gutter - 24, 1) }),
    [width, gutter, axis],
  );
  const truest = watches.find(({ log }) => log === shown) ?? watches[0];
  return (
    <div className="wl-figure" ref={ref} role="img" aria-label={inWords(watches)}>
      {width < 1 || truest === undefined ? null : (
        <>
          <AxisHatch />
          <VirtualAxis axis={axis} scale={scale} cursorAt={at} inset={12} />
          <TruthLane answer={truest.stood} log={truest.log} axis={axis} scale={scale} at={at} />
          {watches.map((seen) => (
            <WatchLane key={seen.log} seen={seen} actions={actions} axis={axis} scale={scale} at={at} isShown={seen.log === shown} />
          ))}
        </>
      )}
    </div>
  );
}

/** What a watch is called: by its take, else by its way of hearing. */
export const watchName = ({ take, stood }: SeenWatch): string => take?.id ?? stood.story?.mode ?? 'the watch';

function inWords(watches: readonly SeenWatch[]): string {
  const lanes = watches.map((seen) => {
    const { changes, heard, slowestMs } = latenessOf(seen.stood.truth);
    return `${watchName(seen)} heard ${heard} of ${changes} changes${slowestMs === undefined ? '' : `, the slowest after ${formatDuration(slowestMs)}`}`;
  });
  return `The task as it was, and as each watch had it: ${lanes.join('; ')}. The tables below tell each.`;
}

interface Shared {
  readonly axis: FigureAxis;
  readonly scale: Scale;
  readonly at: number | undefined;
}

const TruthLane = memo(function TruthLane({ answer, log, axis, scale, at }: Shared & { answer: StandInAnswer; log: number }) {
  const spans = useMemo(() => truthSpans(answer, axis.end), [answer, axis]);
  return (
    <svg width={scale.width} height={TRUTH_HEIGHT} className="wl-lane" aria-hidden="true">
      <Folds axis={axis} scale={scale} height={TRUTH_HEIGHT} />
      <LaneName name="the task" note="as it was" />
      <Spans spans={spans} top={8} log={log} scale={scale} at={at} />
      <CursorLine at={at} scale={scale} height={TRUTH_HEIGHT} />
    </svg>
  );
});

const WatchLane = memo(function WatchLane(props: Shared & { seen: SeenWatch; actions: readonly WatchAction[]; isShown: boolean }) {
  const { seen, actions, axis, scale, at, isShown } = props;
  const lane = useMemo(() => laneOf(seen, actions, axis.end), [seen, actions, axis]);
  const { mode } = seen.stood.story ?? {};
  return (
    <svg width={scale.width} height={LANE_HEIGHT} className={`wl-lane ${isShown ? 'shown' : ''}`} aria-hidden="true">
      <Folds axis={axis} scale={scale} height={LANE_HEIGHT} />
      <LaneName name={watchName(seen)} note={mode === undefined || mode === watchName(seen) ? WAYS[mode ?? 'off'] : mode} />
      <Spans spans={lane.states} top={4} log={seen.log} scale={scale} at={at} />
      <path className="wl-rail" d={`M${scale.gutter} 38H${scale.x(axis.end)}`} />
      <Streams lane={lane} log={seen.log} scale={scale} at={at} />
      {lane.dead.map(({ from, to }) => (
        <g key={from} className={isLater(from, at) ? 'later' : ''}>
          <rect className="wl-dead" x={scale.x(from)} width={Math.max(scale.x(to) - scale.x(from), 2)} y={27} height={22} />
          <g transform={`translate(${scale.x(from) - 6} 32)`}>
            <title>the worker is dead</title>
            <Glyph name="cross" />
          </g>
        </g>
      ))}
      <Marks marks={lane.marks} log={seen.log} scale={scale} at={at} />
      <CursorLine at={at} scale={scale} height={LANE_HEIGHT} />
    </svg>
  );
});

const WAYS = { push: 'doorbell', follow: 'streams', off: 'next turn' } as const;

const isLater = (time: number, at: number | undefined): boolean => at !== undefined && time > at;

function Folds({ axis, scale, height }: { axis: FigureAxis; scale: Scale; height: number }) {
  return axis.folds.map(({ from, to }) => (
    <rect key={from} className="vx-fold" x={scale.x(from)} width={scale.x(to) - scale.x(from)} y={0} height={height} />
  ));
}

function CursorLine({ at, scale, height }: { at: number | undefined; scale: Scale; height: number }) {
  if (at === undefined) return null;
  const x = scale.x(at);
  return (
    <>
      <rect className="wl-after" x={x} width={Math.max(scale.width - x, 0)} y={0} height={height} />
      <line className="vx-cursor" x1={x} x2={x} y1={0} y2={height} />
    </>
  );
}

function LaneName({ name, note }: { name: string; note: string }) {
  return (
    <>
      <text x={12} y={16} className="wl-name">
        {name}
      </text>
      <text x={12} y={28} className="t2">
        {note}
      </text>
    </>
  );
}

function Spans(props: { spans: readonly StateSpan[]; top: number; log: number; scale: Scale; at: number | undefined }) {
  const { spans, top, log, scale, at } = props;
  return spans.map(({ seq, state, from, to }) => (
    <StateBar
      key={seq}
      state={state}
      left={scale.x(from)}
      top={top}
      width={scale.x(to) - scale.x(from)}
      title={`${state}, row ${seq}`}
      className={`wl-span ${isLater(from, at) ? 'later' : `st-${state}`}`}
      onPick={() => showMoment(log, seq)}
    />
  ));
}

function Streams({ lane, log, scale, at }: { lane: Lane; log: number; scale: Scale; at: number | undefined }) {
  return (
    <>
      {lane.pauses.map(({ from, to }) => (
        <g key={from} className={isLater(from, at) ? 'later' : ''}>
          <path className="wl-pause" d={`M${scale.x(from)} 38H${scale.x(to)}`} />
          {scale.x(to) - scale.x(from) > 56 ? (
            <text x={(scale.x(from) + scale.x(to)) / 2} y={33} textAnchor="middle" className="t2">
              {formatDuration(to - from)} pause
            </text>
          ) : null}
        </g>
      ))}
      {lane.streams.map(({ seq, from, to, isOpen }) => (
        <g key={seq} className={`wl-stream ${isLater(from, at) ? 'later' : ''}`} onClick={() => showMoment(log, seq)}>
          <title>{`stream held, row ${seq}`}</title>
          <path d={`M${scale.x(from)} 38H${Math.max(scale.x(to), scale.x(from) + 2)}`} className={isOpen ? 'open' : ''} />
          <g transform={`translate(${scale.x(from) - 6} 32)`}>
            <rect width={12} height={12} className="wl-ground" />
            <Glyph name="stream" />
          </g>
        </g>
      ))}
    </>
  );
}

const GLYPH_OF: Readonly<Record<LaneMark['kind'], GlyphName>> = {
  rung: 'push',
  refused: 'push',
  lost: 'push',
  look: 'poll',
  'failed-look': 'poll',
  told: 'send',
  restart: 'check',
  roll: 'renamed',
};

interface MarkCluster {
  readonly left: number;
  readonly members: [LaneMark, ...LaneMark[]];
}

/** Marks that would cover each other: those of a kind are one with their number, other kinds stand beside, as they came. */
function clustersOf(marks: readonly LaneMark[], scale: Scale): readonly MarkCluster[] {
  const clusters: MarkCluster[] = [];
  let heap: { readonly left: number; readonly members: MarkCluster[] } | undefined;
  for (const mark of marks) {
    if (mark.kind === 'told') continue;
    const left = scale.x(mark.at);
    if (heap === undefined || left >= heap.left + MARK * heap.members.length) heap = { left, members: [] };
    const same = heap.members.find(({ members: [first] }) => first.kind === mark.kind);
    if (same) same.members.push(mark);
    else {
      const cluster: MarkCluster = { left: heap.left + MARK * heap.members.length, members: [mark] };
      heap.members.push(cluster);
      clusters.push(cluster);
    }
  }
  return clusters;
}

function Marks({ marks, log, scale, at }: { marks: readonly LaneMark[]; log: number; scale: Scale; at: number | undefined }) {
  const clusters = useMemo(() => clustersOf(marks, scale), [marks, scale]);
  return clusters.map(({ left, members }) => {
    const [first] = members;
    return (
      <g
        key={`${first.kind} ${first.seq}`}
        className={`wl-mark ${first.kind} ${isLater(first.at, at) ? 'later' : ''}`}
        transform={`translate(${left - 6} 32)`}
        onClick={() => showMoment(log, first.seq)}
      >
        <title>{`${members
          .map(({ says }) => says)
          .slice(0, 5)
          .join('; ')}, row ${first.seq}`}</title>
        <rect width={MARK} height={12} className="wl-ground" />
        <Glyph name={GLYPH_OF[first.kind]} />
        {first.kind === 'refused' || first.kind === 'lost' ? <path className="wl-struck" d="M0 12 12 0" /> : null}
        {members.length > 1 ? (
          <text x={6} y={-1} textAnchor="middle" className="m t2">
            {members.length}
          </text>
        ) : null}
      </g>
    );
  });
}
