// The six gaps as the page names them: the question, the lesson that plays it, and what the protocol leaves unsaid.

import type { Gap, GapSignKind } from '../../model/projections/gap-signs.ts';
import type { Measure } from '../../model/projections/two-clients.ts';

export interface GapWords {
  readonly gap: Gap;
  readonly title: string;
  readonly lesson: string;
  /** What tells the clients apart in one line. */
  readonly measure: Measure;
  readonly silent: string;
  readonly advice: string;
}

export const GAP_WORDS: readonly GapWords[] = [
  {
    gap: 1,
    title: 'Polls see samples, not moves',
    lesson: 'gap-1-polling',
    measure: 'outcome',
    silent: 'The protocol has a state machine. It does not say which way of watching shows every move of it, and which one only samples.',
    advice: 'Hold a stream to single moves. Hold a poll to what can be reached, by any way.',
  },
  {
    gap: 2,
    title: 'A create that is sent again',
    lesson: 'gap-2-idempotent-create',
    measure: 'tasks-made',
    silent: 'A create whose answer got lost may have made a task. Nothing in the protocol makes the second create the same wish.',
    advice: 'Give each wish a name (client_ref), send it with every try, and let the server answer with the task that it made.',
  },
  {
    gap: 3,
    title: 'Slow, or dead?',
    lesson: 'gap-3-hang-or-slow',
    measure: 'outcome',
    silent: 'A task at work owes nobody a sign of life. A peer that is slow and one that will never be done look the same on the wire.',
    advice:
      'Without a heartbeat only a deadline is sound, and it ends honest slow work too. With last_progress_at a client can wait for silence instead.',
  },
  {
    gap: 4,
    title: 'The cancel that lost the race',
    lesson: 'gap-4-cancel-race',
    measure: 'outcome',
    silent:
      'A cancel and an end may pass each other on the wire. The protocol does not say which of the two messages counts for what was done.',
    advice: 'Wait for the answer to the cancel, and write down what was seen, not what was asked.',
  },
  {
    gap: 5,
    title: 'Artifacts of a task that failed',
    lesson: 'gap-5-partial-artifacts',
    measure: 'handed-over',
    silent: 'Nothing marks the artifacts of a task that failed as whole, as a part, or as spoilt.',
    advice: 'Keep them, say that they are not complete, and let whoever asked for them decide.',
  },
  {
    gap: 6,
    title: 'A card proves nothing',
    lesson: 'gap-6-card-without-teeth',
    measure: 'outcome',
    silent: 'A card is read before anybody has proved who they are, and nobody need sign it. What it says is unverified until first use.',
    advice: 'Take rejected and failed for defined ends, and a signature for who wrote the card, not for whether it is true.',
  },
];

/** What one place of a kind is called, and several. */
export const SIGN_WORDS: Readonly<Record<GapSignKind, readonly [one: string, many: string]>> = {
  'unseen-states': ['state that a poll passed by', 'states that polls passed by'],
  'watched-by-polls': ['task watched by polls alone', 'tasks watched by polls alone'],
  'asked-again': ['wish that was sent again', 'wishes that were sent again'],
  'create-without-reference': ['create without a name', 'creates without a name'],
  silence: ['silence of 5 s or more while at work', 'silences of 5 s or more while at work'],
  'cancel-too-late': ['cancel that came too late', 'cancels that came too late'],
  'artifacts-of-unfinished': ['task that did not complete, with artifacts', 'tasks that did not complete, with artifacts'],
  'unsigned-card': ['card that nobody signed', 'cards that nobody signed'],
  'card-not-kept': ['answer that the card did not promise', 'answers that the card did not promise'],
};

export const MEASURE_WORDS: Readonly<Record<Measure, string>> = {
  outcome: 'outcome',
  'decided-at': 'decided at',
  attempts: 'tries',
  'tasks-made': 'tasks that the peer made',
  requests: 'requests',
  'states-seen': 'states that the client saw',
  'artifacts-stored': 'artifacts that the peer stored',
  'handed-over': 'artifacts handed over',
  complete: 'said to be complete',
  note: 'note',
};
