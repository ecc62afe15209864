// `window.inspector`: the page for scripts. Every call is a promise that rejects in words when an argument cannot be used;
// `idle` is how a script waits, never time.

import type { QueryClient } from '@tanstack/react-query';
import type { Json } from '../model/base/json.ts';
import type { Answer, LogSummary } from '../model/engine/query.ts';
import { useInspector } from './inspector-store.ts';
import { scriptsComing } from './late-scripts.ts';
import { refuseChoice } from './lesson-rounds.ts';
import { LESSONS, type Page } from './page.ts';
import { integerOf, knobsOf, optionsOf, textOf } from './robot-arguments.ts';

interface PlayOptions {
  readonly knobs?: Readonly<Record<string, Json>>;
  readonly policy?: string;
  /** Which of the lesson's takes comes into view; all are played. */
  readonly take?: string;
  readonly seed?: string;
}
export interface Robot {
  /** Opens a text like a paste; resolves with its figures when it is read. */
  open(text: string, options?: { readonly name?: string }): Promise<LogSummary>;
  /**
   * Plays a lesson, all its takes; resolves with the figures of the one in view, the cursor on its first row. Rejects with the
   * reason of a refusal.
   */
  play(lesson: string, options?: PlayOptions): Promise<LogSummary>;
  /** Rows by seq, 1 000 at most. */
  log(range?: { readonly from?: number; readonly count?: number }): Promise<Answer<'log'>>;
  /** The trace report of what is open, under the thresholds and switches on screen. */
  report(): Promise<Answer<'report'>>;
  seek(seq: number): Promise<void>;
  /** Resolves when requests, workers and frames have been quiet for 100 ms. */
  idle(): Promise<void>;
}

const QUIET = 100;

export function createRobot(page: Page, queries: QueryClient): Robot {
  const shownLog = (): number => {
    const { log } = useInspector.getState();
    if (log === undefined) throw new Error('Nothing is open. Call open or play first.');
    return log;
  };
  return {
    async open(text, options = {}) {
      textOf('text', text);
      optionsOf('options', options, ['name']);
      const { name = 'opened text' } = options;
      textOf('name', name);
      return page.engine.settled(await page.openText(text, name));
    },
    async play(id, options = {}) {
      textOf('lesson', id);
      optionsOf('options', options, ['knobs', 'policy', 'seed', 'take']);
      const { knobs = {}, policy, seed, take } = options;
      knobsOf('knobs', knobs);
      for (const [name, value] of Object.entries({ seed, policy, take })) if (value !== undefined) textOf(name, value);
      const lesson = LESSONS.find((each) => each.id === id);
      if (!lesson) throw new Error(`There is no lesson “${id}”.`);
      const refused = refuseChoice(lesson, { policy, take });
      if (refused !== undefined) throw new Error(refused);
      page.openLesson(id, { knobs, policy, take, ...(seed === undefined ? {} : { seed }) });
      const { log } = (await page.runLesson()).shown;
      return page.engine.query(log, 'summary', {});
    },
    async log(range = {}) {
      optionsOf('range', range, ['from', 'count']);
      const { from = 0, count = 1000 } = range;
      integerOf('from', from, 0);
      integerOf('count', count, 0);
      return page.engine.query(shownLog(), 'log', { from, count: Math.min(count, 1000) });
    },
    async report() {
      const log = shownLog();
      await page.engine.settled(log);
      const { limits, rulesOff } = useInspector.getState();
      return page.engine.query(log, 'report', { settings: limits, off: Object.keys(rulesOff) });
    },
    async seek(seq) {
      integerOf('seq', seq);
      const { rowCount } = await page.engine.query(shownLog(), 'summary', {});
      useInspector.getState().setPlaying(false);
      useInspector.getState().seek(Math.max(-1, Math.min(seq, rowCount - 1)));
    },
    idle: () => untilQuiet(() => isBusy(page, queries)),
  };
}

function isBusy(page: Page, queries: QueryClient): boolean {
  const { machine, playing } = useInspector.getState();
  const working = machine === 'starting' || machine === 'episode' || playing || page.lab.busy;
  return working || page.engine.pending > 0 || queries.isFetching() > 0 || scriptsComing() > 0;
}

/** Looks once a frame: a frame that is late is a frame that was busy. */
function untilQuiet(busy: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    let quietSince: number | undefined;
    const look = (now: number) => {
      if (busy()) quietSince = undefined;
      else quietSince ??= now;
      if (quietSince !== undefined && now - quietSince >= QUIET) resolve();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
