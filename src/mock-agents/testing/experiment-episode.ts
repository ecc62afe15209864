// Plays an experiment that no lesson has, and tells what came of it.

import { CAREFUL_CLIENT, type ClientSettings } from '../../model/kernel/client-settings.ts';
import type { Fact } from '../../model/log/fact.ts';
import type { RecordedLine } from '../../model/log/saved-form.ts';
import { type Experiment, type Fault, HEALTHY_SPECIALIST, NO_FAULT, type Specialist } from '../experiment.ts';
import { playTurned } from '../lab.ts';
import type { PlayOutcome } from '../lab-face.ts';
import type { Spawn } from '../lanes.ts';
import { LESSONS } from '../lessons/catalogue.ts';

/** What is different from an order for statistics, by a careful client, to a healthy specialist. */
export interface ExperimentScene extends Pick<Partial<Experiment>, 'order' | 'verifiesCard'> {
  readonly client?: Partial<ClientSettings>;
  readonly specialist?: Partial<Specialist>;
  readonly fault?: Partial<Fault>;
  readonly seed?: string;
  readonly policy?: string;
}

export interface PlayedExperiment {
  readonly outcome: PlayOutcome;
  readonly text: string;
  readonly lines: readonly RecordedLine[];
}

export async function playExperiment(scene: ExperimentScene, spawn: Spawn): Promise<PlayedExperiment> {
  const { order = 'statistics', verifiesCard = false, seed = 'one', policy = 'hardened' } = scene;
  const experiment: Experiment = {
    order,
    verifiesCard,
    client: { ...CAREFUL_CLIENT, ...scene.client },
    specialist: { ...HEALTHY_SPECIALIST, ...scene.specialist },
    fault: { ...NO_FAULT, ...scene.fault },
  };
  const [any] = LESSONS;
  if (!any) throw new Error('there are no lessons');
  const pieces: string[] = [];
  const outcome = await playTurned(
    { ...any, agents: [], steps: [], experiment },
    { lesson: any.id, seed, policy, knobs: {} },
    { spawn, onText: (text) => pieces.push(text) },
  );
  const text = pieces.join('');
  const lines = text.split('\n').slice(1).filter(Boolean);
  return { outcome, text, lines: lines.map((line) => JSON.parse(line) as RecordedLine) };
}

/** The facts of one kind, each with its time. */
export function factsOf<K extends Fact['kind']>(
  { lines }: Pick<PlayedExperiment, 'lines'>,
  kind: K,
): readonly (readonly [number, Extract<Fact, { kind: K }>])[] {
  return lines.flatMap((line) => (line.line === 'fact' && line.fact.kind === kind ? [[line.at, line.fact as never] as const] : []));
}

/** How the delegations of an episode ended: `360 ok 1`. */
export function decided(played: Pick<PlayedExperiment, 'lines'>): readonly string[] {
  return factsOf(played, 'outcome-decided').map(([at, { outcome, attempts }]) => `${at} ${outcome} ${attempts}`);
}
