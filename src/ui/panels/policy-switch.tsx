// By which policy the question is answered, and where the other one would have answered otherwise: which card, and which entry
// of the hardened policy made the difference.

import type { AdmissionAnswer } from '../../model/projections/admission.ts';
import type { DiscoveryAnswer } from '../../model/projections/discovery.ts';
import type { AnsweringPolicy, DecidingEntry, PolicyVerdict } from '../../model/projections/policy-asked.ts';
import { countOf, formatCount } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { Segment } from '../pieces/controls.tsx';
import { Glyph } from '../pieces/Glyph.tsx';
import { otherPolicy, POLICY_NAMES } from '../policy-words.ts';
import { changePolicy } from './discovery-what-if.ts';

/** The policy of the episode, or another one to try. */
export function PolicySwitch({ asked }: { asked: AnsweringPolicy }) {
  const whatIf = useInspector((state) => state.whatIf);
  const setWhatIf = useInspector((state) => state.setWhatIf);
  const known = POLICY_NAMES.find((name) => name === asked.policy) ?? 'reference';
  return (
    <span className={`control da-policy ${whatIf.policy === undefined ? '' : 'changed'}`}>
      <span aria-hidden>policy</span>
      <Segment
        label="Policy that answers"
        value={known}
        options={POLICY_NAMES.map((name) => ({ value: name, label: name }))}
        onChange={(name) => setWhatIf(changePolicy(whatIf, asked.statedPolicy, name))}
      />
    </span>
  );
}

/** Cards that one of the policies would let pass and the other not. */
export function AdmissionDifferences({ answer }: { answer: AdmissionAnswer }) {
  const differing = answer.rows.flatMap(({ card, difference }) => (difference === undefined ? [] : [{ card, ...difference }]));
  if (differing.length === 0) return null;
  return (
    <section className="da-differences" aria-label="Where the policies differ">
      <h3 className="da-group">
        Where {otherPolicy(answer.policy)} answers otherwise: {countOf(differing.length, 'card')}
      </h3>
      <ul>
        {differing.map(({ card, reference, hardened, because }) => (
          <li key={card}>
            <b className="md">{card}</b>: <Verdict policy="reference" verdict={reference} />,{' '}
            <Verdict policy="hardened" verdict={hardened} />
            <Because entries={because} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Cards that a directory of one of the policies would show and one of the other not. */
export function DiscoveryDifferences({ answer }: { answer: DiscoveryAnswer }) {
  const { otherwise } = answer;
  if (otherwise === undefined) return null;
  const { onlyReference, onlyHardened, total, referenceError, because } = otherwise;
  return (
    <section className="da-differences" aria-label="Where the policies differ">
      <h3 className="da-group">
        Where {otherPolicy(answer.policy)} shows otherwise{total > 0 ? `: ${countOf(total, 'card')}` : ''}
      </h3>
      <ul>
        {referenceError === undefined ? null : <li>The reference gives no answer at all: {referenceError}.</li>}
        {onlyReference.length === 0 ? null : <ShownOnly policy="reference" names={onlyReference} />}
        {onlyHardened.length === 0 ? null : <ShownOnly policy="hardened" names={onlyHardened} />}
        <li>
          <Because entries={because} />
        </li>
      </ul>
    </section>
  );
}

const FEW_NAMES = 5;

function ShownOnly({ policy, names }: { policy: string; names: readonly string[] }) {
  const more = names.length - FEW_NAMES;
  return (
    <li>
      Shown under {policy} only: <b className="md">{names.slice(0, FEW_NAMES).join(', ')}</b>
      {more > 0 ? ` and ${formatCount(more)} more` : ''}.
    </li>
  );
}

const VERDICTS: Readonly<Record<PolicyVerdict, { readonly glyph: 'completed' | 'rejected' | 'failed'; readonly word: string }>> = {
  admitted: { glyph: 'completed', word: 'admitted' },
  denied: { glyph: 'rejected', word: 'denied' },
  'no-answer': { glyph: 'failed', word: 'no answer' },
};

function Verdict({ policy, verdict }: { policy: string; verdict: PolicyVerdict }) {
  const { glyph, word } = VERDICTS[verdict];
  return (
    <span className="nw">
      {policy}:{' '}
      <span className={`st st-${glyph}`}>
        <Glyph name={glyph} /> {word}
      </span>
    </span>
  );
}

/** The entries that made a difference, each with the weakness that it mends. */
function Because({ entries }: { entries: readonly DecidingEntry[] }) {
  return (
    <span className="da-because">
      {entries.map(({ entry, reason, weaknesses }) => (
        <span key={`${entry} ${weaknesses[0]?.id ?? ''}`}>
          by <span className="m">{entry}</span>
          {weaknesses.map(({ id, title }) => (
            <span key={id} className="i2">
              {' '}
              ({id} {title})
            </span>
          ))}
          {reason === undefined ? null : <span className="i2">: {reason}</span>}
        </span>
      ))}
    </span>
  );
}
