// The closed union of what a row may say. Read this file first: everything on screen is made of these.
// A row is a fact that somebody could have observed. Wire rows are what crossed; kernel rows are what only the kernel
// knows; reading rows are about the text itself. Which conclusions a row allows depends on its channel.

import type { OperationKind } from '../protocol/operation.ts';

/** What crossed a wire. A request is dated when it leaves, an answer or event when it arrives. */
export const WIRE_KINDS = [
  'message-sent', // any request, with its method
  'call-settled', // its whole answer, or the error it ended in
  'status-update',
  'artifact-update',
  'task-snapshot', // a whole task, in a stream or standing alone
  'message-received', // a message that is no answer to anything in view: in a stream, or standing alone
  'push-received', // a delivery at a callback, with the status that the receiver answered
  'stream-ended',
  'card-seen', // an agent card on the wire or standing alone
  'span-seen', // a span that somebody recorded: who did what, from when to when, in whose service
  'span-event', // what was recorded inside a span about a task at an instant: a state it was in
] as const;

/** What the kernel decided, dated when it was decided. */
export const KERNEL_KINDS = [
  'card-published',
  'need-stated',
  'cards-ranked',
  'discovery-refused', // the directory could not judge a card or the caller, and gave no list
  'delegation-admitted',
  'delegation-denied',
  'task-created',
  'status-stored',
  'artifact-stored',
  'transition-refused',
  'write-refused',
  'push-config-set',
  'push-config-refused',
  'push-config-deleted',
  'push-sent',
  'translated',
  'worker-started',
  'worker-ended',
  'retry-scheduled',
  'outcome-decided',
  'late-completion', // a terminal state that was seen after a cancel had been sent
  'fault-injected',
  'step-logged', // a line of an agent's own step log
  'stand-in-moved', // one event of a stand-in's history, as it was saved
  'turn-started',
  'parked', // a remote task waits for its caller, and its stand-in watches it
  'registered', // the remote agent knows where to ring
  'registration-failed',
  'watch-changed',
  'task-fetched', // what a look at the remote task showed
  'recheck-waiting', // the fetched state is not the claimed one: a wait before the next look
  'follow-subscribed',
  'follow-ended',
  'follow-cancelled',
  'parent-told',
  'stand-in-closed', // no push is heard from here on
  'history-rolled',
  'push-accepted',
  'push-refused',
  'push-deletion-failed',
  'episode-ended',
] as const;

/** What the reader says about the text. */
const READING_KINDS = ['record-unreadable', 'record-set-aside'] as const;

export const ROW_KINDS = [...WIRE_KINDS, ...KERNEL_KINDS, ...READING_KINDS] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** Through what an observation was made. Only a stream could be held to adjacency; a poll sees samples. */
export const CHANNELS = ['send', 'stream', 'poll', 'push', 'card', 'span', 'kernel', 'none'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Where a value comes from. A synthesised value is never shown as received. */
export const PROVENANCES = ['received', 'inferred', 'synthesised'] as const;
export type Provenance = (typeof PROVENANCES)[number];

/** Which channel a request of this kind opens. */
export const CHANNEL_OF: Readonly<Record<OperationKind, Channel>> = {
  card: 'card',
  send: 'send',
  stream: 'stream',
  get: 'poll',
  list: 'poll',
  cancel: 'send',
  subscribe: 'stream',
  'set-push-config': 'send',
  'get-push-config': 'send',
  'list-push-configs': 'send',
  'delete-push-config': 'send',
};
