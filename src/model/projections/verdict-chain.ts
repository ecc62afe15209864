// The way to a hop as a trace shows it: who asked whom before. It becomes the chain that the kernel would have been told, as far
// as it is known.

import type { Hop } from '../audit/audit.ts';
import type { LogReader } from '../log/log-reader.ts';
import { fromTaskOf, seqOfHop } from './hop-tasks.ts';

/** Steps that are followed upwards; what lies above is then as unknown as what was never seen. */
const MOST_STEPS = 1_000;

export interface ChainStep {
  readonly agent?: string;
  readonly taskId?: string;
  /** Of the hop that leads on from here. */
  readonly evidence: Hop['evidence'];
}

/** Hops by the work that they lead to. */
export type HopsInto = ReadonlyMap<number, Hop>;

const kept = new WeakMap<readonly Hop[], HopsInto>();

/** The same list of hops gives the same map. */
export function hopsInto(hops: readonly Hop[]): HopsInto {
  const found = kept.get(hops);
  if (found) return found;
  const fresh = new Map(hops.map((hop) => [hop.toWork, hop]));
  kept.set(hops, fresh);
  return fresh;
}

/** Who stands above the caller of a hop, outermost first, by hops that have happened by a cursor. Source: SPEC.md P.50. */
export function stepsAbove(log: LogReader, hop: Hop, into: HopsInto, cursor: number): readonly ChainStep[] {
  const steps: ChainStep[] = [];
  let above = into.get(hop.fromWork);
  for (; above !== undefined && steps.length < MOST_STEPS && seqOfHop(log, above) <= cursor; above = into.get(above.fromWork)) {
    const task = fromTaskOf(log, above);
    steps.push({
      ...(above.from === undefined ? {} : { agent: above.from }),
      ...(task === undefined ? {} : { taskId: log.tasks.nameOf(task) }),
      evidence: above.evidence,
    });
  }
  return steps.reverse();
}
