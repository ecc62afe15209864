// The rows of the matrix as they are drawn: a fault, what it must come to, and what its last episode came to.

import type { ChaosAnswer, Delegation } from '../../model/projections/chaos.ts';
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

/** The fault that the lab put into a log, where it says so; of a lesson without a fault, the row of that lesson. */
export function faultOfLog(answer: ChaosAnswer, lesson: string | undefined): FaultRow | undefined {
  const mode = answer.faults[0]?.mode;
  if (mode !== undefined) return FAULTS.find((row) => row.mode === mode);
  return FAULTS.find((row) => row.mode === 'none' && row.lesson === lesson);
}
