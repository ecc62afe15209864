import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer, Ask, Projection } from '../../model/engine/query.ts';
import { VIRTUAL_EPOCH } from '../../model/log/saved-form.ts';
import type { Lesson } from '../../mock-agents/lesson.ts';
import type { PlayOutcome, PlayRequest } from '../../mock-agents/lab-face.ts';
import { LESSONS } from '../../mock-agents/lessons/catalogue.ts';
import type { EngineClient } from '../engine-client.ts';
import { useInspector } from '../inspector-store.ts';
import type { LabClient } from '../lab-client.ts';
import type { RoundOrder } from '../lesson-rounds.ts';
import { playRound, showTake, type Stage } from './episodes.ts';

const [plain] = LESSONS as readonly [Lesson];
const lesson: Lesson = {
  ...plain,
  id: 'two-clients',
  title: 'Two clients',
  policy: 'hardened',
  takes: [
    { id: 'naive', label: 'naive client', set: {} },
    { id: 'careful', label: 'careful client', set: {} },
  ],
};
const order: RoundOrder = { lesson, knobs: {}, seed: undefined, policy: undefined, take: undefined, first: true };

/** Logs of four rows, one virtual second apart; a log's number of rows can be chosen. */
function stage(refuse?: (request: PlayRequest) => PlayOutcome | undefined) {
  const requests: PlayRequest[] = [];
  const closed: number[] = [];
  const told: number[] = [];
  let logs = 0;
  const answers: Partial<{ [P in Projection]: (log: number, ask: Ask<P>) => Answer<P> }> = {
    summary: (log) => ({ log, rowCount: 4, revision: 1 }) as Answer<'summary'>,
    rows: (_log, { from }) => ({ rows: [{ time: VIRTUAL_EPOCH + 1_000 * from }] }) as unknown as Answer<'rows'>,
    row: (_log, { seq }) => ({ view: { time: VIRTUAL_EPOCH + 1_000 * seq } }) as unknown as Answer<'row'>,
  };
  const engine = {
    begin: () => Promise.resolve((logs += 1)),
    append: () => undefined,
    finish: () => undefined,
    settled: () => Promise.resolve(undefined),
    cancel: () => undefined,
    close: (log: number) => closed.push(log),
    query: <P extends Projection>(log: number, projection: P, ask: Ask<P>) => Promise.resolve(answers[projection]?.(log, ask)),
  } as unknown as EngineClient;
  let end: ((outcome: PlayOutcome) => void) | undefined;
  const lab: LabClient = {
    busy: false,
    play: (request) => {
      requests.push(request);
      if (request.seed === 'for ever') return new Promise((settle) => (end = settle));
      return Promise.resolve(refuse?.(request) ?? { ok: true, end: 'done', turns: 1, workers: 0 });
    },
    stop: () => end?.({ ok: false, why: 'It was stopped.' }),
  };
  const ended = new AbortController();
  const on: Stage = { engine, lab, signal: ended.signal, tell: (taken) => told.push(taken) };
  return { on, requests, closed, told, ended, engine };
}
const open = () => useInspector.getState().logs.map(({ id, take }) => [id, take]);

describe('[U.3] a round of takes', () => {
  beforeEach(() => useInspector.setState({ log: undefined, logs: [], cursor: -1 }));

  it('is played one after the other, each into a log of its own, the first in view at its beginning', async () => {
    const { on, requests, told } = stage();
    const round = await playRound(on, order);
    expect(requests).toEqual([
      { lesson: 'two-clients', knobs: {}, policy: 'hardened', take: 'naive' },
      { lesson: 'two-clients', knobs: {}, policy: 'hardened', take: 'careful' },
    ]);
    expect(told).toEqual([1, 2]);
    expect(round.takes.map(({ name }) => name)).toEqual(['Two clients 1, naive client', 'Two clients 1, careful client']);
    expect(open()).toEqual([
      [1, 'naive'],
      [2, 'careful'],
    ]);
    expect(useInspector.getState()).toMatchObject({ log: 1, cursor: 0 });
  });

  it('asks the lab for both policies where the lesson is about them, as no take of its own', async () => {
    const { on, requests } = stage();
    const { takes: _takes, ...single } = lesson;
    await playRound(on, { ...order, lesson: { ...single, policy: 'both' }, take: 'hardened', seed: '7' });
    expect(requests.map(({ policy, take, seed }) => [policy, take, seed])).toEqual([
      ['reference', undefined, '7'],
      ['hardened', undefined, '7'],
    ]);
    expect(useInspector.getState().log).toBe(2);
  });

  it('leaves nothing behind when one of its takes is refused', async () => {
    const { on, closed } = stage(({ take }) => (take === 'careful' ? { ok: false, why: 'no such knob' } : undefined));
    await expect(playRound(on, order)).rejects.toThrow('no such knob');
    expect(closed.toSorted((a, b) => a - b)).toEqual([1, 2]);
    expect(open()).toEqual([]);
    expect(useInspector.getState().log).toBeUndefined();
  });

  it('shows nothing once nobody waits for it, and is not played on', async () => {
    const { on, closed, requests, ended } = stage();
    const round = playRound(on, order);
    ended.abort(new Error('closed'));
    await expect(round).rejects.toThrow('closed');
    expect(requests.length).toBeLessThan(2);
    expect(closed).toEqual([1]);
    expect(open()).toEqual([]);
  });

  it('ends the episode under way once nobody waits for it', async () => {
    const { on, closed, ended, requests } = stage();
    const round = playRound(on, { ...order, seed: 'for ever' });
    await expect.poll(() => requests.length).toBe(1);
    ended.abort(new Error('closed'));
    await expect(round).rejects.toThrow('closed');
    expect(closed).toEqual([1]);
  });

  it('keeps the take in view when it is played again, and its end', async () => {
    const { on, engine } = stage();
    const { takes } = await playRound(on, order);
    await showTake(engine, takes[1]!);
    useInspector.getState().seek(3);
    const again = await playRound(on, { ...order, first: false });
    expect(again.shown.take.id).toBe('careful');
    expect(again.shown.name).toBe('Two clients 2, careful client');
    expect(useInspector.getState()).toMatchObject({ log: again.shown.log, followEnd: true, cursor: 3 });
  });

  it('is looked at from another take at the same virtual time; an end stays an end', async () => {
    const { on, engine } = stage();
    const { takes } = await playRound(on, order);
    useInspector.getState().seek(2);
    await showTake(engine, takes[1]!);
    expect(useInspector.getState()).toMatchObject({ log: 2, cursor: 2 });
    useInspector.getState().seek(3);
    await showTake(engine, takes[0]);
    expect(useInspector.getState()).toMatchObject({ log: 1, cursor: 3 });
  });

  it('is looked at where its text is now: in the log that it was read again into, nowhere once that is closed', async () => {
    const { on, engine } = stage();
    const { takes } = await playRound(on, order);
    useInspector.getState().replaceLog(2, 7);
    await showTake(engine, takes[1]!);
    expect(useInspector.getState().log).toBe(7);
    useInspector.getState().dropLog(1);
    await showTake(engine, takes[0]);
    expect(useInspector.getState().log).toBe(7);
  });
});
