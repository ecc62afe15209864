// The lessons, in the order of the course.

import type { Lesson } from '../lesson.ts';
import { acpRoundTrip } from './acp-round-trip.ts';
import { cancelAndTerminal } from './cancel-and-terminal.ts';
import { cardOnTheWire } from './card-on-the-wire.ts';
import { inputRequired } from './input-required.ts';
import { mayIHandOver } from './may-i-hand-over.ts';
import { pushAndSsrf } from './push-and-ssrf.ts';
import { streamedDelegation } from './streamed-delegation.ts';
import { whoCanDoThis } from './who-can-do-this.ts';

export const LESSONS: readonly Lesson[] = [
  whoCanDoThis,
  mayIHandOver,
  streamedDelegation,
  inputRequired,
  cancelAndTerminal,
  pushAndSsrf,
  acpRoundTrip,
  cardOnTheWire,
];

/** The lesson with this id; undefined when there is none. */
export function lessonById(id: string): Lesson | undefined {
  return LESSONS.find((lesson) => lesson.id === id);
}
