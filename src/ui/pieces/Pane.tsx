// The anatomy of every pane: a head of 32 px, a body, perhaps a note line that says what is hidden.

import type { ReactNode } from 'react';
import { Glyph } from './Glyph.tsx';

/** A labelled region. `label` is its accessible name; give the same words to the head. */
export function Pane({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <section className={`pane ${className ?? ''}`} aria-label={label}>
      {children}
    </section>
  );
}

/** Title, facts in grey, and controls on the right. Facts are cut first when it gets narrow. */
export function PaneHead({ title, facts, children }: { title: ReactNode; facts?: ReactNode; children?: ReactNode }) {
  return (
    <div className="ph">
      <h2>{title}</h2>
      <span className="q tr">{facts}</span>
      <span className="grow" />
      {children}
    </div>
  );
}

/** What is hidden and by what, under a body. */
export function PaneNote({ children }: { children: ReactNode }) {
  return <div className="note">{children}</div>;
}

/** One sentence and the way out. */
export function EmptyState({ children, action }: { children: ReactNode; action?: { label: string; run: () => void } }) {
  return (
    <div className="empty">
      <p>{children}</p>
      {action ? (
        <button type="button" className="btn" onClick={action.run}>
          {action.label}
        </button>
      ) : null}
    </div>
  );
}

/** A panel that could not be answered: one red row, what happened, and the way on. */
export function FailedState({ what, action }: { what: string; action?: { label: string; run: () => void } }) {
  return (
    <div className="failed-row" role="alert">
      <span className="sev sev-error">
        <Glyph name="error" />
      </span>
      <span className="grow">{what}</span>
      {action ? (
        <button type="button" className="link" onClick={action.run}>
          {action.label}
        </button>
      ) : null}
    </div>
  );
}

/** Rows at their final height while the first answer loads; no shimmer. */
export function Skeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div className="skeleton" aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index}>
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
  );
}
