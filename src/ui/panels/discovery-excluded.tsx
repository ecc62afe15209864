// The cards that never came to be ranked: the first filter that stopped each, later ones in grey, and what was compared.

import type { DiscoveryAnswer, ExcludedBy } from '../../model/projections/discovery.ts';
import { countOf, formatCount } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { Glyph } from '../pieces/Glyph.tsx';
import { CardName } from './discovery-card-name.tsx';

export function Excluded({ answer }: { answer: DiscoveryAnswer }) {
  const selected = useInspector((state) => state.selectedCard);
  if (answer.excludedTotal === 0) return <p className="da-group">No card is excluded.</p>;
  return (
    <>
      <h3 className="da-group">
        <Glyph name="filter" /> {formatCount(answer.excludedTotal)} excluded, by the first filter that stopped them. Filters run before
        ranking. <span className="i3">{counts(answer.excludedBy)}</span>
      </h3>
      <table className="grid da-excluded" aria-label="Excluded cards">
        <thead>
          <tr>
            <th scope="col">card</th>
            <th scope="col">stopped by</th>
            <th scope="col">why</th>
            <th scope="col">compared</th>
          </tr>
        </thead>
        <tbody>
          {answer.excluded.map((card) => (
            <tr key={card.name} className={card.name === selected ? 'sel' : undefined}>
              <th scope="row">
                <CardName name={card.name} />
              </th>
              <td className="da-by">
                <span className="row">
                  <Glyph name="filter" /> {card.by}
                </span>
                {card.also.length > 0 ? <span className="i3">also {card.also.join(', ')}</span> : null}
              </td>
              <td className="da-why">{card.reason}</td>
              <td className="m i2 da-evidence">{card.evidence}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {answer.excludedTotal > answer.excluded.length ? (
        <p className="da-aside">
          The first {formatCount(answer.excluded.length)} by name of {countOf(answer.excludedTotal, 'excluded card')} are shown.
        </p>
      ) : null}
    </>
  );
}

function counts(by: DiscoveryAnswer['excludedBy']): string {
  const filters: readonly ExcludedBy[] = ['self', 'tenant', 'classification', 'tags', 'unreadable', 'admission'];
  return filters
    .filter((filter) => by[filter] > 0)
    .map((filter) => `${filter} ${formatCount(by[filter])}`)
    .join(', ');
}
