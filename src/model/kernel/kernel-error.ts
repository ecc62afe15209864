// The one error type of the kernel. It is thrown inside a turn (a handler must not go on after a refused write) and leaves
// `execute` as an error result; the event stream of a turn that has already begun can only end by throwing it.

import type { OperationError } from '../protocol/operation.ts';

/** What kind of refusal it was; the vectors tell these apart. */
export type KernelErrorKind = 'operation' | 'illegal-transition' | 'unknown-classification';

export class KernelError extends Error implements OperationError {
  readonly kind: KernelErrorKind;
  readonly code: string;

  constructor(kind: KernelErrorKind, error: OperationError) {
    super(error.message);
    this.name = 'KernelError';
    this.kind = kind;
    this.code = error.code;
  }
}

/** A refused operation, as something to throw. */
export function refusal(code: string, message: string): KernelError {
  return new KernelError('operation', { code, message });
}

/** What left a turn, in an operation's words: our own errors as they are, a handler's as INTERNAL with its text. */
export function operationError(thrown: unknown): OperationError {
  if (thrown instanceof KernelError) return { code: thrown.code, message: thrown.message };
  return { code: 'INTERNAL', message: thrown instanceof Error ? thrown.message : String(thrown) };
}
