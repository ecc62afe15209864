// The findings as a list that arrow keys walk through; Enter goes to the first row that shows the chosen one.

import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { FindingView } from '../../model/projections/findings.ts';
import { formatCount, shortId } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { SeverityMark } from '../pieces/Mark.tsx';

interface ListProps {
  readonly findings: readonly FindingView[];
  readonly total: number;
  readonly chosen: number | undefined;
  readonly onChoose: (id: number) => void;
  readonly onMore: (() => void) | undefined;
}

/** A listbox: one option a finding. */
export function FindingList({ findings, total, chosen, onChoose, onMore }: ListProps) {
  const selectRow = useInspector((state) => state.selectRow);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`#finding-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const step = (event: KeyboardEvent) => {
    const at = findings.findIndex(({ id }) => id === chosen);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: findings.length - 1 }[event.key];
    const next = to === undefined ? undefined : findings[Math.max(0, Math.min(to, findings.length - 1))];
    if (event.key === 'Enter') {
      const seq = findings[at]?.places[0]?.seq ?? findings[at]?.seqs[0];
      if (seq !== undefined) selectRow(seq);
    } else if (next) onChoose(next.id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="scroll finding-scroll">
      <div
        ref={list}
        className="finding-list"
        role="listbox"
        tabIndex={0}
        aria-label="Findings, worst first"
        aria-activedescendant={chosen === undefined ? undefined : `finding-${chosen}`}
        onKeyDown={step}
      >
        {findings.map((finding) => (
          <FindingOption key={finding.id} finding={finding} isChosen={finding.id === chosen} onChoose={onChoose} />
        ))}
      </div>
      {onMore ? (
        <button type="button" className="btn finding-more" onClick={onMore}>
          Show more of {formatCount(total)}
        </button>
      ) : null}
    </div>
  );
}

function FindingOption(props: { finding: FindingView; isChosen: boolean; onChoose: (id: number) => void }) {
  const { finding, isChosen, onChoose } = props;
  const { id, rule, severity, taskId, why } = finding;
  return (
    <div
      id={`finding-${id}`}
      role="option"
      aria-selected={isChosen}
      className={isChosen ? 'finding sel' : 'finding'}
      title={why}
      onClick={() => onChoose(id)}
    >
      <SeverityMark severity={severity} />
      <span className="finding-words">
        <span className="row">
          <span className="b tr grow">{rule}</span>
          {taskId === null ? null : (
            <span className="m i2 nw" title={taskId}>
              {shortId(taskId)}
            </span>
          )}
        </span>
        <span className="i2 tr finding-why">{why}</span>
      </span>
    </div>
  );
}
