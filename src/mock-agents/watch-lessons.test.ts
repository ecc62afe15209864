// Every lesson about a remote watch as it is played, from the text of its recording; in this thread, where the stand-in's worker is
// killed as it is anywhere.

import { describe, expect, it } from 'vitest';
import type { Json } from '../model/base/json.ts';
import { createEngine } from '../model/engine/engine.ts';
import { tokenDigest } from '../model/kernel/watch/push-token.ts';
import type { WireLine } from '../model/log/claim.ts';
import { judgeAcross } from '../model/projections/wire-lines.ts';
import type { PlayRequest } from './lab-face.ts';
import { LESSONS } from './lessons/catalogue.ts';
import { watchProtocolKnob } from './lessons/watch-knobs.ts';
import { everybody } from './testing/everybody.ts';
import { FOLLOW_STORIES } from './testing/lesson-stories-follows.ts';
import { PUSH_STORIES } from './testing/lesson-stories-pushes.ts';
import { WATCH_CHOICE_STORIES } from './testing/lesson-stories-watches.ts';
import { played, rememberedPlays, type PlayedLesson } from './testing/played-lesson.ts';
import { watchStory } from './testing/watch-story.ts';

const STORIES = [...WATCH_CHOICE_STORIES, ...PUSH_STORIES, ...FOLLOW_STORIES].flatMap(({ settings, ...told }) =>
  settings.map((knobs) => ({ ...told, knobs })),
);
const WATCHES = LESSONS.filter(({ watch }) => watch);
const play = rememberedPlays(everybody);
const named = ({ lesson, take = '', knobs = {} }: Omit<PlayRequest, 'seed'>): string =>
  [lesson, take, JSON.stringify(knobs)].filter(Boolean).join(' ');
/** Every lesson about a watch in each of its takes. */
const TAKES = WATCHES.flatMap(({ id, takes = [undefined] }) => takes.map((take) => ({ lesson: id, ...(take && { take: take.id }) })));

/** What crossed the wire of an episode, read like any paste. */
async function wireOf(request: PlayRequest): Promise<readonly WireLine[]> {
  const engine = createEngine({ elapsed: () => 0, restart: () => undefined, next: () => Promise.resolve() });
  const log = engine.open((await play(request)).text, { name: named(request) });
  await engine.settled(log);
  return engine.query(log, 'wire', {});
}
const factsIn = ({ lines }: PlayedLesson) => lines.flatMap((line) => (line.line === 'fact' ? [line.fact] : []));
const requestsIn = ({ lines }: PlayedLesson) => lines.flatMap((line) => (line.line === 'request' ? [line] : []));

describe('lessons about a remote watch', () => {
  for (const { story, until, ...request } of STORIES) {
    it(`[E.10] ${named(request)}`, async () => {
      expect(watchStory((await play(request)).lines, until)).toEqual(story);
    });
  }

  it('[E.10] tells of every take and of every what-if in each of them', () => {
    const told = STORIES.map(named);
    const untold = WATCHES.flatMap(({ id, takes = [undefined], whatIf }) =>
      takes.flatMap((take) =>
        [{}, ...whatIf.map(({ set }) => set)].map((knobs) => named({ lesson: id, ...(take && { take: take.id }), knobs })),
      ),
    );
    expect(untold.filter((trial) => !told.includes(trial))).toEqual([]);
  });

  it.each(TAKES)('[E.30] $lesson $take is the same watch in each protocol that it can be spoken over', async (request) => {
    const stories = await Promise.all(
      (watchProtocolKnob.choices ?? []).map(async (protocol: Json) => watchStory((await play({ ...request, knobs: { protocol } })).lines)),
    );
    expect(stories).toHaveLength(3);
    for (const story of stories) expect(story).toEqual(stories[0]);
  });

  for (const { id, proveAcross = [] } of WATCHES) {
    for (const claim of proveAcross) {
      it(`[E.32] ${id}: ${claim.say}`, async () => {
        const [one, other] = claim.takes;
        const verdict = judgeAcross(claim, await wireOf({ lesson: id, take: one }), await wireOf({ lesson: id, take: other }));
        expect(verdict).toEqual({ say: claim.say, holds: true });
      });
    }
  }

  it('[E.1] gives the same bytes each time, in every take, deaths included', async () => {
    const killed = { lesson: 'three-watches', take: 'push', knobs: { actions: [{ at: 32_500, do: 'kill' }] } };
    for (const request of [...TAKES, killed]) {
      expect((await played(request, everybody)).text, named(request)).toBe((await play(request)).text);
    }
  });

  it('[W.19] shows digests, and no word that a digest was made of', async () => {
    for (const request of TAKES) {
      const episode = await play(request);
      const digests = factsIn(episode).flatMap((fact) => (fact.kind === 'registered' ? [fact.tokenDigest] : []));
      const words = new Set(episode.text.match(/[\w-]{20,}/g));
      expect(
        [...words].filter((word) => digests.includes(tokenDigest(word))),
        named(request),
      ).toEqual([]);
      for (const digest of digests) expect(digest).toMatch(/^[0-9a-f]{64}$/);
    }
    const registering = factsIn(await play({ lesson: 'watch-choose', take: 'push' })).filter(({ kind }) => kind === 'registered');
    expect(registering).toHaveLength(1);
  });

  it('[W.3] asks for no registration where one could not be of use', async () => {
    const asked = async (knobs: Readonly<Record<string, Json>>): Promise<number> => {
      const requests = requestsIn(await play({ lesson: 'watch-choose', take: 'push', knobs }));
      return requests.filter(({ body }) => body.includes('pushNotificationConfig')).length;
    };
    expect(await asked({})).toBe(1);
    for (const knobs of [{ push: 'not offered' }, { base: 'none' }, { updates: 'off' }, { remote: 'here' }, { known: 'nothing' }]) {
      expect(await asked(knobs), JSON.stringify(knobs)).toBe(0);
    }
  });

  it('[W.6] plays a push again word for word', async () => {
    const { whatIf } = WATCHES.find(({ id }) => id === 'watch-bad-pushes') ?? { whatIf: [] };
    const again = whatIf.find(({ say }) => say.includes('word for word'));
    const pushes = requestsIn(await play({ lesson: 'watch-bad-pushes', knobs: again?.set ?? {} })).filter(({ path }) =>
      path.includes('/push/'),
    );
    expect(pushes).toHaveLength(2);
    expect(pushes[1]?.body).toBe(pushes[0]?.body);
    expect(pushes[1]?.headers).toEqual(pushes[0]?.headers);
  });
});
