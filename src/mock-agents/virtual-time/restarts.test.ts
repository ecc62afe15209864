// How often an agent is started again that has to be ended each time: an episode must not take minutes that are real.

import { expect, it } from 'vitest';
import type { RecordedLine } from '../../model/log/saved-form.ts';
import type { AgentIo } from '../agent-io.ts';
import { spawnInside } from '../in-process.ts';
import { createWatchdog } from '../watchdog.ts';
import { MOST_STUCK_LIVES } from './constants.ts';
import { playEpisode } from './lab-core.ts';

const ASKED = 12;

async function callsOn(io: AgentIo): Promise<void> {
  for (let count = 0; count < ASKED; count++) {
    await io.call('stuck', { method: 'GET', path: '/', headers: {}, body: '' }).catch(() => undefined);
  }
}

it('[E.6] starts an agent again that keeps its turn, and after a number of times no more', async () => {
  const lines: RecordedLine[] = [];
  const agents = spawnInside({
    stuck: (io) => () => io.hold(new Promise<never>(() => undefined)),
    client: (io) => {
      void callsOn(io);
      return () => Promise.resolve({ status: 404, headers: {}, body: '' });
    },
  });
  const watchdog = createWatchdog({ turnMillis: 60, bootMillis: 5_000, graceMillis: 10 });
  const cast = [
    { agent: 'stuck', behaviour: 'stuck', settings: {}, spawn: agents, place: 'worker', restarts: true },
    { agent: 'client', behaviour: 'client', settings: {}, spawn: agents, place: 'inside' },
  ] as const;
  const { end, workers } = await playEpisode({ cast, seed: 'one', watchdog, record: (line) => lines.push(line) });
  watchdog.close();
  expect({ end, workers }).toEqual({ end: 'done', workers: MOST_STUCK_LIVES });
  const losses = lines.flatMap((line) => (line.line === 'lost' ? [line.why] : []));
  const refused = Array<string>(ASKED - MOST_STUCK_LIVES).fill('connection refused');
  expect(losses).toEqual([...Array<string>(MOST_STUCK_LIVES).fill('connection lost'), ...refused]);
});
