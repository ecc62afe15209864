// The orchestrator as somebody else sees it: an agent with a card, of whom a report can be ordered.

import { describe, expect, it } from 'vitest';
import { interopPeer } from '../../model/adapters/adapters.ts';
import { CAREFUL_CLIENT } from '../../model/kernel/client-settings.ts';
import { textPart } from '../../model/kernel/parts.ts';
import { delegateToPeer } from '../../model/kernel/peer-client.ts';
import type { PeerOutcome } from '../../model/kernel/outcomes.ts';
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
}

/** Somebody who orders a report, beside an orchestrator that makes statistics of its own accord. */
async function order(skill: string, scene: Scene = {}): Promise<PeerOutcome | undefined> {
  const { token = 'lab-token-for-the-orchestrator', parts = [textPart('for 2025')], ...plain } = scene;
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
    outcomes.push(await delegateToPeer(peer, { skill, parts, clientRef: 'mine' }, { ...CAREFUL_CLIENT, deadlineMs: 60_000 }, io));
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
  await playEpisode({ cast: [...cast, last], seed: 'one', watchdog, record: () => undefined });
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
});
