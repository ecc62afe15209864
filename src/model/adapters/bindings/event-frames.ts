// A sequence of events as the text of an answer: one piece a thing said, until the sequence ends, throws, or its reader goes.

import type { OperationError } from '../../protocol/operation.ts';
import { errorOf } from './answering.ts';

interface Framing<T> {
  readonly encode: (event: T) => string;
  /** What is said last when the sequence throws. */
  readonly encodeFailure: (error: OperationError) => string;
  readonly signal: AbortSignal;
}

/** The head of an answer that is an event stream. */
export const STREAM_HEAD = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' } as const;

/** One frame an event; a sequence that throws ends in an error frame; abort stops the sequence and says nothing more. */
export async function* eventFrames<T>(events: AsyncIterable<T>, { encode, encodeFailure, signal }: Framing<T>): AsyncIterable<string> {
  const iterator = events[Symbol.asyncIterator]();
  const gone = aborted(signal);
  let over = false;
  try {
    while (!over) {
      const next = await Promise.race([iterator.next(), gone.promise]);
      if (next === 'aborted') return;
      if (next.done) over = true;
      else yield encode(next.value);
    }
  } catch (thrown) {
    over = true;
    yield encodeFailure(errorOf(thrown));
  } finally {
    gone.forget();
    if (!over) await iterator.return?.();
  }
}

function aborted(signal: AbortSignal): { readonly promise: Promise<'aborted'>; forget(): void } {
  let listener = (): void => undefined;
  const promise = new Promise<'aborted'>((resolve) => {
    listener = () => resolve('aborted');
    if (signal.aborted) listener();
    else signal.addEventListener('abort', listener, { once: true });
  });
  return { promise, forget: () => signal.removeEventListener('abort', listener) };
}
