// What an audit finds in the recordings of an unreliable peer: what the wire of the client shows, and nothing that only the
// kernel of the peer knows.

import { describe, expect, it } from 'vitest';
import { createEngine } from '../model/engine/engine.ts';
import type { PlayRequest } from './lab-face.ts';
import { LESSONS } from './lessons/catalogue.ts';
import { everybody } from './testing/everybody.ts';
import { played } from './testing/played-lesson.ts';

/** Errors and warnings of an episode, by rule. That a credential stands in a header is its place, and only told. */
async function broken(request: PlayRequest): Promise<readonly string[]> {
  const engine = createEngine({ elapsed: () => 0, restart: () => undefined, next: () => Promise.resolve() });
  const log = engine.open((await played(request, everybody)).text, { name: request.lesson });
  await engine.settled(log);
  const { findings } = engine.query(log, 'findings', { from: 0, count: 1_000 });
  return findings.filter(({ severity }) => severity !== 'info').map(({ rule }) => rule);
}

describe('findings in lessons about an unreliable peer', () => {
  it('[E.10] are made where the wire shows a fault that a rule knows, and nowhere else', async () => {
    const found: Record<string, readonly string[]> = {};
    for (const { id, experiment, takes = [undefined] } of LESSONS) {
      for (const take of experiment ? takes : []) {
        const rules = await broken({ lesson: id, ...(take && { take: take.id }) });
        if (rules.length > 0) found[[id, take?.id].filter(Boolean).join(' ')] = rules;
      }
    }
    expect(found).toEqual({ 'chaos-invalid-transition': ['illegal-transition'] });
  });

  it('[E.10] come with the faults that show on a stream', async () => {
    expect(await broken({ lesson: 'chaos-beyond', knobs: { mode: 'reorder' } })).toEqual(['illegal-transition']);
    expect(await broken({ lesson: 'chaos-malformed', knobs: { where: 'events' } })).toEqual(['sse-malformed-frame']);
    expect(await broken({ lesson: 'chaos-invalid-transition', knobs: { moves: 'works_after_end' } })).toEqual(['illegal-transition']);
    expect(await broken({ lesson: 'chaos-invalid-transition', knobs: { channel: 'poll' } })).toEqual([]);
  });

  it('[E.10] tell of half a result over A2A, which marks the last piece, and not over states alone', async () => {
    expect(await broken({ lesson: 'gap-5-partial-artifacts', take: 'careful' })).toEqual([]);
    expect(await broken({ lesson: 'streamed-delegation', knobs: { behaviour: 'fail_midway' } })).toContain('partial-artifact-on-failure');
  });
});
