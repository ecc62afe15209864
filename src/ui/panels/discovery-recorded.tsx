// What the log itself says the ranking was, beside the answer here.

import type { DiscoveryAnswer } from '../../model/projections/discovery.ts';
import { formatCount } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { Glyph } from '../pieces/Glyph.tsx';

export function RecordedRanking({ answer }: { answer: DiscoveryAnswer }) {
  const selectRow = useInspector((state) => state.selectRow);
  const { recorded } = answer;
  if (!recorded) return null;
  const more = recorded.total - recorded.names.length;
  return (
    <div className="da-recorded" role="note" aria-label="What the log recorded">
      <Glyph name="kernel" /> The log recorded at{' '}
      <button type="button" className="link m" onClick={() => selectRow(recorded.seq)}>
        #{recorded.seq}
      </button>
      :{' '}
      {recorded.names.length === 0 ? (
        <b>nobody</b>
      ) : (
        <ol>
          {recorded.names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ol>
      )}
      {more > 0 ? <span className="i3"> and {formatCount(more)} more</span> : null}
      {recorded.differs ? <b> The answer here is another one.</b> : <span className="i2"> The answer here is the same.</span>}
    </div>
  );
}
