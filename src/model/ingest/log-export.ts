// Documents that hold the records of a log: what a cloud's or a collector's query downloads. The lists are found by what their elements
// are (records that state a time), not by whose document it is.

import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';
import { memberStep } from '../log/value-path.ts';
import { merged, recordTime } from './record-time.ts';
import { readInstant } from '../base/wire-time.ts';

export interface ExportedRecord {
  readonly value: Json;
  readonly path: string;
  readonly time: number | undefined;
}

const DEEPEST = 6;
const MOST_NODES = 20_000;

/** The records that a document lists, in the order of their times; none where it lists none. */
export function exportedRecords(document: Json, path: string): readonly ExportedRecord[] {
  const lists: ExportedRecord[][] = [];
  const nodes: Node[] = [{ value: document, path, depth: 0 }];
  for (let index = 0; index < nodes.length && index < MOST_NODES; index += 1) {
    const node = nodes[index];
    if (!node || node.depth > DEEPEST) continue;
    const { value } = node;
    if (Array.isArray(value)) addList(value as readonly Json[], node, lists, nodes);
    else if (isJsonObject(value) && !addTable(value, node.path, lists)) {
      for (const name of Object.keys(value)) {
        const inner = value[name] ?? null;
        if (typeof inner === 'object' && inner !== null)
          nodes.push({ value: inner, path: `${node.path}/${memberStep(name)}`, depth: node.depth + 1 });
      }
    }
  }
  return merged(lists);
}

interface Node {
  readonly value: Json;
  readonly path: string;
  readonly depth: number;
}

function addList(list: readonly Json[], { path, depth }: Node, lists: ExportedRecord[][], nodes: Node[]): void {
  const listed = list.length > 0 && list.slice(0, 3).every((item) => recordTime(item) !== undefined);
  const places = list.map((value, index) => ({ value, path: `${path}/[${index}]`, time: listed ? recordTime(value) : undefined }));
  if (listed) lists.push(places);
  else for (const place of places) if (typeof place.value === 'object' && place.value !== null) nodes.push({ ...place, depth: depth + 1 });
}

/** A table of columns and rows, as Azure's queries answer. */
function addTable(value: JsonObject, path: string, lists: ExportedRecord[][]): boolean {
  const { columns, rows } = value;
  if (!Array.isArray(columns) || !Array.isArray(rows)) return false;
  const names = (columns as readonly Json[]).map((column) => (isJsonObject(column) ? column['name'] : column));
  const timed = names.findIndex((name) => typeof name === 'string' && /^(?:time|timestamp|timegenerated|@timestamp|_time)/i.test(name));
  if (timed < 0) return false;
  lists.push(
    (rows as readonly Json[]).map((value, index) => ({
      value,
      path: `${path}/.rows/[${index}]`,
      time: Array.isArray(value) ? readInstant((value as readonly Json[])[timed]) : undefined,
    })),
  );
  return true;
}
