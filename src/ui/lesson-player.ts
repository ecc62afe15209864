// One lesson from its question to its proof: read, predict, run, explore. A wrong prediction never blocks, and it can be
// skipped. Turning a knob after the first episode plays a new one; the earlier ones stay, for comparison.

import { assign, fromPromise, setup } from 'xstate';
import type { Lesson, PolicyName } from '../mock-agents/lesson.ts';
import { changedKnobs } from '../mock-agents/lessons/apply-knobs.ts';
import { type KnobValues, type PlayedRound, type RoundChoice, type RoundOrder, understood } from './lesson-rounds.ts';

interface PlayerContext {
  readonly lesson: Lesson | undefined;
  /** In force: those that the last round was played with, or that the first will be. */
  readonly knobs: KnobValues;
  readonly wanted: KnobValues;
  /** The same of the policy; undefined is the lesson's own. */
  readonly policy: PolicyName | undefined;
  readonly wantedPolicy: PolicyName | undefined;
  /** The take that is to come into view first. */
  readonly take: string | undefined;
  readonly seed: string | undefined;
  /** Indices of options: the chosen one, those toggled on, or the order they were put in. */
  readonly answer: readonly number[];
  readonly skipped: boolean;
  readonly rounds: readonly PlayedRound[];
  /** How many takes of the round under way are played. */
  readonly taken: number;
  /** Why the last wish was not played; the values before it stay in force. */
  readonly refused: string | undefined;
}
type PlayerEvent =
  | ({ type: 'open'; lesson: Lesson; knobs: KnobValues; seed: string | undefined } & RoundChoice)
  | { type: 'close' }
  | { type: 'answer'; answer: readonly number[] }
  | { type: 'commit' }
  | { type: 'skip' }
  | { type: 'run' }
  | { type: 'turn'; knobs: KnobValues }
  /** The policy that a person wants; the lesson's own is none. */
  | { type: 'govern'; policy: PolicyName }
  | { type: 'taken'; taken: number };

const EMPTY: PlayerContext = {
  lesson: undefined,
  knobs: {},
  wanted: {},
  policy: undefined,
  wantedPolicy: undefined,
  take: undefined,
  seed: undefined,
  answer: [],
  skipped: false,
  rounds: [],
  taken: 0,
  refused: undefined,
};

/**
 * The lesson player as a machine.
 * @param play plays one round and resolves when all of it is in logs; rejects with the lab's own sentence when it is refused.
 *   The signal ends a round that nobody waits for any more
 */
export function createLessonPlayer(play: (order: RoundOrder, signal: AbortSignal) => Promise<PlayedRound>) {
  return setup({
    types: { context: {} as PlayerContext, events: {} as PlayerEvent },
    actors: { playRound: fromPromise<PlayedRound, RoundOrder>(({ input, signal }) => play(input, signal)) },
    guards: {
      isChoice: ({ context }) => context.lesson?.predict.kind === 'choice',
      hasPlayed: ({ context }) => context.rounds.length > 0,
    },
    actions: {
      want: assign(({ context, event }) => wantedBy(context, event)),
      wantAtOnce: assign(({ context, event }) => inForce({ ...context, ...wantedBy(context, event) })),
      count: assign(({ event }) => (event.type === 'taken' ? { taken: event.taken } : {})),
    },
  }).createMachine({
    id: 'lesson-player',
    context: EMPTY,
    initial: 'closed',
    on: {
      open: {
        target: '.reading',
        reenter: true,
        actions: assign(({ event }) => {
          const knobs = changedKnobs(event.lesson, event.knobs);
          const { policy, take } = understood(event.lesson, event);
          return { ...EMPTY, lesson: event.lesson, knobs, wanted: knobs, policy, wantedPolicy: policy, take, seed: event.seed };
        }),
      },
      close: { target: '.closed', actions: assign(EMPTY) },
    },
    states: {
      closed: {},
      reading: {
        on: {
          answer: [
            { guard: 'isChoice', target: 'ready', actions: assign({ answer: ({ event }) => event.answer }) },
            { target: 'predicting', actions: assign({ answer: ({ event }) => event.answer }) },
          ],
          skip: { target: 'ready', actions: assign({ skipped: true, answer: [] }) },
          turn: { actions: 'wantAtOnce' },
          govern: { actions: 'wantAtOnce' },
          run: 'playing',
        },
      },
      predicting: {
        on: {
          answer: { actions: assign({ answer: ({ event }) => event.answer }) },
          commit: 'ready',
          skip: { target: 'ready', actions: assign({ skipped: true, answer: [] }) },
          turn: { actions: 'wantAtOnce' },
          govern: { actions: 'wantAtOnce' },
          run: 'playing',
        },
      },
      ready: {
        on: {
          answer: { actions: assign({ answer: ({ event }) => event.answer, skipped: false }) },
          turn: { actions: 'wantAtOnce' },
          govern: { actions: 'wantAtOnce' },
          run: 'playing',
        },
      },
      playing: {
        entry: assign({ taken: 0 }),
        invoke: {
          src: 'playRound',
          input: ({ context }) => orderOf(context),
          onDone: {
            target: 'exploring',
            actions: assign(({ context, event }) => ({ ...inForce(context), rounds: [...context.rounds, event.output] })),
          },
          onError: [
            { guard: 'hasPlayed', target: 'exploring', actions: assign(({ context, event }) => refusal(context, event.error)) },
            { target: 'ready', actions: assign(({ context, event }) => refusal(context, event.error)) },
          ],
        },
        on: {
          taken: { actions: 'count' },
          // A knob turned while it plays: the round starts over with it.
          turn: { target: 'playing', reenter: true, actions: 'want' },
          govern: { target: 'playing', reenter: true, actions: 'want' },
        },
      },
      exploring: {
        on: {
          turn: { target: 'playing', actions: 'want' },
          govern: { target: 'playing', actions: 'want' },
          run: 'playing',
        },
      },
    },
  });
}
export type LessonPlayer = ReturnType<typeof createLessonPlayer>;

function wantedBy({ lesson }: PlayerContext, event: PlayerEvent): Partial<PlayerContext> {
  if (!lesson) return {};
  if (event.type === 'turn') return { wanted: changedKnobs(lesson, event.knobs), refused: undefined };
  return event.type === 'govern' ? { wantedPolicy: understood(lesson, event).policy, refused: undefined } : {};
}

/** What is wanted holds from now on. */
function inForce({ wanted, wantedPolicy }: PlayerContext): Partial<PlayerContext> {
  return { knobs: wanted, wanted, policy: wantedPolicy, wantedPolicy, refused: undefined };
}

function orderOf({ lesson, wanted, wantedPolicy, take, seed, rounds }: PlayerContext): RoundOrder {
  if (!lesson) throw new Error('[U.3] an episode was asked for without a lesson');
  return { lesson, knobs: wanted, policy: wantedPolicy, take, seed, first: rounds.length === 0 };
}

function refusal({ knobs, policy }: PlayerContext, error: unknown): Partial<PlayerContext> {
  return { refused: error instanceof Error ? error.message : String(error), wanted: knobs, wantedPolicy: policy };
}

/** The order in which the options of an ordering are first shown: never the right one, and always the same for a lesson. */
export function startingOrder(lesson: Lesson): readonly number[] {
  const count = lesson.predict.options.length;
  const seed = [...lesson.id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);
  const left = Array.from({ length: count }, (_, index) => index);
  const order: number[] = [];
  for (let turn = seed; left.length > 0; turn = (turn * 31 + 11) % 9973) order.push(...left.splice(turn % left.length, 1));
  return order.every((option, index) => option === index) ? order.toReversed() : order;
}

/** Whether what was predicted is right, whole. */
export function predictedRight(lesson: Lesson, answer: readonly number[]): boolean {
  const { kind, options } = lesson.predict;
  if (kind === 'order') return answer.length === options.length && answer.every((option, index) => option === index);
  if (kind === 'choice') return answer.length === 1 && options[answer[0] ?? -1]?.right === true;
  return options.every((option, index) => option.right === answer.includes(index));
}
