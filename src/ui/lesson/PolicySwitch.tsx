// Under which policy the lesson is played. Another one than the lesson's own plays anew; what was played before stays.

import { useSelector } from '@xstate/react';
import type { Lesson } from '../../mock-agents/lesson.ts';
import { policyOf } from '../../mock-agents/lessons/apply-knobs.ts';
import { leavesPolicyOpen, roundOf } from '../lesson-rounds.ts';
import { usePage } from '../page.ts';
import { Segment } from '../pieces/controls.tsx';
import { POLICY_NAMES, policySays } from '../policy-words.ts';

export function PolicySwitch({ lesson }: { lesson: Lesson }) {
  const page = usePage();
  const wanted = useSelector(page.player, (snapshot) => snapshot.context.wantedPolicy);
  if (!leavesPolicyOpen(lesson)) {
    const policies = [...new Set(roundOf(lesson).map(({ policy }) => policy))];
    return (
      <section className="lesson-part" aria-label="Policy">
        <h2>Policy</h2>
        <p className="i2">{`It is played under ${policies.join(' and under ')}: choose a take to look at.`}</p>
      </section>
    );
  }
  const own = policyOf(lesson);
  const value = wanted ?? own;
  return (
    <section className="lesson-part" aria-label="Policy">
      <h2>
        Policy
        {wanted === undefined ? null : (
          <button type="button" className="link put-all-back" onClick={() => page.player.send({ type: 'govern', policy: own })}>
            Put back {own}
          </button>
        )}
      </h2>
      <Segment
        label="Policy"
        value={value}
        options={POLICY_NAMES.map((name) => ({ value: name, label: name === own ? `${name} (the lesson’s own)` : name }))}
        onChange={(policy) => policy !== value && page.player.send({ type: 'govern', policy })}
      />
      <p className="i2">{`${value}: ${policySays(value)}.`}</p>
    </section>
  );
}
