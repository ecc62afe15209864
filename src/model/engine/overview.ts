// The overview of a log. Who gave work to whom is found anew when more was seen; while a long log is read it is as old as the
// judgement beside it, which the engine renews only now and then.

import type { Judgement } from '../audit/audit.ts';
import { projectOverview, type KnownHops, type OverviewAnswer } from '../projections/overview.ts';
import type { OpenLog } from './open-log.ts';
import type { Ask } from './query.ts';
import { judgementOf } from './report.ts';

const hopsOf = new WeakMap<Judgement, KnownHops>();

/** What the log shows at first sight, as far as it is read. */
export function overviewOf(open: OpenLog, { settings, off }: Ask<'overview'>): OverviewAnswer {
  const judgement = judgementOf(open, settings);
  const known = hopsOf.get(judgement) ?? { hops: open.auditor.hops.hops(), depth: open.auditor.hops.longestChain().length };
  hopsOf.set(judgement, known);
  return projectOverview(open.log, { judgement, known }, off);
}
