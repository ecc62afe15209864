// One line under the chosen hop of a trace: what our kernel would have said to it, and the way to the checks.

import type { ChainNode } from '../../model/projections/chains.ts';
import { useBesideCards } from '../beside-cards.ts';
import { useInspector } from '../inspector-store.ts';
import { useAnswer } from '../queries.ts';
import { VerdictMark } from './admission-delegations.tsx';

/** `to`: who is asked by the hop that a row shows. Nothing where the kernel itself recorded what it decided. */
export function ChainVerdict({ seq, to }: { seq: number; to: Pick<ChainNode, 'agent' | 'taskId'> | undefined }) {
  const cursor = useInspector((state) => state.cursor);
  const whatIf = useInspector((state) => state.whatIf);
  const openPanel = useInspector((state) => state.openPanel);
  const beside = useBesideCards();
  const { data } = useAnswer('kernelVerdicts', { cursor, whatIf, seq, ...beside });
  if (data === undefined || data.recorded) return null;
  const verdict = data.hops.find((hop) => hop.to === to?.agent && hop.toTask === to?.taskId);
  const why = data.withoutCard.find(({ agent }) => agent === to?.agent)?.why;
  if (verdict === undefined && why === undefined) return null;
  return (
    <p className="chain-verdict">
      {verdict === undefined ? <span className="i2">Our kernel cannot be asked: {why}.</span> : null}
      {verdict === undefined ? null : (
        <>
          Our kernel: <VerdictMark kind={verdict.kind} />
          <span className="chain-verdict-why">It {verdict.sentence}.</span>
        </>
      )}{' '}
      <button type="button" className="link" onClick={() => openPanel('admission')}>
        See the checks in Admission
      </button>
    </p>
  );
}
