// At most one notice: what happened, where, what to do. An error is announced at once, anything else when there is time.

import { X } from 'lucide-react';
import type { LogSummary } from '../../model/engine/query.ts';
import { useInspector } from '../inspector-store.ts';
import { Glyph } from './Glyph.tsx';
import { ReadingBar } from './ReadingBar.tsx';

export function NoticeBar({ summary }: { summary: LogSummary | undefined }) {
  const notice = useInspector((state) => state.notice);
  const setNotice = useInspector((state) => state.setNotice);
  // What is being read comes before what was told: it can be stopped, and a notice waits.
  const isReading = summary?.reading === 'reading' && !summary.episode;
  if (isReading && notice?.kind !== 'error') return <ReadingBar summary={summary} />;
  if (!notice) return null;
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
