// Two desks that a payment may come to: one lets it go, one puts it before a person and waits.

import { statusUpdate } from '../../model/kernel/stream-events.ts';
import { agentSays, type PacedHandler } from './pace.ts';

export const reviewDesk: PacedHandler = (pace) =>
  async function* (work, _message, signal) {
    const isFirst = work.handed.status.state === 'submitted';
    await pace(signal);
    const working = work.setStatus(work.handed, 'working');
    yield statusUpdate(working);
    await pace(signal);
    if (isFirst)
      yield statusUpdate(work.setStatus(working, 'input-required', agentSays(working, 'm-hold', 'Held until a person decides.')));
    else yield statusUpdate(work.setStatus(working, 'completed', agentSays(working, 'm-done', 'Decided.')), true);
  };

export const releaseDesk: PacedHandler = (pace) =>
  async function* (work, _message, signal) {
    await pace(signal);
    const working = work.setStatus(work.handed, 'working');
    yield statusUpdate(working);
    await pace(signal);
    yield statusUpdate(work.setStatus(working, 'completed', agentSays(working, 'm-done', 'Released.')), true);
  };
