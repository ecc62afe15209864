// Decisions that the log itself records up to the cursor; the one at the cursor is marked.

import type { AdmissionAnswer } from '../../model/projections/admission.ts';
import { countOf, formatCount } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { Glyph } from '../pieces/Glyph.tsx';

export function RecordedDecisions({ answer }: { answer: AdmissionAnswer }) {
  const selectRow = useInspector((state) => state.selectRow);
  const { recorded, recordedTotal } = answer;
  if (recordedTotal === 0) return <p className="da-group">The log records no admission decision up to here.</p>;
  const older = recordedTotal - recorded.length;
  return (
    <>
      <h3 className="da-group">
        <Glyph name="kernel" /> {countOf(recordedTotal, 'decision')} recorded in the log up to the cursor
        {older > 0 ? `, the last ${formatCount(recorded.length)} shown` : ''}
      </h3>
      <table className="grid da-decisions" aria-label="Recorded decisions">
        <thead>
          <tr>
            <th scope="col">event</th>
            <th scope="col">caller, callee</th>
            <th scope="col">chain, limit</th>
            <th scope="col">decision</th>
          </tr>
        </thead>
        <tbody>
          {recorded.map((decision) => (
            <tr key={decision.seq} className={decision.atCursor ? 'sel' : undefined} aria-current={decision.atCursor ? 'step' : undefined}>
              <th scope="row">
                <button type="button" className="link m" onClick={() => selectRow(decision.seq)}>
                  #{decision.seq}
                </button>
                {decision.atCursor ? <span className="da-here">at the cursor</span> : null}
              </th>
              <td>
                {decision.caller} <span className="i3">to</span> <b>{decision.callee}</b>
              </td>
              <td className="i2">
                {decision.chain.length === 0 ? 'no chain' : decision.chain.join(' › ')}{' '}
                <span className="m">
                  ({decision.chain.length} of {decision.maxDepth})
                </span>
              </td>
              <td>
                {decision.denials.length === 0 ? (
                  <span className="st st-completed">
                    <Glyph name="completed" /> admitted
                  </span>
                ) : (
                  <>
                    <span className="st st-rejected">
                      <Glyph name="rejected" /> {countOf(decision.denials.length, 'denial')}
                    </span>
                    <ul>
                      {decision.denials.map((denial) => (
                        <li key={denial.code}>
                          <span className="m sev-error">{denial.code}</span> {denial.reason}
                        </li>
                      ))}
                    </ul>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
