// The round trip of one task: the document as it was on the wire → neutral task → envelope → neutral task again, with the
// fate of every leaf of the document. Compared is what came in, not a parsed copy: parsers fill in values. SPEC.md R.1–R.4.

import { boundedDepth } from '../../base/bounded-depth.ts';
import { isJsonObject, type Json } from '../../base/json.ts';
import type { ObservedState, Task } from '../../protocol/task.ts';
import { CHAIN_KEY } from '../carriers.ts';
import { acpFromInternal, ACP_TO_INTERNAL, internalFromAcp, INTERNAL_TO_ACP } from '../dialects/acp-envelope.ts';
import { INTERNAL_STATES, INTERNAL_TO_A2A, internalDocument, internalFromTask, type InternalTask } from '../dialects/internal-task.ts';
import type { Dialect } from '../observation.ts';
import { observe } from '../observing/observe.ts';
import { FIELD_VERDICTS, type FieldVerdict } from '../../protocol/field-verdict.ts';
import { fate, fateOf, station, type FieldFate, type Journey } from './fates.ts';
import { taskDocument, traceRunTrip } from './trace-run-trip.ts';
import { leavesOf, sameLeaves, valueAt, type Leaf, type Token } from './leaves.ts';
import { unreadOfRun } from './run-fates.ts';
import { createRunPlaces } from './run-places.ts';
import { interopLeaf, unreadOfInterop } from './interop-places.ts';

export interface RoundTripTrace {
  readonly taskId: string;
  readonly state: ObservedState;
  /** Which dialect the original is in: `A2A 0.3`, `A2A 1.0`. */
  readonly dialect: string;
  /** Every leaf of the original, and what the stations added; worst first, then in document order. */
  readonly fields: readonly FieldFate[];
  readonly counts: Readonly<Record<FieldVerdict, number>>;
  readonly documents: { readonly original: Json; readonly internal: Json; readonly acp: Json; readonly back: Json };
  /** Whether the neutral form came back equal. */
  readonly identical: boolean;
  /** Why the document could not be translated; every field is lost then. */
  readonly error?: string;
}

const DIALECT_NAMES: Readonly<Record<Dialect, string>> = {
  'a2a-v03': 'A2A 0.3',
  'a2a-v03-proto': 'A2A 0.3 over REST',
  'a2a-v1': 'A2A 1.0',
  'a2a-v1-dump': 'A2A 1.0, dumped objects',
  acp: 'ACP',
  interop: 'interop',
};

/** What a task is translated into: the envelope of the reference, or a real run of ACP with its request. */
export type RoundTripWay = 'envelope' | 'run';

/**
 * Follows a whole task around.
 * @param original the task as it was on the wire, bare or inside whatever carried it
 * @param way what it is translated into
 * @param agentName whose task it is, where that is known
 * @returns undefined when the document holds no whole task
 */
export function traceRoundTrip(original: Json, way: RoundTripWay = 'envelope', agentName?: string): RoundTripTrace | undefined {
  // Every leaf is named by its path, so a document costs its leaves times its depth: the depth is bounded first.
  const document = boundedDepth(original);
  const { said, dialect, payloadPath, acp: acpFacts } = observe(document);
  if (said.kind !== 'task') return undefined;
  const payload = payloadAt(document, payloadPath);
  const name = DIALECT_NAMES[dialect ?? 'a2a-v03'];
  const facts = { taskId: said.task.taskId, state: said.task.status.state, dialect: name };
  if (way === 'run') {
    const trip = traceRunTrip(said.task, payload, { original: dialect, agentName: acpFacts?.agentName ?? agentName });
    const { fields, documents, identical } = trip;
    return { ...facts, ...summed(fields), documents: { original: payload, ...documents }, identical };
  }
  const internal = internalFromTask(said.task);
  if (!internal.ok) {
    const why = internal.issues.map((issue) => `${issue.path} ${issue.message}`).join('; ');
    const fields = leavesOf(payload).map((leaf) => fate('undeclared-loss', leaf, 'the task cannot be translated'));
    return {
      ...facts,
      ...summed(fields),
      documents: { original: payload, internal: null, acp: null, back: null },
      identical: false,
      error: why,
    };
  }
  const acp = acpFromInternal(internal.value);
  const back = internalFromAcp(acp);
  const documents = {
    original: payload,
    internal: internalDocument(internal.value),
    acp,
    back: back.ok ? internalDocument(back.value) : null,
  };
  const journey = journeyOf(said.task, internal.value, documents);
  const fateOfLeaf = leafFates(dialect, payload, journey);
  const fields = [...leavesOf(payload).map(fateOfLeaf), ...addedOnTheWay(payload, journey)];
  return { ...facts, ...summed(fields), documents, identical: sameLeaves(documents.internal, documents.back) };
}

function leafFates(dialect: Dialect | undefined, payload: Json, journey: Journey): (leaf: Leaf) => FieldFate {
  if (dialect === 'acp') return runLeafFates(payload, journey);
  if (dialect !== 'interop') return (leaf) => fateOf(leaf, journey);
  return (leaf) => {
    const placed = interopLeaf(leaf);
    return placed ? fateOf(placed, journey) : unreadOfInterop(leaf);
  };
}

/** Fates of the leaves of a run: each is judged as the document of A2A would have it. */
function runLeafFates(run: Json, journey: Journey): (leaf: Leaf) => FieldFate {
  const places = createRunPlaces(run, taskDocument(journey.task));
  return (leaf) => {
    const place = places(leaf);
    return place === undefined ? unreadOfRun(leaf) : fateOf({ ...leaf, as: place === 'mark' ? ['kind'] : inA2a(place) }, journey);
  };
}

/** A place of our nouns in the words of a task of A2A 1.0. */
function inA2a([head, ...rest]: readonly Token[]): readonly Token[] {
  if (head === 'taskId') return ['id'];
  if (head === 'delegationChain') return ['metadata', CHAIN_KEY, ...rest];
  return [head ?? '', ...rest.map((token) => A2A_NAMES.get(token) ?? token)];
}

const A2A_NAMES: ReadonlyMap<Token, string> = new Map<Token, string>([
  ['uri', 'url'],
  ['bytes', 'raw'],
  ['mimeType', 'mediaType'],
]);

/** The words of the four vocabularies for each state, and whether the state survives. */
export function vocabulary(): readonly {
  readonly a2a: string;
  readonly internal: string;
  readonly acp: string;
  readonly backInternal: string;
  readonly lossy: boolean;
}[] {
  return INTERNAL_STATES.map((internal) => {
    const acp = INTERNAL_TO_ACP[internal];
    const backInternal = ACP_TO_INTERNAL[acp];
    return { a2a: INTERNAL_TO_A2A[internal], internal, acp, backInternal, lossy: backInternal !== internal };
  });
}

function payloadAt(original: Json, steps: string): Json {
  let value: Json = original;
  for (const step of steps.split('/').filter((text) => text !== '')) {
    if (step === 'json' && typeof value === 'string') value = boundedDepth(JSON.parse(value) as Json);
    else value = valueAt(value, [tokenOf(step)]) ?? null;
  }
  return value;
}

function tokenOf(step: string): Token {
  return step.startsWith('[') ? Number(step.slice(1, -1)) : step.slice(1);
}

function journeyOf(task: Task<ObservedState>, internal: InternalTask, documents: Journey['documents']): Journey {
  const history = Array.from(task.history);
  const firstUser = history.findIndex((message) => message.role === 'user');
  const texts = (parts: Iterable<{ readonly kind: string; readonly text?: string }>): number =>
    Array.from(parts).filter((part) => part.kind === 'text' && part.text !== '').length;
  const writers = new Map<string, string>();
  let outputTexts = 0;
  for (const [index, artifact] of Array.from(task.artifacts).entries()) {
    outputTexts += texts(artifact.parts);
    for (const [place, part] of artifact.parts.entries()) {
      if (part.kind !== 'data' || !isJsonObject(part.data)) continue;
      for (const key of Object.keys(part.data)) writers.set(key, `${index}/${place}`);
    }
  }
  const inputTexts = texts(history[firstUser]?.parts ?? []);
  return { task, internal, documents, firstUser, outputTexts, inputTexts, writers };
}

const CONTEXT_NAMES = ['contextId', 'context_id', 'sessionId', 'session_id'];

/** What a station holds although the original says nothing about it. */
function addedOnTheWay(original: Json, { internal, documents, task, inputTexts, outputTexts }: Journey): readonly FieldFate[] {
  const added = (inside: readonly Token[], outside: readonly Token[], remark: string): FieldFate => {
    const [internalStation, acp, back] = [
      station(documents.internal, inside),
      station(documents.acp, outside),
      station(documents.back, inside),
    ];
    return {
      verdict: 'defaulted',
      ...(internalStation && { internal: internalStation }),
      ...(acp && { acp }),
      ...(back && { back }),
      remark,
    };
  };
  const fates: FieldFate[] = [];
  if (!CONTEXT_NAMES.some((name) => (valueAt(original, [name]) ?? null) !== null)) {
    fates.push(added(['contextId'], ['session_id'], 'the task names no context'));
  }
  if (inputTexts === 0) fates.push(added(['inputText'], ['input', 0, 'content'], 'no user has said a text'));
  if (outputTexts === 0) fates.push(added(['outputText'], [], 'no artifact has a text'));
  if (Object.keys(internal.structured).length === 0) fates.push(added(['structured'], [], 'no artifact has data'));
  if (internal.delegationChain.length === 0) {
    fates.push(added(['delegationChain'], ['metadata', 'delegation_chain'], 'the task carries no chain'));
  }
  for (const [index, artifact] of Array.from(task.artifacts).entries()) {
    if (artifact.name === '') fates.push(added(['artifacts', index], ['metadata', 'artifacts', index], 'the artifact has no name'));
  }
  fates.push(added([], ['output', 0, 'role'], 'a constant of the envelope'));
  return fates.map((one) => withoutRoot(one));
}

/** A station that is the whole document is none. */
function withoutRoot(field: FieldFate): FieldFate {
  const { internal, acp, back, ...rest } = field;
  return {
    ...rest,
    ...(internal && internal.path !== '' && { internal }),
    ...(acp && acp.path !== '' && { acp }),
    ...(back && back.path !== '' && { back }),
  };
}

function summed(fields: readonly FieldFate[]): Pick<RoundTripTrace, 'fields' | 'counts'> {
  const sorted = FIELD_VERDICTS.flatMap((verdict) => fields.filter((field) => field.verdict === verdict));
  const count = (verdict: FieldVerdict): number => fields.filter((field) => field.verdict === verdict).length;
  return {
    fields: sorted,
    counts: {
      'undeclared-loss': count('undeclared-loss'),
      'declared-loss': count('declared-loss'),
      defaulted: count('defaulted'),
      renamed: count('renamed'),
      kept: count('kept'),
    },
  };
}
