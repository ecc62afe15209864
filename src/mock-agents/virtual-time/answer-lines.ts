// What comes back over an exchange: as an input for whoever called, and as a line of the recording.

import type { RecordedLine } from '../../model/log/saved-form.ts';
import type { Input, Millis, Op } from '../lanes.ts';

export type Answer = Extract<Input, { readonly call: number }>;

/** Whether nothing comes after it. */
export function isLast(answer: Answer): boolean {
  return answer.input === 'end' || answer.input === 'lost' || (answer.input === 'head' && answer.text !== undefined);
}

/** What was said to an exchange, as its caller hears it. */
export function toAnswer(call: number, op: Extract<Op, { readonly exchange: number }>): Answer {
  switch (op.op) {
    case 'head':
      return { input: 'head', call, head: op.head, ...(op.text !== undefined ? { text: op.text } : {}) };
    case 'chunk':
      return { input: 'chunk', call, text: op.text };
    case 'end':
      return { input: 'end', call };
    case 'lost':
      return { input: 'lost', call, why: op.why };
  }
}

export function answerLine(at: Millis, exchange: number, answer: Answer): RecordedLine {
  switch (answer.input) {
    case 'head': {
      const { status, headers } = answer.head;
      if (answer.text === undefined) return { at, line: 'head', exchange, status, headers };
      return { at, line: 'response', exchange, status, headers, body: answer.text };
    }
    case 'chunk':
      return { at, line: 'chunk', exchange, text: answer.text };
    case 'end':
      return { at, line: 'end', exchange };
    case 'lost':
      return { at, line: 'lost', exchange, why: answer.why };
  }
}
