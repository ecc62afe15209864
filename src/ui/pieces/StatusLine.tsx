// The bottom edge: what the machine does, what was read, and the promise.

import { Lock } from 'lucide-react';
import type { LogSummary } from '../../model/engine/query.ts';
import { countOf, formatCount } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { Glyph } from './Glyph.tsx';

export type InspectorStatus = 'loading' | 'ready' | 'running' | 'error';

/** One word for scripts and for people: `error` stays until what stopped works again and its notice is gone. */
export function useStatus(summary: LogSummary | undefined): InspectorStatus {
  const machine = useInspector((state) => state.machine);
  const playing = useInspector((state) => state.playing);
  const told = useInspector((state) => state.machine === 'restarted' && state.notice?.kind === 'error');
  if (told || machine === 'failed') return 'error';
  if (machine === 'starting' || summary?.reading === 'reading') return 'loading';
  return machine === 'episode' || playing ? 'running' : 'ready';
}

export function StatusLine({ summary, status }: { summary: LogSummary | undefined; status: InspectorStatus }) {
  return (
    <footer className="status">
      <span className={`row ${status === 'error' ? 'sev-error' : 'status-word'}`} data-inspector-status={status} role="status">
        <Glyph
          name={status === 'ready' ? 'completed' : status === 'error' ? 'error' : 'working'}
          className={status === 'ready' ? 'st-completed' : ''}
        />
        {status}
      </span>
      {summary ? (
        <>
          <span>
            {summary.reading === 'reading'
              ? `reading ${formatCount(summary.read)} of ${formatCount(summary.length)}`
              : `read ${formatCount(summary.read)} characters`}
          </span>
          <span>{formatCount(summary.unreadCount)} unread</span>
          <span>{countOf(summary.setAsideCount, 'part')} set aside</span>
          <span>{countOf(summary.redacted, 'value')} redacted</span>
        </>
      ) : (
        <span>nothing stored</span>
      )}
      <span className="grow" />
      <span className="row">
        <Lock size={12} strokeWidth={1.5} aria-hidden />
        <span>
          Nothing leaves this page<span className="wide">. Secrets are cut before anything is kept.</span>
        </span>
      </span>
    </footer>
  );
}
