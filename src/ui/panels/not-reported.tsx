// What looks like a fault and was let pass: a reader who knows why nothing was said trusts what was.

import type { FindingsAnswer } from '../../model/projections/findings.ts';
import { useInspector } from '../inspector-store.ts';

/** For the whole log, or for one task (`null`: for what belongs to none). */
export function NotReportedList({ answer, taskId }: { answer: FindingsAnswer; taskId?: string | null }) {
  const selectRow = useInspector((state) => state.selectRow);
  const passed = answer.notReported.filter((each) => taskId === undefined || each.taskId === taskId);
  if (passed.length === 0) return null;
  return (
    <section className="finding-section" aria-label="Not reported, and why">
      <h3 className="sub">Not reported{taskId === undefined ? '' : ' here'}, and why</h3>
      <ul className="not-reported">
        {passed.slice(0, 20).map((each, index) => (
          <li key={index}>
            <code className="m">{each.rule}</code> {each.why}{' '}
            {each.seqs[0] === undefined ? null : (
              <button type="button" className="link" onClick={() => selectRow(each.seqs[0] ?? 0)}>
                #{each.seqs[0]}
              </button>
            )}
          </li>
        ))}
      </ul>
      {passed.length > 20 ? <p className="i2">and {passed.length - 20} more</p> : null}
    </section>
  );
}
