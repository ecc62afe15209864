import type { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { useInspector } from './inspector-store.ts';
import type { Page } from './page.ts';
import { createRobot, type Robot } from './robot.ts';

/** A page of ten rows that writes down what reaches it. */
function robotOver(reached: string[]): Robot {
  const page = {
    engine: {
      query: (_log: number, projection: string) => {
        reached.push(projection);
        return Promise.resolve({ rowCount: 10 });
      },
    },
    openText: () => {
      reached.push('openText');
      return Promise.resolve(1);
    },
    openLesson: () => {
      reached.push('openLesson');
      return undefined;
    },
  };
  return createRobot(page as unknown as Page, {} as QueryClient);
}

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

const REFUSED: readonly [string, string, readonly unknown[], string][] = [
  ['play', 'knobs null', ['who-can-do-this', { knobs: null }], 'knobs must be an object of knobs by name, not null.'],
  ['play', 'knobs list', ['who-can-do-this', { knobs: [] }], 'knobs must be an object of knobs by name, not a list.'],
  ['play', 'knobs text', ['who-can-do-this', { knobs: 'x' }], 'knobs must be an object of knobs by name, not “x”.'],
  ['play', 'a map', ['who-can-do-this', { knobs: new Map() }], 'knobs must be an object of knobs by name, not an object of another kind.'],
  ['play', 'NaN', ['who-can-do-this', { knobs: { depth: NaN } }], 'knobs.depth must be JSON, at most 20 levels deep, not NaN.'],
  ['play', 'bigint', ['who-can-do-this', { knobs: { depth: 1n } }], 'knobs.depth must be JSON, at most 20 levels deep, not 1.'],
  [
    'play',
    'cycle',
    ['x', { knobs: { depth: cyclic } }],
    'knobs.depth must be JSON, at most 20 levels deep, not an object of another kind.',
  ],
  ['play', 'options null', ['who-can-do-this', null], 'options must be an object, not null.'],
  ['play', 'unknown option', ['who-can-do-this', { knob: {} }], 'options has no “knob”; known are knobs, policy, seed, take.'],
  ['play', 'seed', ['who-can-do-this', { seed: 5 }], 'seed must be a text, not 5.'],
  ['play', 'lesson', [undefined], 'lesson must be a text, not undefined.'],
  ['play', 'policy', ['who-can-do-this', { policy: 5 }], 'policy must be a text, not 5.'],
  ['play', 'an unknown policy', ['who-can-do-this', { policy: 'soft' }], 'There is no policy “soft”. Known are: reference, hardened.'],
  ['play', 'an unknown take', ['who-can-do-this', { take: 'x' }], 'The lesson “who-can-do-this” plays one episode; it has no take “x”.'],
  ['play', 'an unknown lesson', ['nothing-like-it'], 'There is no lesson “nothing-like-it”.'],
  ['open', 'text', [5], 'text must be a text, not 5.'],
  ['open', 'name', ['x', { name: null }], 'name must be a text, not null.'],
  ['seek', 'NaN', [NaN], 'seq must be a whole number, not NaN.'],
  ['seek', 'text', ['x'], 'seq must be a whole number, not “x”.'],
  ['seek', 'fraction', [1.5], 'seq must be a whole number, not 1.5.'],
  ['log', 'from', [{ from: NaN }], 'from must be a whole number from 0, not NaN.'],
  ['log', 'count', [{ count: -3 }], 'count must be a whole number from 0, not -3.'],
  ['log', 'range', [null], 'range must be an object, not null.'],
];

describe('window.inspector', () => {
  beforeEach(() => useInspector.setState({ log: 1, cursor: 4 }));

  it.each(REFUSED)('[U.12] %s refuses %s before anything of the page sees it', async (call, _what, given, why) => {
    const reached: string[] = [];
    const robot = robotOver(reached) as unknown as Record<string, (...given: readonly unknown[]) => Promise<unknown>>;
    await expect(robot[call]?.(...given)).rejects.toThrow(why);
    expect(reached).toEqual([]);
    expect(useInspector.getState().cursor).toBe(4);
  });

  it('[U.2] seeks to a row, and to the nearest one there is', async () => {
    const robot = robotOver([]);
    const at: number[] = [];
    for (const seq of [3, 99, -7]) {
      await robot.seek(seq);
      at.push(useInspector.getState().cursor);
    }
    expect(at).toEqual([3, 9, -1]);
  });

  it('[U.2] keeps the cursor where it is rather than on no row', () => {
    const { seek, selectRow } = useInspector.getState();
    for (const seq of [NaN, 1.5, 'x' as unknown as number]) {
      expect(() => seek(seq)).toThrow('[U.2] a row number is a whole number');
      expect(() => selectRow(seq)).toThrow('[U.2] a row number is a whole number');
    }
    expect(useInspector.getState().cursor).toBe(4);
    seek(-9);
    expect(useInspector.getState().cursor).toBe(-1);
  });
});
