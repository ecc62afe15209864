// What the lessons about an unreliable peer have in common: an orchestrator that wants numbers, a specialist that makes them,
// and two clients. Both agents play by themselves, so these lessons have no steps.

import type { Json } from '../../model/base/json.ts';
import { CAREFUL_CLIENT, type ClientSettings, NAIVE_CLIENT } from '../../model/kernel/client-settings.ts';
import type { CallerContext } from '../../model/protocol/caller-context.ts';
import { type Experiment, type Fault, HEALTHY_SPECIALIST, NO_FAULT, type Specialist } from '../experiment.ts';
import type { Lesson, Take } from '../lesson.ts';

/** Both clients have an answer ready, should the specialist have a question. */
const ANSWER = 'All of it';
export const CAREFUL: ClientSettings = { ...CAREFUL_CLIENT, answerInput: ANSWER };
export const NAIVE: ClientSettings = { ...NAIVE_CLIENT, answerInput: ANSWER };

const ORCHESTRATOR: CallerContext = {
  agentId: 'orchestrator',
  tenant: 'reporting',
  userId: 'u-7',
  scopes: ['delegate'],
  dataClassification: 'internal',
  delegationChain: [],
};

/** Members that are the same in each of these lessons. */
export const EXPERIMENT_LESSON = {
  for: ['S', 'E'],
  minutes: 2,
  after: ['chaos-none'],
  caller: ORCHESTRATOR,
  tags: ['statistics'],
  maxDepth: 4,
  agents: [],
  steps: [],
  policy: 'hardened',
  invariants: [],
} as const satisfies Partial<Lesson>;

export interface ExperimentChanges extends Omit<Partial<Experiment>, 'fault' | 'specialist'> {
  readonly fault?: Partial<Fault>;
  readonly specialist?: Partial<Specialist>;
}

/** The order for statistics, a careful client and a healthy peer, but for what is said. */
export function experimentWith({ fault, specialist, ...rest }: ExperimentChanges): Experiment {
  return {
    order: 'statistics',
    client: CAREFUL,
    verifiesCard: false,
    ...rest,
    specialist: { ...HEALTHY_SPECIALIST, ...specialist },
    fault: { ...NO_FAULT, ...fault },
  };
}

/** A take that is played with another client. */
export function takeWith(client: ClientSettings, { set, ...named }: Pick<Take, 'id' | 'label'> & { readonly set?: Take['set'] }): Take {
  return { ...named, set: { 'experiment.client': client as unknown as Json, ...set } };
}
