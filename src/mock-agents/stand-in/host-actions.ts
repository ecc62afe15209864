// What the host's person does in a scene, each at its time. A worker that was started again does again what was done before: a reply
// is known by its id, a cancel is a cancel; only of a roll the history tells whether it was asked for.

import type { StandInEvent } from '../../model/kernel/watch/stand-in-event.ts';
import type { OpenStandIn } from '../../model/kernel/watch/stand-in-shell.ts';
import type { AgentIo } from '../agent-io.ts';
import type { HostAction } from './settings.ts';

/** A stand-in that is open, and the history that this life of it began with. */
export interface Opened {
  readonly standIn: OpenStandIn;
  readonly history: readonly StandInEvent[];
}

/** Sets a timer for each action; those whose time is over come at once, in the order of their times. */
export function takeActions(io: Pick<AgentIo, 'now' | 'after'>, actions: readonly HostAction[], opened: Promise<Opened>): void {
  for (const action of actions.toSorted((one, other) => one.at - other.at)) {
    const take = ({ standIn, history }: Opened): void => {
      if (action.do === 'reply') void standIn.reply({ replyId: `reply-${action.place + 1}`, text: action.text });
      else if (action.do === 'cancel') void standIn.cancel();
      else if (!wasRolledSince(history, action.at)) void standIn.roll();
    };
    // What cannot be opened has ended the worker already.
    io.after(Math.max(0, action.at - io.now()), () => void opened.then(take, () => undefined));
  }
}

function wasRolledSince(history: readonly StandInEvent[], since: number): boolean {
  const [first] = history;
  if (first?.kind === 'stand-in-resumed' && first.isRolled && first.at >= since) return true;
  return history.some(({ kind, at }) => kind === 'history-bound-passed' && at >= since);
}
