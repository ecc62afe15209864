// The wire document of a task at the cursor: the last whole one that was seen, or, where updates came after it or alone, one
// put together from them. The second is synthesised and says so; its pieces stay in the words of the wire they came from.

import { observe } from '../adapters/adapters.ts';
import type { Observation } from '../adapters/observation.ts';
import { isJsonObject, member, textMember, type Json, type JsonObject } from '../base/json.ts';
import type { LogView } from '../log/log-view.ts';
import type { Provenance } from '../log/row-kind.ts';
import { BoundedMemory } from './bounded-memory.ts';
import { contentRowsOf } from './content-rows.ts';
import { countUpTo } from './known-caller.ts';
import { besideLog } from './log-index.ts';
import { payloadAt } from './payload.ts';

export interface WholeTask {
  readonly document: Json;
  /** Row and place of the document, or of the last update that went into it. */
  readonly row: number;
  readonly seq: number;
  readonly provenance: Provenance;
  readonly version?: string;
  /** Pieces before the ones that were put together, when there were too many. */
  readonly leftOut: number;
}

/** Updates assembled at most, and the step in which the beginning moves on behind a longer task. */
const MOST_PIECES = 5000;
const PIECES_STEP = 1000;
const CHECKPOINT_EVERY = 64;
const KEPT_DRAFTS = 512;
/** Rows looked at, counted back from the cursor, for one that really holds the whole task. */
const LOOK_BACK = 64;

/** What a document at a cursor is made of: rows only, nothing parsed twice. */
export interface Ingredients {
  /** Key of the task. */
  readonly task: string;
  /** Row of the last whole task that was seen, which the pieces change; -1 for none. */
  readonly base: number;
  /** Rows of updates, and which of them come after the base: places from `from` up to `to`, `leftOut` more before those. */
  readonly pieces: readonly number[];
  readonly from: number;
  readonly to: number;
  readonly leftOut: number;
}

/**
 * What the document of a task as of the cursor is made of: the last whole task with the updates that came after it. A push
 * delivery carries a whole task in its request, so it counts.
 * @returns undefined where the rows up to the cursor show the task's id and none of its content. SPEC.md R.20, R.21
 */
export function ingredientsOf(log: LogView, task: string, cursor: number): Ingredients | undefined {
  const content = contentRowsOf(log).ofTask(task);
  if (content === undefined) return undefined;
  const { wholes, pieces } = content;
  const base = lastWhole(log, { task, wholes, cursor });
  const after = base < 0 ? 0 : countUpTo(log, pieces, log.seqOf(base));
  const to = countUpTo(log, pieces, cursor);
  if (base < 0 && to === 0) return undefined;
  const tooMany = to - after - MOST_PIECES;
  const leftOut = tooMany <= 0 ? 0 : Math.ceil(tooMany / PIECES_STEP) * PIECES_STEP;
  return { task, base, pieces, from: after + leftOut, to, leftOut };
}

/** The document itself. */
export function wholeTask(log: LogView, task: string, cursor: number): WholeTask | undefined {
  const ingredients = ingredientsOf(log, task, cursor);
  return ingredients && mixed(log, ingredients);
}

/** The document that ingredients make; undefined where no update adds anything to nothing. */
export function mixed(log: LogView, ingredients: Ingredients): WholeTask | undefined {
  const base = ingredients.base < 0 ? undefined : seenWhole(log, ingredients.base, ingredients.task);
  return assembled(log, ingredients, base?.document) ?? base;
}

// Whether a row really holds the whole task is found out once.
const knownWholesOf = besideLog(() => new Map<number, boolean>());

function lastWhole(log: LogView, at: { readonly task: string; readonly wholes: readonly number[]; readonly cursor: number }): number {
  const known = knownWholesOf(log);
  const count = countUpTo(log, at.wholes, at.cursor);
  for (let index = count - 1; index >= Math.max(0, count - LOOK_BACK); index -= 1) {
    const row = at.wholes[index] ?? -1;
    const isWhole = known.get(row) ?? seenWhole(log, row, at.task) !== undefined;
    known.set(row, isWhole);
    if (isWhole) return row;
  }
  return -1;
}

function seenWhole(log: LogView, row: number, task: string): WholeTask | undefined {
  const value = log.value(row);
  if (value === undefined) return undefined;
  const observation = observe(value);
  const { said } = observation;
  if (said.kind !== 'task' || said.task.taskId !== log.tasks.idOf(task)) return undefined;
  const { provenance } = log.row(row);
  return { ...placed(log, row, observation), document: payloadAt(value, observation.payloadPath), provenance, leftOut: 0 };
}

type Place = Pick<WholeTask, 'row' | 'seq' | 'version'>;

function placed(log: LogView, row: number, { version }: Observation): Place {
  return { row, seq: log.seqOf(row), ...(version === undefined ? {} : { version }) };
}

interface Draft {
  contextId?: string;
  status?: Json;
  readonly artifacts: Map<string, JsonObject>;
  readonly history: Json[];
  marked: boolean;
  /** The last piece that added something. */
  last?: Place;
}
const draftsOf = besideLog(() => new BoundedMemory<Draft>(KEPT_DRAFTS));

function assembled(log: LogView, ingredients: Ingredients, base: Json | undefined): WholeTask | undefined {
  const { task, leftOut } = ingredients;
  const draft = draftAt(log, ingredients, base);
  if (draft.last === undefined) return undefined;
  const document: JsonObject = {
    ...(draft.marked ? { kind: 'task' } : {}),
    id: log.tasks.idOf(task),
    ...(isJsonObject(base) ? base : {}),
    ...(draft.contextId === undefined ? {} : { contextId: draft.contextId }),
    ...(draft.status === undefined ? {} : { status: draft.status }),
    ...(draft.artifacts.size === 0 ? {} : { artifacts: [...draft.artifacts.values()] }),
    ...(draft.history.length === 0 ? {} : { history: [...draft.history] }),
  };
  return { ...draft.last, document, provenance: 'synthesised', leftOut };
}

/** The fold of the pieces onto the base, from the nearest checkpoint on. */
function draftAt(log: LogView, ingredients: Ingredients, base: Json | undefined): Draft {
  const { task, pieces, from, to } = ingredients;
  const drafts = draftsOf(log);
  const keyAt = (place: number): string => `${ingredients.base} ${from} ${place} ${task}`;
  let place = to;
  let kept: Draft | undefined;
  // Checkpoints stand at multiples of CHECKPOINT_EVERY; the first look is at the place itself.
  while (place > from && !(kept = drafts.find(keyAt(place)))) place = Math.floor((place - 1) / CHECKPOINT_EVERY) * CHECKPOINT_EVERY;
  const draft = kept ? copyOf(kept) : draftFrom(base);
  for (place = Math.max(place, from); place < to; place += 1) {
    if (place > from && place % CHECKPOINT_EVERY === 0) drafts.keep(keyAt(place), copyOf(draft));
    addRow(log, draft, pieces[place] ?? -1);
  }
  drafts.keep(keyAt(to), copyOf(draft));
  return draft;
}

function draftFrom(base: Json | undefined): Draft {
  const artifacts = new Map(listOf(member(base, 'artifacts')).flatMap((artifact) => keyed(artifact)));
  return { artifacts, history: [...listOf(member(base, 'history'))], marked: false };
}

function copyOf(draft: Draft): Draft {
  return { ...draft, artifacts: new Map(draft.artifacts), history: [...draft.history] };
}

function addRow(log: LogView, draft: Draft, row: number): void {
  const value = log.value(row);
  if (value === undefined) return;
  const observation = observe(value);
  if (addPiece(draft, payloadAt(value, observation.payloadPath), observation)) draft.last = placed(log, row, observation);
}

function keyed(artifact: Json): readonly (readonly [string, JsonObject])[] {
  const artifactId = textMember(artifact, 'artifactId');
  return artifactId === undefined || !isJsonObject(artifact) ? [] : [[artifactId, artifact]];
}

/** Whether the payload added anything. 0.3 marks its objects with `kind`; 1.0 does not, and neither then does the task. */
function addPiece(draft: Draft, payload: Json, { said, dialect }: Observation): boolean {
  // A run of ACP comes whole in every event that brings it, and a stream of states brings nothing that a task has not:
  // what comes between is in the next one.
  if (dialect === 'acp' || dialect === 'interop') return false;
  if (member(payload, 'kind') !== undefined) draft.marked = true;
  if (said.kind === 'status-update') {
    if (said.update.contextId !== '') draft.contextId = said.update.contextId;
    const status = member(payload, 'status');
    if (status !== undefined) draft.status = status;
    return status !== undefined;
  }
  if (said.kind === 'artifact-update') {
    if (said.update.contextId !== '') draft.contextId = said.update.contextId;
    return addArtifact(draft, member(payload, 'artifact'), said.update.append);
  }
  if (said.kind !== 'message' || !isJsonObject(payload)) return false;
  draft.history.push(payload);
  return true;
}

/** Appended chunks add their parts to the artifact of the same id; anything else replaces it. */
function addArtifact(draft: Draft, artifact: Json | undefined, append: boolean): boolean {
  const artifactId = textMember(artifact, 'artifactId');
  if (artifactId === undefined || !isJsonObject(artifact)) return false;
  const before = draft.artifacts.get(artifactId);
  const joined =
    append && before !== undefined ? { ...before, parts: [...listOf(before['parts']), ...listOf(artifact['parts'])] } : artifact;
  draft.artifacts.set(artifactId, joined);
  return true;
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
