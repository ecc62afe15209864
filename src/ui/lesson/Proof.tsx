// Prove it: the lesson's claims, each checked against the whole log of its take. They speak of the lesson's own values and policy.

import { useEffect, useState } from 'react';
import type { Lesson } from '../../mock-agents/lesson.ts';
import type { PlayedRound } from '../lesson-rounds.ts';
import { recall, remember } from '../page-memory.ts';
import { Glyph } from '../pieces/Glyph.tsx';
import { FailedState } from '../pieces/Pane.tsx';
import { claimCount, type TakeVerdict, useVerdicts } from './claims-of-round.ts';

/** Whether this browser has seen every claim of a lesson hold. */
export function isProved(lesson: string): boolean {
  return recall(`proved-${lesson}`) === 'yes';
}

export function Proof({ lesson, round }: { lesson: Lesson; round: PlayedRound }) {
  const [asked, setAsked] = useState<PlayedRound>();
  const wanted = asked === round;
  const verdicts = useVerdicts(lesson, round, wanted);
  const held = wanted ? verdicts.data : undefined;
  const all = held?.every((verdict) => verdict.holds);
  const changed = Object.keys(round.knobs).length > 0 || round.policy !== undefined;
  useEffect(() => {
    if (all && !changed) remember(`proved-${lesson.id}`, 'yes');
  }, [all, changed, lesson.id]);
  const count = claimCount(lesson);
  if (count === 0) return null;
  return (
    <section className="lesson-part" aria-label="Proof">
      <h2>Prove it</h2>
      {changed ? <p className="i2">{whatIsChanged(lesson, round)}</p> : null}
      {held ? (
        <Verdicts held={held} severalTakes={round.takes.length > 1} />
      ) : (
        <button type="button" className="btn" onClick={() => setAsked(round)}>
          Check {count} claims against {round.takes.length > 1 ? `the logs of ${round.takes.length} takes` : 'the log'}
        </button>
      )}
      {verdicts.error ? <FailedState what={`The claims were not checked: ${verdicts.error.message}`} /> : null}
    </section>
  );
}

function Verdicts({ held, severalTakes }: { held: readonly TakeVerdict[]; severalTakes: boolean }) {
  const failed = held.filter((verdict) => !verdict.holds).length;
  const where = severalTakes ? 'in the logs of their takes' : 'in this log';
  return (
    <>
      <ul className="claims">
        {held.map((verdict) => (
          <li key={`${verdict.takes.join()} ${verdict.say}`}>
            <Glyph
              name={verdict.holds ? 'check' : 'error'}
              label={verdict.holds ? 'holds' : 'does not hold'}
              className={verdict.holds ? 'st-completed' : 'sev-error'}
            />
            <span>
              {verdict.takes.length > 0 ? <b className="md claim-take">{verdict.takes.join(' and ')}</b> : null} {verdict.say}
              {verdict.found ? <span className="i2"> Found: {verdict.found}</span> : null}
            </span>
          </li>
        ))}
      </ul>
      <p className="md" role="status">
        {failed === 0 ? `All ${held.length} claims hold ${where}.` : `${failed} of ${held.length} claims do not hold.`}
      </p>
    </>
  );
}

function whatIsChanged(lesson: Lesson, { knobs, policy }: PlayedRound): string {
  const turned = Object.keys(knobs).length > 0 ? 'A knob is turned.' : undefined;
  const governed = policy === undefined ? undefined : `It was played under ${policy}.`;
  const own = policy === undefined ? 'the lesson’s own values' : `the lesson’s own values and of its own policy, ${lesson.policy}`;
  return `${[turned, governed].filter((said) => said !== undefined).join(' ')} The claims speak of ${own}, so some may not hold now.`;
}
