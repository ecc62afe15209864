// Time in hand: first, back, play, step, last, the position as a field, and the speed. In the same place in every panel.

import { ChevronLeft, ChevronRight, Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { logTime } from '../log-time.ts';
import { usePage } from '../page.ts';
import { useAnswer, useEngine } from '../queries.ts';
import { findPosition } from '../seek-time.ts';
import type { LogSummary } from '../../model/engine/query.ts';
import { SeverityMark } from './Mark.tsx';
import { Minimap } from './Minimap.tsx';

const SPEEDS: readonly { readonly value: number; readonly label: string }[] = [
  { value: 0, label: 'rows' },
  { value: 0.01, label: '1/100×' },
  { value: 0.05, label: '1/20×' },
  { value: 0.25, label: '1/4×' },
  { value: 1, label: '1×' },
  { value: 4, label: '4×' },
  { value: 20, label: '20×' },
  { value: 100, label: '100×' },
];

export function Transport({ summary }: { summary: LogSummary | undefined }) {
  const page = usePage();
  const cursor = useInspector((state) => state.cursor);
  const playing = useInspector((state) => state.playing);
  const speed = useInspector((state) => state.speed);
  const rowCount = summary?.rowCount ?? 0;
  const none = rowCount === 0;
  const atStart = cursor <= 0;
  const atEnd = cursor >= rowCount - 1;
  const press = (label: string, atEdge: boolean, run: () => unknown, icon: React.ReactNode) => (
    <button
      type="button"
      className="btn ghost icon"
      aria-label={label}
      title={none ? 'No rows yet' : atEdge ? `${label}: already there` : label}
      aria-disabled={none || atEdge}
      onClick={() => !none && !atEdge && void run()}
    >
      {icon}
    </button>
  );
  const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;
  return (
    <section className="transport-place" aria-label="Time">
      <div className="transport" role="toolbar" aria-label="Time">
        <div className="ctl">
          {press('First row', atStart, () => page.first(), <SkipBack {...icon} />)}
          {press('Step back', atStart, () => page.advance(-1), <ChevronLeft {...icon} />)}
          <button
            type="button"
            className="btn icon play"
            aria-label={playing ? 'Pause' : 'Play'}
            title={none ? 'No rows yet' : playing ? 'Pause' : 'Play. Pauses over 2 s are cut short'}
            aria-disabled={none}
            onClick={() => !none && void page.togglePlay()}
          >
            {playing ? <Pause {...icon} /> : <Play {...icon} />}
          </button>
          {press('Step forward', atEnd, () => page.advance(1), <ChevronRight {...icon} />)}
          {press('Last row', atEnd, () => page.last(), <SkipForward {...icon} />)}
          <Position summary={summary} />
          <select
            className="field quiet speed"
            aria-label="Speed"
            title={speed === 0 ? 'Row by row' : 'Speed of time'}
            value={String(speed)}
            onChange={(event) => useInspector.getState().setSpeed(Number(event.target.value))}
          >
            {SPEEDS.map(({ value, label }) => (
              <option key={value} value={String(value)}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <Minimap summary={summary} />
      </div>
    </section>
  );
}

const ROOM_FOR_WORD = '99.999'.length;

function Position({ summary }: { summary: LogSummary | undefined }) {
  const engine = useEngine();
  const cursor = useInspector((state) => state.cursor);
  const [draft, setDraft] = useState<string>();
  const [refused, setRefused] = useState(false);
  const rowCount = summary?.rowCount ?? 0;
  const here = useAnswer('rows', { from: Math.max(cursor, 0), count: 1 }, { enabled: rowCount > 0 && cursor >= 0 });
  const time = here.data?.rows[0]?.time;
  const go = async () => {
    if (draft === undefined || !summary || rowCount === 0) return setDraft(undefined);
    const seq = await findPosition(draft, summary, engine, cursor);
    setRefused(seq === undefined);
    if (seq === undefined) return;
    setDraft(undefined);
    useInspector.getState().selectRow(seq);
  };
  const clock =
    rowCount === 0
      ? summary
        ? 'no rows'
        : 'no rows yet'
      : cursor < 0
        ? 'before row 0'
        : time === undefined
          ? 'no time stated'
          : logTime(summary).text(time);
  return (
    <span className="position grow">
      <span className="m nw">
        <input
          data-field="position"
          className="m"
          aria-label="Position: a row, a time, or +5 s"
          title="Row, time, or +5 s"
          aria-invalid={refused}
          aria-describedby={refused ? 'position-said' : undefined}
          value={draft ?? (cursor < 0 ? '–' : String(cursor))}
          size={Math.min(16, Math.max(2, String(draft ?? Math.max(cursor, 0)).length))}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setDraft(event.target.value);
            setRefused(false);
          }}
          onBlur={() => {
            setDraft(undefined);
            setRefused(false);
          }}
          onKeyDown={(event) => event.key === 'Enter' && void go()}
        />
        <span className="i3"> / {formatCount(Math.max(rowCount - 1, 0))}</span>
      </span>
      <span className="m nw i2">
        {clock}
        {summary?.episode && time !== undefined ? (
          <>
            {' s'}
            {/* From a hundred seconds on the word has no room beside the figure. */}
            {clock.length > ROOM_FOR_WORD ? null : <span className="wide"> virtual</span>}
          </>
        ) : null}
      </span>
      {refused ? (
        <span className="position-refused" role="alert" id="position-said">
          <SeverityMark severity="error" />
          <span>“{draft}” is nowhere in this log. Type a row number, a time such as 02:14:12, or +5 s.</span>
        </span>
      ) : null}
    </span>
  );
}
