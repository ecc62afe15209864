// The six experiments as they are played: what the panel says of each is worked out from their logs, and is what they are about.

import { beforeAll, describe, expect, it } from 'vitest';
import { invariant } from '../../model/base/assert.ts';
import { createEngine } from '../../model/engine/engine.ts';
import type { Engine, LogSummary } from '../../model/engine/query.ts';
import { crossingsOf, unseenStates } from '../../model/projections/two-clients.ts';
import { firstDifference } from '../../model/projections/wire-lines.ts';
import type { Json } from '../../model/base/json.ts';
import { lessonById } from '../../mock-agents/lessons/catalogue.ts';
import { everybody } from '../../mock-agents/testing/everybody.ts';
import { played } from '../../mock-agents/testing/played-lesson.ts';
import { differenceLine } from './difference-words.ts';
import { newestRound, peerPairs, type SeenRound, seenRound } from './gap-takes.ts';
import { GAP_WORDS } from './gap-words.ts';

const engine: Engine = createEngine({ elapsed: () => 0, restart: () => undefined, next: () => Promise.resolve() });
const summaries: LogSummary[] = [];

async function play(id: string, knobs: Readonly<Record<string, Json>> = {}): Promise<SeenRound> {
  const lesson = lessonById(id);
  invariant(lesson, 'G.12', `the gap is played by the lesson ${id}`);
  for (const take of lesson.takes ?? []) {
    const { outcome, text } = await played({ lesson: id, take: take.id, knobs }, everybody);
    expect(outcome.ok).toBe(true);
    summaries.push(await engine.settled(engine.open(text, { name: `${id} ${take.id}` })));
  }
  const chosen = newestRound(lesson, summaries);
  return seenRound({ lesson, ...chosen }, (log) => engine.query(log, 'peerStory', {}));
}
const lineOf = (gap: number, round: SeenRound) => {
  const words = GAP_WORDS.find((each) => each.gap === gap);
  invariant(words, 'G.12', 'every gap has words');
  return differenceLine(round, words.measure);
};

describe('six experiments', () => {
  const rounds: SeenRound[] = [];
  const roundOf = (gap: number): SeenRound => {
    const round = rounds[gap - 1];
    invariant(round, 'G.12', 'every gap is played');
    return round;
  };
  beforeAll(async () => {
    for (const { lesson } of GAP_WORDS) rounds.push(await play(lesson));
  }, 120_000);

  it('[G.12] each shows in one line what tells its clients apart', () => {
    expect(GAP_WORDS.map(({ gap }) => lineOf(gap, roundOf(gap)))).toEqual([
      'naive: protocol_violation, careful: ok',
      'naive: 2, careful: 1 (tasks made)',
      'slow-naive: ok, slow-careful: ok, hang-naive: none by 120.000 s, hang-careful: canceled_deadline',
      'naive: canceled_deadline, careful: ok',
      'discard: 0, trust: 1, careful: 1 (artifacts handed over)',
      'naive: none by 120.000 s, careful: rejected',
    ]);
    expect(rounds.every(({ missing }) => missing.length === 0)).toBe(true);
  });

  it('[G.2] gap 1: the peer was at work, and no client saw it', () => {
    for (const { story } of roundOf(1).takes) expect(unseenStates(story).map(({ state, at }) => [state, at])).toEqual([['working', 130]]);
  });

  it('[G.3] gap 3: with the same client the wires of both peers are the same until 15 240 ms', () => {
    const pairs = peerPairs(roundOf(3));
    expect(pairs.map((pair) => pair.map(({ take }) => take.id))).toEqual([
      ['slow-naive', 'hang-naive'],
      ['slow-careful', 'hang-careful'],
    ]);
    for (const [one, other] of pairs)
      expect(firstDifference(engine.query(one.log, 'wire', {}), engine.query(other.log, 'wire', {}))?.at).toBe(15_240);
    expect(peerPairs(roundOf(1))).toEqual([]);
  });

  it('[G.4] gap 4: cancel and completed pass each other', () => {
    const crossed = roundOf(4).takes.map(({ take, story }) => [take.id, crossingsOf(story)] as const);
    for (const [, crossings] of crossed)
      expect(crossings).toMatchObject([{ request: { at: 325 }, arrives: 335, stored: { state: 'completed' }, left: 330 }]);
    expect(crossed.map(([id, [crossing]]) => [id, crossing?.seen?.at])).toEqual([
      ['naive', undefined],
      ['careful', 340],
    ]);
  });

  it('[G.1] gap 6: the card promises what the task refuses', () => {
    for (const { story } of roundOf(6).takes) {
      expect(story.card?.signed).toBe(false);
      expect(story.card?.skills).toContain('statistics');
      expect(story.seen.at(-1)).toMatchObject({ state: 'rejected', text: 'Out of scope for this agent.' });
    }
  });

  it('[G.12] a turned knob is another round, and the newest one is shown', async () => {
    const round = await play('gap-2-idempotent-create', { times: 3 });
    expect(round.knobs).toEqual({ times: 3 });
    expect(lineOf(2, round)).toBe('naive: 4, careful: 1 (tasks made)');
  });
});
