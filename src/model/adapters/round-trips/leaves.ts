// A document as its leaves: every place that holds a plain value, or a list or object with nothing in it. Walked without
// recursion, because a pasted document may be nested deeper than a stack.

import { isJsonObject, type Json } from '../../base/json.ts';
import { itemPath, memberPath } from '../dialects/reading.ts';

export type Token = string | number;
export interface Leaf {
  readonly tokens: readonly Token[];
  readonly value: Json;
  /** Where a document of A2A would have it, when this one is of another protocol. */
  readonly as?: readonly Token[];
}

/** The leaves of a document, in document order. */
export function leavesOf(document: Json): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const waiting: Leaf[] = [{ tokens: [], value: document }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const inner = children(next);
    if (inner.length === 0) leaves.push(next);
    for (const child of inner.toReversed()) waiting.push(child);
  }
  return leaves;
}

function children({ tokens, value }: Leaf): readonly Leaf[] {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item, index) => ({ tokens: [...tokens, index], value: item }));
  // A printed buffer is one value, not one a byte.
  if (!isJsonObject(value) || (value['type'] === 'Buffer' && Array.isArray(value['data']))) return [];
  return Object.entries(value).map(([key, member]) => ({ tokens: [...tokens, key], value: member }));
}

/** The path of a place, as issues spell it. */
export function pathOf(tokens: readonly Token[]): string {
  return tokens.reduce<string>((path, token) => (typeof token === 'number' ? itemPath(path, token) : memberPath(path, token)), '');
}

/** The value at a place, undefined when there is none. */
export function valueAt(document: Json, tokens: readonly Token[]): Json | undefined {
  let value: Json | undefined = document;
  for (const token of tokens) {
    if (Array.isArray(value) && typeof token === 'number') value = (value as readonly Json[])[token];
    else if (isJsonObject(value) && Object.hasOwn(value, String(token))) value = value[String(token)];
    else return undefined;
  }
  return value;
}

/** Whether two documents hold the same values at the same places; the order of members does not matter. */
export function sameLeaves(one: Json, other: Json): boolean {
  const first = leavesOf(one);
  const second = new Map(leavesOf(other).map((leaf) => [pathOf(leaf.tokens), leafText(leaf.value)]));
  return first.length === second.size && first.every((leaf) => second.get(pathOf(leaf.tokens)) === leafText(leaf.value));
}

/** Whether a leaf says nothing: null, an empty text, list or object. */
export function isEmptyLeaf(value: Json): boolean {
  return value === null || value === '' || (typeof value === 'object' && leafText(value).length === 2);
}

/** A leaf as JSON text. */
export function leafText(value: Json): string {
  return JSON.stringify(value);
}
