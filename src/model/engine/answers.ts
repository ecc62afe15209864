// Which projection answers which question.

import { projectAdmission } from '../projections/admission.ts';
import { projectCardCount, projectCards } from '../projections/cards.ts';
import { projectChains } from '../projections/chains.ts';
import { projectChaos } from '../projections/chaos.ts';
import { projectDiscovery } from '../projections/discovery.ts';
import { projectDoorbell } from '../projections/doorbell-tries.ts';
import { projectKernelVerdicts } from '../projections/kernel-verdicts.ts';
import { projectFindingMarks, projectFindings, projectFindingTotals } from '../projections/findings.ts';
import { projectGaps } from '../projections/gaps.ts';
import { projectClaims } from '../projections/lesson-claims.ts';
import { projectMovePairs } from '../projections/move-pairs.ts';
import { projectPeerStory } from '../projections/peer-story.ts';
import { projectRoundTrip, projectRoundTrips } from '../projections/round-trips.ts';
import { projectRow } from '../projections/row-detail.ts';
import { projectRowPlace } from '../projections/row-place.ts';
import type { BesideRows } from '../projections/row-filter.ts';
import { projectLogRows, projectNeighbour, projectRows } from '../projections/row-view.ts';
import { projectSource, projectSources } from '../projections/sources.ts';
import { projectStandIn } from '../projections/stand-in-story.ts';
import { projectTask } from '../projections/task-view.ts';
import { projectLifecycle, projectTasks } from '../projections/tasks.ts';
import { projectDensity, projectTimeline } from '../projections/timeline.ts';
import { projectWatch } from '../projections/watch.ts';
import { projectWire } from '../projections/wire-lines.ts';
import { overviewOf } from './overview.ts';
import { judgementOf, reportOf } from './report.ts';
import { summaryOf } from './log-summary.ts';
import type { OpenLog } from './open-log.ts';
import type { Answer, Ask, Projection } from './query.ts';

type Answers = { readonly [P in Projection]: (open: OpenLog, ask: Ask<P>) => Answer<P> };

const ANSWERS: Answers = {
  summary: (open) => summaryOf(open),
  rows: (open, ask) => projectRows(open.log, ask, besideRows(open)),
  row: ({ log }, ask) => projectRow(log, ask),
  place: ({ log }, ask) => projectRowPlace(log, ask),
  neighbour: (open, ask) => projectNeighbour(open.log, ask, besideRows(open)),
  timeline: ({ log }, ask) => projectTimeline(log, ask),
  density: ({ log }, ask) => projectDensity(log, ask),
  tasks: ({ log }, ask) => projectTasks(log, ask),
  task: ({ log }, ask) => projectTask(log, ask),
  lifecycle: () => projectLifecycle(),
  chains: ({ log, auditor }, ask) => projectChains(log, ask, auditor.hops),
  discovery: ({ log }, ask) => projectDiscovery(log, ask),
  admission: ({ log }, ask) => projectAdmission(log, ask),
  kernelVerdicts: ({ log, auditor }, ask) => projectKernelVerdicts(log, ask, auditor.hops),
  chaos: ({ log }, ask) => projectChaos(log, ask),
  roundTrips: ({ log }, ask) => projectRoundTrips(log, ask),
  roundTrip: ({ log }, ask) => projectRoundTrip(log, ask),
  cards: ({ log }, ask) => projectCards(log, ask),
  cardCount: ({ log }, ask) => projectCardCount(log, ask),
  source: ({ log }, ask) => projectSource(log, ask),
  sources: ({ log }) => projectSources(log),
  findings: (open, ask) => projectFindings(open.log, judgementOf(open, ask.settings), ask),
  findingTotals: (open, ask) => projectFindingTotals(judgementOf(open, ask.settings), ask.off),
  findingMarks: (open, ask) => projectFindingMarks(open.log, judgementOf(open, ask.settings), ask),
  overview: (open, ask) => overviewOf(open, ask),
  report: (open, ask) => reportOf(open, ask),
  gaps: ({ log }) => projectGaps(log),
  peerStory: ({ log }) => projectPeerStory(log),
  watch: ({ log }, ask) => projectWatch(log, ask),
  doorbell: ({ log }, ask) => projectDoorbell(log, ask),
  standIn: ({ log }, ask) => projectStandIn(log, ask),
  movePairs: () => projectMovePairs(),
  claims: ({ log }, ask) => projectClaims(log, ask),
  wire: ({ log }, ask) => projectWire(log, ask),
  log: ({ log }, ask) => projectLogRows(log, ask),
};

function besideRows(open: OpenLog): BesideRows {
  return { judgement: (settings) => judgementOf(open, settings), hits: (text) => open.hits.of(text) };
}

/** The answer to a question about a log, as it is now. */
export function answerOf<P extends Projection>(open: OpenLog, projection: P, ask: Ask<P>): Answer<P> {
  const answer: Answers[P] = ANSWERS[projection];
  return answer(open, ask);
}
