// Where a leaf of a task of the small REST protocol would stand in a task of A2A, so that its fate is judged like that of one.
// What has no place there is among the dialect's declared losses. SPEC.md I.3, R.3.

import { LOSSES } from '../dialects/interop.ts';
import { fate, type FieldFate } from './fates.ts';
import type { Leaf, Token } from './leaves.ts';

const DECLARED = LOSSES.filter(({ when }) => when === 'decode');

/** The leaf as A2A would have it; undefined where a task of ours has no place for it. */
export function interopLeaf(leaf: Leaf): Leaf | undefined {
  const [head, ...rest] = leaf.tokens;
  if (head === 'id' || head === 'artifacts' || head === 'metadata') return { ...leaf, as: artifactNames(leaf.tokens) };
  if (head === 'messages') return { ...leaf, as: ['history', ...rest] };
  if (head !== 'status') return undefined;
  const [member] = rest;
  if (member === 'message') return { ...leaf, as: ['status', 'message', 'parts', 0, 'text'] };
  return { ...leaf, as: member === 'at' ? ['status', 'timestamp'] : leaf.tokens };
}

function artifactNames(tokens: readonly Token[]): readonly Token[] {
  const [list, index, member] = tokens;
  return list === 'artifacts' && member === 'id' ? [list, index ?? 0, 'artifactId'] : tokens;
}

/** The fate of a leaf that a task of ours has no place for. */
export function unreadOfInterop(leaf: Leaf): FieldFate {
  const declared = DECLARED.find(({ path }) => path === `task.${leaf.tokens.join('.')}`);
  return declared ? fate('declared-loss', leaf, declared.why) : fate('undeclared-loss', leaf, 'no reader knows this member');
}
