// The round trip: a task as it was on the wire → internal → ACP → internal again, field by field, through the envelope of the
// reference or through a real run of ACP. The comparison is with the original document, not with a parsed copy.

import { traceRoundTrip, vocabulary, type RoundTripTrace, type RoundTripWay } from '../adapters/adapters.ts';
import { boundedDepth } from '../base/bounded-depth.ts';
import { isJsonObject, type Json } from '../base/json.ts';
import type { Fact } from '../log/fact.ts';
import type { LogView } from '../log/log-view.ts';
import type { Provenance } from '../log/row-kind.ts';
import type { FieldVerdict } from '../protocol/field-verdict.ts';
import type { ObservedState } from '../protocol/task.ts';
import { BoundedMemory } from './bounded-memory.ts';
import { contentRowsOf } from './content-rows.ts';
import { countUpTo } from './known-caller.ts';
import { besideLog } from './log-index.ts';
import { statedPolicy } from './policy-asked.ts';
import { ingredientsOf, mixed, wholeTask, type Ingredients, type WholeTask } from './whole-task.ts';

export interface FieldFate {
  readonly verdict: FieldVerdict;
  /** Paths and short texts of the value at each station; undefined: not there. */
  readonly original?: { readonly path: string; readonly value: string };
  readonly internal?: { readonly path: string; readonly value: string };
  readonly acp?: { readonly path: string; readonly value: string };
  readonly back?: { readonly path: string; readonly value: string };
  readonly remark: string;
}
/** Through the envelope of the reference, or through a run of ACP with the request that began it. */
export type { RoundTripWay };
export interface RoundTripAnswer {
  readonly taskId: string;
  readonly way: RoundTripWay;
  /** Which dialect the original is in: `A2A 0.3`, `A2A 1.0`. */
  readonly dialect: string;
  readonly originalSeq: number;
  /** `synthesised`: no whole task was seen; the document was put together from the updates up to the cursor. */
  readonly provenance: Provenance;
  /** Updates before the 5 000 that a synthesised document was put together from. */
  readonly piecesLeftOut: number;
  /** Whether the translations that the log itself recorded (`translated`) say the same; undefined where it recorded none. */
  readonly recorded?: { readonly seqs: readonly number[]; readonly agrees: boolean };
  readonly fields: readonly FieldFate[];
  readonly counts: Readonly<Record<FieldVerdict, number>>;
  readonly documents: { readonly original: Json; readonly internal: Json; readonly acp: Json; readonly back: Json };
  /** Whether the internal form came back equal. */
  readonly identical: boolean;
  readonly error?: string;
}
export interface RoundTripDocument {
  readonly taskId: string;
  readonly agent?: string;
  readonly state?: ObservedState;
  readonly counts: Readonly<Record<FieldVerdict, number>>;
  readonly provenance: Provenance;
}
/** The words of the four vocabularies for each state. */
export interface VocabularyRow {
  readonly a2a: string;
  readonly internal: string;
  readonly acp: string;
  readonly backInternal: string;
  readonly lossy: boolean;
}
export interface RoundTripsAnswer {
  /** The way that was asked for, else that of the episode's policy. */
  readonly way: RoundTripWay;
  readonly documents: readonly RoundTripDocument[];
  readonly vocabulary: readonly VocabularyRow[];
  /** Tasks beyond those listed. */
  readonly leftOut: number;
}

const MOST_DOCUMENTS = 200;
/** Updates that the documents of one list are put together from at most; the first document is listed whatever it takes. */
const MOST_UPDATES = 10_000;
const KEPT_DOCUMENTS = 1_000;

/**
 * Which tasks have a wire document at the cursor, and how each fares on the round trip; with the four vocabularies.
 * Tasks of which only the id was seen have no document and are not listed. SPEC.md R.20–R.23.
 * @returns documents in order of their first content, at most 200, fewer where they are made of very many updates; `leftOut`
 *   counts the rest
 */
export function projectRoundTrips(log: LogView, ask: { readonly cursor: number; readonly way?: RoundTripWay }): RoundTripsAnswer {
  const way = ask.way ?? wayOfPolicy(log);
  const contents = contentRowsOf(log);
  const count = contents.countUpTo(ask.cursor);
  const documents: RoundTripDocument[] = [];
  let place = 0;
  let updates = 0;
  for (; place < Math.min(count, MOST_DOCUMENTS); place += 1) {
    const ingredients = ingredientsOf(log, contents.taskAt(place), ask.cursor);
    if (ingredients === undefined) continue;
    updates += ingredients.to - ingredients.from;
    if (updates > MOST_UPDATES && documents.length > 0) break;
    const document = listedDocument(log, ingredients, way);
    if (document !== undefined) documents.push(document);
  }
  return { way, documents, vocabulary: vocabulary(), leftOut: count - place };
}

/** The way that what a log recorded went; the envelope where the log is no episode. */
function wayOfPolicy(log: LogView): RoundTripWay {
  return statedPolicy(log).translation.way;
}

// What a document is made of tells what the list says of it, so the answer is kept by that.
const listedOf = besideLog(() => new BoundedMemory<{ readonly document: RoundTripDocument | undefined }>(KEPT_DOCUMENTS));

function listedDocument(log: LogView, ingredients: Ingredients, way: RoundTripWay): RoundTripDocument | undefined {
  const { task, base, from, to } = ingredients;
  // The name stands in the answer, and may change.
  const key = `${way} ${base} ${from} ${to} ${log.tasks.nameOf(task)}`;
  const listed = listedOf(log).find(key) ?? { document: documentOf(log, ingredients, way) };
  listedOf(log).keep(key, listed);
  return listed.document;
}

function documentOf(log: LogView, ingredients: Ingredients, way: RoundTripWay): RoundTripDocument | undefined {
  const whole = mixed(log, ingredients);
  const agent = whole && log.agent(whole.row);
  const trace = whole && traceRoundTrip(whole.document, way, agent);
  if (whole === undefined || trace === undefined) return undefined;
  return {
    taskId: log.tasks.nameOf(ingredients.task),
    ...(agent === undefined ? {} : { agent }),
    state: trace.state,
    counts: trace.counts,
    provenance: whole.provenance,
  };
}

/**
 * The round trip of one task, field by field in the order of the original document.
 * @returns undefined where the rows up to the cursor hold no content of the task
 */
export function projectRoundTrip(
  log: LogView,
  ask: { readonly taskId: string; readonly cursor: number; readonly way?: RoundTripWay },
): RoundTripAnswer | undefined {
  const way = ask.way ?? wayOfPolicy(log);
  const [task, whole] = firstWhole(log, ask) ?? [];
  const trace = whole && traceRoundTrip(whole.document, way, log.agent(whole.row));
  if (task === undefined || whole === undefined || trace === undefined) return undefined;
  // What a log recorded went the way of its policy; the words of a run are its own, and compared with none.
  const recorded =
    way === 'envelope' && wayOfPolicy(log) === 'envelope' ? recordedTranslations(log, { task, cursor: ask.cursor }, trace) : undefined;
  return {
    taskId: log.tasks.nameOf(task),
    way,
    dialect: trace.dialect,
    originalSeq: whole.seq,
    provenance: whole.provenance,
    piecesLeftOut: whole.leftOut,
    ...(recorded === undefined ? {} : { recorded }),
    fields: inDocumentOrder(trace.fields, trace.documents.original),
    counts: trace.counts,
    documents: trace.documents,
    identical: trace.identical,
    ...(trace.error === undefined ? {} : { error: trace.error }),
  };
}

/** Of the tasks that a name means the first that has content at the cursor. */
function firstWhole(
  log: LogView,
  ask: { readonly taskId: string; readonly cursor: number },
): readonly [task: string, whole: WholeTask] | undefined {
  for (const task of log.tasks.named(ask.taskId)) {
    const whole = wholeTask(log, task, ask.cursor);
    if (whole !== undefined) return [task, whole];
  }
  return undefined;
}

/** The adapters list worst first; the order of the document is the order of its members. */
function inDocumentOrder(fields: readonly FieldFate[], document: Json): readonly FieldFate[] {
  const places = new Map<string, number>();
  const waiting: (readonly [path: string, value: Json])[] = [['', document]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    places.set(next[0], places.size);
    for (const inner of membersOf(next[0], next[1]).toReversed()) waiting.push(inner);
  }
  const placeOf = ({ original }: FieldFate) => (original === undefined ? places.size : (places.get(original.path) ?? places.size));
  return fields.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The members of a value with their paths, spelled as issues spell them. */
function membersOf(path: string, value: Json): readonly (readonly [path: string, value: Json])[] {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item, index) => [`${path}[${index}]`, item] as const);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([key, item]) => [memberPath(path, key), item] as const);
}

function memberPath(path: string, key: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** Steps of the way there and back, and how many of a task's last translations are looked at for one of each. */
const STEPS = 3;
const MOST_TRANSLATIONS = 64;
type Translated = Extract<Fact, { readonly kind: 'translated' }>;

/** Whether the last recorded translation of each step says what the adapters say now; keys may stand in another order. */
function recordedTranslations(
  log: LogView,
  ask: { readonly task: string; readonly cursor: number },
  { documents }: RoundTripTrace,
): RoundTripAnswer['recorded'] {
  const made: Readonly<Record<Translated['step'], Json>> = {
    'a2a-to-internal': documents.internal,
    'internal-to-acp': documents.acp,
    'acp-to-internal': documents.back,
  };
  const last = new Map<Translated['step'], { readonly seq: number; readonly document: Json }>();
  const rows = contentRowsOf(log).ofTask(ask.task)?.translations ?? [];
  const count = countUpTo(log, rows, ask.cursor);
  for (let index = count - 1; index >= Math.max(0, count - MOST_TRANSLATIONS) && last.size < STEPS; index -= 1) {
    const row = rows[index] ?? -1;
    const fact = log.fact(row);
    if (fact?.kind === 'translated' && !last.has(fact.step)) last.set(fact.step, { seq: log.seqOf(row), document: fact.document });
  }
  if (last.size === 0) return undefined;
  const steps = [...last].reverse();
  return {
    seqs: steps.map(([, { seq }]) => seq),
    agrees: steps.every(([step, { document }]) => ordered(document) === ordered(made[step])),
  };
}

/** Levels that are compared: fewer than any document keeps, for it is cut at a depth of the row that it came in. */
const LEVELS_COMPARED = 150;

function ordered(value: Json): string {
  return JSON.stringify(boundedDepth(value, LEVELS_COMPARED), (_key, item: unknown) =>
    isJsonObject(item) ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1))) : item,
  );
}
