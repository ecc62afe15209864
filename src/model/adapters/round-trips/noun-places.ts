// Where the value of a leaf of a wire task is in the task that was read from it, in whatever dialect of A2A the leaf is written.
// The names of the dialects differ, the places hardly: ids, one level around files and data, the marks that say what is what.

import { isJsonObject, type Json } from '../../base/json.ts';
import { CHAIN_KEY } from '../carriers.ts';
import { leafText, valueAt, type Leaf, type Token } from './leaves.ts';

/** A place in the nouns; `mark` for what only says what something is; undefined where nothing of ours keeps it. */
export type NounPlace = readonly Token[] | 'mark' | undefined;

/** The place of a leaf. `task` is the task as a document. */
export function nounPlaceOf({ tokens, value }: Leaf, task: Json): NounPlace {
  const [head, ...rest] = tokens;
  switch (named(head)) {
    case 'kind':
      return 'mark';
    case 'id':
      return ['taskId'];
    case 'contextId':
    case 'sessionId':
      return ['contextId'];
    case 'status':
      return statusPlace(rest, { task, value });
    case 'history':
    case 'messages':
      return typeof rest[0] === 'number' ? messagePlace(['history', rest[0]], rest.slice(1), { task, value }) : undefined;
    case 'artifacts':
      return typeof rest[0] === 'number' ? artifactPlace(['artifacts', rest[0]], rest.slice(1), { task, value }) : undefined;
    case 'metadata':
      return metadataPlace(rest, task);
    default:
      return undefined;
  }
}

interface Around {
  readonly task: Json;
  readonly value: Json;
}

/** Names are asked for in one spelling. */
function named(token: Token | undefined): string {
  return typeof token === 'string' ? token.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()) : '';
}

function metadataPlace(rest: readonly Token[], task: Json): NounPlace {
  const chain = valueAt(task, ['delegationChain']);
  const read = rest[0] === CHAIN_KEY && Array.isArray(chain) && chain.length > 0;
  return read ? ['delegationChain', ...rest.slice(1)] : ['metadata', ...rest];
}

function statusPlace([head, ...rest]: readonly Token[], around: Around): NounPlace {
  switch (named(head)) {
    case 'state':
      return ['status', 'state'];
    case 'timestamp':
      return ['status', 'timestamp'];
    case 'message':
    case 'update':
      return messagePlace(['status', 'message'], rest, around);
    default:
      return undefined;
  }
}

const OF_MESSAGES: ReadonlySet<string> = new Set(['messageId', 'role', 'taskId', 'contextId']);

function messagePlace(base: readonly Token[], [head, ...rest]: readonly Token[], around: Around): NounPlace {
  const name = named(head);
  if (name === 'kind') return 'mark';
  if (name === 'metadata') return [...base, 'metadata', ...rest];
  if (name === 'referenceTaskIds') return [...base, 'referenceTaskIds', ...rest];
  if (OF_MESSAGES.has(name)) return [...base, name];
  if (name === 'parts' || (name === 'content' && rest.length > 0)) return listedPart(base, rest, around);
  return name === 'text' || name === 'content' ? [...base, 'parts', 0, 'text'] : undefined;
}

function listedPart(base: readonly Token[], [index, ...rest]: readonly Token[], around: Around): NounPlace {
  if (typeof index !== 'number') return [...base, 'parts'];
  return partPlace([...base, 'parts', index], rest[0] === 'root' ? rest.slice(1) : rest, around);
}

function artifactPlace(base: readonly Token[], [head, ...rest]: readonly Token[], around: Around): NounPlace {
  const name = named(head);
  if (name === 'parts') return listedPart(base, rest, around);
  if (name === 'metadata') return [...base, 'metadata', ...rest];
  if (name === 'index') return [...base, 'artifactId'];
  return name === 'artifactId' || name === 'name' || name === 'description' ? [...base, name] : undefined;
}

/** Members of a part, and of the file in it, that have another name with us. */
const PART_NAMES: ReadonlyMap<string, string> = new Map([
  ['text', 'text'],
  ['raw', 'bytes'],
  ['bytes', 'bytes'],
  ['fileWithBytes', 'bytes'],
  ['url', 'uri'],
  ['uri', 'uri'],
  ['fileWithUri', 'uri'],
  ['mimeType', 'mimeType'],
  ['mediaType', 'mimeType'],
  ['filename', 'name'],
  ['name', 'name'],
]);

function partPlace(base: readonly Token[], [head, ...rest]: readonly Token[], around: Around): NounPlace {
  const name = named(head);
  if (name === 'kind' || name === 'type') return 'mark';
  if (name === 'metadata') return [...base, 'metadata', ...rest];
  if (name === 'file') return partPlace(base, rest, around);
  if (name === 'data') return dataPlace(base, rest, around);
  if (name === 'content') return rest[0] === '$case' ? 'mark' : dumpedPlace(base, rest.slice(1), around);
  const ours = PART_NAMES.get(name);
  return ours === undefined ? undefined : [...base, ours];
}

/** Data stands as it is, or one level down: under `data` in the protobuf of 0.3, under `value` where it was no object. */
function dataPlace(base: readonly Token[], rest: readonly Token[], { task, value }: Around): NounPlace {
  const direct = [...base, 'data', ...rest];
  const found = valueAt(task, direct);
  if (rest.length === 0 || (found !== undefined && leafText(found) === leafText(value))) return direct;
  return rest[0] === 'data' || rest[0] === 'value' ? [...base, 'data', ...rest.slice(1)] : direct;
}

function dumpedPlace(base: readonly Token[], rest: readonly Token[], { task }: Around): NounPlace {
  const part = valueAt(task, base);
  const key = isJsonObject(part) ? ['text', 'uri', 'bytes'].find((name) => part[name] !== undefined) : undefined;
  return key === undefined ? [...base, 'data', ...rest] : [...base, key];
}
