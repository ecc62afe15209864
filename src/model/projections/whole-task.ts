// The wire document of a task at the cursor: the last whole one that was seen, or, where updates came after it or alone, one
// put together from them. The second is synthesised and says so; its pieces stay in the words of the wire they came from.

import { observe } from '../adapters/adapters.ts';
import type { Observation } from '../adapters/observation.ts';
import { isJsonObject, member, textMember, type Json, type JsonObject } from '../base/json.ts';
import type { LogReader } from '../log/log-reader.ts';
import type { Provenance, RowKind } from '../log/row-kind.ts';
import { countUpTo } from './known-caller.ts';
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

const WHOLE_KINDS: ReadonlySet<RowKind> = new Set<RowKind>(['task-snapshot', 'call-settled', 'message-sent']);
const PIECE_KINDS: ReadonlySet<RowKind> = new Set<RowKind>(['status-update', 'artifact-update', 'message-received']);
/** Rows looked at, counted back from the cursor, for a whole task; and pieces assembled at most. */
const MOST_ROWS = 5000;

/**
 * The wire document of a task as of the cursor: the last whole task with the updates that came after it. A push delivery carries a whole task in its request, so it counts.
 * @returns undefined where the rows up to the cursor show the task's id and none of its content. SPEC.md R.20, R.21
 */
export function wholeTask(log: LogReader, taskId: string, cursor: number): WholeTask | undefined {
  const all = log.rowsOfTask(taskId);
  const count = countUpTo(log, all, cursor);
  const from = Math.max(0, count - MOST_ROWS);
  const later: number[] = [];
  for (let index = count - 1; index >= from; index -= 1) {
    const row = all[index] ?? -1;
    if (PIECE_KINDS.has(log.kind(row))) later.push(row);
    const seen = mayBeWhole(log, row) ? seenWhole(log, row, taskId) : undefined;
    if (seen !== undefined) return assembled(log, { taskId, base: seen.document, rows: later.reverse() }) ?? seen;
  }
  const put = assembled(log, { taskId, base: undefined, rows: later.reverse() });
  return put === undefined ? undefined : { ...put, leftOut: from };
}

/** Requests carry no task, except a delivery at a callback. */
function mayBeWhole(log: LogReader, row: number): boolean {
  const kind = log.kind(row);
  return WHOLE_KINDS.has(kind) && (kind !== 'message-sent' || log.row(row).channel === 'push');
}

function seenWhole(log: LogReader, row: number, taskId: string): WholeTask | undefined {
  const value = log.value(row);
  if (value === undefined) return undefined;
  const observation = observe(value);
  const { said } = observation;
  if (said.kind !== 'task' || said.task.taskId !== taskId) return undefined;
  const { provenance } = log.row(row);
  return { ...placed(log, row, observation), document: payloadAt(value, observation.payloadPath), provenance, leftOut: 0 };
}

type Place = Pick<WholeTask, 'row' | 'seq' | 'version'>;

function placed(log: LogReader, row: number, { version }: Observation): Place {
  return { row, seq: log.seqOf(row), ...(version === undefined ? {} : { version }) };
}

interface Draft {
  contextId?: string;
  status?: Json;
  readonly artifacts: Map<string, JsonObject>;
  readonly history: Json[];
  marked: boolean;
}
interface Pieces {
  readonly taskId: string;
  /** The last whole task, that the rows change. */
  readonly base: Json | undefined;
  readonly rows: readonly number[];
}

function assembled(log: LogReader, { taskId, base, rows }: Pieces): WholeTask | undefined {
  const artifacts = new Map(listOf(member(base, 'artifacts')).flatMap((artifact) => keyed(artifact)));
  const draft: Draft = { artifacts, history: [...listOf(member(base, 'history'))], marked: false };
  let last: Place | undefined;
  for (const row of rows) {
    const value = log.value(row);
    if (value === undefined) continue;
    const observation = observe(value);
    if (addPiece(draft, payloadAt(value, observation.payloadPath), observation)) last = placed(log, row, observation);
  }
  if (last === undefined) return undefined;
  const document: JsonObject = {
    ...(draft.marked ? { kind: 'task' } : {}),
    id: taskId,
    ...(isJsonObject(base) ? base : {}),
    ...(draft.contextId === undefined ? {} : { contextId: draft.contextId }),
    ...(draft.status === undefined ? {} : { status: draft.status }),
    ...(draft.artifacts.size === 0 ? {} : { artifacts: [...draft.artifacts.values()] }),
    ...(draft.history.length === 0 ? {} : { history: draft.history }),
  };
  return { ...last, document, provenance: 'synthesised', leftOut: 0 };
}

function keyed(artifact: Json): readonly (readonly [string, JsonObject])[] {
  const artifactId = textMember(artifact, 'artifactId');
  return artifactId === undefined || !isJsonObject(artifact) ? [] : [[artifactId, artifact]];
}

/** Whether the payload added anything. 0.3 marks its objects with `kind`; 1.0 does not, and neither then does the task. */
function addPiece(draft: Draft, payload: Json, { said }: Observation): boolean {
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
