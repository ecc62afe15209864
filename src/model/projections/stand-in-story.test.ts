import { describe, expect, it } from 'vitest';
import { tokenDigest } from '../kernel/watch/push-token.ts';
import type { Fact } from '../log/fact.ts';
import type { TaskState } from '../protocol/task.ts';
import type { DrawnRow } from '../testing/drawn-log.ts';
import { factTold, HOST, logOf, REMOTE_AGENT, rowsOfBench } from '../testing/stand-in-log.ts';
import { KNOWN_TEXT, LOCAL_TASK, parkedWith, REMOTE_TASK, RIGHT_TOKEN, WatchBench } from '../testing/watch-bench.ts';
import { projectStandIn } from './stand-in-story.ts';

const SECOND = 1_000;
const END = Number.MAX_SAFE_INTEGER;

async function parked(mode: 'push' | 'follow' | 'off' | null, prepare: (bench: WatchBench) => void = () => undefined): Promise<WatchBench> {
  const bench = new WatchBench();
  prepare(bench);
  await bench.open(parkedWith(mode));
  return bench;
}

async function ring(bench: WatchBench, claimed: TaskState | null): Promise<void> {
  await bench.standIn.present({ tokenDigest: tokenDigest(bench.tokens.at(-1) ?? RIGHT_TOKEN), remoteTaskId: REMOTE_TASK, claimed });
  await bench.clock.rest();
}

async function show(bench: WatchBench, second: number, state: TaskState): Promise<void> {
  await bench.clock.advanceTo(second * SECOND);
  await bench.clock.rest();
  await bench.answer('fetch', { ok: true, value: { state, text: KNOWN_TEXT } });
}

function storyOf(bench: WatchBench, ...more: readonly (readonly DrawnRow[])[]) {
  const { story } = projectStandIn(logOf(rowsOfBench(bench), ...more), { cursor: END });
  if (!story) throw new Error('no story');
  return story;
}

const stored = (at: number, state: TaskState, text?: string): DrawnRow =>
  factTold(
    REMOTE_AGENT,
    { kind: 'status-stored', taskId: REMOTE_TASK, contextId: 'ctx', state, tick: 1, ...(text === undefined ? {} : { text }) },
    at,
  );
const sent = (at: number, state: TaskState): DrawnRow =>
  factTold(REMOTE_AGENT, { kind: 'push-sent', taskId: REMOTE_TASK, url: 'https://host.example/a2a/push/task-1', state, tick: 1 }, at);
const losePush: Fact = { kind: 'fault-injected', mode: 'lose-push', what: 'delivery 1 never arrives' };
const delivery = (at: number, state: TaskState): DrawnRow => ({
  kind: 'message-sent',
  channel: 'push',
  agent: REMOTE_AGENT,
  peer: HOST,
  taskId: REMOTE_TASK,
  state,
  time: at,
});

describe('the story of a stand-in', () => {
  it('[P.90] is none where nobody stands in for a task, whatever else is told', () => {
    const log = logOf([
      stored(0, 'working'),
      sent(1, 'working'),
      factTold(HOST, { kind: 'push-refused', standIn: 'x', status: 401, category: 'y' }),
    ]);
    expect(projectStandIn(log, { cursor: END })).toEqual({ standIns: [], total: 0, story: undefined, truth: [], lostPushes: [] });
  });

  it('[P.91] tells its moves, its watch and what the parent heard', async () => {
    const bench = await parked(null, (each) => (each.autoRegister = true));
    await show(bench, 0, 'input-required');
    await ring(bench, 'working');
    await show(bench, 1, 'working');
    await ring(bench, 'completed');
    await show(bench, 2, 'completed');
    await bench.answer('delete', { ok: true, value: undefined });
    const story = storyOf(bench);
    expect(story.moves.map(({ event, from, to }) => [event, from, to])).toEqual([
      ['stand-in-resumed', undefined, 'choosing'],
      ['registration-begun', 'choosing', 'choosing'],
      ['watch-chosen', 'choosing', 'fetching'],
      ['task-fetched', 'fetching', 'armed'],
      ['push-accepted', 'armed', 'fetching'],
      ['task-fetched', 'fetching', 'armed'],
      ['parent-heard', 'armed', 'armed'],
      ['push-accepted', 'armed', 'fetching'],
      ['task-fetched', 'fetching', 'closing'],
      ['parent-heard', 'closing', 'closing'],
      ['push-deleted', 'closing', 'ended'],
    ]);
    expect(story).toMatchObject({
      standIn: LOCAL_TASK,
      host: HOST,
      remoteTask: REMOTE_TASK,
      state: 'ended',
      mode: 'push',
      end: 'completed',
    });
    expect(story.tokenDigest).toBe(tokenDigest(bench.tokens[0] ?? ''));
    expect(story.told.map(({ state, note }) => [state, note])).toEqual([
      ['working', false],
      ['completed', true],
    ]);
    expect(story).toMatchObject({ movesTotal: 11, toldTotal: 2, notes: 1, rolls: 0 });
    expect(story.costs).toMatchObject({ registrations: 1, fetches: 3, pushesAccepted: 2, subscriptions: 0, openMs: 0 });
  });

  it('[P.91] knows the watch of a task that was armed before its history began', async () => {
    expect(storyOf(await parked('push')).mode).toBe('push');
    expect(storyOf(await parked('off'))).toMatchObject({ mode: 'off', state: 'unheard' });
  });

  it('[P.91] counts how long subscriptions were open, up to the cursor', async () => {
    const bench = await parked('follow');
    await bench.clock.advanceTo(10 * SECOND);
    await bench.answer('subscribe', { ok: true, value: undefined });
    await bench.clock.advanceTo(15 * SECOND);
    await bench.clock.rest();
    const later = [stored(18 * SECOND, 'working')];
    expect(storyOf(bench, later).costs).toMatchObject({ subscriptions: 2, followRuns: 1, openMs: 13 * SECOND });
    const died = [factTold(HOST, { kind: 'worker-ended', agent: HOST, why: 'killed' }, 16 * SECOND)];
    expect(storyOf(bench, died, later)).toMatchObject({ isDead: true, costs: { openMs: 11 * SECOND } });
  });

  it('[P.91] counts the lives of its worker', async () => {
    const bench = await parked('push');
    const life = (kind: 'begun' | 'ended', at: number): DrawnRow =>
      factTold(HOST, kind === 'begun' ? { kind: 'worker-started', agent: HOST } : { kind: 'worker-ended', agent: HOST, why: 'killed' }, at);
    expect(storyOf(bench)).toMatchObject({ lives: 0, isDead: false });
    expect(storyOf(bench, [life('begun', 0), life('ended', 1), life('begun', 2)])).toMatchObject({ lives: 2, isDead: false });
  });
});

describe('the rechecks of a push', () => {
  it('[P.92] are the looks that it caused, and give up after the last', async () => {
    const bench = await parked('push');
    await ring(bench, 'canceled');
    for (const second of [0, 1, 3]) await show(bench, second, 'input-required');
    const waiting = storyOf(bench).rechecks;
    expect(waiting?.waiting).toMatchObject({ recheck: 3, waitMs: 4_000, time: 3 * SECOND });
    expect(waiting?.over).toBeUndefined();
    await show(bench, 7, 'input-required');
    const { rechecks } = storyOf(bench);
    expect(rechecks?.looks.map(({ waitedMs, agrees, time }) => [waitedMs, agrees, time])).toEqual([
      [0, false, 0],
      [1_000, false, 1_000],
      [2_000, false, 3_000],
      [4_000, false, 7_000],
    ]);
    expect(rechecks).toMatchObject({ claimed: 'canceled', waiting: undefined, over: 'gave-up' });
  });

  it('[P.92] agree, or end with the task, or are broken off by a reply', async () => {
    const agreed = await parked('push');
    await ring(agreed, 'working');
    await show(agreed, 0, 'input-required');
    await show(agreed, 1, 'working');
    expect(storyOf(agreed).rechecks).toMatchObject({ over: 'agreed', looks: [{ agrees: false }, { agrees: true, waitedMs: 1_000 }] });
    const ended = await parked('push');
    await ring(ended, 'working');
    await show(ended, 0, 'completed');
    expect(storyOf(ended).rechecks).toMatchObject({ over: 'ended' });
    const replied = await parked('push');
    await ring(replied, 'working');
    await show(replied, 0, 'input-required');
    await replied.standIn.reply({ replyId: 'reply-1', text: 'UAE lists' });
    expect(storyOf(replied).rechecks).toMatchObject({ over: 'broken-off', waiting: undefined });
    const during = await parked('push');
    await ring(during, 'working');
    await during.standIn.reply({ replyId: 'reply-1', text: 'UAE lists' });
    await show(during, 0, 'input-required');
    expect(storyOf(during).rechecks).toMatchObject({ over: 'broken-off', looks: [{ agrees: false }] });
  });

  it('[P.92] start over with a new push, which is not given the look that was under way', async () => {
    const bench = await parked('push');
    await ring(bench, 'canceled');
    await show(bench, 0, 'input-required');
    await ring(bench, 'working');
    await ring(bench, 'completed');
    await show(bench, 0, 'working');
    await show(bench, 0, 'completed');
    const { rechecks, rechecksBefore } = storyOf(bench);
    expect(rechecksBefore).toMatchObject({ claimed: 'working', looks: [], over: 'rung-again' });
    expect(rechecks).toMatchObject({ claimed: 'completed', looks: [{ state: 'completed', waitedMs: 0 }], over: 'agreed' });
  });
});

describe('what the remote agent tells', () => {
  it('[P.93] is the truth, with the row by which the stand-in had it', async () => {
    const bench = await parked('push');
    await bench.clock.advanceTo(4 * SECOND);
    await ring(bench, 'working');
    await show(bench, 4, 'working');
    const rows = [stored(0, 'input-required'), stored(2 * SECOND, 'working', KNOWN_TEXT), stored(5 * SECOND, 'working', 'more')];
    const log = logOf(rows, rowsOfBench(bench));
    const { truth } = projectStandIn(log, { cursor: END });
    expect(truth.map(({ state, text, appliedTime }) => [state, text, appliedTime])).toEqual([
      ['input-required', undefined, 0],
      ['working', KNOWN_TEXT, 4 * SECOND],
      ['working', 'more', undefined],
    ]);
    const { appliedSeq = -1 } = truth[1] ?? {};
    expect(log.kind(log.rowAt(appliedSeq))).toBe('task-fetched');
    expect(projectStandIn(log, { cursor: appliedSeq - 1 }).truth[1]?.appliedSeq).toBeUndefined();
  });

  it('[P.93] stored again as it was is no change, and heard after that it is the first that was heard', async () => {
    const bench = await parked('push');
    await bench.clock.advanceTo(4 * SECOND);
    await ring(bench, 'working');
    await show(bench, 4, 'working');
    const rows = [
      stored(0, 'input-required'),
      stored(1 * SECOND, 'working', KNOWN_TEXT),
      factTold(HOST, { kind: 'status-stored', taskId: REMOTE_TASK, contextId: 'ctx', state: 'input-required', tick: 1 }, 2 * SECOND),
      stored(2 * SECOND, 'working', KNOWN_TEXT),
      stored(3 * SECOND, 'working', KNOWN_TEXT),
      stored(5 * SECOND, 'working', 'more'),
      stored(6 * SECOND, 'working', KNOWN_TEXT),
      stored(7 * SECOND, 'working'),
      stored(8 * SECOND, 'working'),
    ];
    const { truth } = projectStandIn(logOf(rows, rowsOfBench(bench)), { cursor: END });
    expect(truth.map(({ state, text, time, appliedTime }) => [state, text, time, appliedTime])).toEqual([
      ['input-required', undefined, 0, 0],
      ['working', KNOWN_TEXT, 1 * SECOND, 4 * SECOND],
      ['working', 'more', 5 * SECOND, undefined],
      ['working', KNOWN_TEXT, 6 * SECOND, undefined],
      ['working', undefined, 7 * SECOND, undefined],
    ]);
  });

  it('[P.94] names the pushes that were lost, on purpose or by a later one or by the end, and none that is merely late', async () => {
    const bench = rowsOfBench(await parked('push'));
    const lost = (...rows: readonly DrawnRow[]): readonly unknown[] =>
      projectStandIn(logOf(bench, rows), { cursor: END }).lostPushes.map(({ state, time }) => [state, time]);
    expect(lost(sent(1, 'working'))).toEqual([]);
    expect(lost(sent(1, 'working'), factTold(REMOTE_AGENT, losePush, 1))).toEqual([['working', 1]]);
    expect(lost(sent(1, 'working'), delivery(2, 'working'))).toEqual([]);
    expect(lost(sent(1, 'working'), sent(2, 'completed'), delivery(2, 'completed'))).toEqual([['working', 1]]);
    expect(lost(sent(1, 'working'), sent(2, 'completed'), delivery(2, 'completed'), delivery(3, 'working'))).toEqual([]);
    expect(lost(sent(1, 'working'), { kind: 'episode-ended', channel: 'kernel', label: 'quiet', time: 9 })).toEqual([['working', 1]]);
    expect(lost(sent(1, 'working'), delivery(1, 'working'), delivery(2, 'working'), sent(3, 'completed'))).toEqual([]);
  });
});
