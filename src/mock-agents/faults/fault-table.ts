// What can be done to a peer's wire, and what a careful client must make of it: written down before anything is played. Pure
// data: the page reads it as the lab's tests do. SPEC.md family Q says why each row ends as it does.

import type { DelegationOutcome } from '../../model/protocol/peer.ts';
import type { FaultMode } from '../experiment.ts';
import type { KnobValues } from '../lessons/apply-knobs.ts';

export interface FaultRow {
  readonly mode: FaultMode;
  readonly title: string;
  /** What the peer does, in one sentence. */
  readonly says: string;
  /** How a careful client must end with it, and after how many tries in all. */
  readonly expected: DelegationOutcome;
  readonly attempts: number;
  /** Not one of the nine of the matrix. */
  readonly beyond: boolean;
  /** The lesson that plays it, and the knobs that make that lesson about this mode. */
  readonly lesson: string;
  readonly knobs: KnobValues;
  /** What no protocol says about it. */
  readonly silent?: string;
  /** The protocol gap that it shows. */
  readonly gap?: 1 | 2 | 3 | 4 | 5 | 6;
}

const inMatrix = (row: Omit<FaultRow, 'beyond' | 'lesson' | 'knobs'>): FaultRow => ({
  ...row,
  beyond: false,
  lesson: `chaos-${row.mode.replaceAll('_', '-')}`,
  knobs: {},
});
const beyondMatrix = (row: Omit<FaultRow, 'beyond' | 'lesson' | 'knobs'>): FaultRow => ({
  ...row,
  beyond: true,
  lesson: 'chaos-beyond',
  knobs: { mode: row.mode },
});

/** One row for each mode, those of the matrix first, in its order. */
export const FAULTS: readonly FaultRow[] = [
  inMatrix({
    mode: 'none',
    title: 'Nothing goes wrong',
    says: 'The peer takes the order, works and completes.',
    expected: 'ok',
    attempts: 1,
  }),
  inMatrix({
    mode: 'slow',
    title: 'Late, inside the deadline',
    says: 'The peer says that it works, and then nothing for a long time; it completes before the deadline.',
    expected: 'ok',
    attempts: 1,
    silent: 'How long a working task may say nothing. A slow peer and a dead one look the same until one of them speaks.',
    gap: 3,
  }),
  inMatrix({
    mode: 'flaky',
    title: 'Fails twice, then recovers',
    says: 'The first two creates are answered 503, the third is taken.',
    expected: 'ok',
    attempts: 3,
    silent: 'Whether a create may be sent again. It is safe here only because the client names its wish and the peer knows the name again.',
    gap: 2,
  }),
  inMatrix({
    mode: 'error',
    title: 'Always 503',
    says: 'Every create is answered 503.',
    expected: 'unavailable',
    attempts: 4,
    silent: 'How often a client should try, and how long it should wait in between, unless the peer says so in Retry-After.',
  }),
  inMatrix({
    mode: 'crash',
    title: 'Dies on each call',
    says: 'The worker of the peer really dies when an order arrives, and is started again for the next one.',
    expected: 'unavailable',
    attempts: 4,
    silent: 'Whether the order was taken before the connection broke. The client cannot know, and asks again under the same name.',
    gap: 2,
  }),
  inMatrix({
    mode: 'hang',
    title: 'Never progresses',
    says: 'The peer says that it works, and then nothing for ever. It still answers a cancel.',
    expected: 'canceled_deadline',
    attempts: 1,
    silent: 'What tells a peer that hangs from one that is slow. Without signs of life a client has its deadline and nothing else.',
    gap: 3,
  }),
  inMatrix({
    mode: 'malformed',
    title: 'Garbage',
    says: 'The create is answered with text that is not JSON.',
    expected: 'protocol_violation',
    attempts: 1,
    silent: 'What became of the order: an answer that cannot be read does not say whether there is a task.',
  }),
  inMatrix({
    mode: 'invalid_transition',
    title: 'A move that does not exist',
    says: 'The stream goes from submitted to completed; that the peer was working is never said.',
    expected: 'protocol_violation',
    attempts: 1,
    silent: 'Which channel shows every move. A stream can be held to single moves, a poll only to what can be reached.',
    gap: 1,
  }),
  inMatrix({
    mode: 'auth_reject',
    title: 'The credential is refused',
    says: 'The card can be read by everybody, the work asks for a credential and refuses the one that is shown: 401.',
    expected: 'auth_failed',
    attempts: 1,
    silent: 'Whether the card told the truth about what is asked for. It is believed until the first use.',
    gap: 6,
  }),
  beyondMatrix({
    mode: 'duplicate',
    title: 'Each event twice',
    says: 'Each event of the stream is delivered twice, under the same number.',
    expected: 'ok',
    attempts: 1,
    silent: 'Whether events come at most once or at least once. Their numbers let a client drop what it has heard.',
  }),
  beyondMatrix({
    mode: 'reorder',
    title: 'Events out of order',
    says: 'The event that says working arrives after the one that says completed.',
    expected: 'protocol_violation',
    attempts: 1,
    silent:
      'That events arrive in the order in which they happened. Sorting them again would be a guess, since a missing one looks the same.',
    gap: 1,
  }),
  beyondMatrix({
    mode: 'truncate',
    title: 'Cut inside an event',
    says: 'The stream ends in the middle of its second event; the work goes on.',
    expected: 'ok',
    attempts: 2,
    silent: 'How a stream is taken up again where it broke. The client asks for its task under the same name and follows it anew.',
    gap: 2,
  }),
  beyondMatrix({
    mode: 'drop',
    title: 'The connection breaks in the stream',
    says: 'The connection is lost after the first event; the work goes on.',
    expected: 'ok',
    attempts: 2,
    silent: 'That a lost connection is no lost task. What the client knows of the task afterwards it has to ask for.',
    gap: 2,
  }),
  beyondMatrix({
    mode: 'drip',
    title: 'A few letters at a time',
    says: 'The stream arrives in small pieces with long pauses: something always moves, and nothing gets finished.',
    expected: 'ok',
    attempts: 1,
    silent:
      'How long one event may take to arrive. A limit on silence never strikes here; the deadline does, and then asks how the task stands.',
    gap: 3,
  }),
  beyondMatrix({
    mode: 'wrong_content_type',
    title: 'A web page for an answer',
    says: 'The create is answered 200 with a page of HTML, as something between the two agents may do.',
    expected: 'protocol_violation',
    attempts: 1,
    silent: 'Who answered. Nothing in an answer proves that the agent itself has written it.',
  }),
  beyondMatrix({
    mode: 'huge_body',
    title: 'An answer without an end',
    says: 'The answer to the create begins as JSON and goes on for as long as somebody reads.',
    expected: 'protocol_violation',
    attempts: 1,
    silent: 'How long an answer may be. The client stops reading where it has set itself a limit.',
  }),
  beyondMatrix({
    mode: 'lying_card',
    title: 'The card promises too much',
    says: 'The card lists skills that the agent behind it does not have: the order is refused with 422.',
    expected: 'rejected',
    attempts: 1,
    silent: 'How a promise is checked before it is relied on. An unsigned card shows what it is worth at the first order.',
    gap: 6,
  }),
  beyondMatrix({
    mode: 'busy_loop',
    title: 'Spins for ever',
    says: 'The worker of the peer never comes back from the order; the lab ends it and starts another one.',
    expected: 'unavailable',
    attempts: 4,
    silent: 'Whether anything of the order was done. From outside a peer that spins is a connection that breaks.',
    gap: 2,
  }),
  {
    mode: 'lost_create',
    title: 'The answer to the create is lost',
    says: 'The peer makes the task, and the connection breaks before the client hears of it.',
    expected: 'ok',
    attempts: 2,
    beyond: true,
    lesson: 'gap-2-idempotent-create',
    knobs: {},
    silent: 'That a create that is sent again finds the first task. Without a name for the wish it makes a second one.',
    gap: 2,
  },
];
