// A macrotask of one's own. When it comes, every promise chain that was moving has come to rest: the event loop empties the
// microtask queue after each callback. The turn of an agent ends with one, and nothing weaker is right by construction.
// Both ways are captured here, when the module loads, because agents may touch the globals later.

/** Calls `then` in a fresh macrotask. */
export type Hop = (then: () => void) => void;

const immediate = (globalThis as { setImmediate?: (then: () => void) => unknown }).setImmediate;
const Channel = globalThis.MessageChannel;

/** Makes a hop: `setImmediate` where there is one (Node), else a message to oneself. */
export function createHop(): Hop {
  if (immediate) return (then) => void immediate(then);
  const { port1, port2 } = new Channel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return (then) => {
    waiting.push(then);
    port2.postMessage(0);
  };
}
