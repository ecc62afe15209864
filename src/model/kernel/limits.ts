// How much a server takes on, as data of its policy. Counting ends where a limit is passed: a hostile message costs no more than
// one that is just allowed (critique R32).

import type { Json } from '../base/json.ts';
import type { Message } from '../protocol/message.ts';
import type { Part } from '../protocol/part.ts';
import type { OperationError } from '../protocol/operation.ts';
import type { PolicyEntry } from './policy-entry.ts';

export interface Limits extends PolicyEntry {
  /** Parts of one message or artifact. */
  readonly parts: number;
  /** Characters of one message: texts, bytes and data together. */
  readonly characters: number;
  /** Lists and objects inside one another. */
  readonly levels: number;
  /** Messages in the history of one task. */
  readonly messages: number;
  /** Artifacts of one task. */
  readonly artifacts: number;
  /** Tasks of one tenant that have not ended. */
  readonly openTasks: number;
  /** Tasks that have ended and are still known; the one that ended first goes first. */
  readonly endedTasks: number;
}

/** So much that nobody meets it by chance; it holds where a policy asks for nothing else. */
export const GENEROUS_LIMITS: Limits = {
  id: 'generous-limits',
  title: 'Messages, artifacts and tasks are bounded, far away',
  critique: 'R32',
  default: true,
  parts: 100_000,
  characters: 67_108_864,
  levels: 500,
  messages: 1_000_000,
  artifacts: 1_000_000,
  openTasks: 1_000_000,
  endedTasks: 1_000_000,
};

/** What is told of a limit that was passed. */
export function limitPassed(what: string, most: number): OperationError {
  return { code: 'LIMIT_EXCEEDED', message: `${what}: ${most} at most` };
}

/** The first limit that a message passes by itself. */
export function sizeObjection(message: Pick<Message, 'parts' | 'metadata'>, limits: Limits): OperationError | undefined {
  const { parts, characters, levels } = limits;
  if (message.parts.length > parts) return limitPassed('parts of a message', parts);
  const left = { characters, levels };
  for (const part of message.parts) {
    const passed = spendPart(left, part);
    if (passed)
      return passed === 'levels' ? limitPassed('levels of a message', levels) : limitPassed('characters of a message', characters);
  }
  const passed = message.metadata === undefined ? undefined : spend(left, message.metadata, levels);
  return passed && (passed === 'levels' ? limitPassed('levels of a message', levels) : limitPassed('characters of a message', characters));
}

type Passed = 'characters' | 'levels' | undefined;

function spendPart(left: { characters: number; levels: number }, part: Part): Passed {
  left.characters -= (part.text?.length ?? 0) + (part.bytes?.length ?? 0) + (part.uri?.length ?? 0);
  if (left.characters < 0) return 'characters';
  for (const value of [part.data, part.metadata]) {
    const passed = value === undefined ? undefined : spend(left, value, left.levels);
    if (passed) return passed;
  }
  return undefined;
}

/** Calls itself once a level, never more often than levels are allowed. */
function spend(left: { characters: number }, value: Json, levels: number): Passed {
  left.characters -= typeof value === 'string' ? value.length : 1;
  if (left.characters < 0) return 'characters';
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return 'levels';
  for (const [key, item] of Object.entries(value)) {
    left.characters -= key.length;
    const passed = spend(left, item, levels - 1);
    if (passed) return passed;
  }
  return undefined;
}
