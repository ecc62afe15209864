// What the hardened policy mends of what a lesson shows: the weakness, what it lets happen, and the entries that mend it.

import type { Lesson } from '../../mock-agents/lesson.ts';
import { useInspector } from '../inspector-store.ts';
import { answerWords, useWeaknesses } from '../known-weaknesses.ts';

export function Weaknesses({ lesson }: { lesson: Lesson }) {
  const { data } = useWeaknesses();
  const shown = lesson.weaknesses ?? [];
  if (shown.length === 0) return null;
  return (
    <section className="lesson-part" aria-label="What hardened mends">
      <h2>
        What hardened mends
        <button type="button" className="link put-all-back" onClick={() => useInspector.getState().setDialog('policies')}>
          All known weaknesses
        </button>
      </h2>
      <dl className="weaknesses">
        {(data ?? [])
          .filter(({ id }) => shown.includes(id))
          .map((weakness) => {
            const { kind, how } = answerWords(weakness);
            return (
              <div key={weakness.id}>
                <dt>
                  <span className="m i3">{weakness.id}</span> {weakness.title}
                </dt>
                <dd className="i2">
                  It lets happen: {weakness.prevents}. {kind === 'hardened' ? 'Mended by' : `${kind}:`}{' '}
                  <span className={kind === 'out of scope' ? '' : 'm'}>{how}</span>
                </dd>
              </div>
            );
          })}
      </dl>
    </section>
  );
}
