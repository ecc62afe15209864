// Texts that stop before their end: a capture or a paste was cut there, or a connection broke.

import type { TextFault } from '../adapters/sight.ts';

/** The fault of a text that was cut. */
export function cutFault(why: string): TextFault {
  return { rule: 'truncated-input', why };
}
