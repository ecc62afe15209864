// At most one notice: what happened, where, what to do. An error is announced at once, anything else when there is time.

import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { LogSummary } from '../../model/engine/query.ts';
import { countOf, formatCount } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { useEngine } from '../queries.ts';
import { Glyph } from './Glyph.tsx';

export function NoticeBar({ summary }: { summary: LogSummary | undefined }) {
  const notice = useInspector((state) => state.notice);
  const setNotice = useInspector((state) => state.setNotice);
  if (!notice) return summary?.reading === 'reading' && !summary.episode ? <ReadingBar summary={summary} /> : null;
  const { action } = notice;
  return (
    <div className={`notice ${notice.kind}`} role={notice.kind === 'error' ? 'alert' : 'status'}>
      <span className={`sev sev-${notice.kind}`}>
        <Glyph name={notice.kind} />
      </span>
      <span className="grow notice-text">
        <b className="b">{notice.text}</b> {notice.detail ? <span className="i2">{notice.detail}</span> : null}
      </span>
      {action ? (
        <button
          type="button"
          className="btn small"
          onClick={() => {
            action.run();
            setNotice(undefined);
          }}
        >
          {action.label}
        </button>
      ) : null}
      <button type="button" className="btn ghost icon small" aria-label="Dismiss" onClick={() => setNotice(undefined)}>
        <X size={14} strokeWidth={1.5} aria-hidden />
      </button>
    </div>
  );
}

/** How far reading is, and the way to stop it that keeps what is there. Shown only when it takes long enough to be read. */
function ReadingBar({ summary }: { summary: LogSummary }) {
  const engine = useEngine();
  const [patient, setPatient] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(true), 400);
    return () => clearTimeout(timer);
  }, [summary.log]);
  if (!patient) return null;
  return (
    <div className="notice" role="status">
      <progress className="reading" max={Math.max(summary.length, 1)} value={summary.read} aria-label="Read so far" />
      <span className="grow notice-text">
        <b className="b">
          Reading {formatCount(summary.read)} of {formatCount(summary.length)} characters.
        </b>{' '}
        <span className="i2">{countOf(summary.rowCount, 'row')} so far; everything here already works on them.</span>
      </span>
      <button type="button" className="btn small" onClick={() => engine.cancel(summary.log)}>
        Cancel, keep what is read
      </button>
    </div>
  );
}
