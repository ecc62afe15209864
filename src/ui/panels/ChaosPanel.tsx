// Chaos: what does the client do when the peer misbehaves? A matrix of faults that is played row by row, beside what the log on
// screen itself tells of such delegations.

import './chaos.css';
import './chaos-detail.css';
import { Play, Square } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import { countRows, matrixRows, type MatrixRow } from '../chaos/matrix-rows.ts';
import { useChaos } from '../chaos/chaos-store.ts';
import { useChaosPlay } from '../chaos/use-chaos-play.ts';
import { useSize } from '../canvas.ts';
import { formatCount } from '../format.ts';
import { Glyph } from '../pieces/Glyph.tsx';
import { Pane, PaneHead, PaneNote } from '../pieces/Pane.tsx';
import { CellDetail } from './chaos-detail.tsx';
import { ChaosKnobs } from './chaos-knobs.tsx';
import { LogDelegationDetail, LogRows, useLogDelegations } from './chaos-log.tsx';
import { ChaosMatrix } from './chaos-matrix.tsx';

/** Room for a detail beside the matrix. */
const WIDE = 980;
const NARROW = 560;

export function ChaosPanel() {
  const { ref, width } = useSize<HTMLDivElement>();
  const { cells, settings, busy, stopped } = useChaos(useShallow((state) => state));
  const chosen = useChaos((state) => state.chosen);
  const inLog = useLogDelegations();
  const rows = matrixRows({ cells, settings });
  const row = chosen?.kind === 'cell' ? rows.find(({ fault }) => fault.mode === chosen.mode) : undefined;
  const delegation = chosen?.kind === 'log' ? inLog?.rows[chosen.index] : undefined;
  const isWide = width === 0 || width >= WIDE;
  const isNarrow = width > 0 && width < NARROW;
  const detail = row ? (
    <CellDetail row={row} key={row.fault.mode} />
  ) : inLog && delegation ? (
    <LogDelegationDetail row={delegation} inLog={inLog} />
  ) : null;
  return (
    <Pane label="Chaos" className="cx-panel">
      <div className="cx-page" ref={ref}>
        <div className="cx-main">
          <PaneHead
            title="Chaos matrix"
            facts={isNarrow ? undefined : 'ways in which a peer can misbehave, and what this client makes of each'}
          >
            <RunButtons rows={rows} busy={busy} />
          </PaneHead>
          <ChaosKnobs folded={isNarrow} />
          {stopped === undefined ? null : <p className="cx-stopped">Stopped: {stopped} Run all plays them again.</p>}
          <div className="scroll" tabIndex={0} role="region" aria-label="Chaos matrix and notes">
            <ChaosMatrix rows={rows} head={<LogRows inLog={inLog} inline={isWide ? null : detail} />} detail={isWide ? null : detail} />
            <Notes />
          </div>
          <Counts rows={rows} />
        </div>
        {isWide && detail ? (
          <section className="cx-beside" aria-label="Row in detail">
            {detail}
          </section>
        ) : null}
      </div>
    </Pane>
  );
}

function RunButtons({ rows, busy }: { rows: readonly MatrixRow[]; busy: boolean }) {
  const play = useChaosPlay();
  const { running, queued } = countRows(rows);
  const left = running + queued;
  return (
    <>
      {left > 0 ? (
        <span className="cx-progress cx-running" role="status">
          <Glyph name="working" /> {rows.length - left} of {rows.length} done
        </span>
      ) : null}
      {busy ? (
        <button type="button" className="btn" onClick={() => play.stop()}>
          <Square size={12} strokeWidth={1.5} aria-hidden /> Stop
        </button>
      ) : (
        <button type="button" className="btn primary" onClick={() => play.runAll()}>
          <Play size={12} strokeWidth={1.5} aria-hidden /> Run all
        </button>
      )}
    </>
  );
}

function Notes() {
  return (
    <div className="cx-notes">
      <p>
        <b className="md">Seven outcomes, no eighth.</b> ok, failed, rejected, unavailable, canceled_deadline, protocol_violation,
        auth_failed. Each one is bounded in time. Garbage and 401 are never tried again.
      </p>
      <p>
        <b className="md">Time is virtual.</b> hang waits 30 s on the clock of its episode and a moment on yours. The same seed and settings
        give the same matrix, byte for byte.
      </p>
    </div>
  );
}

function Counts({ rows }: { rows: readonly MatrixRow[] }) {
  const { passed, failed, running, queued, refused } = countRows(rows);
  return (
    <PaneNote>
      <span>{formatCount(passed)} passed</span>
      <span className={failed > 0 ? 'sev-error' : ''}>{formatCount(failed)} failed</span>
      {refused > 0 ? <span className="sev-error">{formatCount(refused)} not playable</span> : null}
      <span>{formatCount(running)} running</span>
      <span>{formatCount(queued)} queued</span>
      <span className="grow" />
      <span className="cx-keys">
        <kbd>Enter</kbd> opens an episode <kbd>R</kbd> runs the row again
      </span>
    </PaneNote>
  );
}
