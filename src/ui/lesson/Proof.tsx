// Prove it: the lesson's claims, checked against the whole log of its episode. They speak of the lesson's own values.

import { useEffect, useState } from 'react';
import type { LogId } from '../../model/engine/query.ts';
import type { Lesson } from '../../mock-agents/lesson.ts';
import { recall, remember } from '../page-memory.ts';
import { Glyph } from '../pieces/Glyph.tsx';
import { FailedState } from '../pieces/Pane.tsx';
import { useAnswer } from '../queries.ts';

/** Whether this browser has seen every claim of a lesson hold. */
export function isProved(lesson: string): boolean {
  return recall(`proved-${lesson}`) === 'yes';
}

export function Proof({ lesson, changed, log }: { lesson: Lesson; changed: boolean; log: LogId | undefined }) {
  const [asked, setAsked] = useState<LogId>();
  const wanted = asked !== undefined && asked === log;
  const verdicts = useAnswer('claims', { claims: lesson.prove }, { enabled: wanted, ...(log === undefined ? {} : { log }) });
  const held = wanted ? verdicts.data : undefined;
  const all = held?.every((verdict) => verdict.holds);
  useEffect(() => {
    if (all && !changed) remember(`proved-${lesson.id}`, 'yes');
  }, [all, changed, lesson.id]);
  return (
    <section className="lesson-part" aria-label="Proof">
      <h2>Prove it</h2>
      {changed ? <p className="i2">A knob is turned. The claims speak of the lesson's own values, so some may not hold now.</p> : null}
      {held ? (
        <>
          <ul className="claims">
            {held.map((verdict) => (
              <li key={verdict.say}>
                <Glyph
                  name={verdict.holds ? 'check' : 'error'}
                  label={verdict.holds ? 'holds' : 'does not hold'}
                  className={verdict.holds ? 'st-completed' : 'sev-error'}
                />
                <span>
                  {verdict.say}
                  {verdict.found ? <span className="i2"> Found: {verdict.found}</span> : null}
                </span>
              </li>
            ))}
          </ul>
          <p className="md" role="status">
            {all
              ? `All ${held.length} claims hold in this log.`
              : `${held.filter((verdict) => !verdict.holds).length} of ${held.length} claims do not hold.`}
          </p>
        </>
      ) : (
        <button type="button" className="btn" onClick={() => setAsked(log)}>
          Check {lesson.prove.length} claims against the log
        </button>
      )}
      {verdicts.error ? <FailedState what={`The claims were not checked: ${verdicts.error.message}`} /> : null}
    </section>
  );
}
