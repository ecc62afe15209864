// Why a stand-in moved, in words: what happened, and what follows from it where it now is.

import type { StandInStateName } from '../../model/log/watch-fact.ts';
import type { StandInMove } from '../../model/projections/stand-in-story.ts';

/** What happened, by the word of the history. */
const HAPPENED: Readonly<Record<string, string>> = {
  'stand-in-begun': 'the first message is there',
  'stand-in-resumed': 'the task was parked before',
  'turn-ended': 'the stream of the turn ended',
  'turn-failed': 'the turn failed',
  'reply-received': 'a reply came',
  'cancel-received': 'the work is no longer wanted',
  'registration-begun': 'the registration leaves',
  'watch-chosen': 'the watch was chosen, once for this task',
  'push-accepted': 'the doorbell rang',
  'task-fetched': 'the agent showed the task',
  'fetch-failed': 'the look failed, and what was known stays',
  'wait-over': 'a wait was over',
  'follow-heard': 'the stream told of the task',
  'stream-ended': 'the stream ended without news',
  'follow-failed': 'the follow failed',
  'push-deleted': 'the registration was deleted',
  'push-delete-failed': 'deleting the registration failed',
  'parent-heard': 'the parent confirmed what it was told',
  'history-bound-passed': 'the history is long enough to be rolled',
  'worker-restarted': 'the worker died, and another one read the history',
};
/** What it does there. */
const FOLLOWS: Readonly<Record<StandInStateName, string>> = {
  turn: 'a turn runs',
  choosing: 'a watch is chosen',
  armed: 'it waits for a ring',
  fetching: 'the task is fetched',
  rechecking: 'the claim was another one: it waits and looks again',
  listening: 'a stream is held open',
  pausing: 'it pauses, then subscribes again',
  resting: 'it rests, then follows anew',
  unheard: 'nothing is heard until the next turn',
  rolling: 'a fresh history begins with what must be kept',
  closing: 'no push is heard any more, and the registration is deleted',
  ended: 'it is over',
};
const STAYS: Readonly<Partial<Record<string, string>>> = {
  'reply-received': 'it waits for its turn',
  'cancel-received': 'it is remembered',
  'push-accepted': 'it is remembered until there is time to look',
  'parent-heard': 'nothing is owed any more',
  'history-bound-passed': 'it is rolled when the watch rests',
  'registration-begun': 'an answer is awaited',
  'push-delete-failed': 'it is tried once more',
  'worker-restarted': 'it does again what was under way',
  'follow-heard': 'the next follow begins',
};

/** `the doorbell rang, so the task is fetched`. */
export function moveWords({ event, from, to }: StandInMove): string {
  const happened = HAPPENED[event] ?? event;
  if (from === to) return `${happened}; ${STAYS[event] ?? FOLLOWS[to]}`;
  return from === undefined
    ? `${happened}: ${FOLLOWS[to]}`
    : `${happened}, so ${FOLLOWS[to]}`.replace(', so the claim was', ', and the claim was').replace(', so it is over', ': it is over');
}
