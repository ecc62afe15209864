// The panels as tabs, in groups: what happened, what was decided, what came in. A tab without data is grey and says why; it
// still opens, because the panel then says what would fill it.

import { Fragment, type KeyboardEvent } from 'react';
import { PANELS } from '../commands.ts';
import { formatCount } from '../format.ts';
import { type PanelId, useInspector } from '../inspector-store.ts';
import { useFindingTotals } from '../use-findings.ts';
import { SeverityMark } from './Mark.tsx';

/** Errors and warnings; a log without either shows none. */
function FindingCounts() {
  const { data } = useFindingTotals();
  const severities = (['error', 'warning'] as const).filter((severity) => (data?.totals[severity] ?? 0) > 0);
  return severities.length === 0 ? null : (
    <span className="tab-counts">
      {severities.map((severity) => (
        <SeverityMark key={severity} severity={severity}>
          <span className="visually-hidden">{severity}s</span> {formatCount(data?.totals[severity] ?? 0)}
        </SeverityMark>
      ))}
    </span>
  );
}

export function Tabs({ absent }: { absent: Readonly<Partial<Record<PanelId, string>>> }) {
  const panel = useInspector((state) => state.panel);
  const openPanel = useInspector((state) => state.openPanel);
  const step = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const at = PANELS.findIndex((each) => each.id === panel);
    const next = PANELS[(at + by + PANELS.length) % PANELS.length];
    if (!next) return;
    openPanel(next.id);
    event.currentTarget.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  };
  return (
    <nav className="tabs-place" aria-label="Panels">
      <div className="tabs" role="tablist" aria-label="Panels" onKeyDown={step}>
        {PANELS.map((each, index) => (
          <Fragment key={each.id}>
            {index > 0 && PANELS[index - 1]?.group !== each.group ? <span className="gap" aria-hidden="true" /> : null}
            <button
              type="button"
              role="tab"
              id={`tab-${each.id}`}
              aria-controls="panel"
              aria-selected={each.id === panel}
              aria-describedby={absent[each.id] ? `absent-${each.id}` : undefined}
              aria-keyshortcuts={each.key}
              tabIndex={each.id === panel ? 0 : -1}
              title={absent[each.id]}
              className={`tab ${each.id === panel ? 'on' : ''} ${absent[each.id] ? 'off' : ''}`}
              onClick={() => openPanel(each.id)}
            >
              <span className="k" aria-hidden="true">
                {each.key}
              </span>
              {each.title}
              {each.id === 'findings' ? <FindingCounts /> : null}
              {absent[each.id] ? (
                <span className="visually-hidden" id={`absent-${each.id}`}>
                  {absent[each.id]}
                </span>
              ) : null}
            </button>
          </Fragment>
        ))}
      </div>
    </nav>
  );
}
