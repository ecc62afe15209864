// Recordings of every lesson as somebody keeps them: opened again, saved and opened once more, or as the bare wire that a proxy saw.

import { describe, expect, it } from 'vitest';
import { createEngine } from '../model/engine/engine.ts';
import type { Engine, LogId } from '../model/engine/query.ts';
import { countedSlices } from '../model/testing/slice-ports.ts';
import type { PlayRequest } from './lab-face.ts';
import { LESSONS } from './lessons/catalogue.ts';
import { everybody } from './testing/everybody.ts';
import { rememberedPlays, type PlayedLesson } from './testing/played-lesson.ts';

const play = rememberedPlays(everybody);
const END = Number.MAX_SAFE_INTEGER;

const REQUESTS: readonly PlayRequest[] = LESSONS.flatMap(({ id, policy, takes = [undefined] }) =>
  takes.flatMap((take) => {
    const request: PlayRequest = { lesson: id, ...(take && { take: take.id }) };
    return policy === 'both' ? [request, { ...request, policy: 'hardened' }] : [request];
  }),
);

interface Open {
  readonly engine: Engine;
  readonly log: LogId;
}

async function opened(text: string, name = 'kept'): Promise<Open> {
  const engine = createEngine(countedSlices(1000));
  const log = engine.open(text, { name });
  await engine.settled(log);
  return { engine, log };
}

/** What is told of a log, but for how it is named. */
function told({ engine, log }: Open): object {
  const { rowCount, unreadCount, taskCount, hasKernelRows, notices } = engine.query(log, 'summary', {});
  return {
    ...{ rowCount, unreadCount, taskCount, hasKernelRows, notices },
    rows: engine.query(log, 'rows', { from: 0, count: 1000 }),
    report: engine.query(log, 'report', {}),
    chaos: engine.query(log, 'chaos', { cursor: END }),
    gaps: engine.query(log, 'gaps', {}),
    story: engine.query(log, 'peerStory', {}),
    discovery: engine.query(log, 'discovery', { cursor: END }),
    admission: engine.query(log, 'admission', { cursor: END }),
  };
}

/** The wire alone, a turn a line, as a proxy logs it. */
function wireOf({ lines }: PlayedLesson): string {
  const turns = lines.flatMap((line) => {
    const time = new Date(Date.UTC(2026, 0, 1) + line.at).toISOString();
    switch (line.line) {
      case 'request': {
        const { exchange: conn, method, path, headers, body, to } = line;
        return { ts: time, direction: 'request', conn, method, url: `https://${to}.example${path}`, headers, ...(body && { body }) };
      }
      case 'response': {
        const { exchange: conn, status, headers, body } = line;
        return { ts: time, direction: 'response', conn, status, headers, ...(body && { body }) };
      }
      default:
        return [];
    }
  });
  return turns.map((turn) => `${JSON.stringify(turn)}\n`).join('');
}

describe('a recording that is kept', () => {
  it.each(REQUESTS)('[L.6] says the same when it is opened, saved and opened again: %j', async (request) => {
    const { text } = await play(request);
    const first = await opened(text);
    // No fact of ours is one that the reader takes for none.
    expect(first.engine.query(first.log, 'summary', {})).toMatchObject({ unreadCount: 0, notices: [] });
    const again = await opened(first.engine.save(first.log));
    expect(told(again)).toEqual(told(first));
  });

  it.each(REQUESTS.filter(({ lesson }) => lesson.startsWith('chaos-')))(
    '[P.70] says without its facts what failed on the wire, and no outcome: %j',
    async (request) => {
      const wire = await opened(wireOf(await play(request)), 'proxy.ndjson');
      const { hasKernelRows, unreadCount } = wire.engine.query(wire.log, 'summary', {});
      expect({ hasKernelRows, unreadCount }).toEqual({ hasKernelRows: false, unreadCount: 0 });
      const chaos = wire.engine.query(wire.log, 'chaos', { cursor: END });
      expect(chaos).toMatchObject({ delegations: [], faults: [], steps: [], lateCompletions: [], workersEnded: 0 });
      expect(wire.engine.query(wire.log, 'peerStory', {})).toBeUndefined();
      const whole = await opened((await play(request)).text);
      const failures = (open: Open) => open.engine.query(open.log, 'chaos', { cursor: END }).failedCallsTotal;
      // What was lost leaves nothing behind in a log of answers.
      expect(failures(wire)).toBeLessThanOrEqual(failures(whole));
      const rules = ({ engine, log }: Open) => engine.query(log, 'findings', { from: 0, count: 1000 }).findings.map(({ rule }) => rule);
      expect(rules(wire).filter((rule) => rule !== 'secret-in-clear' && !rules(whole).includes(rule))).toEqual([]);
    },
  );

  it('[P.30] leads from who called to who was called, and to nobody else', async () => {
    const { engine, log } = await opened((await play({ lesson: 'chaos-none' })).text);
    const { chains } = engine.query(log, 'chains', { cursor: END, limit: 100 });
    expect(chains.map(({ depth, hops }) => [depth, hops.map(({ standing }) => standing)])).toEqual([[1, ['declared']]]);
  });
});
