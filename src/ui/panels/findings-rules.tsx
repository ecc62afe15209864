// The rules: thresholds that can be moved, and rules that a person switches off, with the reason that travels in the link.

import { useState } from 'react';
import type { FindingsAnswer, RuleView } from '../../model/projections/findings.ts';
import type { LogSettings } from '../../model/log/saved-form.ts';
import { formatCount } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { Field, NumberField } from '../pieces/controls.tsx';
import { Pane, PaneHead } from '../pieces/Pane.tsx';
import { useAnswer } from '../queries.ts';

const THRESHOLDS: readonly { readonly id: keyof LogSettings; readonly label: string }[] = [
  { id: 'stallSeconds', label: 'A task stalls after, seconds' },
  { id: 'depth', label: 'A chain is deep beyond, hops' },
  { id: 'retrySeconds', label: 'A retry comes within, seconds' },
];

/** All rules with what they found, and the thresholds. */
export function RuleSettings({ answer, onClose }: { answer: FindingsAnswer; onClose: () => void }) {
  const limits = useInspector((state) => state.limits);
  const setLimits = useInspector((state) => state.setLimits);
  const { data: summary } = useAnswer('summary', {});
  const own = summary?.settings;
  const move = (id: keyof LogSettings, value: number | undefined) => {
    const { [id]: _, ...rest } = limits;
    setLimits(value === undefined || value === own?.[id] ? rest : { ...rest, [id]: value });
  };
  return (
    <Pane label="Rules">
      <PaneHead title="Rules" facts={`${answer.rules.length} rules`}>
        <button type="button" className="btn" onClick={onClose}>
          Back to the finding
        </button>
      </PaneHead>
      <div className="scroll" tabIndex={0} role="region" aria-label="Thresholds and rules">
        <section className="finding-section" aria-label="Thresholds">
          <h3 className="sub">Thresholds</h3>
          <div className="rule-thresholds">
            {THRESHOLDS.map(({ id, label }) => (
              <NumberField
                key={id}
                label={label}
                value={answer.settings[id]}
                max={1_000_000_000}
                width={88}
                changed={limits[id] !== undefined}
                onReset={() => move(id, undefined)}
                onChange={(value) => move(id, value)}
              />
            ))}
          </div>
        </section>
        <table className="grid rule-table">
          <thead>
            <tr>
              <th scope="col">rule</th>
              <th scope="col" className="wide">
                severity
              </th>
              <th scope="col" className="r">
                found
              </th>
              <th scope="col" className="r">
                let pass
              </th>
            </tr>
          </thead>
          <tbody>
            {answer.rules.map((rule) => (
              <RuleRow key={rule.id} rule={rule} />
            ))}
          </tbody>
        </table>
      </div>
    </Pane>
  );
}

function RuleRow({ rule }: { rule: RuleView }) {
  const reason = useInspector((state) => state.rulesOff[rule.id]);
  return (
    <tr className={rule.off ? 'rule-off' : undefined}>
      <th scope="row">
        <span className="b">{rule.id}</span>
        <span className="i2 rule-title">{rule.off ? `switched off: ${reason || 'no reason given'}` : rule.title}</span>
        {rule.idle && !rule.off ? <span className="i2 rule-title">nothing to look at in this log</span> : null}
        <span className="i2 narrow">{rule.severities}</span>
        {rule.off ? <SwitchOn rule={rule.id} /> : null}
      </th>
      <td className="wide">{rule.severities}</td>
      <td className="r m">{formatCount(rule.findings)}</td>
      <td className="r m">{formatCount(rule.notReported)}</td>
    </tr>
  );
}

function SwitchOn({ rule }: { rule: string }) {
  const rulesOff = useInspector((state) => state.rulesOff);
  const setRulesOff = useInspector((state) => state.setRulesOff);
  const switchOn = () => {
    const { [rule]: _, ...rest } = rulesOff;
    setRulesOff(rest);
  };
  return (
    <button type="button" className="link" onClick={switchOn}>
      Switch on
    </button>
  );
}

/** Switches one rule off for this view. The reason is asked for first: whoever gets the link sees it. */
export function RuleSwitch({ rule }: { rule: RuleView }) {
  const rulesOff = useInspector((state) => state.rulesOff);
  const setRulesOff = useInspector((state) => state.setRulesOff);
  const [reason, setReason] = useState('');
  const given = reason.trim();
  return (
    <section className="finding-section" aria-label="Switch this rule off">
      <h3 className="sub">Switch this rule off</h3>
      <p className="i2">Its findings are then counted and not listed. The reason goes along in the link.</p>
      <form
        className="row rule-switch"
        onSubmit={(event) => {
          event.preventDefault();
          if (given !== '') setRulesOff({ ...rulesOff, [rule.id]: given.slice(0, 200) });
        }}
      >
        <Field label="Reason" value={reason} onChange={setReason} width={260} placeholder="known, our retry layer does this" />
        <button type="submit" className="btn" disabled={given === ''}>
          Switch off {rule.id}
        </button>
      </form>
    </section>
  );
}
