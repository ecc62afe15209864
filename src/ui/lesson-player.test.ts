import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { LESSONS } from '../mock-agents/lessons/catalogue.ts';
import { createLessonPlayer, predictedRight, startingOrder } from './lesson-player.ts';
import { type PlayedRound, type PlayedTake, type RoundOrder, roundOf } from './lesson-rounds.ts';

const lesson = LESSONS.find(({ id }) => id === 'streamed-delegation') ?? LESSONS[0]!;
const choice = LESSONS.find(({ predict }) => predict.kind === 'choice')!;

function roundPlayed({ lesson: { title }, knobs, policy }: RoundOrder, log: number): PlayedRound {
  const shown: PlayedTake = { log, name: `${title} ${log}`, take: roundOf(lesson, policy)[0] };
  return { knobs, policy, takes: [shown], shown };
}

function player(refuse?: (order: RoundOrder) => string | undefined) {
  const orders: RoundOrder[] = [];
  const signals: AbortSignal[] = [];
  const machine = createLessonPlayer(async (order, signal) => {
    orders.push(order);
    signals.push(signal);
    const log = orders.length;
    const why = refuse?.(order);
    if (why !== undefined) throw new Error(why);
    await Promise.resolve();
    return roundPlayed(order, log);
  });
  const actor = createActor(machine).start();
  const settled = () => waitFor(actor, ({ value }) => value !== 'playing');
  return { actor, orders, signals, settled };
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
    expect(context.rounds.map(({ shown }) => shown.log)).toEqual([1, 2]);
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
    expect(context.rounds).toHaveLength(1);
  });

  it('[U.3] plays anew under another policy, keeps the round before, and knows its own policy again', async () => {
    const { actor, orders, settled } = player();
    actor.send({ type: 'open', lesson, knobs: {}, seed: undefined });
    actor.send({ type: 'govern', policy: 'hardened' });
    expect(actor.getSnapshot()).toMatchObject({ value: 'reading', context: { policy: 'hardened', wantedPolicy: 'hardened' } });
    actor.send({ type: 'run' });
    await settled();
    actor.send({ type: 'govern', policy: 'reference' });
    const { context } = await settled();
    expect(orders.map(({ policy }) => policy)).toEqual(['hardened', undefined]);
    expect(context.rounds.map(({ policy }) => policy)).toEqual(['hardened', undefined]);
    expect(context).toMatchObject({ policy: undefined, wantedPolicy: undefined });
  });

  it('[U.3] keeps the policy in force when the lab refuses another one', async () => {
    const { actor, settled } = player(({ policy }) => (policy === 'hardened' ? 'not today' : undefined));
    actor.send({ type: 'open', lesson, knobs: {}, seed: undefined });
    actor.send({ type: 'run' });
    await settled();
    actor.send({ type: 'govern', policy: 'hardened' });
    const { context } = await settled();
    expect(context).toMatchObject({ policy: undefined, wantedPolicy: undefined, refused: 'not today' });
  });

  it('[U.3] starts a round over when something is turned while it plays, and ends the one that nobody waits for', async () => {
    const { actor, orders, signals, settled } = player();
    actor.send({ type: 'open', lesson, knobs: {}, seed: undefined });
    actor.send({ type: 'run' });
    actor.send({ type: 'taken', taken: 1 });
    expect(actor.getSnapshot().context.taken).toBe(1);
    actor.send({ type: 'govern', policy: 'hardened' });
    expect(actor.getSnapshot()).toMatchObject({ value: 'playing', context: { taken: 0 } });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    const { context } = await settled();
    expect(orders).toHaveLength(2);
    expect(context.rounds.map(({ policy }) => policy)).toEqual(['hardened']);
    actor.send({ type: 'run' });
    actor.send({ type: 'close' });
    expect(signals.at(-1)?.aborted).toBe(true);
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
