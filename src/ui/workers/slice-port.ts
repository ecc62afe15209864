// The engine's only clock: how long a slice has lasted, and how to let messages in between.

import type { SlicePort } from '../../model/engine/query.ts';

/** A slice port of this thread. The next turn is a message to itself: a timer would be slowed down, a microtask would let nothing in. */
export function createSlicePort(): SlicePort {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  let began = performance.now();
  return {
    elapsed: () => performance.now() - began,
    restart() {
      began = performance.now();
    },
    next: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        port2.postMessage(undefined);
      }),
  };
}
