// How guarded data is, as an order. Words come from cards and callers, so they may be none of ours; who reads one decides
// what an unknown word means there, this file only says that it is unknown. SPEC.md D.2, A.4.

import { quotedText } from '../base/quoted-text.ts';
import { failure, success, type Issue, type Result } from '../base/result.ts';
import { CLASSIFICATIONS } from '../protocol/agent-card.ts';

const RANK: ReadonlyMap<string, number> = new Map(CLASSIFICATIONS.map((word, rank) => [word, rank]));

/** The place of a classification in the order, 0 for the least guarded; an issue for a word that has none. */
export function classificationRank(word: string): Result<number> {
  const rank = RANK.get(word);
  return rank === undefined ? failure({ path: '', message: unknownClassification(word) }) : success(rank);
}

/** The rank alone, for inner loops: undefined for an unknown word. */
export function rankOf(word: string): number | undefined {
  return RANK.get(word);
}

/** The sentence for an unknown word. */
export function unknownClassification(word: string): string {
  return `unknown data classification: ${quotedText(word)}`;
}

/** For editors: why a word cannot be used, with the words that can; undefined when it is one of them. */
export function classificationIssue(word: string): Issue | undefined {
  if (RANK.has(word)) return undefined;
  return { path: '', message: `${unknownClassification(word)}; known are ${CLASSIFICATIONS.join(', ')}` };
}
