// Who can do this, and why in this order? The question as knobs, the ranking with its evidence, the excluded cards with the
// filter that stopped them, and a selected card's fields to try.

import './discovery-admission.css';
import './discovery-admission-narrow.css';
import { CLASSIFICATIONS } from '../../model/protocol/agent-card.ts';
import { useInspector } from '../inspector-store.ts';
import { FailedState, Pane, Skeleton } from '../pieces/Pane.tsx';
import { useAnswer } from '../queries.ts';
import { CardEditor } from './discovery-card-editor.tsx';
import { Excluded } from './discovery-excluded.tsx';
import { WhatIfKnobs } from './discovery-knobs.tsx';
import { NoCards } from './discovery-no-cards.tsx';
import { Ranking } from './discovery-ranking.tsx';
import { RecordedRanking } from './discovery-recorded.tsx';
import { DiscoveryDifferences } from './policy-switch.tsx';
import { UnknownNote } from './discovery-unknown.tsx';

export function DiscoveryPanel() {
  const cursor = useInspector((state) => state.cursor);
  const whatIf = useInspector((state) => state.whatIf);
  const setWhatIf = useInspector((state) => state.setWhatIf);
  const selected = useInspector((state) => state.selectedCard);
  const { data: answer, error } = useAnswer('discovery', { cursor, whatIf, ...(selected === undefined ? {} : { card: selected }) });
  if (error) return <FailedState what={`Discovery could not be answered: ${error.message}`} />;
  if (!answer) return <Skeleton />;
  if (answer.cardCount === 0) return <NoCards panel="Discovery" />;
  return (
    <Pane label="Discovery" className="da-panel">
      <div className="da-page">
        <WhatIfKnobs asked={answer} />
        <div className="da-columns">
          <div className="da-main scroll">
            {answer.error === undefined ? (
              <>
                <Ranking answer={answer} />
                <RecordedRanking answer={answer} />
                <DiscoveryDifferences answer={answer} />
                <Excluded answer={answer} />
              </>
            ) : (
              <>
                <FailedState
                  what={`The directory refuses to answer: ${answer.error}. Known are ${CLASSIFICATIONS.join(', ')}.`}
                  action={{ label: 'Put back all changes', run: () => setWhatIf({}) }}
                />
                <RecordedRanking answer={answer} />
                <DiscoveryDifferences answer={answer} />
              </>
            )}
          </div>
          {answer.card ? <CardEditor card={answer.card} knownTags={answer.knownTags} knownTenants={answer.knownTenants} /> : null}
        </div>
        <UnknownNote asked={answer} />
      </div>
    </Pane>
  );
}
