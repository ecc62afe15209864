// Card × check: every check of every card, all denials at once with what was read, and the smallest change that would admit.

import { type CSSProperties, Fragment } from 'react';
import type { AdmissionAnswer, AdmissionRow, CheckCell } from '../../model/projections/admission.ts';
import { countOf, formatCount } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { Glyph } from '../pieces/Glyph.tsx';
import { CardName } from './discovery-card-name.tsx';
import { mergeWhatIf } from './discovery-what-if.ts';

export function Matrix({ answer }: { answer: AdmissionAnswer }) {
  const selected = useInspector((state) => state.selectedCard);
  return (
    <>
      <div className="da-pinned" role="region" aria-label="Cards by checks" tabIndex={0}>
        <table
          className="grid da-matrix"
          aria-label="Admission of each card by each check"
          style={{ '--checks': answer.checks.length } as CSSProperties}
        >
          <thead>
            <tr>
              <th scope="col">card</th>
              {answer.checks.map((check) => (
                <th key={check.id} scope="col" title={headTitle(check)}>
                  {check.id}
                  {check.mends === undefined ? null : <span className="m i3 da-mends"> {check.mends}</span>}
                </th>
              ))}
              <th scope="col" className="da-change none">
                smallest change that admits
              </th>
            </tr>
          </thead>
          <tbody>
            {answer.rows.map((row) => (
              <tr key={row.card} className={row.card === selected ? 'sel' : undefined}>
                <th scope="row">
                  <CardName name={row.card} />
                  <Verdict row={row} />
                </th>
                {row.error === undefined ? (
                  row.cells.map((cell) => <Cell key={cell.check} cell={cell} />)
                ) : (
                  <td colSpan={answer.checks.length} className="no da-undecided">
                    <span className="da-line">
                      <Glyph name="cross" label="not decided" /> The checks could not be run: {row.error}.
                    </span>
                  </td>
                )}
                <td className={row.admitted ? 'da-change none' : 'da-change'}>
                  <Change row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="da-aside da-reads">
        {answer.checks.map((check) => (
          <span key={check.id}>
            {check.id} reads <span className="m">{check.reads.join(', ')}</span>
          </span>
        ))}
      </p>
      {answer.rowsTotal > answer.rows.length ? (
        <p className="da-aside">
          The first {formatCount(answer.rows.length)} of {formatCount(answer.rowsTotal)} cards are shown, visible ones first.
        </p>
      ) : null}
    </>
  );
}

function headTitle({ title, reads, mends }: AdmissionAnswer['checks'][number]): string {
  return `${title}. Reads ${reads.join(', ')}${mends === undefined ? '' : `. Mends weakness ${mends}`}`;
}

function Verdict({ row }: { row: AdmissionRow }) {
  return (
    <>
      {row.error !== undefined ? (
        <span className="st st-failed da-verdict">
          <Glyph name="failed" /> not decided
        </span>
      ) : row.admitted ? (
        <span className="st st-completed da-verdict">
          <Glyph name="completed" /> {row.notVisible ? 'admitted if asked' : 'admitted'}
        </span>
      ) : (
        <span className="st st-rejected da-verdict">
          <Glyph name="rejected" /> {countOf(row.denials.length, 'denial')}
        </span>
      )}
      {row.notVisible ? (
        <span className="da-verdict i2">
          <Glyph name="filter" /> filtered before admission{row.hiddenBy ? `: ${row.hiddenBy}` : ''}
        </span>
      ) : null}
    </>
  );
}

function Cell({ cell }: { cell: CheckCell }) {
  if (cell.onArrival)
    return (
      <td className="i2" title="It is about what arrives, so only the callee can ask it">
        {cell.read}
      </td>
    );
  if (cell.passed) {
    return (
      <td className="yes">
        <span className="da-line">
          <Glyph name="check" label="passes" /> {cell.read}
        </span>
      </td>
    );
  }
  return (
    <td className="no">
      <span className="da-line">
        <Glyph name="cross" label="denied" /> {cell.read}
      </span>
      <span className="m da-code">
        <Breakable text={cell.code ?? ''} />
      </span>
      <span className="da-reason">{cell.reason}</span>
    </td>
  );
}

/** A field or a code that may break where its words meet. */
function Breakable({ text }: { text: string }) {
  return (
    <span>
      {text.split(/(?<=[._])|(?<=[a-z])(?=[A-Z])/).map((word, at) => (
        <Fragment key={at}>
          {at > 0 ? <wbr /> : null}
          {word}
        </Fragment>
      ))}
    </span>
  );
}

function Change({ row }: { row: AdmissionRow }) {
  const whatIf = useInspector((state) => state.whatIf);
  const setWhatIf = useInspector((state) => state.setWhatIf);
  const { admittedBy } = row;
  if (row.error !== undefined) return <span className="i2">Give the card a known classification.</span>;
  if (row.admitted) return <span className="i2">none needed</span>;
  return (
    <>
      <ul aria-label={`Smallest change that admits ${row.card}`}>
        {row.smallestChange.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {admittedBy ? (
        <button
          type="button"
          className="link"
          aria-label={`Try the smallest change for ${row.card}`}
          onClick={() => setWhatIf(mergeWhatIf(whatIf, admittedBy))}
        >
          Try it
        </button>
      ) : null}
    </>
  );
}
