// "Prove it", for every lesson: its recording is read like any paste, and its claims are held against what was read.

import { describe, expect, it } from 'vitest';
import { createEngine } from '../model/engine/engine.ts';
import type { Engine, LogId } from '../model/engine/query.ts';
import { LESSONS } from './lessons/catalogue.ts';
import type { PlayRequest } from './lab-face.ts';
import { everybody } from './testing/everybody.ts';
import { played } from './testing/played-lesson.ts';

interface ReadLesson {
  readonly engine: Engine;
  readonly log: LogId;
  readonly text: string;
}
const read = async (request: PlayRequest): Promise<ReadLesson> => {
  const engine = createEngine({ elapsed: () => 0, restart: () => undefined, next: () => Promise.resolve() });
  const { text } = await played(request, everybody);
  const log = engine.open(text, { name: request.lesson });
  await engine.settled(log);
  return { engine, log, text };
};
/** One reading for all the tests of a take. */
const reading = (request: PlayRequest): (() => Promise<ReadLesson>) => {
  let once: Promise<ReadLesson> | undefined;
  return () => (once ??= read(request));
};

describe('lessons, read as logs', () => {
  for (const { id, prove, takes = [undefined] } of LESSONS) {
    for (const take of takes) {
      const name = [id, take?.id].filter(Boolean).join(' ');
      const whole = reading({ lesson: id, ...(take && { take: take.id }) });

      it(`[E.10] keeps what it claims: ${name}`, async () => {
        const { engine, log } = await whole();
        const claims = prove.filter((claim) => (claim.take ?? takes[0]?.id) === take?.id);
        const verdicts = engine.query(log, 'claims', { claims });
        expect(verdicts.filter((verdict) => !verdict.holds)).toEqual([]);
        expect(verdicts).toHaveLength(claims.length);
        expect(claims).not.toEqual([]);
      });

      it(`[N.1] is read whole: ${name}`, async () => {
        const { engine, log } = await whole();
        const { unreadCount, setAsideCount, format, episode, hasKernelRows } = engine.query(log, 'summary', {});
        expect({ unreadCount, setAsideCount, format, hasKernelRows, lesson: episode?.lesson }).toEqual({
          unreadCount: 0,
          setAsideCount: 0,
          format: 'saved',
          hasKernelRows: true,
          lesson: id,
        });
      });

      it(`[L.6] is saved as it was recorded: ${name}`, async () => {
        const { engine, log, text } = await whole();
        expect(engine.save(log)).toBe(text);
      });
    }

    it(`[E.10] claims nothing of a take that it does not have: ${id}`, () => {
      const known = takes.map((take) => take?.id);
      expect(prove.filter(({ take }) => take !== undefined && !known.includes(take))).toEqual([]);
    });
  }

  it('[E.10] can fail: a claim of one lesson does not hold in another setting', async () => {
    const { engine, log } = await read({ lesson: 'streamed-delegation', knobs: { maxDepth: 1 } });
    const prove = LESSONS[2]?.prove ?? [];
    expect(engine.query(log, 'claims', { claims: prove }).map(({ holds }) => holds)).toEqual([false, false, false, false, false]);
  });

  it('[E.13] says by which other filter a card is excluded when a claim about it fails', async () => {
    const { engine, log } = await read({ lesson: 'who-can-do-this', knobs: { kycTenants: ['retail', 'wholesale'] } });
    const about = (card: string) => ({ say: card, check: 'excluded', card, by: 'tenant' }) as const;
    expect(engine.query(log, 'claims', { claims: [about('kyc-refresh-agent'), about('sanctions-screening-agent')] })).toEqual([
      { say: 'kyc-refresh-agent', holds: false, found: '"classification"' },
      { say: 'sanctions-screening-agent', holds: false, found: 'nothing' },
    ]);
  });
});
