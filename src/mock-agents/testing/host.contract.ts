// What host and lab owe each other, as one suite: played in one thread under Node, in one thread in a browser, and across
// real workers. Titles carry the rule they hold.

import { describe, expect, it } from 'vitest';
import type { Spawn } from '../lanes.ts';
import { ask, note } from './plain-agents.ts';
import { mix, once, retry, stream, withDeadline } from './plain-client.ts';
import { notesOf, type PlainEpisode, type PlainOptions, playPlain } from './plain-episode.ts';

const MIX_AGENTS = ['writer', 'relay', 'flaky', 'slow', 'silent', 'deep'];

/** The program of the determinism checks. */
export function playMix(far: Spawn, seed = 'one'): Promise<PlainEpisode> {
  return playPlain(mix, { agents: MIX_AGENTS, far, seed });
}
export const MIX_VALUE = [6, 5, 3, 'fine 3', 'fine 6', 'deadline', 'deadline', 8, 'deep'];

/** Registers the suite for one way to seat agents. */
export function hostContract(name: string, far: Spawn): void {
  const play = (program: Parameters<typeof playPlain>[0], agents: PlainOptions['agents']): Promise<PlainEpisode> =>
    playPlain(program, { agents, far });

  describe(`host and lab: ${name}`, () => {
    it('[E.1] streams, relays, retries, aborts and keeps deadlines, all at once', async () => {
      const episode = await playMix(far);
      expect({ end: episode.end, value: episode.value }).toEqual({ end: 'done', value: MIX_VALUE });
      expect(notesOf(episode).filter((text) => text.includes('early'))).toHaveLength(1);
    });

    it('[E.1] gives the same bytes for the same seed, and others for another', async () => {
      const [one, again, other] = [await playMix(far), await playMix(far), await playMix(far, 'two')];
      expect(again.text).toBe(one.text);
      expect(other.text).not.toBe(one.text);
    });

    it('[E.2] lets time pass a silent agent by: the deadline comes and nobody dies', async () => {
      const episode = await play((io) => withDeadline(io, 'silent', 2_000), ['silent']);
      const hungUp = episode.lines.find((line) => line.line === 'hung-up');
      expect({ end: episode.end, value: episode.value, hungUp: hungUp?.at, notes: notesOf(episode) }).toEqual({
        end: 'done',
        value: 'deadline',
        hungUp: 2_000,
        notes: [],
      });
    });

    it('[E.3] calls an episode stalled when an answer is owed and nothing is left to happen', async () => {
      const episode = await play((io) => once(io, 'silent'), ['silent']);
      expect(episode.end).toBe('stalled');
      expect(episode.lines.at(-1)).toEqual({ at: 10, line: 'episode-ended', end: 'stalled', open: [1], turns: 1 });
    });

    it('[E.3] stops at the horizon', async () => {
      const forever = async (io: Parameters<typeof mix>[0]): Promise<void> => {
        for (;;) await io.sleep(50_000);
      };
      const episode = await play(forever, []);
      expect(episode.lines).toEqual([{ at: 120_000, line: 'episode-ended', end: 'horizon', open: [], turns: 2 }]);
    });

    it('[E.3] ends an instant that never ends', async () => {
      const episode = await play((io) => once(io, 'sleep_zero'), ['sleep_zero']);
      expect(episode.lines.at(-1)).toMatchObject({ at: 10, line: 'episode-ended', end: 'no-progress', open: [1] });
    });

    it('[E.4] reads a stream of twenty on a credit of one', async () => {
      const episode = await play((io) => stream(io, 'writer', 20, { credit: 1 }), ['writer']);
      expect({ end: episode.end, value: episode.value }).toEqual({ end: 'done', value: 20 });
    });

    it('[E.4] does not pull a handler beyond the credit while its reader holds', async () => {
      const episode = await play(
        async (io) => {
          const answer = await io.call('writer', ask('40'), { credit: 3 });
          let seen = 0;
          for await (const _chunk of answer.body) {
            seen++;
            if (seen !== 2) continue;
            note(io, 'hold');
            await io.sleep(10_000);
            note(io, 'read on');
          }
          return seen;
        },
        ['writer'],
      );
      const placeOf = (reason: string): number =>
        episode.lines.findIndex((line) => line.line === 'fact' && line.fact.kind === 'write-refused' && line.fact.reason === reason);
      const between = episode.lines.slice(placeOf('hold'), placeOf('read on')).filter((line) => line.line === 'chunk');
      expect(episode.value).toBe(40);
      expect(between.length).toBeLessThanOrEqual(3);
    });

    it('[E.4] tells the agent that its reader is gone', async () => {
      const episode = await play((io) => stream(io, 'writer', 50, { leaveAfter: 3 }), ['writer']);
      expect(notesOf(episode)).toHaveLength(1);
      expect(notesOf(episode)[0]).toMatch(/writer: writer closed early$/);
    });

    it('[E.5] loses one exchange, not the agent, when a handler throws', async () => {
      const episode = await play((io) => retry(io, 'throw_in_handler'), ['throw_in_handler']);
      expect(episode.value).toBe('unavailable');
      expect(notesOf(episode)).toEqual([
        '20 client: attempt 1: handler: no answer today',
        '540 client: attempt 2: handler: no answer today',
        '1560 client: attempt 3: handler: no answer today',
        '3580 client: attempt 4: handler: no answer today',
      ]);
    });

    it('[E.5] refuses connections to an agent that threw at boot', async () => {
      const episode = await play((io) => retry(io, 'throw_at_boot'), ['throw_at_boot']);
      expect(notesOf(episode)).toEqual([
        '0 throw_at_boot ended: throw: no agent today',
        '20 client: attempt 1: connection refused',
        '540 client: attempt 2: connection refused',
        '1560 client: attempt 3: connection refused',
        '3580 client: attempt 4: connection refused',
      ]);
    });

    it('[E.5] refuses connections to a host that nobody is', async () => {
      const episode = await play((io) => withDeadline(io, 'nobody.example', 100), []);
      expect(episode.lines.slice(1)).toEqual([
        { at: 10, line: 'lost', exchange: 1, why: 'connection refused' },
        { at: 100, line: 'episode-ended', end: 'done', open: [], turns: 2 },
      ]);
    });

    it('[E.5] discards a turn that wants too much, and ends its agent', async () => {
      const episode = await play((io) => retry(io, 'flood'), ['flood']);
      expect(notesOf(episode).slice(0, 2)).toEqual([
        '10 flood ended: flood: too much in one turn',
        '20 client: attempt 1: connection lost',
      ]);
    });

    it('[E.5] starts a new life for an agent that may restart', async () => {
      const episode = await play((io) => retry(io, 'flood'), [{ agent: 'flood', behaviour: 'flood', restarts: true }]);
      expect({ workers: episode.workers, notes: notesOf(episode).filter((text) => text.includes('ended')) }).toEqual({
        workers: 4,
        notes: [10, 530, 1_550, 3_570].map((at) => `${at} flood ended: flood: too much in one turn`),
      });
    });
  });
}

/** What only a realm of its own can survive. */
export function workerContract(name: string, far: Spawn): void {
  describe(`hostile agents: ${name}`, () => {
    for (const behaviour of ['spin', 'spin_late', 'spin_in_microtasks']) {
      it(`[E.6] ends an agent that never gives back its turn: ${behaviour}`, async () => {
        const play = (): Promise<PlainEpisode> => playPlain((io) => once(io, behaviour), { agents: [behaviour], far });
        const [one, again] = [await play(), await play()];
        expect(notesOf(one)).toEqual([`10 ${behaviour} ended: stuck`]);
        expect(one.lines.slice(-2)).toMatchObject([{ at: 20, line: 'lost', why: 'connection lost' }, { end: 'done' }]);
        expect(again.text).toBe(one.text);
      });
    }

    it('[E.6] hears of a worker that closes itself', async () => {
      const episode = await playPlain((io) => once(io, 'close'), { agents: ['close'], far });
      expect(notesOf(episode)).toEqual(['10 close ended: closed']);
    });

    it('[E.6] ends a worker that floods beside its port', async () => {
      const episode = await playPlain((io) => retry(io, 'flood_beside_the_port'), { agents: ['flood_beside_the_port'], far });
      expect(notesOf(episode)[0]).toMatch(/ended: flood: messages beside the port$/);
      expect(episode.end).toBe('done');
    });

    it('[E.7] gives third-party code virtual timers and clock, and no way out', async () => {
      const episode = await playPlain((io) => once(io, 'timers'), { agents: ['timers'], far });
      expect(episode.value).toBe('700 2026-01-01T00:00:00.710Z undefined true');
    });
  });
}
