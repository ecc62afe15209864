// One lesson from its question to its proof: read, predict, run, explore. A wrong prediction never blocks, and it can be
// skipped. Turning a knob after the first episode plays a new one; the earlier ones stay, for comparison.

import { assign, fromPromise, setup } from 'xstate';
import type { Json } from '../model/base/json.ts';
import type { LogId } from '../model/engine/query.ts';
import type { Lesson } from '../mock-agents/lesson.ts';
import { changedKnobs } from '../mock-agents/lessons/apply-knobs.ts';

type KnobValues = Readonly<Record<string, Json>>;
/** An episode that was played in this lesson, and what it was played with. */
export interface PlayedEpisode {
  readonly log: LogId;
  readonly name: string;
  readonly knobs: KnobValues;
}
export interface EpisodeOrder {
  readonly lesson: Lesson;
  readonly knobs: KnobValues;
  readonly seed: string | undefined;
  /** The first of a lesson opens at its beginning; later ones keep the view. */
  readonly first: boolean;
}

interface PlayerContext {
  readonly lesson: Lesson | undefined;
  /** In force: those that the last episode was played with, or that the first will be. */
  readonly knobs: KnobValues;
  readonly wanted: KnobValues;
  readonly seed: string | undefined;
  /** Indices of options: the chosen one, those toggled on, or the order they were put in. */
  readonly answer: readonly number[];
  readonly skipped: boolean;
  readonly episodes: readonly PlayedEpisode[];
  /** Why the last wish was not played; the values before it stay in force. */
  readonly refused: string | undefined;
}
type PlayerEvent =
  | { type: 'open'; lesson: Lesson; knobs: KnobValues; seed: string | undefined }
  | { type: 'close' }
  | { type: 'answer'; answer: readonly number[] }
  | { type: 'commit' }
  | { type: 'skip' }
  | { type: 'run' }
  | { type: 'turn'; knobs: KnobValues };

const EMPTY: PlayerContext = {
  lesson: undefined,
  knobs: {},
  wanted: {},
  seed: undefined,
  answer: [],
  skipped: false,
  episodes: [],
  refused: undefined,
};

/**
 * The lesson player as a machine.
 * @param play plays one episode and resolves when it is in the log; rejects with the lab's own sentence when it is refused
 */
export function createLessonPlayer(play: (order: EpisodeOrder) => Promise<PlayedEpisode>) {
  return setup({
    types: { context: {} as PlayerContext, events: {} as PlayerEvent },
    actors: { playEpisode: fromPromise<PlayedEpisode, EpisodeOrder>(({ input }) => play(input)) },
    guards: {
      isChoice: ({ context }) => context.lesson?.predict.kind === 'choice',
      hasPlayed: ({ context }) => context.episodes.length > 0,
    },
    actions: {
      want: assign(({ context, event }) =>
        event.type === 'turn' && context.lesson ? { wanted: changedKnobs(context.lesson, event.knobs), refused: undefined } : {},
      ),
      wantAtOnce: assign(({ context, event }) => {
        if (event.type !== 'turn' || !context.lesson) return {};
        const knobs = changedKnobs(context.lesson, event.knobs);
        return { knobs, wanted: knobs, refused: undefined };
      }),
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
          return { ...EMPTY, lesson: event.lesson, knobs, wanted: knobs, seed: event.seed };
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
          run: 'playing',
        },
      },
      predicting: {
        on: {
          answer: { actions: assign({ answer: ({ event }) => event.answer }) },
          commit: 'ready',
          skip: { target: 'ready', actions: assign({ skipped: true, answer: [] }) },
          turn: { actions: 'wantAtOnce' },
          run: 'playing',
        },
      },
      ready: {
        on: {
          answer: { actions: assign({ answer: ({ event }) => event.answer, skipped: false }) },
          turn: { actions: 'wantAtOnce' },
          run: 'playing',
        },
      },
      playing: {
        invoke: {
          src: 'playEpisode',
          input: ({ context }) => {
            if (!context.lesson) throw new Error('[U.3] an episode was asked for without a lesson');
            return { lesson: context.lesson, knobs: context.wanted, seed: context.seed, first: context.episodes.length === 0 };
          },
          onDone: {
            target: 'exploring',
            actions: assign(({ context, event }) => ({
              knobs: context.wanted,
              refused: undefined,
              episodes: [...context.episodes, event.output],
            })),
          },
          onError: [
            { guard: 'hasPlayed', target: 'exploring', actions: assign(({ context, event }) => refusal(context, event.error)) },
            { target: 'ready', actions: assign(({ context, event }) => refusal(context, event.error)) },
          ],
        },
        // A knob turned while it plays: the episode starts over with it.
        on: { turn: { target: 'playing', reenter: true, actions: 'want' } },
      },
      exploring: {
        on: {
          turn: { target: 'playing', actions: 'want' },
          run: 'playing',
        },
      },
    },
  });
}
export type LessonPlayer = ReturnType<typeof createLessonPlayer>;

function refusal(context: PlayerContext, error: unknown): Partial<PlayerContext> {
  return { refused: error instanceof Error ? error.message : String(error), wanted: context.knobs };
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
