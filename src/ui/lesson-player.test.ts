import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { LESSONS } from '../mock-agents/lessons/catalogue.ts';
import { createLessonPlayer, type EpisodeOrder, predictedRight, startingOrder } from './lesson-player.ts';

const lesson = LESSONS.find(({ id }) => id === 'streamed-delegation') ?? LESSONS[0]!;
const choice = LESSONS.find(({ predict }) => predict.kind === 'choice')!;

function player(refuse?: (order: EpisodeOrder) => string | undefined) {
  const orders: EpisodeOrder[] = [];
  const machine = createLessonPlayer(async (order) => {
    orders.push(order);
    const why = refuse?.(order);
    if (why !== undefined) throw new Error(why);
    return { log: orders.length, name: `episode ${orders.length}`, knobs: order.knobs };
  });
  const actor = createActor(machine).start();
  const settled = () => waitFor(actor, ({ value }) => value !== 'playing');
  return { actor, orders, settled };
}

describe('the lesson player', () => {
  it('[U.3] goes from reading to exploring, and a wrong prediction does not block', async () => {
    const { actor, settled } = player();
    actor.send({ type: 'open', lesson: choice, knobs: {}, seed: undefined });
    expect(actor.getSnapshot().value).toBe('reading');
    actor.send({ type: 'answer', answer: [choice.predict.options.findIndex(({ right }) => !right)] });
    expect(actor.getSnapshot().value).toBe('ready');
    actor.send({ type: 'run' });
    expect((await settled()).value).toBe('exploring');
    expect(predictedRight(choice, actor.getSnapshot().context.answer)).toBe(false);
  });

  it('[U.3] asks for a decision where an answer has several parts, and can be skipped', () => {
    const { actor } = player();
    actor.send({ type: 'open', lesson, knobs: {}, seed: undefined });
    actor.send({ type: 'answer', answer: startingOrder(lesson) });
    expect(actor.getSnapshot().value).toBe('predicting');
    actor.send({ type: 'commit' });
    expect(actor.getSnapshot().value).toBe('ready');
    actor.send({ type: 'open', lesson, knobs: {}, seed: undefined });
    actor.send({ type: 'skip' });
    expect(actor.getSnapshot()).toMatchObject({ value: 'ready', context: { skipped: true } });
  });

  it('[U.3] plays anew when a knob is turned, and keeps the episodes before', async () => {
    const { actor, orders, settled } = player();
    actor.send({ type: 'open', lesson, knobs: {}, seed: 's' });
    actor.send({ type: 'run' });
    await settled();
    actor.send({ type: 'turn', knobs: { maxDepth: 1 } });
    const { context } = await settled();
    expect(orders.map(({ knobs, first, seed }) => ({ knobs, first, seed }))).toEqual([
      { knobs: {}, first: true, seed: 's' },
      { knobs: { maxDepth: 1 }, first: false, seed: 's' },
    ]);
    expect(context.episodes.map(({ log }) => log)).toEqual([1, 2]);
    expect(context.knobs).toEqual({ maxDepth: 1 });
  });

  it('[U.3] keeps the values in force when the lab refuses new ones, with its reason', async () => {
    const { actor, settled } = player(({ knobs }) => (knobs['maxDepth'] === 2 ? 'no depth of 2' : undefined));
    actor.send({ type: 'open', lesson, knobs: {}, seed: undefined });
    actor.send({ type: 'run' });
    await settled();
    actor.send({ type: 'turn', knobs: { maxDepth: 2 } });
    const { value, context } = await settled();
    expect(value).toBe('exploring');
    expect({ knobs: context.knobs, wanted: context.wanted, refused: context.refused }).toEqual({
      knobs: {},
      wanted: {},
      refused: 'no depth of 2',
    });
    expect(context.episodes).toHaveLength(1);
  });

  it('never shows an ordering in the right order first, and always the same', () => {
    for (const each of LESSONS.filter(({ predict }) => predict.kind === 'order')) {
      const order = startingOrder(each);
      expect(order.toSorted((a, b) => a - b)).toEqual(each.predict.options.map((_, index) => index));
      expect(predictedRight(each, order)).toBe(false);
      expect(startingOrder(each)).toEqual(order);
    }
  });
});
