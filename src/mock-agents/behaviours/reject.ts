// Takes no task: it was asked for something that it does not do.

import { statusUpdate } from '../../model/kernel/stream-events.ts';
import { agentSays, type PacedHandler } from './pace.ts';

export const reject: PacedHandler = (pace) =>
  async function* (work, _message, signal) {
    await pace(signal);
    const refusal = agentSays(work.handed, 'm-no', 'Out of scope for this agent.');
    yield statusUpdate(work.setStatus(work.handed, 'rejected', refusal), true);
  };
