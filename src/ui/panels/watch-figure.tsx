// Four lanes on one axis: the task as it was heard of, deliveries, streams, looks. A picture for the eye: every mark of it stands in
// the lists below as well, with its row.

import { useMemo } from 'react';
import type { WatchStory } from '../../model/projections/watch.ts';
import { useSize } from '../canvas.ts';
import { formatDuration } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { Glyph } from '../pieces/Glyph.tsx';
import { StateBar } from '../pieces/StateBar.tsx';
import { type WatchAxis, watchAxis, type WatchSpan, watchSpans } from './watch-axis.ts';

const LANE = 34;
const TOP = 22;
const NAMES = 74;
const RIGHT = 18;
/** Width of a mark and a little air. */
const MARK = 13;
const LANES = [
  ['the task', 'as heard'],
  ['push', 'doorbell'],
  ['follow', 'stream'],
  ['poll', 'look'],
] as const;
const TASK = 0;
const PUSH = 1;
const FOLLOW = 2;
const POLL = 3;

const pick = (seq: number) => useInspector.getState().selectRow(seq);
const laneTop = (lane: number) => TOP + lane * LANE;

export function WatchFigure({ story }: { story: WatchStory }) {
  const { ref, width } = useSize<HTMLDivElement>();
  const axis = useMemo(() => watchAxis(story), [story]);
  const spans = useMemo(() => watchSpans(story, axis), [story, axis]);
  const x = (at: number) => NAMES + axis.place(at) * Math.max(width - NAMES - RIGHT, 40);
  const height = laneTop(LANES.length) + 2;
  return (
    <div className="watch-figure" ref={ref} role="img" aria-label={inWords(story)}>
      {width === 0 ? (
        <div style={{ height }} />
      ) : (
        <svg width={width} height={height} aria-hidden="true">
          <Ticks axis={axis} x={x} height={height} />
          {LANES.map(([name, what], lane) => (
            <g key={name}>
              <text x={12} y={laneTop(lane) + 14} className="watch-lane-name">
                {name}
              </text>
              <text x={12} y={laneTop(lane) + 26} className="t2">
                {what}
              </text>
              <path d={`M${NAMES} ${laneTop(lane) + 16}H${width - RIGHT}`} className="watch-rail" />
            </g>
          ))}
          {spans.states.map(({ seq, from, to, state }) => (
            <StateBar
              key={seq}
              state={state}
              left={x(from)}
              top={laneTop(TASK) + 7}
              width={x(to) - x(from)}
              title={`row ${seq}: ${state}`}
              className={`watch-span st-${state}`}
              onPick={() => pick(seq)}
            />
          ))}
          {spans.streams.map((span) => (
            <StreamSpan key={span.seq} span={span} x={x} />
          ))}
          {clustered(story.deliveries, (delivery) => x(axis.of(delivery))).map(({ left, members }) => (
            <MarkAt
              key={members[0].seq}
              x={left}
              lane={PUSH}
              name="push"
              marks={members}
              flawed={members.some(({ flaws }) => flaws.length > 0)}
            />
          ))}
          {clustered(story.polls, (poll) => x(axis.of(poll))).map(({ left, members }) => (
            <MarkAt key={members[0].seq} x={left} lane={POLL} name="poll" marks={members} flawed={false} />
          ))}
        </svg>
      )}
    </div>
  );
}

function inWords({ name, states, deliveriesTotal, streamsTotal, pollsTotal }: WatchStory): string {
  const path = states.map(({ state, through }) => `${state} by ${through}`).join(', ');
  return `${name} as it was heard of: ${path === '' ? 'no state' : path}. ${deliveriesTotal} deliveries, ${streamsTotal} streams, ${pollsTotal} looks. The lists below tell each.`;
}

function Ticks({ axis, x, height }: { axis: WatchAxis; x: (at: number) => number; height: number }) {
  const placed = axis.ticks.reduce<{ readonly at: number; readonly left: number }[]>((kept, at) => {
    const left = x(at);
    return left - (kept.at(-1)?.left ?? -Infinity) < 76 ? kept : [...kept, { at, left }];
  }, []);
  return (
    <>
      {axis.folds.map(({ from, to }) => (
        <rect key={from} className="watch-fold" x={x(from)} width={Math.max(x(to) - x(from), 0)} y={TOP} height={height - TOP} />
      ))}
      {placed.map(({ at, left }) => (
        <g key={at}>
          <path d={`M${left} ${TOP - 4}V${height}`} className="watch-tick" />
          <text
            x={left}
            y={13}
            className="m t2"
            textAnchor={left > x(axis.ticks.at(-1) ?? at) - 20 && axis.ticks.length > 1 ? 'end' : 'start'}
          >
            {axis.timed ? formatDuration(at - axis.first) : `row ${at}`}
          </text>
        </g>
      ))}
    </>
  );
}

function StreamSpan({ span, x }: { span: WatchSpan & { readonly open: boolean }; x: (at: number) => number }) {
  const y = laneTop(FOLLOW) + 16;
  const left = x(span.from);
  return (
    <g className="watch-stream" onClick={() => pick(span.seq)}>
      <title>{`row ${span.seq}: stream held`}</title>
      <path d={`M${left} ${y}H${Math.max(x(span.to), left + 2)}`} className={span.open ? 'open' : ''} />
      <g transform={`translate(${left - 6} ${y - 6})`}>
        <rect width={12} height={12} className="watch-ground" />
        <Glyph name="stream" />
      </g>
    </g>
  );
}

interface Cluster<M> {
  readonly left: number;
  readonly members: [M, ...M[]];
}

/** Marks that would cover each other, drawn as one with their number. */
function clustered<M>(marks: readonly M[], leftOf: (mark: M) => number): readonly Cluster<M>[] {
  const clusters: Cluster<M>[] = [];
  for (const mark of marks) {
    const left = leftOf(mark);
    const last = clusters.at(-1);
    if (last && left - last.left < MARK) last.members.push(mark);
    else clusters.push({ left, members: [mark] });
  }
  return clusters;
}

function MarkAt(props: {
  x: number;
  lane: number;
  name: 'push' | 'poll';
  marks: readonly [{ seq: number }, ...{ seq: number }[]];
  flawed: boolean;
}) {
  const { x, lane, name, marks, flawed } = props;
  return (
    <g
      className={`watch-mark ${flawed ? 'flawed' : ''}`}
      transform={`translate(${x - 6} ${laneTop(lane) + 10})`}
      onClick={() => pick(marks[0].seq)}
    >
      <title>{`rows ${marks.map(({ seq }) => seq).join(', ')}`}</title>
      <rect width={MARK} height={12} className="watch-ground" />
      <Glyph name={name} />
      {marks.length > 1 ? (
        <text x={6} y={-1} textAnchor="middle" className="m t2">
          {marks.length}
        </text>
      ) : null}
    </g>
  );
}
