// What looks like a fault and was let pass: a reader who knows why nothing was said trusts what was.

import { useState } from 'react';
import type { FindingsAnswer } from '../../model/projections/findings.ts';
import { countOf, formatCount } from '../format.ts';
import { useInspector } from '../inspector-store.ts';

const FIRST = 20;

/** For the whole log, which its place has a title for, or for one task (`null`: for what belongs to none). */
export function NotReportedList({ answer, taskId }: { answer: FindingsAnswer; taskId?: string | null }) {
  const selectRow = useInspector((state) => state.selectRow);
  const [whole, setWhole] = useState(false);
  const passed = answer.notReported.filter((each) => taskId === undefined || each.taskId === taskId);
  if (passed.length === 0) return null;
  const shown = whole ? passed : passed.slice(0, FIRST);
  return (
    <section className="finding-section" aria-label="Not reported, and why">
      {taskId === undefined ? null : <h3 className="sub">Not reported here, and why</h3>}
      <ul className="not-reported">
        {shown.map(({ rule, why, seqs: [seq] }, index) => (
          <li key={index}>
            <code className="m">{rule}</code> {why}{' '}
            {seq === undefined ? null : (
              <button type="button" className="link" aria-label={`Show row ${seq}`} onClick={() => selectRow(seq)}>
                #{seq}
              </button>
            )}
          </li>
        ))}
      </ul>
      {passed.length > shown.length ? (
        <p className="i2">
          {formatCount(shown.length)} of {countOf(passed.length, 'look-alike')}.{' '}
          <button type="button" className="link" onClick={() => setWhole(true)}>
            Show all
          </button>
        </p>
      ) : null}
    </section>
  );
}
