// Attacks as they are made of buttons and found again in an episode: what the panel says of each is true of real episodes.

import { beforeAll, describe, expect, it } from 'vitest';
import { invariant } from '../../model/base/assert.ts';
import { createEngine } from '../../model/engine/engine.ts';
import type { DoorbellAnswer } from '../../model/projections/doorbell-tries.ts';
import { VIRTUAL_EPOCH } from '../../model/log/saved-form.ts';
import type { StandInAnswer } from '../../model/projections/stand-in-story.ts';
import type { WatchAction } from '../../mock-agents/watch-scene.ts';
import { lessonById } from '../../mock-agents/lessons/catalogue.ts';
import { everybody } from '../../mock-agents/testing/everybody.ts';
import { played } from '../../mock-agents/testing/played-lesson.ts';
import { actionLine } from './action-words.ts';
import { type Attack, type Door, ATTACKS, attackAt, doorAt, mustGet, outcomeOf, placeOfAttack } from './attacks.ts';
import { momentAfter } from './moment-after.ts';
import { moveWords } from './move-words.ts';
import { lastRest } from './resting-moment.ts';
import { type RungTries, triesOfAction } from './tries-of-action.ts';
import type { SeenWatch } from './watch-round.ts';
import { asPressed, inOrderOfTime, placed, refuseActions, THREE_WATCHES, withActions, withRate } from './watch-play.ts';

const TO_THE_END = 2 ** 31 - 1;
const engine = createEngine({ elapsed: () => 0, restart: () => undefined, next: () => Promise.resolve() });

const found = lessonById(THREE_WATCHES);
invariant(found?.watch, 'U.71', 'there is a lesson about three watches');
const lesson = found;
const agent = found.watch.remote.card.name;
const { ringing } = found.watch.remote;

interface Episode {
  readonly doorbell: DoorbellAnswer;
  readonly stood: StandInAnswer;
}
async function episode(actions: readonly WatchAction[], take = 'push', rate?: number): Promise<Episode> {
  const knobs = withActions(withRate(lesson, {}, rate), actions);
  const { outcome, text } = await played({ lesson: THREE_WATCHES, take, knobs }, everybody);
  expect(outcome.ok).toBe(true);
  const { log } = await engine.settled(engine.open(text, { name: take }));
  const ask = { cursor: TO_THE_END };
  return { doorbell: engine.query(log, 'doorbell', ask), stood: engine.query(log, 'standIn', ask) };
}
function rungIn({ doorbell }: Episode, place: number, actions: readonly WatchAction[]): RungTries {
  return triesOfAction(actions, place, { ...doorbell, startAt: VIRTUAL_EPOCH, hopMs: 0, agent, ringing });
}
function outcomeIn(came: Episode, attack: Attack, actions: readonly WatchAction[], door: Door = 'armed') {
  const place = placeOfAttack(attack, actions);
  if (place === undefined) return undefined;
  return outcomeOf(rungIn(came, place, actions), mustGet(attack, door), attack.most);
}

describe('attacks on a doorbell', () => {
  /** One a second from 13 on, and those that end or flood it last. */
  const actions = ATTACKS.reduce<readonly WatchAction[]>((before, attack, place) => {
    const at = attack.id === 'after-end' ? 41_000 : attack.id === 'flood' ? 38_000 : 13_000 + 300 * place;
    return placed(before, attackAt(attack, at, 'auth-required'));
  }, []);
  let all: Episode;
  beforeAll(async () => {
    all = await episode(actions);
  }, 60_000);

  it('[U.71] each is one that the lesson can take on its way', () => {
    expect(refuseActions(lesson, actions)).toBeUndefined();
  });

  it.each(ATTACKS.map((attack) => [attack.id, attack] as const))(
    '[U.71] %s gets what it must, and costs no more than it may',
    (_, attack) => {
      const outcome = outcomeIn(all, attack, actions);
      expect(outcome).toMatchObject({ isAsMust: true });
      if (attack.most === 0) expect(outcome?.fetches).toBe(0);
    },
  );

  it('[U.71] a false claim costs four looks, and no state comes from it', async () => {
    const claim = ATTACKS.find(({ id }) => id === 'disagrees');
    invariant(claim, 'U.71', 'there is such an attack');
    const one = attackAt(claim, 34_000, 'input-required');
    const alone = await episode(one);
    expect(outcomeIn(alone, claim, one)).toMatchObject({ statuses: [[204, 1]], fetches: 4, isAsMust: true });
    expect(alone.stood.story?.told.map(({ state }) => state)).toEqual(['auth-required', 'working', 'input-required', 'canceled']);
  });

  it('[U.71] of an instant, what a stranger sends is told from what the agent sends', async () => {
    const [forged, claim] = ['forged', 'disagrees'].map((id) => ATTACKS.find((attack) => attack.id === id));
    invariant(forged && claim, 'U.71', 'there are such attacks');
    const both = [...attackAt(forged, 34_000, 'input-required'), ...attackAt(claim, 34_000, 'input-required')];
    const together = await episode(both);
    expect(outcomeIn(together, forged, both)).toMatchObject({ statuses: [[401, 1]], fetches: 0 });
    expect(outcomeIn(together, claim, both)).toMatchObject({ statuses: [[204, 1]], fetches: 4 });
  });

  it('[U.71] where nobody armed a doorbell, nothing is accepted', async () => {
    const claim = ATTACKS.find(({ id }) => id === 'disagrees');
    invariant(claim, 'U.71', 'there is such an attack');
    const one = attackAt(claim, 34_000, 'input-required');
    expect(outcomeIn(await episode(one, 'follow'), claim, one, 'none')).toMatchObject({ statuses: [[401, 1]], fetches: 0, isAsMust: true });
  });

  it('[U.71] a flood is let in up to the rate, and the rest costs nothing', async () => {
    const flood = ATTACKS.find(({ id }) => id === 'flood');
    invariant(flood?.rate, 'U.71', 'there is such an attack');
    const hundred = attackAt(flood, 14_000, 'auth-required');
    const outcome = outcomeIn(await episode(hundred, 'push', flood.rate), flood, hundred);
    expect(outcome).toMatchObject({ isAsMust: true });
    const counts = new Map(outcome?.statuses);
    // The agent’s own ring at 9 s is long made up for.
    expect([counts.get(204), counts.get(429)]).toEqual([60, 40]);
    expect(outcome?.fetches).toBeLessThanOrEqual(60 * 4);
    expect(withRate(lesson, { rate: 5 }, flood.rate)).toEqual({ rate: 5 });
  });

  it('[U.71] before the door is armed, and in the instant in which it is, a true push may be refused', async () => {
    const replay = ATTACKS.find(({ id }) => id === 'replay');
    invariant(replay, 'U.71', 'there is such an attack');
    const early = attackAt(replay, 0, 'input-required');
    const came = await episode(early);
    expect(doorAt(came.stood.story, 0)).toBe('changing');
    expect(outcomeIn(came, replay, early, doorAt(came.stood.story, 0))).toMatchObject({ statuses: [[401, 2]], isAsMust: true });
    expect([doorAt(came.stood.story, 500), doorAt(came.stood.story, 45_500), doorAt(came.stood.story, 46_000)]).toEqual([
      'armed',
      'changing',
      'none',
    ]);
    expect(doorAt((await episode([], 'follow')).stood.story, 500)).toBe('none');
  });

  it('[U.71] what is done at a moment finds what is in view then: it comes after all of the instant, and before the next one', async () => {
    const came = await episode([]);
    const seen = { ...came, take: undefined, log: 0, summary: undefined, heard: undefined } as unknown as SeenWatch;
    expect([34_000, 34_001, 31_000, 32_000, 45_500].map((at) => momentAfter(seen, [], at))).toEqual([
      34_500, 34_001, 31_500, 32_500, 46_000,
    ]);
    expect(momentAfter(seen, [{ at: 34_500, do: 'kill' }], 34_000)).toBe(34_250);
    expect(momentAfter(seen, [{ at: 34_001, do: 'kill' }], 34_000)).toBe(34_000);
    expect(momentAfter(undefined, [], 10_000)).toBe(10_000);
    // Ended in view, so a reply finds nobody: it does not come before the end of the same instant.
    const late = await episode([{ at: momentAfter(seen, [], 45_500), do: 'reply', text: 'Both.' }]);
    expect(late.stood.story).toMatchObject({ state: 'ended', end: 'canceled' });
  });

  it('[U.71] in the instant in which the door is armed or closes, a true push gets the one or the other', () => {
    const claim = ATTACKS.find(({ id }) => id === 'disagrees');
    invariant(claim, 'U.71', 'there is such an attack');
    expect(mustGet(claim, 'changing')).toEqual([204, 401]);
    expect(mustGet(claim, 'none')).toEqual([401]);
  });

  it('[U.71] every word of a history has words for people', () => {
    for (const move of all.stood.story?.moves ?? []) {
      expect(moveWords(move)).not.toContain(move.event);
      expect(moveWords(move)).toMatch(/^[a-z].{10,}$/);
    }
  });

  it('[U.71] a watch rests where something can still be done to it', async () => {
    const { stood } = await episode([]);
    const rest = lastRest(stood.story?.moves ?? []);
    expect(rest?.to).toBe('armed');
    expect((rest?.time ?? 0) - VIRTUAL_EPOCH).toBe(34_000);
    expect(lastRest([])).toBeUndefined();
  });
});

describe('what was pressed in another order than it happens', () => {
  const early: WatchAction = { at: 34_200, do: 'reply', text: 'All of them.' };
  const late: WatchAction = { at: 34_400, do: 'cancel' };

  it.each([
    ['with a worker that lives', []],
    ['with a worker that is dead then', [{ at: 34_100, do: 'kill' }]],
  ] as const)('[U.71] %s is the same episode', async (_, first: readonly WatchAction[]) => {
    const storyOf = async (actions: readonly WatchAction[]) => {
      const { story } = (await episode(actions)).stood;
      return story?.moves.map(({ event, to, time }) => [event, to, time]);
    };
    expect(await storyOf([...first, late, early])).toEqual(await storyOf([...first, early, late]));
  });
});

describe('attacks on a dead worker', () => {
  const attackById = (id: Attack['id']): Attack => {
    const attack = ATTACKS.find((each) => each.id === id);
    invariant(attack, 'U.71', `there is ${id}`);
    return attack;
  };
  const KILLED = { at: 34_000, do: 'kill' } as const;

  it('[U.71] a ring that nobody answers is followed to the try that is answered, with the looks that this one causes', async () => {
    const claim = attackById('disagrees');
    const actions = placed([KILLED], attackAt(claim, 34_500, 'input-required'));
    const came = await episode(actions);
    expect(came.doorbell.tries.map(({ time }) => (time ?? 0) - VIRTUAL_EPOCH)).not.toContain(34_500);
    expect(outcomeIn(came, claim, actions)).toMatchObject({ statuses: [[204, 1]], fetches: 4, isAsMust: true, attempts: 2 });
  });

  it('[U.71] of several rings each is sent when the one before was answered, and what a stranger sends is not sent again', async () => {
    const [replay, forged] = [attackById('replay'), attackById('forged')];
    const actions = [KILLED, ...attackAt(replay, 34_500, 'input-required'), ...attackAt(forged, 34_500, 'input-required')];
    const came = await episode(actions);
    expect(outcomeIn(came, replay, actions)).toMatchObject({ statuses: [[204, 2]], isAsMust: true, attempts: 2 });
    expect(rungIn(came, 2, actions)).toEqual({ tries: [], attempts: 1 });
  });

  it('[U.71] two attacks of one instant that are both sent again are told apart', async () => {
    const [claim, other] = [attackById('disagrees'), attackById('other-task')];
    const actions = [KILLED, ...attackAt(claim, 34_500, 'input-required'), ...attackAt(other, 34_500, 'input-required')];
    const came = await episode(actions);
    expect(outcomeIn(came, claim, actions)).toMatchObject({ statuses: [[204, 1]], attempts: 2 });
    expect(outcomeIn(came, other, actions)).toMatchObject({ statuses: [[401, 1]], fetches: 0, attempts: 2 });
  });

  it('[U.71] it is sent no oftener than the agent tries', async () => {
    const claim = attackById('disagrees');
    const actions = placed([KILLED], attackAt(claim, 34_500, 'input-required'));
    const knobs = { ...withActions({}, actions), restart: 60_000 };
    const { text } = await played({ lesson: THREE_WATCHES, take: 'push', knobs }, everybody);
    const { log } = await engine.settled(engine.open(text, { name: 'dead' }));
    const ask = { cursor: TO_THE_END };
    const came = { doorbell: engine.query(log, 'doorbell', ask), stood: engine.query(log, 'standIn', ask) };
    expect(rungIn(came, 1, actions)).toEqual({ tries: [], attempts: ringing.attempts });
    const lines = text.split('\n').filter((line) => line.includes('"line":"request"') && line.includes(`"from":"${agent}"`));
    const sent = lines.map((line) => (JSON.parse(line) as { at: number }).at).filter((at) => at >= 34_500 && at < 40_000);
    expect(sent).toEqual([34_500, 35_500, 37_500]);
  });
});

describe('what happens on the way, in words', () => {
  const lines = (actions: readonly WatchAction[]) => actions.map((_, place) => actionLine(actions, place));

  it('[U.71] names attacks by their names, and other rings by what they are', () => {
    expect(
      lines([
        { at: 1_000, do: 'reply', text: 'yes' },
        { at: 32_500, do: 'kill' },
        { at: 33_000, do: 'ring', by: 'stranger', token: 'wrong' },
        { at: 34_000, do: 'ring', claims: 'completed' },
        { at: 35_000, do: 'ring', token: 'none', bytes: 70_000, times: 3 },
        { at: 36_000, do: 'cancel' },
        { at: 36_500, do: 'ring' },
        { at: 40_000, do: 'roll' },
      ]),
    ).toEqual([
      'at 1 s: a reply, “yes”',
      'at 32.5 s: the worker is killed',
      'at 33 s: forged token',
      'at 34 s: claim that is not so, claims completed',
      'at 35 s: the agent rings, no token, 70.0 KB, 3 times',
      'at 36 s: the work is canceled',
      'at 36.5 s: push after the end',
      'at 40 s: the history is rolled',
    ]);
  });

  it('[U.71] what was pressed last is the last of the knob, whenever it happens', () => {
    const before: readonly WatchAction[] = [{ at: 34_000, do: 'kill' }];
    const after = placed(before, [{ at: 10_000, do: 'roll' }]);
    expect(after.map((action) => action.do)).toEqual(['kill', 'roll']);
    expect(after.slice(0, -1)).toEqual(before);
    expect(inOrderOfTime(after).map((action) => action.do)).toEqual(['roll', 'kill']);
  });

  it('[U.71] one thing alone is taken out of those that are shown in the order of time', () => {
    const [kill, roll, again]: readonly WatchAction[] = [
      { at: 34_000, do: 'kill' },
      { at: 10_000, do: 'roll' },
      { at: 34_000, do: 'kill' },
    ] as const;
    invariant(kill && roll && again, 'U.71', 'there are three');
    const shown = inOrderOfTime([kill, roll, again]);
    expect(shown).toEqual([roll, kill, again]);
    const left = asPressed([kill, roll, again], shown.toSpliced(2, 1));
    expect(left).toHaveLength(2);
    expect(left[0]).toBe(kill);
  });

  it('[U.71] an attack has its name whatever was pressed before it', () => {
    const [cancel, ring] = [{ at: 40_000, do: 'cancel' } as const, { at: 36_500, do: 'ring' } as const];
    expect(lines([cancel, ring])[1]).toBe('at 36.5 s: the agent rings');
    expect(lines([ring, { at: 36_000, do: 'cancel' }])[0]).toBe('at 36.5 s: push after the end');
    expect(lines([ring, { at: 36_500, do: 'cancel' }])[0]).toBe('at 36.5 s: the agent rings');
  });

  it('[U.71] what is added comes last of its instant', () => {
    const before: readonly WatchAction[] = [
      { at: 5_000, do: 'kill' },
      { at: 9_000, do: 'cancel' },
    ];
    expect(inOrderOfTime(placed(before, [{ at: 5_000, do: 'roll' }])).map((action) => action.do)).toEqual(['kill', 'roll', 'cancel']);
  });
});
