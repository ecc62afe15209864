// The one error type of the kernel. It is thrown inside a turn (a handler must not go on after a refused write) and leaves
// `execute` as an error result; the event stream of a turn that has already begun can only end by throwing.

import { OperationFailure, type OperationError } from '../protocol/operation.ts';

/** What kind of refusal it was; the vectors tell these apart. */
export type KernelErrorKind = 'operation' | 'illegal-transition' | 'unknown-classification';

export class KernelError extends OperationFailure {
  readonly kind: KernelErrorKind;

  constructor(kind: KernelErrorKind, error: OperationError) {
    super(error);
    this.name = 'KernelError';
    this.kind = kind;
  }
}

/** A refused operation, as something to throw. */
export function refusal(code: string, message: string): KernelError {
  return new KernelError('operation', { code, message });
}

/** What was thrown, in an operation's words: refusals as they are, anything else as INTERNAL with its text. */
export function operationError(thrown: unknown): OperationError {
  if (thrown instanceof OperationFailure) return thrown.error;
  return { code: 'INTERNAL', message: thrown instanceof Error ? thrown.message : String(thrown) };
}

/** Events that end in nothing but an OperationFailure, whatever their source throws. */
export function failingInWords<T>(events: AsyncIterableIterator<T, void>): AsyncIterableIterator<T, void, undefined> {
  const inWords = (thrown: unknown): never => {
    throw thrown instanceof OperationFailure ? thrown : new OperationFailure(operationError(thrown));
  };
  return {
    next: () => events.next().catch(inWords),
    return: () => leave(events).catch(inWords),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function leave<T>(events: AsyncIterableIterator<T, void>): Promise<IteratorResult<T, void>> {
  return (await events.return?.()) ?? { done: true, value: undefined };
}
