// The orchestrator as somebody else sees it: an agent with a card, of whom a report can be ordered.

import { describe, expect, it } from 'vitest';
import { interopPeer } from '../../model/adapters/adapters.ts';
import { CAREFUL_CLIENT } from '../../model/kernel/client-settings.ts';
import { textPart } from '../../model/kernel/parts.ts';
import { delegateToPeer } from '../../model/kernel/peer-client.ts';
import type { PeerOutcome } from '../../model/kernel/outcomes.ts';
import type { RecordedLine } from '../../model/log/saved-form.ts';
import type { Part } from '../../model/protocol/part.ts';
import type { AgentIo } from '../agent-io.ts';
import { castOf } from '../casting.ts';
import { type Experiment, HEALTHY_SPECIALIST, NO_FAULT } from '../experiment.ts';
import { spawnInside } from '../in-process.ts';
import type { Lesson } from '../lesson.ts';
import { LESSONS } from '../lessons/catalogue.ts';
import { besidePlainSpecialist, type PlainSpecialist } from '../testing/plain-specialist.ts';
import { playEpisode } from '../virtual-time/lab-core.ts';
import { createWatchdog } from '../watchdog.ts';

interface Scene extends PlainSpecialist {
  readonly token?: string;
  readonly parts?: readonly Part[];
  readonly deadlineMs?: number;
  readonly record?: (line: RecordedLine) => void;
}

/** Somebody who orders a report, beside an orchestrator that makes statistics of its own accord. */
async function order(skill: string, scene: Scene = {}): Promise<PeerOutcome | undefined> {
  const {
    token = 'lab-token-for-the-orchestrator',
    parts = [textPart('for 2025')],
    deadlineMs = 60_000,
    record = () => undefined,
    ...plain
  } = scene;
  const [any] = LESSONS;
  if (!any) throw new Error('there are no lessons');
  const experiment: Experiment = {
    order: 'statistics',
    client: CAREFUL_CLIENT,
    verifiesCard: false,
    specialist: HEALTHY_SPECIALIST,
    fault: NO_FAULT,
  };
  const lesson: Lesson = { ...any, agents: [], steps: [], experiment };
  const outcomes: PeerOutcome[] = [];
  const ordering = async (io: AgentIo): Promise<void> => {
    const call: Parameters<typeof interopPeer>[0]['call'] = (request, signal) => io.call('orchestrator', request, { signal });
    const peer = interopPeer({ token, now: io.now, lossOf: () => undefined, call });
    outcomes.push(await delegateToPeer(peer, { skill, parts, clientRef: 'mine' }, { ...CAREFUL_CLIENT, deadlineMs }, io));
  };
  const reader = spawnInside({
    reader: (io) => {
      void ordering(io);
      return () => Promise.resolve({ status: 404, headers: {}, body: '' });
    },
  });
  const watchdog = createWatchdog();
  const cast = castOf(lesson, { policy: 'hardened', seed: 'one', spawn: besidePlainSpecialist(plain) });
  const last = { agent: 'reader', behaviour: 'reader', settings: {}, spawn: reader, place: 'inside' } as const;
  await playEpisode({ cast: [...cast, last], seed: 'one', watchdog, record });
  watchdog.close();
  return outcomes[0];
}

describe('a report that is ordered', () => {
  it('[E.40] comes as an artifact', async () => {
    const outcome = await order('report');
    expect(outcome).toMatchObject({ outcome: 'ok', attempts: 1, card: { name: 'orchestrator', skills: ['report'] } });
    const [part] = outcome?.artifacts[0]?.parts ?? [];
    expect(part?.kind === 'data' && part.data).toMatchObject({ status: 'OK', metrics: { count: 12, mean: 46 } });
  });

  it('[Q.12] fails where nothing can be reported', async () => {
    expect(await order('report', { hangsOn: 'statistics' })).toMatchObject({ outcome: 'failed', artifacts: [] });
  });

  it('[I.8] is refused to whoever asks for something else, or shows another token', async () => {
    expect(await order('poem')).toMatchObject({ outcome: 'rejected' });
    expect(await order('report', { token: 'another-token-altogether' })).toMatchObject({ outcome: 'auth_failed' });
    expect(await order('report', { parts: [] })).toMatchObject({ outcome: 'rejected', attempts: 1 });
  });

  it('[E.40] is broken off when it is canceled, and so is what a helper does for it', async () => {
    for (const hangsOn of [undefined, 'statistics', 'format_table']) {
      const lines: RecordedLine[] = [];
      const scene = { ...(hangsOn && { hangsOn }), deadlineMs: 5_000, record: (line: RecordedLine) => void lines.push(line) };
      const outcome = await order('report', scene);
      const stored = (by: string): readonly string[] =>
        lines.flatMap((line) =>
          line.line === 'fact' && line.by === by && line.fact.kind === 'status-stored'
            ? [`${line.at} ${line.fact.taskId} ${line.fact.state}`]
            : [],
        );
      const refused = lines.filter((line) => line.line === 'fact' && line.by === 'orchestrator' && line.fact.kind === 'write-refused');
      expect(refused).toEqual([]);
      expect(lines.at(-1)).toMatchObject({ line: 'episode-ended', end: 'done', open: [] });
      if (hangsOn === undefined) {
        expect(outcome).toMatchObject({ outcome: 'ok' });
        continue;
      }
      expect(outcome).toMatchObject({ outcome: 'canceled_deadline', remote: 'canceled' });
      // It reached the orchestrator at 5 030 ms, and the specialist one way later.
      expect(stored('orchestrator').at(-1)).toBe('5030 task-1 canceled');
      expect(stored('specialist').filter((line) => line.startsWith('5040 '))).toHaveLength(1);
    }
  });
});
