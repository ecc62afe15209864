// A question that changes with every frame (the cursor while playing or dragging) is put at most so often: an answer nobody
// could see would only hold up the ones that can be seen.

import { useEffect, useRef, useState } from 'react';

/** Real milliseconds between two questions of a kind. */
const PACE = 80;

/**
 * The value, or the one before it for a moment when they follow each other quickly. A single change passes at once.
 * @param scope another scope (another log) never waits
 */
export function usePaced<T>(value: T, scope: unknown): T {
  const [drawn, draw] = useState(0);
  const passed = useRef({ value, scope, at: Number.NEGATIVE_INFINITY });
  const now = performance.now();
  const rest = passed.current.at + PACE - now;
  if (passed.current.scope !== scope || (passed.current.value !== value && rest <= 0)) passed.current = { value, scope, at: now };
  const waits = passed.current.value !== value;
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => draw((count) => count + 1), Math.max(Math.ceil(rest), 0) + 1);
    return () => clearTimeout(timer);
    // One timer for a wait: what comes meanwhile passes with it.
  }, [waits, drawn]);
  return passed.current.value;
}
