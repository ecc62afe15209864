// Asks again whatever it is answered: a task may wait for its caller more than once.

import { statusUpdate } from '../../model/kernel/stream-events.ts';
import { agentSays, type PacedHandler } from './pace.ts';

export const askTwice: PacedHandler = (pace) =>
  async function* (work, _message, signal) {
    const isFirst = work.handed.status.state === 'submitted';
    await pace(signal);
    const working = work.setStatus(work.handed, 'working');
    yield statusUpdate(working);
    await pace(signal);
    const question = isFirst ? agentSays(working, 'm-q1', 'First question?') : agentSays(working, 'm-q2', 'Second question?');
    yield statusUpdate(work.setStatus(working, 'input-required', question));
  };
