// Needs to know more first: asks, ends its turn, and goes on when the answer comes. It does not say that it works.

import { statusUpdate } from '../../model/kernel/stream-events.ts';
import { agentSays, type PacedHandler } from './pace.ts';

export const clarifying: PacedHandler = (pace) =>
  async function* (work, _message, signal) {
    const isFirst = work.handed.status.state === 'submitted';
    await pace(signal);
    const working = work.setStatus(work.handed, 'working');
    await pace(signal);
    if (isFirst) {
      const question = agentSays(working, 'm-ask', 'Which jurisdiction should I screen against?');
      yield statusUpdate(work.setStatus(working, 'input-required', question));
      return;
    }
    yield statusUpdate(work.setStatus(working, 'completed', agentSays(working, 'm-done', 'Screened. No matches.')), true);
  };
