// The lanes: a canvas for the picture, and over it a tree grid of names, bars and marks that keys and screen readers reach.
// Where there are more marks than can be told apart, the picture stays and the list below is the way to each row.

import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Lane, TimelineAnswer } from '../../model/projections/timeline.ts';
import type { LogSummary } from '../../model/engine/query.ts';
import { useDrawing, useSize } from '../canvas.ts';
import { countOf, shortAgent, shortId } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { axisText, axisTicks } from '../log-time.ts';
import { useMedia } from '../pieces/media.ts';
import { Glyph } from '../pieces/Glyph.tsx';
import { PaneNote } from '../pieces/Pane.tsx';
import { useAnswer, useEngine } from '../queries.ts';
import { lastRowAt } from '../seek-time.ts';
import { meansTask } from '../task-name.ts';
import { panBy, zoomBy } from '../time-view.ts';
import { barHeight, barMiddle, paintLanes } from './lane-painting.ts';
import { laneHeight, placeMarks, placeSegments, type TimeScale, timeScale } from './lane-geometry.ts';

/** Pressable things at most; above, a picture without keys and a list with them. */
const MOST_PRESSABLE = 400;

export function LaneGrid({ summary }: { summary: LogSummary | undefined }) {
  const engine = useEngine();
  const grouping = useInspector((state) => state.grouping);
  const cursor = useInspector((state) => state.cursor);
  const range = useInspector((state) => state.range);
  const selectedSeq = useInspector((state) => state.selectedSeq);
  const selectedTask = useInspector((state) => state.selectedTask);
  const narrow = useMedia('(max-width: 599px)');
  const [scrollTop, setScrollTop] = useState(0);
  const [laneTotal, setLaneTotal] = useState(0);
  const scroller = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const gutter = narrow ? 0 : 208;
  const width = Math.max(scroller.width - gutter, 0);
  const height = laneHeight(laneTotal, narrow);
  const laneFrom = Math.floor(scrollTop / height);
  const laneCount = Math.ceil(scroller.height / height) + 1;
  const { data } = useAnswer(
    'timeline',
    { grouping, cursor, width: Math.max(width, 1), laneFrom, laneCount, ...(range ? { from: range.from, to: range.to } : {}) },
    { enabled: width > 0 },
  );
  useEffect(() => {
    if (!data) return;
    setLaneTotal(data.laneCount);
    const { extent, setExtent } = useInspector.getState();
    if (extent?.from !== data.from || extent.to !== data.to) setExtent({ from: data.from, to: data.to });
  }, [data]);

  const shown = range ?? (data ? { from: data.from, to: data.to } : { from: 0, to: 0 });
  const scale = timeScale(shown, width);
  const unit = data?.unit ?? 'order';
  const ticks = axisTicks(unit, shown.from, shown.to, width);
  const top = laneFrom * height - scrollTop;
  const selectedLane = data?.lanes.find((lane) => lane.taskId !== undefined && meansTask(selectedTask, lane.taskId))?.id;
  useDrawing(
    canvas,
    { width, height: scroller.height },
    (context, ink) => {
      if (!data) return;
      const picture = { answer: data, scale, width, height: scroller.height, laneHeight: height, top, ticks: ticks.at };
      paintLanes(context, ink, { ...picture, cursor, selectedSeq, selectedLane, namesAbove: narrow });
    },
    [data, cursor, selectedSeq, selectedLane, range, height, top, narrow],
  );
  useWheelZoom(scroller.ref, gutter, scale);
  const drag = useRef<{ x: number; moved: boolean }>(undefined);
  const seekTo = async (event: PointerEvent<HTMLElement>) => {
    if (!summary || !data) return;
    const at = scale.at(event.clientX - event.currentTarget.getBoundingClientRect().left - gutter);
    const seq = unit === 'order' ? Math.round(at) : await lastRowAt(at, unit, summary, engine);
    useInspector.getState().seek(Math.max(0, Math.min(seq, summary.rowCount - 1)));
  };

  const laneTop = (index: number) => (laneFrom + index) * height;
  const pressable = (data?.lanes ?? []).reduce((sum, lane) => sum + lane.marks.length + lane.segments.length, 0);
  const crowded = pressable > MOST_PRESSABLE || (data?.lanes.some((lane) => lane.density.length > 0) ?? false);
  const shifted = (data?.lanes ?? []).some((lane) => placeMarks(lane, scale).some((mark) => mark.moved));
  return (
    <>
      <Axis data={data} scale={scale} ticks={ticks} gutter={gutter} width={width} cursor={cursor} />
      <div className="lanes-scroll" ref={scroller.ref} onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}>
        <div
          className="lanes"
          role="treegrid"
          aria-label={grouping === 'agent' ? 'Lanes by agent' : 'Lanes by task'}
          aria-rowcount={laneTotal}
          style={{ height: Math.max(laneTotal * height, 1) }}
          onPointerDown={(event) => {
            if (event.target instanceof Element && event.target.closest('button')) return;
            drag.current = { x: event.clientX, moved: false };
          }}
          onPointerMove={(event) => {
            if (!drag.current || event.buttons !== 1 || !range) return;
            if (Math.abs(event.clientX - drag.current.x) < 4 && !drag.current.moved) return;
            panBy((drag.current.x - event.clientX) / Math.max(width, 1));
            drag.current = { x: event.clientX, moved: true };
          }}
          onPointerUp={(event) => {
            const press = drag.current;
            drag.current = undefined;
            if (press && !press.moved) void seekTo(event);
          }}
        >
          <canvas ref={canvas} aria-hidden="true" style={{ width, height: scroller.height, marginLeft: gutter }} />
          {(data?.lanes ?? []).map((lane, index) => (
            <LaneRow
              key={lane.id}
              lane={lane}
              rowIndex={laneFrom + index}
              top={laneTop(index)}
              height={height}
              gutter={gutter}
              selected={lane.id === selectedLane}
            >
              {crowded ? null : (
                <LaneButtons
                  lane={lane}
                  scale={scale}
                  width={width}
                  middle={barMiddle({ top: 0, laneHeight: height, namesAbove: narrow }, 0)}
                  height={height}
                  cursor={cursor}
                />
              )}
            </LaneRow>
          ))}
        </div>
      </div>
      {crowded || shifted || (data?.arrowsLeftOut ?? 0) > 0 || (data && data.to <= data.from && (summary?.rowCount ?? 0) > 1) ? (
        <PaneNote>
          {data && data.to <= data.from ? <span>All rows stand at one instant.</span> : null}
          {shifted ? <span>Marks of one instant stand side by side.</span> : null}
          {crowded ? (
            <span>Too dense for single marks: height is count, colour the worst state. Zoom in with W, or use the rows below.</span>
          ) : null}
          {data && data.arrowsLeftOut > 0 ? (
            <span>{countOf(data.arrowsLeftOut, 'hop')} not drawn: too many, or to a lane out of view.</span>
          ) : null}
        </PaneNote>
      ) : null}
    </>
  );
}

/** Ctrl and wheel zoom at the pointer, Shift and wheel pan; a plain wheel scrolls the lanes. */
function useWheelZoom(ref: React.RefObject<HTMLElement | null>, gutter: number, scale: TimeScale): void {
  const latest = useRef(scale);
  latest.current = scale;
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const x = event.clientX - element.getBoundingClientRect().left - gutter;
        zoomBy(Math.exp(event.deltaY / 400), latest.current.at(x));
      } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        event.preventDefault();
        panBy((event.deltaX || event.deltaY) / 1200);
      }
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [ref, gutter]);
}

function Axis(props: {
  data: TimelineAnswer | undefined;
  scale: TimeScale;
  ticks: { step: number; at: readonly number[] };
  gutter: number;
  width: number;
  cursor: number;
}) {
  const { data, scale, ticks, gutter, width } = props;
  if (!data) return <div className="axis" />;
  const cursorX = scale.x(data.cursorAt);
  const labelX = Math.min(Math.max(cursorX, 40), width - 46);
  const showsCursor = props.cursor >= 0 && cursorX >= 0 && cursorX <= width;
  return (
    <div className="axis" aria-hidden="true" style={{ paddingLeft: gutter }}>
      <div className="axis-room">
        {ticks.at.map((at) => {
          const x = scale.x(at);
          if (showsCursor && Math.abs(x - labelX) < 84) return null;
          const edge = x < 30 ? 'start' : x > width - 40 ? 'end' : '';
          return (
            <span key={at} className={`tick m ${edge}`} style={{ left: edge === 'start' ? 4 : edge === 'end' ? width - 4 : x }}>
              {axisText(data.unit, at, ticks.step)}
            </span>
          );
        })}
        {showsCursor ? (
          <span className="axis-cursor m" style={{ left: labelX }}>
            {axisText(data.unit, data.cursorAt, 1)}
          </span>
        ) : null}
      </div>
    </div>
  );
}

function LaneRow(props: {
  lane: Lane;
  rowIndex: number;
  top: number;
  height: number;
  gutter: number;
  selected: boolean;
  children: React.ReactNode;
}) {
  const { lane, height } = props;
  const grouping = useInspector((state) => state.grouping);
  const filter = useInspector((state) => state.filter);
  const { setFilter, selectTask } = useInspector.getState();
  const mine = grouping === 'agent' ? filter.agent === lane.id : filter.taskId === lane.id;
  const name = grouping === 'agent' ? shortAgent(lane.name, 26) : shortId(lane.name);
  const { agent: _a, taskId: _t, ...rest } = filter;
  const only = () => setFilter(mine ? rest : { ...rest, ...(grouping === 'agent' ? { agent: lane.id } : { taskId: lane.id }) });
  const { taskId } = lane;
  return (
    <div
      role="row"
      aria-level={1}
      aria-rowindex={props.rowIndex + 1}
      aria-selected={props.selected || mine}
      aria-label={`${lane.name}, ${lane.note}, ${countOf(lane.rowCount, 'row')}${lane.lastState ? `, ${lane.lastState}` : ''}`}
      className={`lane ${props.selected || mine ? 'sel' : ''}`}
      style={{ top: props.top, height }}
    >
      <div role="rowheader" className="lane-name" style={{ width: props.gutter || '100%' }}>
        <button
          type="button"
          className="tr md"
          title={`${lane.name}. ${mine ? 'Show all rows again' : 'Show only its rows'}`}
          aria-pressed={mine}
          onClick={only}
        >
          {name}
        </button>
        {height >= 32 ? (
          <span className="lane-note tr">
            {lane.lastState ? <Glyph name={lane.lastState} label={lane.lastState} size={10} className={`st-${lane.lastState}`} /> : null}
            {taskId !== undefined ? (
              <button
                type="button"
                className="m i2 tr"
                title={`Task ${taskId}`}
                aria-label={`Task ${taskId}`}
                onClick={() => selectTask(taskId)}
              >
                {grouping === 'agent' ? shortId(taskId) : lane.note}
              </button>
            ) : (
              <span className="i2 tr">{lane.note}</span>
            )}
          </span>
        ) : null}
      </div>
      <div role="gridcell" className="lane-marks" style={{ left: props.gutter }}>
        {props.children}
      </div>
    </div>
  );
}

/** Transparent buttons where the picture has bars and marks. One tab stop a lane; arrow keys go along it. */
function LaneButtons(props: { lane: Lane; scale: TimeScale; width: number; middle: number; height: number; cursor: number }) {
  const { lane, scale, width, middle } = props;
  const placed = placeSegments(lane, scale, width);
  const bar = barHeight(props.height, placed[0]?.rows);
  const { selectRow, selectTask } = useInspector.getState();
  const bars = placed.map(({ segment, x, end, row, rows, open }) => {
    const each = bar / rows;
    const still = segment.to === segment.from && !open;
    return {
      key: `s${segment.seq}`,
      x: still ? x - 7 : x,
      y: middle - bar / 2 + row * each,
      w: still ? 14 : Math.max(end - x, 8),
      h: each,
      name: `${segment.state}, task ${segment.taskId}, row ${segment.seq}${segment.refused ? ', our kernel would refuse this move' : ''}`,
      press: () => {
        selectTask(segment.taskId);
        selectRow(segment.seq);
      },
    };
  });
  const marks = placeMarks(lane, scale).map(({ mark, x }) => ({
    key: `m${mark.seq}`,
    x: x - 4,
    y: bars.length > 0 ? middle + bar / 2 : middle - 6,
    w: 8,
    h: 12,
    name: `Row ${mark.seq}, ${mark.kind}, ${mark.channel}${mark.failed ? ', failed' : ''}`,
    press: () => selectRow(mark.seq),
  }));
  const all = [...bars, ...marks].filter((each) => each.x + each.w >= 0 && each.x <= width).toSorted((a, b) => a.x - b.x);
  return all.map((each, index) => (
    <button
      key={each.key}
      type="button"
      className="lane-hit"
      tabIndex={index === 0 ? 0 : -1}
      aria-label={each.name}
      title={each.name}
      style={{ left: Math.max(each.x, 0), top: each.y, width: Math.max(each.w - 1, 4), height: each.h }}
      onClick={each.press}
      onKeyDown={(event) => {
        const to =
          event.key === 'ArrowRight'
            ? event.currentTarget.nextElementSibling
            : event.key === 'ArrowLeft'
              ? event.currentTarget.previousElementSibling
              : null;
        if (!(to instanceof HTMLElement)) return;
        event.preventDefault();
        to.focus();
      }}
    />
  ));
}
