// Every lesson about an unreliable peer as it is played, from the text of its recording; in this thread. A peer that spins is
// played in the browser, where its worker can be ended.

import { describe, expect, it } from 'vitest';
import { createEngine } from '../model/engine/engine.ts';
import type { WireLine } from '../model/log/claim.ts';
import { judgeAcross } from '../model/projections/wire-lines.ts';
import { FAULTS } from './faults/fault-table.ts';
import type { PlayRequest } from './lab-face.ts';
import { LESSONS } from './lessons/catalogue.ts';
import { everybody } from './testing/everybody.ts';
import { clientStory, experimentStory } from './testing/experiment-story.ts';
import { CHAOS_STORIES } from './testing/lesson-stories-chaos.ts';
import { GAP_STORIES } from './testing/lesson-stories-gaps.ts';
import { played, rememberedPlays } from './testing/played-lesson.ts';

const STORIES = [...CHAOS_STORIES, ...GAP_STORIES];
const EXPERIMENTS = LESSONS.filter(({ experiment }) => experiment);
const play = rememberedPlays(everybody);
const named = ({ lesson, take = '', knobs = {} }: PlayRequest): string => [lesson, take, JSON.stringify(knobs)].filter(Boolean).join(' ');

/** What crossed the wire of an episode, read like any paste. */
async function wireOf(request: PlayRequest): Promise<readonly WireLine[]> {
  const engine = createEngine({ elapsed: () => 0, restart: () => undefined, next: () => Promise.resolve() });
  const log = engine.open((await play(request)).text, { name: named(request) });
  await engine.settled(log);
  return engine.query(log, 'wire', {});
}

describe('lessons about an unreliable peer', () => {
  for (const { story, client, ...request } of STORIES) {
    it(`[E.10] ${named(request)}`, async () => {
      const { lines } = await play(request);
      if (story) expect(experimentStory(lines)).toEqual(story);
      if (client) expect(clientStory(lines)).toEqual(client);
    });
  }

  it('[E.10] tells of every take and of every what-if in each of them', () => {
    const told = STORIES.map(named);
    const untold = EXPERIMENTS.flatMap(({ id, takes = [undefined], whatIf }) =>
      takes.flatMap((take) =>
        [{}, ...whatIf.map(({ set }) => set)].map((knobs) => named({ lesson: id, ...(take && { take: take.id }), knobs })),
      ),
    );
    expect(untold.filter((trial) => !told.includes(trial))).toEqual(['chaos-beyond {"mode":"busy_loop"}']);
    expect(STORIES.filter(({ story, client }) => !story && !client)).toEqual([]);
  });

  for (const { id, proveAcross = [] } of EXPERIMENTS) {
    for (const claim of proveAcross) {
      it(`[E.32] ${id}: ${claim.say}`, async () => {
        const [one, other] = claim.takes;
        const verdict = judgeAcross(claim, await wireOf({ lesson: id, take: one }), await wireOf({ lesson: id, take: other }));
        expect(verdict).toEqual({ say: claim.say, holds: true });
      });
    }
  }

  for (const { mode, lesson, knobs, expected, attempts } of FAULTS.filter((row) => row.mode !== 'busy_loop')) {
    it(`[Q.1] the table of faults says what ${mode} comes to: ${expected}, ${attempts}`, async () => {
      const takes = LESSONS.find(({ id }) => id === lesson)?.takes ?? [];
      const careful = takes.find(({ id }) => id === 'careful');
      const { lines } = await play({ lesson, knobs, ...(careful && { take: careful.id }) });
      const decided = lines.flatMap((line) => (line.line === 'fact' && line.fact.kind === 'outcome-decided' ? [line.fact] : []));
      expect(decided.map((fact) => [fact.outcome, fact.attempts])).toEqual([[expected, attempts]]);
    });
  }

  it('[E.10] comes to the same under either policy: it is the client that must not trust its peer', async () => {
    for (const { story, ...request } of CHAOS_STORIES.filter(({ knobs }) => !knobs)) {
      expect(experimentStory((await play({ ...request, policy: 'reference' })).lines), named(request)).toEqual(story);
    }
  });

  it('[E.1] gives the same bytes each time, in every take', async () => {
    for (const { id, takes = [undefined] } of EXPERIMENTS) {
      for (const take of takes) {
        const request = { lesson: id, ...(take && { take: take.id }) };
        expect((await played(request, everybody)).text).toBe((await play(request)).text);
      }
    }
  });
});
