// The round trip field by field: where a value stood in the original, where it went, and whether it came back.

import type { FieldFate } from '../../model/projections/round-trips.ts';
import type { FieldVerdict } from '../../model/protocol/field-verdict.ts';
import { countOf } from '../format.ts';
import { Glyph } from '../pieces/Glyph.tsx';

export const VERDICT_WORDS: Readonly<Record<FieldVerdict, string>> = {
  'undeclared-loss': 'undeclared loss',
  'declared-loss': 'declared loss',
  defaulted: 'defaulted',
  renamed: 'renamed',
  kept: 'kept',
};
const VERDICT_TONES: Readonly<Record<FieldVerdict, string>> = {
  'undeclared-loss': 'sev-error',
  'declared-loss': 'sev-warning',
  defaulted: '',
  renamed: '',
  kept: 'i2',
};

/** Glyph and word of a verdict. */
function VerdictWord({ verdict }: { verdict: FieldVerdict }) {
  return (
    <span className={`verdict ${VERDICT_TONES[verdict]}`}>
      <Glyph name={verdict} />
      {VERDICT_WORDS[verdict]}
    </span>
  );
}

/** The table of fates. `at` is the chosen line; the caller decides what is listed and in which order. */
export function FateTable(props: {
  label: string;
  dialect: string;
  /** What the task is translated into, between the two internal forms. */
  between: string;
  fates: readonly FieldFate[];
  at: number | undefined;
  onChoose: (index: number) => void;
}) {
  return (
    <table className="grid fates" aria-label={props.label}>
      <thead>
        <tr>
          <th scope="col">verdict</th>
          <th scope="col">original, {props.dialect} wire</th>
          <th scope="col">internal</th>
          <th scope="col">{props.between}</th>
          <th scope="col">internal again</th>
          <th scope="col">remark</th>
        </tr>
      </thead>
      <tbody>
        {props.fates.map((fate, index) => (
          <tr key={index} id={`fate-${index}`} className={index === props.at ? 'sel' : undefined} aria-current={index === props.at}>
            <th scope="row" className="fate-verdict">
              <button type="button" onClick={() => props.onChoose(index)}>
                <VerdictWord verdict={fate.verdict} />
              </button>
            </th>
            <Station heading="original" of={fate.original} missing="not there" />
            <Station
              heading="internal"
              of={fate.internal}
              missing="not read"
              gone={isGone(fate, 'internal')}
              made={isMade(fate, 'internal')}
            />
            <Station
              heading={props.between}
              of={fate.acp}
              missing="no place for it"
              gone={isGone(fate, 'acp')}
              made={isMade(fate, 'acp')}
            />
            <Station heading="internal again" of={fate.back} missing="gone" gone={isGone(fate, 'back')} made={isMade(fate, 'back')} />
            <td className="fate-remark">{fate.remark}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Later = 'internal' | 'acp' | 'back';
const isGone = (fate: FieldFate, station: Later) => fate[station] === undefined && fate.verdict.endsWith('loss');
const isMade = (fate: FieldFate, station: Later) => fate[station] !== undefined && fate.verdict === 'defaulted';

function Station(props: {
  heading: string;
  of: { readonly path: string; readonly value: string } | undefined;
  missing: string;
  gone?: boolean;
  made?: boolean;
}) {
  const { of } = props;
  return (
    <td className={props.gone ? 'station gone' : 'station'} data-heading={props.heading}>
      {of === undefined ? (
        <span className={props.gone ? 'i2' : 'i3'}>{props.missing}</span>
      ) : (
        <>
          <span className="m i2 fate-path" title={of.path}>
            <bdi>{of.path === '' ? 'the whole' : of.path}</bdi>
          </span>
          <span className="m fate-value" title={of.value}>
            <span className={props.made ? 'syn' : undefined}>{of.value}</span>
          </span>
        </>
      )}
    </td>
  );
}

/** Counts by verdict as switches: pressed ones are listed. */
export function VerdictFilters(props: {
  counts: Readonly<Record<FieldVerdict, number>>;
  shown: ReadonlySet<FieldVerdict>;
  onToggle: (verdict: FieldVerdict) => void;
}) {
  const verdicts: readonly FieldVerdict[] = ['kept', 'renamed', 'defaulted', 'declared-loss', 'undeclared-loss'];
  return (
    <div className="verdict-filters" role="group" aria-label="Fields by verdict">
      {verdicts.map((verdict) => (
        <button
          type="button"
          key={verdict}
          className="btn small"
          aria-pressed={props.shown.has(verdict)}
          aria-label={`${countOf(props.counts[verdict], 'field')} ${VERDICT_WORDS[verdict]}`}
          onClick={() => props.onToggle(verdict)}
        >
          <span className={`verdict ${VERDICT_TONES[verdict]}`}>
            <Glyph name={verdict} />
            <b className="m">{props.counts[verdict]}</b> {VERDICT_WORDS[verdict]}
          </span>
        </button>
      ))}
    </div>
  );
}
