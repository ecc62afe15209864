// What happened, in what order, seen through which channel: lanes over one axis, and every row below them.

import './timeline.css';
import { Maximize2, PanelRight } from 'lucide-react';
import { CHANNELS } from '../../model/log/row-kind.ts';
import type { LogSummary } from '../../model/engine/query.ts';
import { countOf, formatCount, formatDuration } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { Segment } from '../pieces/controls.tsx';
import { useMedia } from '../pieces/media.ts';
import { Pane, PaneHead } from '../pieces/Pane.tsx';
import { RowList } from '../pieces/RowList.tsx';
import { Splitter, useSplitSize } from '../pieces/Splitter.tsx';
import { useAnswer } from '../queries.ts';
import { useChosenRows } from '../use-findings.ts';
import { laneHeight } from '../timeline/lane-geometry.ts';
import { LaneGrid } from '../timeline/LaneGrid.tsx';

export function TimelinePanel() {
  const { data: summary } = useAnswer('summary', {});
  const narrow = useMedia('(max-width: 599px)');
  const split = useSplitSize('lanes', 420, { min: 120, max: 900 });
  const grouping = useInspector((state) => state.grouping);
  const lanes = useAnswer('timeline', { grouping, cursor: -1, width: 1, laneFrom: 0, laneCount: 0 }).data?.laneCount ?? 1;
  // The lanes take what they need; beyond the size a person chose they scroll.
  const needed = 32 + 28 + lanes * laneHeight(lanes, false) + 26;
  const height = Math.min(split.size, Math.max(needed, 120));
  const neededNarrow = 44 + 24 + lanes * laneHeight(lanes, true) + 44;
  return (
    <div
      className="timeline"
      style={{ gridTemplateRows: narrow ? `min(${neededNarrow}px, 45%) minmax(0,1fr)` : `min(${height}px, 60%) minmax(0,1fr)` }}
    >
      <Pane label="Timeline">
        <TimelineHead summary={summary} />
        <LaneGrid summary={summary} />
      </Pane>
      <Pane label="Rows" className="rows-pane">
        {narrow ? null : <Splitter label="Height of the lanes" across="rows" grows={1} split={split} />}
        <PaneHead title="Rows" facts={<RowFacts summary={summary} />}>
          <OfFinding />
          <FollowEnd summary={summary} />
          <ChannelFilter />
          <ShowDetail />
        </PaneHead>
        <RowList summary={summary} />
      </Pane>
    </div>
  );
}

function TimelineHead({ summary }: { summary: LogSummary | undefined }) {
  const grouping = useInspector((state) => state.grouping);
  const range = useInspector((state) => state.range);
  const extent = useInspector((state) => state.extent);
  const { setGrouping, setRange } = useInspector.getState();
  const timed = summary?.firstTime !== undefined;
  const part =
    range && extent
      ? timed
        ? `${formatDuration(range.to - range.from)} of ${formatDuration(extent.to - extent.from)} shown`
        : 'a part shown'
      : '';
  const whole = extent && timed ? formatDuration(extent.to - extent.from) : timed ? '' : 'no times stated: in order of arrival';
  return (
    <div className="ph">
      <h2>Timeline</h2>
      <Segment
        label="Lanes"
        value={grouping}
        options={[
          { value: 'agent', label: 'by agent' },
          { value: 'task', label: 'by task' },
        ]}
        onChange={setGrouping}
      />
      <span className="grow" />
      <span className="q tr">{part || whole}</span>
      {range ? (
        <button type="button" className="btn ghost" onClick={() => setRange(undefined)}>
          <Maximize2 size={14} strokeWidth={1.5} aria-hidden /> Fit <kbd>F</kbd>
        </button>
      ) : null}
    </div>
  );
}

function RowFacts({ summary }: { summary: LogSummary | undefined }) {
  const cursor = useInspector((state) => state.cursor);
  const filter = useInspector((state) => state.filter);
  if (!summary) return null;
  const among = filter.agent !== undefined ? `of ${filter.agent}` : filter.taskId !== undefined ? `of ${filter.taskId}` : '';
  const place =
    cursor < 0
      ? 'cursor before the first row'
      : cursor < summary.rowCount - 1
        ? `cursor at ${cursor}; later rows are grey`
        : 'cursor at the last row';
  return (
    <>
      {formatCount(summary.rowCount)} {among}
      <span className="wide"> · {place}</span>
    </>
  );
}

/** How many rows show the chosen finding, and the way back to it. */
function OfFinding() {
  const rows = useChosenRows();
  if (rows.size === 0) return null;
  return (
    <button type="button" className="link wide" onClick={() => useInspector.getState().openPanel('findings')}>
      {rows.size === 1 ? '1 row shows' : `${formatCount(rows.size)} rows show`} the chosen finding
    </button>
  );
}

/** While a log grows: whether the list goes along with its end. */
function FollowEnd({ summary }: { summary: LogSummary | undefined }) {
  const follows = useInspector((state) => state.listFollows && state.followEnd);
  if (summary?.reading !== 'reading') return null;
  const toggle = () => {
    useInspector.setState({ listFollows: !follows, followEnd: true });
    useInspector.getState().followTo(summary.rowCount);
  };
  return (
    <button type="button" className={follows ? 'btn on' : 'btn ghost'} aria-pressed={follows} onClick={toggle}>
      Follow the end
    </button>
  );
}

/** The way to a detail that was hidden; where there is no room beside the panel, to the overview. */
function ShowDetail() {
  const hidden = useInspector((state) => !state.detailOpen);
  const selected = useInspector((state) => state.selectedSeq !== undefined || state.selectedTask !== undefined || state.overviewOpen);
  const noRoom = useMedia('(max-width: 1199px)');
  if (noRoom && !selected)
    return (
      <button type="button" className="btn ghost" onClick={() => useInspector.getState().showOverview()}>
        Overview
      </button>
    );
  if (!hidden) return null;
  return (
    <button type="button" className="btn ghost" onClick={() => useInspector.getState().toggleDetail(true)}>
      <PanelRight size={14} strokeWidth={1.5} aria-hidden /> Detail <kbd>Q</kbd>
    </button>
  );
}

function ChannelFilter() {
  const filter = useInspector((state) => state.filter);
  const { setFilter } = useInspector.getState();
  const { channels: _, ...rest } = filter;
  const value = filter.channels?.length === 1 ? (filter.channels[0] ?? '') : filter.channels ? 'several' : '';
  return (
    <select
      className="field quiet"
      aria-label="Channel"
      value={value}
      onChange={(event) => {
        const chosen = CHANNELS.find((channel) => channel === event.target.value);
        setFilter(chosen ? { ...rest, channels: [chosen] } : rest);
      }}
    >
      <option value="">all channels</option>
      {value === 'several' ? <option value="several">{countOf(filter.channels?.length ?? 0, 'channel')}</option> : null}
      {CHANNELS.map((channel) => (
        <option key={channel} value={channel}>
          {channel === 'none' ? 'no channel' : channel}
        </option>
      ))}
    </select>
  );
}
