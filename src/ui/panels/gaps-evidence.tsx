// What the log on screen shows of a gap: sentences, each with the rows that it rests on.

import type { Gap } from '../../model/projections/gap-signs.ts';
import type { GapsAnswer, GapSign } from '../../model/projections/gaps.ts';
import { countOf, formatCount } from '../format.ts';
import { SIGN_WORDS } from '../gaps/gap-words.ts';
import { RowLink } from '../pieces/RowLink.tsx';

export function GapEvidence({ gap, answer }: { gap: Gap; answer: GapsAnswer }) {
  const signs = answer.signs.filter((sign) => sign.gap === gap);
  return (
    <section className="gap-section" aria-label="In this log">
      <h3 className="sub">In this log</h3>
      {signs.length === 0 ? <p className="i2">{nothing(gap, answer)}</p> : null}
      {signs.map((sign) => (
        <Sign key={sign.kind} sign={sign} />
      ))}
      {gap === 2 && answer.createsLeftOut > 0 ? (
        <p className="i2">{countOf(answer.createsLeftOut, 'later create')} were counted and not compared.</p>
      ) : null}
    </section>
  );
}

function nothing(gap: Gap, { timed }: GapsAnswer): string {
  if (gap === 3 && !timed) return 'No row about a task states a time, so no silence can be measured.';
  return 'Nothing in this log shows it.';
}

function Sign({ sign }: { sign: GapSign }) {
  const { kind, count, places } = sign;
  const [one, many] = SIGN_WORDS[kind];
  return (
    <div className="gap-sign">
      <p className="b">{countOf(count, one, many)}</p>
      <ul aria-label={many}>
        {places.map(({ say, seqs }) => (
          <li key={`${seqs.join()} ${say}`}>
            <span>{say}</span>{' '}
            <span className="i2 nw">
              {seqs.length === 1 ? 'row' : 'rows'}{' '}
              {seqs.map((seq, index) => (
                <span key={seq}>
                  {index > 0 ? ', ' : ''}
                  <RowLink seq={seq} />
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {count > places.length ? <p className="i2">{formatCount(count - places.length)} more are not listed.</p> : null}
    </div>
  );
}
