// One part of the overview under its head.

import type { ReactNode } from 'react';

/** A part with its count, and the way to the panel that has all of it. */
export function OverviewPart(props: {
  title: string;
  facts?: ReactNode;
  all?: { label: string; run: () => void } | undefined;
  children: ReactNode;
}) {
  const { title, facts, all, children } = props;
  return (
    <section className="overview-part" aria-label={title}>
      <div className="overview-head">
        <h3>{title}</h3>
        <span className="overview-counts">{facts}</span>
        {all ? (
          <button type="button" className="link" onClick={all.run}>
            {all.label}
          </button>
        ) : null}
      </div>
      {children}
    </section>
  );
}
