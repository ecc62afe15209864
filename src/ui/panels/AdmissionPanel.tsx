// May I hand this over? Every card before every check with all denials, the depth boundary, and what the log itself decided.

import './discovery-admission.css';
import './discovery-admission-narrow.css';
import type { AdmissionAnswer } from '../../model/projections/admission.ts';
import { CLASSIFICATIONS } from '../../model/protocol/agent-card.ts';
import { formatCount } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { FailedState, Pane, PaneHead, Skeleton } from '../pieces/Pane.tsx';
import { useAnswer } from '../queries.ts';
import { DepthBoundary } from './admission-depth.tsx';
import { Matrix } from './admission-matrix.tsx';
import { RecordedDecisions } from './admission-recorded.tsx';
import { CardEditor } from './discovery-card-editor.tsx';
import { WhatIfKnobs } from './discovery-knobs.tsx';
import { NoCards } from './discovery-no-cards.tsx';
import { UnknownNote } from './discovery-unknown.tsx';

export function AdmissionPanel() {
  const cursor = useInspector((state) => state.cursor);
  const whatIf = useInspector((state) => state.whatIf);
  const setWhatIf = useInspector((state) => state.setWhatIf);
  const selected = useInspector((state) => state.selectedCard);
  const { data: answer, error } = useAnswer('admission', { cursor, whatIf });
  const { data: edited } = useAnswer('discovery', { cursor, whatIf, card: selected ?? '' }, { enabled: selected !== undefined });
  if (error) return <FailedState what={`Admission could not be answered: ${error.message}`} />;
  if (!answer) return <Skeleton />;
  if (answer.cardCount === 0) return <NoCards panel="Admission" />;
  return (
    <Pane label="Admission" className="da-panel">
      <div className="da-page">
        <WhatIfKnobs asked={answer} />
        <div className="da-columns">
          <div className="da-main scroll">
            <PaneHead title="Admission" facts={facts(answer)}>
              <span className="tag">policy: {answer.policy}</span>
            </PaneHead>
            {answer.error === undefined ? (
              <>
                <Matrix answer={answer} />
                <DepthBoundary answer={answer} />
              </>
            ) : (
              <FailedState
                what={`No check can be asked: ${answer.error}. Known are ${CLASSIFICATIONS.join(', ')}.`}
                action={{ label: 'Put back all changes', run: () => setWhatIf({}) }}
              />
            )}
            <RecordedDecisions answer={answer} />
          </div>
          {selected !== undefined && edited?.card ? (
            <CardEditor card={edited.card} knownTags={answer.knownTags} knownTenants={answer.knownTenants} />
          ) : null}
        </div>
        <UnknownNote asked={answer}>
          <span>
            No check reads <span className="m">{answer.fieldsNotRead.join(', ')}</span>.
          </span>
        </UnknownNote>
      </div>
    </Pane>
  );
}

function facts(answer: AdmissionAnswer): string {
  const visible = answer.rows.filter((row) => !row.notVisible);
  const admitted = visible.filter((row) => row.admitted).length;
  const hidden = answer.rowsTotal - answer.visibleTotal;
  const filtered = hidden === 0 ? '' : `, ${formatCount(hidden)} filtered before`;
  return `all checks run, every denial is returned; ${formatCount(admitted)} of ${formatCount(visible.length)} admitted${filtered}`;
}
