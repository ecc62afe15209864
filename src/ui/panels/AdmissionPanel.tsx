// May I hand this over? Every card before every check with all denials, the depth boundary, and what the log itself decided.

import './discovery-admission.css';
import './discovery-admission-narrow.css';
import { useState } from 'react';
import type { AdmissionAnswer } from '../../model/projections/admission.ts';
import { CLASSIFICATIONS } from '../../model/protocol/agent-card.ts';
import { formatCount } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { Segment } from '../pieces/controls.tsx';
import { FailedState, Pane, PaneHead, Skeleton } from '../pieces/Pane.tsx';
import { useAnswer } from '../queries.ts';
import { DepthBoundary } from './admission-depth.tsx';
import { Matrix } from './admission-matrix.tsx';
import { RecordedDecisions } from './admission-recorded.tsx';
import { CardEditor } from './discovery-card-editor.tsx';
import { WhatIfKnobs } from './discovery-knobs.tsx';
import { NoCards } from './discovery-no-cards.tsx';
import { UnknownNote } from './discovery-unknown.tsx';
import { Delegations } from './admission-delegations.tsx';
import { AdmissionDifferences } from './policy-switch.tsx';

export function AdmissionPanel() {
  const cursor = useInspector((state) => state.cursor);
  const whatIf = useInspector((state) => state.whatIf);
  const setWhatIf = useInspector((state) => state.setWhatIf);
  const selected = useInspector((state) => state.selectedCard);
  const { data: answer, error } = useAnswer('admission', { cursor, whatIf });
  const { data: edited } = useAnswer('discovery', { cursor, whatIf, card: selected ?? '' }, { enabled: selected !== undefined });
  const [picked, pick] = useState<View>();
  const { data: hops } = useAnswer('kernelVerdicts', { cursor, seq: -1 });
  if (error) return <FailedState what={`Admission could not be answered: ${error.message}`} />;
  if (!answer) return <Skeleton />;
  const delegations = hops === undefined || hops.recorded ? 0 : hops.total;
  if (answer.cardCount === 0 && delegations === 0) return <NoCards panel="Admission" />;
  const view: View = answer.cardCount === 0 ? 'delegations' : (picked ?? (delegations > 0 ? 'delegations' : 'cards'));
  return (
    <Pane label="Admission" className="da-panel">
      <div className="da-page">
        <WhatIfKnobs asked={answer} needOnly={view === 'delegations'} />
        <div className="da-columns">
          <div className="da-main scroll">
            <PaneHead title="Admission" facts={view === 'cards' ? facts(answer) : 'what our kernel would have said to this trace'}>
              {delegations > 0 && answer.cardCount > 0 ? <ViewSwitch view={view} delegations={delegations} onChange={pick} /> : null}
            </PaneHead>
            {view === 'delegations' ? (
              <Delegations />
            ) : answer.error === undefined ? (
              <>
                <Matrix answer={answer} />
                <AdmissionDifferences answer={answer} />
                <DepthBoundary answer={answer} />
              </>
            ) : (
              <FailedState
                what={`No check can be asked: ${answer.error}. Known are ${CLASSIFICATIONS.join(', ')}.`}
                action={{ label: 'Put back all changes', run: () => setWhatIf({}) }}
              />
            )}
            {view === 'cards' ? <RecordedDecisions answer={answer} /> : null}
          </div>
          {selected !== undefined && edited?.card ? (
            <CardEditor card={edited.card} knownTags={answer.knownTags} knownTenants={answer.knownTenants} />
          ) : null}
        </div>
        {view === 'cards' ? (
          <UnknownNote asked={answer}>
            <span>
              No check reads <span className="m">{answer.fieldsNotRead.join(', ')}</span>.
            </span>
          </UnknownNote>
        ) : null}
      </div>
    </Pane>
  );
}

type View = 'cards' | 'delegations';

function ViewSwitch({ view, delegations, onChange }: { view: View; delegations: number; onChange: (view: View) => void }) {
  return (
    <Segment
      label="What is judged"
      value={view}
      onChange={onChange}
      options={[
        { value: 'delegations', label: `delegations in this trace ${formatCount(delegations)}` },
        { value: 'cards', label: 'all cards' },
      ]}
    />
  );
}

function facts(answer: AdmissionAnswer): string {
  const visible = answer.rows.filter((row) => !row.notVisible);
  const admitted = visible.filter((row) => row.admitted).length;
  const hidden = answer.rowsTotal - answer.visibleTotal;
  const filtered = hidden === 0 ? '' : `, ${formatCount(hidden)} filtered before`;
  return `all checks run, every denial is returned; ${formatCount(admitted)} of ${formatCount(visible.length)} admitted${filtered}`;
}
