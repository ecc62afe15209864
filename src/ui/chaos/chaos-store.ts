// What the chaos panel remembers, whichever log is on screen: the settings, a cell for each row, and what was tried beside it.

import { create } from 'zustand';
import type { LogId } from '../../model/engine/query.ts';
import type { ChaosAnswer } from '../../model/projections/chaos.ts';
import type { FaultMode } from '../../mock-agents/experiment.ts';
import type { ChaosSettings, ClientKind } from './chaos-settings.ts';
import type { SmallestChange } from './chaos-verdict.ts';

/** An episode that was played, and what it came to. */
export interface PlayedCell {
  readonly phase: 'done';
  readonly settings: ChaosSettings;
  readonly log: LogId;
  readonly name: string;
  readonly lesson: string;
  readonly take?: string;
  readonly rowCount: number;
  readonly revision: number;
  readonly answer: ChaosAnswer;
}
export type Cell =
  | { readonly phase: 'queued'; readonly settings: ChaosSettings; readonly before?: PlayedCell }
  /** `at`: virtual milliseconds so far. */
  | { readonly phase: 'playing'; readonly settings: ChaosSettings; readonly at: number; readonly before?: PlayedCell }
  | PlayedCell
  /** The lab refused it, or the lesson has no such knob; nothing was played. */
  | { readonly phase: 'refused'; readonly settings: ChaosSettings; readonly why: string; readonly before?: PlayedCell };

/** The search for the smallest change that makes a failed row pass. */
export type ChangeSearch =
  | { readonly phase: 'trying'; readonly settings: ChaosSettings; readonly tried: number; readonly of: number }
  | { readonly phase: 'found'; readonly settings: ChaosSettings; readonly tried: number; readonly change: SmallestChange }
  | { readonly phase: 'none'; readonly settings: ChaosSettings; readonly tried: number };

/** What is looked at: a row of the matrix, or a delegation of the log on screen. */
export type ChaosChoice = { readonly kind: 'cell'; readonly mode: FaultMode } | { readonly kind: 'log'; readonly index: number };

export interface ChaosState {
  readonly settings: ChaosSettings;
  readonly cells: Readonly<Partial<Record<FaultMode, Cell>>>;
  readonly searches: Readonly<Partial<Record<FaultMode, ChangeSearch>>>;
  /** The same fault with the other client. */
  readonly others: Readonly<Partial<Record<FaultMode, { readonly client: ClientKind; readonly cell: Cell }>>>;
  readonly chosen: ChaosChoice | undefined;
  /** Episodes of this panel are being played. */
  readonly busy: boolean;
  /** Why it was stopped, where nobody asked for it. */
  readonly stopped: string | undefined;
}

export const useChaos = create<ChaosState>(() => ({
  settings: {},
  cells: {},
  searches: {},
  others: {},
  chosen: undefined,
  busy: false,
  stopped: undefined,
}));

/** The episode that a cell shows: its last one, also while a newer one is on its way. */
export function playedOf(cell: Cell | undefined): PlayedCell | undefined {
  if (cell === undefined) return undefined;
  return cell.phase === 'done' ? cell : cell.before;
}

export function putCell(mode: FaultMode, cell: Cell | undefined): void {
  useChaos.setState(({ cells }) => ({ cells: without(cells, mode, cell) }));
}

export function putSearch(mode: FaultMode, search: ChangeSearch | undefined): void {
  useChaos.setState(({ searches }) => ({ searches: without(searches, mode, search) }));
}

export function putOther(mode: FaultMode, other: { readonly client: ClientKind; readonly cell: Cell } | undefined): void {
  useChaos.setState(({ others }) => ({ others: without(others, mode, other) }));
}

function without<T>(record: Readonly<Partial<Record<FaultMode, T>>>, mode: FaultMode, value: T | undefined) {
  const { [mode]: _before, ...rest } = record;
  return (value === undefined ? rest : { ...rest, [mode]: value }) as Readonly<Partial<Record<FaultMode, T>>>;
}
