// Breaks down: an error of its own leaves the handler, at once or when the work has begun.

import { statusUpdate } from '../../model/kernel/stream-events.ts';
import type { PacedHandler } from './pace.ts';

const BREAKDOWN = 'boom';

export const crashAtOnce: PacedHandler = (pace) =>
  async function* (_work, _message, signal) {
    await pace(signal);
    throw new Error(BREAKDOWN);
  };

export const crashAfterWorking: PacedHandler = (pace) =>
  async function* (work, _message, signal) {
    await pace(signal);
    yield statusUpdate(work.setStatus(work.handed, 'working'));
    await pace(signal);
    throw new Error(BREAKDOWN);
  };
