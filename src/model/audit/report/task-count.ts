// What is counted of one task; and the same as bytes, once the task is over.

import type { CommonWords } from '../casebook/common-words.ts';
import type { PackedReader, PackedWriter } from '../casebook/packed-bytes.ts';
import type { LooseChunks } from './loose-chunks.ts';
import { readStates, type StatesSeen } from './states-seen.ts';

export interface OpenArtifact {
  name: string;
  parts: number;
  text: string;
}

export interface OpenTask {
  readonly id: string;
  contextId: string;
  readonly states: StatesSeen;
  readonly artifacts: Map<string, OpenArtifact>;
  /** The open stream whose chunks count: its call, or the number of its source. */
  leader: object | number | undefined;
  /** What streams whose requests are not here have brought. */
  loose: LooseChunks | undefined;
}

const MOST_ARTIFACTS = 64;

/** Whether nothing of it is open. */
export function isOver({ states, leader, loose, artifacts }: OpenTask): boolean {
  return leader === undefined && (loose === undefined || loose.isAtRest) && artifacts.size <= MOST_ARTIFACTS && states.isOver();
}

/** Writes a task that is over. */
export function writeCount(to: PackedWriter, words: CommonWords, { id, contextId, states, artifacts }: OpenTask): void {
  to.text(id);
  to.text(contextId);
  states.write(to, words);
  to.whole(artifacts.size);
  for (const [artifactId, { name, parts, text }] of artifacts) {
    to.text(artifactId);
    to.text(name);
    to.whole(parts);
    to.text(text);
  }
}

/** Reads it again. */
export function readCount(from: PackedReader, words: CommonWords): OpenTask {
  const id = from.text() ?? '';
  const contextId = from.text() ?? '';
  const states = readStates(from, words);
  const artifacts = new Map<string, OpenArtifact>();
  for (let left = from.whole(); left > 0; left -= 1) {
    const artifactId = from.text() ?? '';
    artifacts.set(artifactId, { name: from.text() ?? '', parts: from.whole(), text: from.text() ?? '' });
  }
  return { id, contextId, states, artifacts, leader: undefined, loose: undefined };
}
