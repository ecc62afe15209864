// The rows of the matrix as they are drawn: a fault, what it must come to, and what its last episode came to.

import type { ChaosAnswer, Delegation } from '../../model/projections/chaos.ts';
import type { EpisodeIdentity } from '../../model/log/saved-form.ts';
import type { DelegationOutcome } from '../../model/protocol/peer.ts';
import { FAULTS, type FaultRow } from '../../mock-agents/faults/fault-table.ts';
import { sameSettings, type ChaosSettings } from './chaos-settings.ts';
import { playedOf, type Cell, type ChaosState, type PlayedCell } from './chaos-store.ts';
import { expectedOf, tookMs, verdictOf, type Expected } from './chaos-verdict.ts';

/** Rows of the matrix: faults with a chaos lesson. One that only the experiment of a gap plays is shown with the gaps. */
export const MATRIX_FAULTS: readonly FaultRow[] = FAULTS.filter(({ lesson }) => lesson.startsWith('chaos-'));

export interface MatrixRow {
  readonly fault: FaultRow;
  readonly verdict: 'pass' | 'fail' | 'running' | 'queued' | 'refused' | 'not played' | 'other settings';
  readonly expected: Expected;
  /** The client never said: the episode ended first. */
  readonly undecided: boolean;
  readonly observed?: DelegationOutcome;
  readonly attempts?: number;
  readonly took?: number;
  readonly delegation?: Delegation;
  readonly played?: PlayedCell;
  /** Virtual milliseconds of an episode on its way. */
  readonly runningAt?: number;
  /** Why it was not played. */
  readonly why?: string;
}

export function matrixRows({ cells, settings }: Pick<ChaosState, 'cells' | 'settings'>): readonly MatrixRow[] {
  return MATRIX_FAULTS.map((fault) => matrixRow(fault, cells[fault.mode], settings));
}

export function matrixRow(fault: FaultRow, cell: Cell | undefined, settings: ChaosSettings): MatrixRow {
  const played = playedOf(cell);
  const judged = played && verdictOf(fault, played.settings, played.answer);
  const delegation = judged?.delegation;
  const took = delegation && tookMs(delegation);
  const outcome = delegation?.decided?.outcome;
  const attempts = delegation?.decided?.attempts;
  return {
    fault,
    verdict: verdictWord(cell, settings, judged?.pass),
    expected: expectedOf(fault, settings),
    undecided: played !== undefined && outcome === undefined,
    ...(outcome === undefined ? {} : { observed: outcome }),
    ...(attempts === undefined ? {} : { attempts }),
    ...(took === undefined ? {} : { took }),
    ...(delegation && { delegation }),
    ...(played && { played }),
    ...(cell?.phase === 'playing' ? { runningAt: cell.at } : {}),
    ...(cell?.phase === 'refused' ? { why: cell.why } : {}),
  };
}

function verdictWord(cell: Cell | undefined, settings: ChaosSettings, pass: boolean | undefined): MatrixRow['verdict'] {
  if (cell === undefined) return 'not played';
  if (cell.phase === 'queued') return 'queued';
  if (cell.phase === 'playing') return 'running';
  if (cell.phase === 'refused') return sameSettings(cell.settings, settings) ? 'refused' : 'not played';
  if (!sameSettings(cell.settings, settings)) return 'other settings';
  return pass === true ? 'pass' : 'fail';
}

export interface RowCounts {
  readonly passed: number;
  readonly failed: number;
  readonly running: number;
  readonly queued: number;
  readonly refused: number;
}

export function countRows(rows: readonly MatrixRow[]): RowCounts {
  const count = (verdict: MatrixRow['verdict']) => rows.filter((row) => row.verdict === verdict).length;
  return { passed: count('pass'), failed: count('fail'), running: count('running'), queued: count('queued'), refused: count('refused') };
}

/** Lessons whose careful client must come to what the fault table says, as long as no knob of theirs is turned. */
const JUDGED_LESSONS: ReadonlySet<string> = new Set([...MATRIX_FAULTS.map(({ lesson }) => lesson), 'degraded-report']);

/**
 * What a delegation of a log had to come to: by what the lab says that it did to it; one that it left alone had nothing go wrong.
 * @returns no expectation where the log is no such lesson's, or a knob was turned
 */
export function expectedInLog(
  { fromSeq, toSeq }: Pick<Delegation, 'fromSeq' | 'toSeq'>,
  { faults }: Pick<ChaosAnswer, 'faults'>,
  episode: EpisodeIdentity | undefined,
): { readonly fault: FaultRow | undefined; readonly expected: Expected | undefined } {
  const done = faults.find(({ seq }) => seq >= fromSeq && seq <= toSeq);
  const fault = FAULTS.find(({ mode }) => mode === (done?.mode ?? 'none'));
  if (!fault || episode === undefined || !JUDGED_LESSONS.has(episode.lesson)) return { fault: done && fault, expected: undefined };
  const turned = Object.keys(episode.knobs).filter((name) => !Object.hasOwn(fault.knobs, name));
  return { fault: done && fault, expected: turned.length > 0 ? undefined : expectedOf(fault, {}) };
}
