// Where the value of a leaf of a run of ACP is in the task that was read from it. The run is walked as its reader walks it:
// named parts to their artifacts, the other parts to the messages they are in, of which the last may be the status message.

import { member, textMember, type Json } from '../../base/json.ts';
import { isAcpPart } from '../dialects/acp-parts.ts';
import { valueAt, type Leaf, type Token } from './leaves.ts';
import type { NounPlace } from './noun-places.ts';

/** The place of a leaf of `run` in `task`, the task as a document. */
export function createRunPlaces(run: Json, task: Json): (leaf: Leaf) => NounPlace {
  const parts = placeParts(run, task);
  return ({ tokens }) => {
    const [head, ...rest] = tokens;
    switch (head) {
      case 'run_id':
        return ['taskId'];
      case 'session_id':
        return ['contextId'];
      case 'status':
        return ['status', 'state'];
      case 'finished_at':
        return ['status', 'timestamp'];
      case 'error':
        return rest.length === 0 || rest[0] === 'message' ? errorPlace(task) : undefined;
      case 'metadata':
        return rest[0] === 'delegation_chain' ? ['delegationChain', ...rest.slice(1)] : ['metadata', ...rest];
      default:
        return partMember(parts, tokens, task);
    }
  };
}

function errorPlace(task: Json): NounPlace {
  return valueAt(task, ['status', 'state']) === 'failed' ? ['status', 'message', 'parts', 0, 'text'] : undefined;
}

const MEMBERS: ReadonlyMap<Token | undefined, string> = new Map<Token | undefined, string>([
  ['content_url', 'uri'],
  ['contentUrl', 'uri'],
  ['content_type', 'mimeType'],
]);

/** Which member of a part of ours its content is. */
const CONTENTS: ReadonlyMap<Json | undefined, string> = new Map<Json | undefined, string>([
  ['text', 'text'],
  ['file', 'bytes'],
  ['data', 'data'],
]);

function partMember(parts: ReadonlyMap<string, readonly Token[]>, tokens: readonly Token[], task: Json): NounPlace {
  const last = tokens.findLastIndex((token) => typeof token === 'number');
  const base = parts.get(tokens.slice(0, last + 1).join('/'));
  if (base === undefined) return undefined;
  const [head, ...rest] = tokens.slice(last + 1);
  if (head === 'content_encoding' || head === 'type') return 'mark';
  if (head === 'metadata') return [...base, 'metadata', ...rest];
  if (head === 'name') return base[0] === 'artifacts' ? [...base.slice(0, 2), 'name'] : undefined;
  const ours = MEMBERS.get(head);
  if (ours !== undefined) return [...base, ours];
  return head === 'content' ? [...base, CONTENTS.get(valueAt(task, [...base, 'kind'])) ?? 'text', ...rest] : undefined;
}

/** Each part of a run by its path, with where it is in the task. */
function placeParts(run: Json, task: Json): ReadonlyMap<string, readonly Token[]> {
  const places = new Map<string, readonly Token[]>();
  // An input of nothing but empty texts, as the reference writes for none, is no message.
  const asked = valueAt(task, ['history', 0, 'role']) === 'user' ? walkInput(run, places) : 0;
  const spoken = walkOutput(run, places, { task, asked });
  const question = member(run, 'await_request') === undefined ? 'await' : 'await_request';
  const waiting = valueAt(task, ['status', 'state']) === 'input-required';
  for (const path of waiting ? [[question, 'message'], [question]] : []) {
    listOf(valueAt(run, [...path, 'parts'])).forEach((_part, index) => {
      places.set([...path, 'parts', index].join('/'), ['status', 'message', 'parts', index]);
    });
  }
  listOf(member(run, 'artifacts')).forEach((part, index) => {
    const at = spoken.names.get(textMember(part, 'name') ?? '');
    if (at) places.set(`artifacts/${index}`, ['artifacts', at.index, 'parts', at.size++]);
  });
  return places;
}

/** Input stands on drafts and on the envelope of the reference: as messages, or as parts that are one message. */
function walkInput(run: Json, places: Map<string, readonly Token[]>): number {
  const key = member(run, 'input') === undefined ? 'inputs' : 'input';
  const items = listOf(member(run, key));
  if (items.length > 0 && items.every(isAcpPart)) {
    items.forEach((_part, index) => places.set(`${key}/${index}`, ['history', 0, 'parts', index]));
    return 1;
  }
  items.forEach((message, index) =>
    listOf(member(message, 'parts')).forEach((_part, item) =>
      places.set(`${key}/${index}/parts/${item}`, ['history', index, 'parts', item]),
    ),
  );
  return items.length;
}

type Names = ReadonlyMap<string, { readonly index: number; size: number }>;

function walkOutput(
  run: Json,
  places: Map<string, readonly Token[]>,
  { task, asked }: { readonly task: Json; readonly asked: number },
): { readonly names: Names } {
  const names = new Map<string, { readonly index: number; size: number }>();
  listOf(valueAt(task, ['artifacts'])).forEach((artifact, index) => names.set(textMember(artifact, 'name') ?? '', { index, size: 0 }));
  const inHistory = listOf(valueAt(task, ['history'])).length;
  const key = member(run, 'output') === undefined ? 'outputs' : 'output';
  let place = asked;
  for (const [index, message] of listOf(member(run, key)).entries()) {
    const parts = listOf(member(message, 'parts'));
    const base: readonly Token[] = place < inHistory ? ['history', place] : ['status', 'message'];
    let unnamed = 0;
    for (const [item, part] of parts.entries()) {
      const known = names.get(textMember(part, 'name') ?? '');
      places.set(
        `${key}/${index}/parts/${item}`,
        known ? ['artifacts', known.index, 'parts', known.size++] : [...base, 'parts', unnamed++],
      );
    }
    if (unnamed > 0 || parts.length === 0) place += 1;
  }
  return { names };
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
