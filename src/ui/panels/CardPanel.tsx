// Card: what does this agent promise? The card as it was on the wire, what only its platform knows, what is wrong with it,
// and what was seen of the agent beside what it promised.

import './card.css';
import { useState } from 'react';
import type { CardView } from '../../model/projections/cards.ts';
import { countOf, formatCount } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { Segment } from '../pieces/controls.tsx';
import { JsonView } from '../pieces/JsonView.tsx';
import { IssueList, KeyValue } from '../pieces/KeyValue.tsx';
import { SeverityMark } from '../pieces/Mark.tsx';
import { EmptyState, FailedState, Pane, PaneHead, PaneNote, Skeleton } from '../pieces/Pane.tsx';
import { useAnswer } from '../queries.ts';

/** Cards of one answer at most: a page of the list. */
const PAGE = 200;

/** The panel: the agents whose cards are known at the cursor, a page of them at a time, and the chosen one. */
export function CardPanel() {
  const cursor = useInspector((state) => state.cursor);
  const selected = useInspector((state) => state.selectedCard);
  const selectCard = useInspector((state) => state.selectCard);
  const [wantedFrom, setFrom] = useState(0);
  const count = useAnswer('cardCount', { cursor });
  // Going back in time leaves fewer cards: then the last page there is.
  const from = Math.min(wantedFrom, pageOf((count.data ?? wantedFrom + 1) - 1));
  const { data, error } = useAnswer('cards', { cursor, from });
  const failed = error ?? count.error;
  if (failed) return <FailedState what={`Cards could not be read: ${failed.message}`} />;
  if (data === undefined || count.data === undefined) return <Skeleton />;
  const card = data.find(({ name }) => name === selected) ?? data[0];
  return (
    <div className="split card-split">
      <Pane label="Cards">
        <PaneHead title="Cards" facts={countOf(count.data, 'agent')} />
        <div className="scroll">
          <ul aria-label="Cards">
            {data.map((each) => (
              <li key={each.name}>
                <CardChoice card={each} shown={each === card} onChoose={() => selectCard(each.name)} />
              </li>
            ))}
          </ul>
        </div>
        {count.data > PAGE ? <CardPages from={from} total={count.data} onTurn={setFrom} /> : null}
      </Pane>
      {card === undefined ? (
        <Pane label="Card">
          <PaneHead title="Card" />
          <EmptyState>
            No card has been seen up to the cursor. A card is an answer to GET /.well-known/agent-card.json, or a file of its own.
          </EmptyState>
        </Pane>
      ) : (
        <OneCard key={card.name} card={card} />
      )}
    </div>
  );
}

/** The first place of the page that holds a place. */
function pageOf(place: number): number {
  return Math.max(0, Math.floor(place / PAGE) * PAGE);
}

function CardPages({ from, total, onTurn }: { from: number; total: number; onTurn: (from: number) => void }) {
  return (
    <PaneNote>
      <span className="grow">
        {formatCount(from + 1)} to {formatCount(Math.min(from + PAGE, total))} of {countOf(total, 'agent')} shown
      </span>
      <button type="button" className="btn small" disabled={from === 0} onClick={() => onTurn(Math.max(0, from - PAGE))}>
        Earlier
      </button>
      <button type="button" className="btn small" disabled={from + PAGE >= total} onClick={() => onTurn(from + PAGE)}>
        Later
      </button>
    </PaneNote>
  );
}

function CardChoice({ card, shown, onChoose }: { card: CardView; shown: boolean; onChoose: () => void }) {
  const problems = card.problems.length;
  return (
    <button type="button" className={shown ? 'card-choice sel' : 'card-choice'} aria-current={shown} onClick={onChoose}>
      <span className="md tr">{card.name}</span>
      <span className="row">
        <span className="i2 tr grow">{card.wire === undefined ? 'in the directory, not seen on the wire' : 'seen on the wire'}</span>
        {problems > 0 ? <SeverityMark severity="warning">{countOf(problems, 'problem')}</SeverityMark> : null}
      </span>
    </button>
  );
}

function OneCard({ card }: { card: CardView }) {
  return (
    <div className="split card-main">
      <OnTheWire card={card} />
      <Pane label="Beside the wire" className="card-beside">
        <PaneHead title="Beside the wire" facts="what the card does not tell" />
        <div className="scroll">
          <Platform card={card} />
          <section className="card-section" aria-label="Problems">
            <h3 className="sub">Problems found</h3>
            {card.problems.length === 0 ? <p>None by the rules of the card’s own version.</p> : <IssueList issues={card.problems} />}
          </section>
          <Conduct card={card} />
        </div>
      </Pane>
    </div>
  );
}

function OnTheWire({ card }: { card: CardView }) {
  const selectRow = useInspector((state) => state.selectRow);
  const versions = card.wire === undefined ? [] : [...(card.earlier ?? []), card.wire];
  const [chosen, setChosen] = useState<string>();
  const version = versions.find(({ seq }) => String(seq) === chosen) ?? versions.at(-1);
  const document = version?.document ?? card.wouldPublish;
  const keys = document !== null && typeof document === 'object' && !Array.isArray(document) ? Object.keys(document) : [];
  return (
    <Pane label="Card on the wire">
      <PaneHead
        title={version === undefined ? 'What would be published' : 'As it was on the wire'}
        facts={[version?.version === undefined ? undefined : `A2A ${version.version}`, countOf(keys.length, 'key')]
          .filter(Boolean)
          .join(', ')}
      >
        {versions.length < 2 ? null : (
          <Segment
            label="Version of the card"
            value={String(version?.seq)}
            options={versions.map(({ seq }) => ({ value: String(seq), label: `#${seq}` }))}
            onChange={setChosen}
          />
        )}
        {version === undefined ? null : (
          <button type="button" className="btn small" onClick={() => selectRow(version.seq)}>
            Go to #{version.seq}
          </button>
        )}
      </PaneHead>
      <JsonView value={document} label={`Card of ${card.name}`} />
      <PaneNote>
        <span>{version === undefined ? `Nobody has fetched this card yet; these ${keys.length} keys would be answered: ` : 'Keys: '}</span>
        <span className="m">{keys.join(', ')}</span>
      </PaneNote>
    </Pane>
  );
}

function Platform({ card }: { card: CardView }) {
  const { platform } = card;
  return (
    <section className="card-section" aria-label="Kept off the wire">
      <h3 className="sub">Kept off the wire</h3>
      {platform === undefined ? (
        <p>Owner, tenants and the highest data class are not seen: only a platform knows them, and a card has no key for them.</p>
      ) : (
        <>
          <KeyValue
            entries={[
              { name: 'Owner', value: platform.owner },
              { name: 'Tenants', value: platform.tenants.length === 0 ? 'none named: every tenant' : platform.tenants.join(', ') },
              { name: 'Data up to', value: platform.maxDataClassification },
            ]}
          />
          <p>Tenants would tell whom the agent serves, the data class where secrets go. The directory knows them, the wire never does.</p>
        </>
      )}
    </section>
  );
}

function Conduct({ card }: { card: CardView }) {
  const { conduct, published } = card;
  const promised = (yes: boolean) => (yes ? 'yes' : 'no');
  const rows = [
    {
      what: 'streaming',
      promise: promised(published.streaming),
      seen: countOf(conduct.streams, 'stream'),
      odd: !published.streaming && conduct.streams > 0,
    },
    {
      what: 'push',
      promise: promised(published.pushNotifications),
      seen: countOf(conduct.pushes, 'delivery', 'deliveries'),
      odd: !published.pushNotifications && conduct.pushes > 0,
    },
    { what: 'tasks', promise: undefined, seen: countOf(conduct.tasks, 'task'), odd: false },
    { what: 'completed', promise: undefined, seen: `${conduct.completed} of ${conduct.tasks}`, odd: false },
    { what: 'failed', promise: undefined, seen: `${conduct.failed} of ${conduct.tasks}`, odd: false },
    { what: 'rejected', promise: undefined, seen: `${conduct.rejected} of ${conduct.tasks}`, odd: false },
  ];
  return (
    <section className="card-section" aria-label="Promise and conduct">
      <h3 className="sub">Promise and conduct, up to the cursor</h3>
      <table className="grid" aria-label="Promise and conduct">
        <thead>
          <tr>
            <th scope="col">what</th>
            <th scope="col">promised</th>
            <th scope="col">seen</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.what}>
              <th scope="row">{row.what}</th>
              <td>{row.promise ?? <span className="i3">no card promises this</span>}</td>
              <td>{row.odd ? <SeverityMark severity="warning">{row.seen}, against the card</SeverityMark> : row.seen}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>Which skill a task used is not seen: no A2A message names one.</p>
    </section>
  );
}
