// Whether a row came to what it must come to: the outcome of the fault table after as many attempts as that outcome takes. A peer
// that never recovers is tried as often as the client may; every other row takes the attempts that are written down.

import type { ChaosAnswer, Delegation } from '../../model/projections/chaos.ts';
import type { DelegationOutcome } from '../../model/protocol/peer.ts';
import type { FaultRow } from '../../mock-agents/faults/fault-table.ts';
import { OWN_SETTINGS, type ChaosSettings, type SettingName } from './chaos-settings.ts';

export interface Expected {
  readonly outcome: DelegationOutcome;
  readonly attempts: number;
}
export interface CellVerdict {
  readonly pass: boolean;
  readonly expected: Expected;
  /** The delegation that the fault was done to; undefined where none was seen. */
  readonly delegation?: Delegation;
}

export function expectedOf(row: FaultRow, settings: ChaosSettings): Expected {
  const attempts = row.expected === 'unavailable' ? (settings.attempts ?? row.attempts) : row.attempts;
  return { outcome: row.expected, attempts };
}

export function verdictOf(row: FaultRow, settings: ChaosSettings, answer: ChaosAnswer): CellVerdict {
  const expected = expectedOf(row, settings);
  const delegation = sufferer(answer, settings);
  const decided = delegation?.decided;
  const pass = decided?.outcome === expected.outcome && decided.attempts === expected.attempts;
  return { pass, expected, ...(delegation && { delegation }) };
}

/** The order for the skill that is sick; the only one where one is ordered. */
function sufferer({ delegations }: ChaosAnswer, settings: ChaosSettings): Delegation | undefined {
  const sick = settings.sick ?? OWN_SETTINGS.sick;
  return delegations.find(({ skill }) => skill === sick) ?? (settings.sick === undefined ? delegations[0] : undefined);
}

/** How long a delegation took by its log's clock; undefined while it is not over. */
export function tookMs({ at, decided }: Delegation): number | undefined {
  return at === undefined || decided?.at === undefined ? undefined : decided.at - at;
}

export interface SmallestChange<K extends SettingName = SettingName> {
  readonly name: K;
  readonly from: ChaosSettings[K] | undefined;
  readonly to: ChaosSettings[K] | undefined;
}

const DEADLINES = [1_000, 2_000, 5_000, 10_000, 15_000, 20_000, 30_000, 45_000, 60_000, 120_000];
const PAUSES = [100, 200, 500, 1_000, 2_000, 5_000];
const MOST_TRIALS = 12;

/**
 * Single changes that may make a failed row pass, in the order in which they are tried by playing: the number of attempts, the
 * deadline and the back-off step by step from what they are towards the lesson's own, then the others put back.
 */
export function changesToTry(settings: ChaosSettings): readonly SmallestChange[] {
  const changes: SmallestChange[] = [
    ...stepsTowards('attempts', settings, countedSteps),
    ...stepsTowards('deadlineMs', settings, ladder(DEADLINES)),
    ...stepsTowards('pauseMs', settings, ladder(PAUSES)),
    ...putBack('client', settings),
    ...putBack('sick', settings),
    ...putBack('seed', settings),
  ];
  return changes.slice(0, MOST_TRIALS);
}

type Steps = (from: number, own: number) => readonly number[];

function stepsTowards<K extends 'attempts' | 'deadlineMs' | 'pauseMs'>(name: K, settings: ChaosSettings, steps: Steps): SmallestChange[] {
  const from = settings[name];
  if (from === undefined) return [];
  return steps(from, OWN_SETTINGS[name]).map((to) => ({ name, from, to }));
}

function countedSteps(from: number, own: number): readonly number[] {
  const by = own > from ? 1 : -1;
  const count = Math.min(Math.abs(own - from), MOST_TRIALS);
  const steps = Array.from({ length: count }, (_, index) => from + by * (index + 1));
  return steps.at(-1) === own ? steps : [...steps, own];
}

function ladder(rungs: readonly number[]): Steps {
  return (from, own) => {
    const between = rungs.filter((rung) => rung > Math.min(from, own) && rung < Math.max(from, own));
    return [...(own > from ? between : between.toReversed()), own];
  };
}

function putBack(name: 'client' | 'sick' | 'seed', settings: ChaosSettings): SmallestChange[] {
  return settings[name] === undefined ? [] : [{ name, from: settings[name], to: undefined }];
}
