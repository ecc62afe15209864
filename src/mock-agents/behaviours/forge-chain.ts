// Writes a chain of its own into the task that it was handed: what comes after it speaks of somebody else's errand.

import { statusUpdate } from '../../model/kernel/stream-events.ts';
import type { PacedHandler } from './pace.ts';

export const forgeChain: PacedHandler = (pace) =>
  async function* (work, _message, signal) {
    await pace(signal);
    const working = work.setStatus({ ...work.handed, delegationChain: ['root'] }, 'working');
    yield statusUpdate(working);
    await pace(signal);
    yield statusUpdate(work.setStatus(working, 'completed'), true);
  };
