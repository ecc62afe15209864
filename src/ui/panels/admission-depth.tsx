// The depth boundary: chain lengths in a row with the edge where refusal begins. A length is a button that asks with a chain
// that long.

import type { AdmissionAnswer } from '../../model/projections/admission.ts';
import { countOf } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { Glyph } from '../pieces/Glyph.tsx';
import { changeCaller } from './discovery-what-if.ts';

export function DepthBoundary({ answer }: { answer: AdmissionAnswer }) {
  const whatIf = useInspector((state) => state.whatIf);
  const setWhatIf = useInspector((state) => state.setWhatIf);
  const chain = answer.caller.delegationChain;
  if (answer.depthBoundary.length === 0) return null;
  const edge = answer.depthBoundary.find((step) => !step.admitted)?.length;
  return (
    <section className="da-depth" aria-label="Depth boundary">
      <h3>Depth boundary</h3>
      <ol>
        {answer.depthBoundary.map((step, at) => {
          const here = step.length === chain.length;
          const gap = step.length - (answer.depthBoundary[at - 1]?.length ?? step.length) > 1;
          return (
            <li key={step.length} className={step.length === edge ? 'edge' : undefined}>
              {gap ? <span className="i3">…</span> : null}
              <button
                type="button"
                className={`da-step m ${step.admitted ? 'ok' : 'refused'} ${step.length <= chain.length ? 'used' : ''}`}
                aria-pressed={here}
                aria-label={`Ask with a chain of ${step.length}: ${step.admitted ? 'admitted' : 'refused'}${here ? ', asked now' : ''}`}
                onClick={() => setWhatIf(changeCaller(whatIf, answer.stated, 'delegationChain', chainOf(answer, step.length)))}
              >
                {step.admitted ? null : <Glyph name="cross" size={10} />}
                {step.length}
                {step.length === 0 ? ' root' : ''}
                {here ? ' here' : ''}
                {step.admitted ? '' : ' refused'}
              </button>
            </li>
          );
        })}
      </ol>
      <p className="i2">{sentence(chain.length, edge)}</p>
    </section>
  );
}

/** The stated chain cut to a length, or drawn out with made-up names that say so. */
function chainOf(answer: AdmissionAnswer, length: number): readonly string[] {
  const stated = answer.stated.caller.delegationChain;
  const more = Array.from({ length: Math.max(0, length - stated.length) }, (_, at) => `hop-${stated.length + at + 1}`);
  return [...stated.slice(0, length), ...more];
}

function sentence(length: number, edge: number | undefined): string {
  if (edge === undefined) return 'No length drawn here is refused.';
  const rule = `A chain of ${edge} or more refuses every card with DEPTH_EXCEEDED.`;
  if (length >= edge) return `${rule} This one is ${length} long.`;
  const left = edge - 1 - length;
  return left === 0 ? `${rule} This hop is the last one that is left.` : `${rule} After this hop ${countOf(left, 'more hop')} can follow.`;
}
