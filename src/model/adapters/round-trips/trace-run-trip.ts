// The round trip of one task through a real run of ACP: the document as it was on the wire → our nouns → the request and the
// run that a client and a server of ACP would exchange → our nouns again. The original may itself be a run.

import { type Json } from '../../base/json.ts';
import type { ObservedState, Task } from '../../protocol/task.ts';
import { readExchange } from '../dialects/acp.ts';
import { encodePlanned } from '../dialects/acp-encode.ts';
import { planRun } from '../dialects/acp-plan.ts';
import { newReading } from '../dialects/reading.ts';
import type { Dialect } from '../observation.ts';
import { station, type FieldFate } from './fates.ts';
import { interopLeaf } from './interop-places.ts';
import { leavesOf, pathOf, sameLeaves, valueAt, type Token } from './leaves.ts';
import { nounPlaceOf } from './noun-places.ts';
import { indexPlan, runFateOf, type RunJourney } from './run-fates.ts';
import { createRunPlaces } from './run-places.ts';

export interface RunTrip {
  readonly fields: readonly FieldFate[];
  readonly documents: RunJourney['documents'];
  readonly identical: boolean;
}

/** Follows a task through a run. `payload` is its document on the wire; `original` says what it is written in. */
export function traceRunTrip(
  task: Task<ObservedState>,
  payload: Json,
  { original, agentName }: { readonly original: Dialect | undefined; readonly agentName: string | undefined },
): RunTrip {
  const plan = planRun(task);
  const internal = taskDocument(task);
  const acp = encodePlanned(task, plan, agentName ?? 'agent');
  const back = taskDocument(readExchange(newReading(true), { value: acp, path: '' }));
  const documents = { internal, acp, back };
  const journey: RunJourney = { plan: indexPlan(plan), documents, placeOf: placesOf(original, payload, internal), original };
  const fields = leavesOf(payload).map((leaf) => runFateOf(leaf, journey));
  return { fields: [...fields, ...made(fields, documents)], documents, identical: sameLeaves(internal, back) };
}

function placesOf(original: Dialect | undefined, payload: Json, internal: Json): RunJourney['placeOf'] {
  if (original === 'acp') return createRunPlaces(payload, internal);
  if (original !== 'interop') return (leaf) => nounPlaceOf(leaf, internal);
  return (leaf) => {
    const as = interopLeaf(leaf)?.as;
    return as && nounPlaceOf({ tokens: as, value: leaf.value }, internal);
  };
}

/** A task as plain data, its sequences as lists; ids that are not stated are left out. */
export function taskDocument(task: Task<ObservedState>): Json {
  const { history, artifacts, ...rest } = task;
  return { ...rest, history: Array.from(history), artifacts: Array.from(artifacts) } as unknown as Json;
}

/** Members of a run that no leaf of the original is the source of. */
const MADE: readonly (readonly [Token[], string])[] = [
  [['request', 'agent_name'], 'a task does not say whose it is'],
  [['request', 'mode'], 'how the answer shall come is the caller’s to say'],
  [['run', 'agent_name'], 'a task does not say whose it is'],
  [['run', 'created_at'], 'no member of a task says when it was made'],
  [['run', 'error', 'code'], 'a task does not say what sort of error it was'],
];

function made(fields: readonly FieldFate[], documents: RunJourney['documents']): readonly FieldFate[] {
  const reached = new Set(fields.map(({ acp }) => acp?.path));
  return MADE.flatMap(([tokens, remark]): readonly FieldFate[] => {
    const acp = reached.has(pathOf(tokens)) || valueAt(documents.acp, tokens) === undefined ? undefined : station(documents.acp, tokens);
    return acp ? [{ verdict: 'defaulted', acp, remark }] : [];
  });
}
