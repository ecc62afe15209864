// Ends without having done anything. Ending takes no time.

import type { PacedHandler } from './pace.ts';

export const empty: PacedHandler = () =>
  async function* () {
    // Nothing is what it does.
  };
