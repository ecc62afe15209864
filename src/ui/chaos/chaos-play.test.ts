import { beforeEach, describe, expect, it } from 'vitest';
import type { ChaosAnswer } from '../../model/projections/chaos.ts';
import type { DelegationOutcome } from '../../model/protocol/peer.ts';
import type { PlayOutcome, PlayRequest } from '../../mock-agents/lab-face.ts';
import type { EngineClient } from '../engine-client.ts';
import { useInspector } from '../inspector-store.ts';
import type { LabClient } from '../lab-client.ts';
import { endTurn, takeTurn } from '../lab-turn.ts';
import type { LessonSeat } from '../lesson-seat.ts';
import { createChaosPlay } from './chaos-play.ts';
import { useChaos } from './chaos-store.ts';
import { MATRIX_FAULTS, matrixRows } from './matrix-rows.ts';

type Ending = { readonly outcome: DelegationOutcome; readonly attempts: number };

/** A lab whose episodes end as they are told to; one that is `held` ends when it is let go. */
function stage(endOf: (request: PlayRequest) => Ending) {
  const requests: PlayRequest[] = [];
  const closed: number[] = [];
  const ends = new Map<number, Ending>();
  const on = { held: false, release: (_outcome: PlayOutcome) => undefined as void };
  let logs = 0;
  const engine = {
    begin: () => Promise.resolve((logs += 1)),
    append: () => undefined,
    finish: () => undefined,
    cancel: () => undefined,
    close: (log: number) => closed.push(log),
    settled: () => Promise.resolve({ rowCount: 10, revision: 1 }),
    query: (log: number) => Promise.resolve(answerOf(ends.get(log))),
  } as unknown as EngineClient;
  const lab = {
    busy: false,
    play: (request: PlayRequest, onText: (text: string) => void) => {
      requests.push(request);
      ends.set(logs, endOf(request));
      onText('{"at":40,"line":"request"}\n');
      const fine: PlayOutcome = { ok: true, end: 'done', turns: 1, workers: 1 };
      if (!on.held) return Promise.resolve(fine);
      return new Promise<PlayOutcome>((resolve) => {
        on.release = (outcome) => resolve(outcome);
      });
    },
    stop: () => on.release({ ok: false, why: 'It was stopped.' }),
  } as LabClient;
  const player = { settled: () => Promise.resolve(undefined) } as unknown as LessonSeat;
  return { play: createChaosPlay(engine, lab, player), requests, closed, on };
}

function answerOf(ending: Ending | undefined): ChaosAnswer {
  const decided = ending && { seq: 9, at: 560, ...ending };
  const delegation = {
    client: 'o',
    peer: 's',
    skill: 'statistics',
    fromSeq: 0,
    toSeq: 9,
    at: 0,
    attempts: [],
    ...(decided && { decided }),
  };
  return {
    delegations: [delegation],
    delegationsTotal: 1,
    faults: [],
    faultsTotal: 0,
    steps: [],
    lateCompletions: [],
    workersEnded: 0,
    failedCalls: [],
    failedCallsTotal: 0,
  };
}

const modeOf = ({ lesson, knobs = {} }: PlayRequest) => {
  const row = MATRIX_FAULTS.find((each) => each.lesson === lesson && (knobs['mode'] ?? each.mode) === each.mode);
  if (!row) throw new Error(`no row plays ${lesson}`);
  return row;
};
/** As the table says, but for a flaky peer whose client gives up before it recovers. */
const asWritten = (request: PlayRequest): Ending => {
  const row = modeOf(request);
  const attempts = Number(request.knobs?.['attempts'] ?? 4);
  if (row.expected === 'unavailable') return { outcome: 'unavailable', attempts };
  return row.attempts > attempts ? { outcome: 'unavailable', attempts } : { outcome: row.expected, attempts: row.attempts };
};
const quiet = async () => {
  for (let turn = 0; turn < 2_000 && useChaos.getState().busy; turn += 1) await Promise.resolve();
  expect(useChaos.getState().busy).toBe(false);
};
/** Lets what can go on go on. */
const turns = async () => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
};
const verdicts = () => Object.fromEntries(matrixRows(useChaos.getState()).map(({ fault, verdict }) => [fault.mode, verdict]));

describe('[U.35] playing the matrix', () => {
  beforeEach(() => {
    useChaos.setState({ settings: {}, cells: {}, searches: {}, others: {}, chosen: undefined, busy: false, stopped: undefined });
    useInspector.setState({ log: undefined, logs: [], machine: 'ready' });
  });

  it('plays every row once, in the order of the table, and opens none of the logs', async () => {
    const { play, requests } = stage(asWritten);
    play.runAll();
    await quiet();
    expect(requests.map((request) => modeOf(request).mode)).toEqual(MATRIX_FAULTS.map(({ mode }) => mode));
    expect(new Set(Object.values(verdicts()))).toEqual(new Set(['pass']));
    expect(useInspector.getState()).toMatchObject({ logs: [], machine: 'ready' });
  });

  it('plays again what had been played when a setting is turned, the chosen row first, and finds the smallest change that passes', async () => {
    const { play, requests, closed } = stage(asWritten);
    play.run('error');
    play.run('flaky');
    await quiet();
    play.choose('flaky');
    play.turn('attempts', 2);
    await quiet();
    expect(requests.slice(2).map(({ lesson, knobs }) => [lesson, knobs])).toEqual([
      ['chaos-flaky', { attempts: 2 }],
      ['chaos-flaky', { attempts: 3 }],
      ['chaos-error', { attempts: 2 }],
    ]);
    expect(verdicts()).toMatchObject({ flaky: 'fail', error: 'pass', none: 'not played' });
    expect(useChaos.getState().searches.flaky).toMatchObject({ phase: 'found', tried: 1, change: { name: 'attempts', from: 2, to: 3 } });
    // Logs of the episodes before, and of what was only tried.
    expect(closed).toHaveLength(3);
  });

  it('applies a change to the settings and plays that row only', async () => {
    const { play, requests } = stage(asWritten);
    play.run('error');
    play.run('flaky');
    await quiet();
    play.apply('flaky', { name: 'attempts', from: 2, to: 3 });
    await quiet();
    expect(requests).toHaveLength(3);
    expect(verdicts()).toMatchObject({ flaky: 'pass', error: 'other settings' });
  });

  it('says so when no single change passes', async () => {
    const { play } = stage((request) => ({ ...asWritten(request), outcome: 'failed' }));
    play.turn('attempts', 2);
    play.choose('none');
    play.run('none');
    await quiet();
    expect(useChaos.getState().searches.none).toMatchObject({ phase: 'none', tried: 2 });
  });

  it('stops where it is: what was done stays, nothing is left queued or running', async () => {
    const { play, on } = stage(asWritten);
    play.run('none');
    await quiet();
    on.held = true;
    play.runAll();
    await turns();
    expect(verdicts()).toMatchObject({ none: 'running', slow: 'queued' });
    play.stop();
    await quiet();
    expect(verdicts()).toMatchObject({ none: 'pass', slow: 'not played' });
  });

  it('starts over when a setting is turned while it plays', async () => {
    const { play, on, requests } = stage(asWritten);
    on.held = true;
    play.run('flaky');
    await turns();
    on.held = false;
    play.turn('attempts', 3);
    await quiet();
    expect(requests.map(({ knobs }) => knobs)).toEqual([{}, { attempts: 3 }]);
    expect(verdicts()).toMatchObject({ flaky: 'pass' });
  });

  it('gives way to what is played meanwhile', async () => {
    const { play, on } = stage(asWritten);
    on.held = true;
    play.runAll();
    await turns();
    const lesson = { giveWay: () => undefined };
    takeTurn(lesson);
    on.release({ ok: false, why: 'It was stopped.' });
    await quiet();
    endTurn(lesson);
    expect(new Set(Object.values(verdicts()))).toEqual(new Set(['not played']));
    expect(useChaos.getState().stopped).toBeDefined();
  });

  it('shows what the lab refuses with its reason, and goes on', async () => {
    const { play, on } = stage(asWritten);
    on.held = true;
    play.run('none');
    play.run('slow');
    await turns();
    on.held = false;
    on.release({ ok: false, why: 'no such policy' });
    await quiet();
    expect(useChaos.getState().cells.none).toMatchObject({ phase: 'refused', why: 'no such policy' });
    expect(verdicts()).toMatchObject({ none: 'refused', slow: 'pass' });
  });

  it('plays the same fault with the other client when asked', async () => {
    const { play, requests } = stage(asWritten);
    play.run('hang');
    await quiet();
    play.compare('hang');
    await quiet();
    expect(requests[1]).toMatchObject({ lesson: 'chaos-hang', knobs: { client: 'naive' } });
    expect(useChaos.getState().others.hang).toMatchObject({ client: 'naive', cell: { phase: 'done' } });
    expect(useChaos.getState().settings).toEqual({});
  });

  it('opens the episode of a row in Timeline, and plays it again where its log was closed', async () => {
    const { play, requests, closed } = stage(asWritten);
    play.run('flaky');
    await quiet();
    play.open('flaky');
    expect(useInspector.getState()).toMatchObject({ log: 1, panel: 'timeline', cursor: 9 });
    play.open('flaky', 4);
    expect(useInspector.getState()).toMatchObject({ cursor: 4, selectedSeq: 4 });
    // Played again: the one that is open stays.
    play.run('flaky');
    await quiet();
    expect(closed).toEqual([]);
    play.open('flaky');
    useInspector.getState().dropLog(2);
    play.open('flaky');
    await quiet();
    expect(requests).toHaveLength(3);
  });
});
