// How a panel plays lessons by itself: one after the other, each into logs of its own. A lesson that is open in its pane is played by
// its own player, so that pane and panel never say different things.

import type { Lesson } from '../mock-agents/lesson.ts';
import { useInspector } from './inspector-store.ts';
import { endTurn, type LabPlayer, takeTurn } from './lab-turn.ts';
import type { KnobValues } from './lesson-rounds.ts';
import type { Page } from './page.ts';
import { playRound } from './page/episodes.ts';
import { inWords } from './page/in-words.ts';

/** The part of a panel's store that its playing writes. */
export interface PanelPlayState {
  /** The lesson that is being played, and how many of its takes are. */
  readonly playing: { readonly lesson: string; readonly taken: number } | undefined;
  /** Lessons that wait for their turn. */
  readonly waiting: readonly string[];
  readonly refused: { readonly lesson: string; readonly why: string } | undefined;
}
export const NOTHING_PLAYED: PanelPlayState = { playing: undefined, waiting: [], refused: undefined };

interface PanelPlayStore {
  getState(): PanelPlayState;
  setState(change: Partial<PanelPlayState>): void;
}
/** What is played: a lesson with these knobs; in its pane with those of the pane, unless `turns`. */
export interface PanelOrder {
  readonly lesson: Lesson;
  readonly knobs: KnobValues;
  readonly seed?: string | undefined;
  /** The take to come into view, where none is. */
  readonly take?: string | undefined;
  /** The knobs are put on the pane as well. */
  readonly turns?: boolean;
  /** Puts the cursor at the end when it is played: who plays it wants to see what came of it. */
  readonly toEnd?: boolean;
}
export interface PanelPlay {
  /**
   * Plays lessons one after the other; what was under way here is given up.
   * @returns whether all of them are in their logs
   */
  play(page: Page, orders: readonly PanelOrder[]): Promise<boolean>;
  /** Ends what is being played here; takes that are not whole are closed. */
  stop(page: Page): void;
}

/**
 * The one player of a panel.
 * @param whenPlayed what is said when so many lessons are in their logs
 */
export function createPanelPlay(store: PanelPlayStore, whenPlayed: (lessons: number) => string): PanelPlay {
  let under: { readonly end: AbortController; readonly turn: LabPlayer } | undefined;

  const stop = ({ lab }: Page): void => {
    if (!under) return;
    const { end, turn } = under;
    end.abort(new Error('It was stopped.'));
    under = undefined;
    endTurn(turn);
    lab.stop();
    store.setState({ playing: undefined, waiting: [] });
  };

  /** Who plays here gives way to whoever plays something else; the lesson's own player may play for it. */
  const turnOf = (page: Page): LabPlayer => ({
    giveWay: () => {
      const { playing, waiting } = store.getState();
      stop(page);
      const lesson = playing?.lesson ?? waiting[0];
      if (lesson !== undefined) store.setState({ refused: { lesson, why: 'something else was played meanwhile. Run it again.' } });
    },
    lendsTo: ({ lesson }) => lesson !== undefined && lesson === store.getState().playing?.lesson,
  });

  const play = async (page: Page, orders: readonly PanelOrder[]): Promise<boolean> => {
    stop(page);
    const own = { end: new AbortController(), turn: turnOf(page) };
    const { signal } = own.end;
    under = own;
    takeTurn(own.turn);
    store.setState({ refused: undefined, waiting: orders.map(({ lesson }) => lesson.id) });
    for (const order of orders) {
      const { id } = order.lesson;
      // A lesson that is being played is waited for; one that begins meanwhile takes the lab.
      await page.player.settled();
      if (signal.aborted) return false;
      const waiting = store.getState().waiting.filter((each) => each !== id);
      store.setState({ waiting, playing: { lesson: id, taken: 0 } });
      try {
        const tell = (taken: number) => {
          if (store.getState().playing?.lesson === id) store.setState({ playing: { lesson: id, taken } });
        };
        await playOne(page, order, { signal, tell });
        if (order.toEnd) await page.last();
      } catch (error) {
        if (!signal.aborted) store.setState({ refused: { lesson: id, why: inWords(error) } });
      }
    }
    if (under !== own) return false;
    under = undefined;
    endTurn(own.turn);
    store.setState({ playing: undefined, waiting: [] });
    const { refused } = store.getState();
    useInspector.getState().say(refused === undefined ? whenPlayed(orders.length) : `Not played: ${refused.why}`);
    return refused === undefined;
  };
  return { play, stop };
}

interface Playing {
  readonly signal: AbortSignal;
  readonly tell: (taken: number) => void;
}

async function playOne(page: Page, { lesson, knobs, seed, take, turns }: PanelOrder, { signal, tell }: Playing): Promise<void> {
  const { engine, lab, player } = page;
  if (player.getSnapshot().context.lesson?.id === lesson.id) {
    if (turns) await turnInPane(page, knobs);
    else await page.runLesson();
  } else await playRound({ engine, lab, signal, tell }, { lesson, knobs, policy: undefined, take, seed, first: true });
}

/** Turns the knobs of the lesson in its pane, and plays it with them. */
async function turnInPane(page: Page, knobs: KnobValues): Promise<void> {
  const { player } = page;
  const before = player.getSnapshot().context.rounds.length;
  player.send({ type: 'turn', knobs });
  // One that has not been played yet only takes the knobs; one that has plays at once.
  if (player.getSnapshot().value !== 'playing') return void (await page.runLesson());
  const { context } = await player.settled();
  if (context.rounds.length === before) throw new Error(context.refused ?? 'The lesson was closed before its episode was in the log.');
}
