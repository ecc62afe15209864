// Events of a stream whose data is not JSON as a whole: what can be read of them all the same, and what is wrong with them.

import { parseJson, type Json } from '../base/json.ts';
import { readPrinted } from '../base/printed-value.ts';
import type { TextFault } from '../adapters/sight.ts';
import { RUN_TOGETHER } from './text-faults.ts';

/** Fault of a frame that is whole and not JSON. */
export const NOT_JSON: TextFault = { rule: 'sse-malformed-frame', why: 'The data of this event is not JSON.' };
/** Fault of a frame that holds words or a page of HTML, and so neither a status nor anything else of a task. */
const NO_VALUE: TextFault = {
  rule: 'sse-malformed-frame',
  why: 'The data of this event is not JSON, nor anything that was meant to be.',
  hidesNothing: true,
};

/** What was read of such data, and its fault. */
export interface BrokenEvent {
  /** Each with the steps from the event to it; none where nothing could be read. */
  readonly values: readonly { readonly value: Json; readonly steps: string }[];
  readonly fault: TextFault;
}

/**
 * Reads the data of a whole event that is not one JSON value: one value a line, or a value as a language prints it. Linear.
 * @param data the data lines joined by line feeds
 */
export function readBrokenEvent(data: string): BrokenEvent {
  const lines = data.split('\n');
  const read = lines.length > 1 ? lines.map((line) => (line.trim() === '' ? undefined : parseJson(line))) : [];
  if (read.length > 1 && read.every((value) => value === undefined || value.ok)) {
    const values = read.flatMap((value, index) => (value?.ok ? [{ value: value.value, steps: `line:${index}/json` }] : []));
    return { values, fault: RUN_TOGETHER };
  }
  const printed = readPrinted(data);
  if (printed.ok && typeof printed.value === 'object' && data.slice(printed.end).trim() === '') {
    return { values: [{ value: printed.value, steps: 'printed' }], fault: NOT_JSON };
  }
  return { values: [], fault: faultOfText(data) };
}

/** The fault of data of which nothing can be read. */
function faultOfText(data: string): TextFault {
  return data.includes('{') && !data.trimStart().startsWith('<') ? NOT_JSON : NO_VALUE;
}

const BEAT = /^(?:ping|heartbeat|keep-?alive)$/i;

/** Whether an event that is not JSON is of a sort of its own that only keeps the connection: readers of messages do not see it. */
export function isBeat(event: string | undefined): boolean {
  return event !== undefined && BEAT.test(event);
}
