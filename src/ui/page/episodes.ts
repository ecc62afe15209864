// How episodes come into view: the lab plays each as text into a log of its own, and when all of a round are there, one of them
// opens where it can be looked at.

import type { LogSummary } from '../../model/engine/query.ts';
import type { EngineClient } from '../engine-client.ts';
import { logNow, type OpenLog, useInspector } from '../inspector-store.ts';
import type { LabClient } from '../lab-client.ts';
import { type PlayedRound, type PlayedTake, roundOf, type RoundOrder, type RoundTake } from '../lesson-rounds.ts';
import { lastRowBefore } from '../seek-time.ts';

const state = () => useInspector.getState();

export interface Stage {
  readonly engine: EngineClient;
  readonly lab: LabClient;
  /** Ends the round; what has been played of it is closed. */
  readonly signal: AbortSignal;
  /** How many takes are played. */
  readonly tell: (taken: number) => void;
}

/** One that was given up may end after its successor has begun. */
let roundsUnder = 0;

/** Plays all takes of a lesson, one after the other. @throws Error with the lab's sentence when one is refused: then none is kept */
export async function playRound(stage: Stage, order: RoundOrder): Promise<PlayedRound> {
  const { engine, lab, signal, tell } = stage;
  const { lesson, knobs, policy } = order;
  const [first, ...others] = roundOf(lesson, policy);
  const title = `${lesson.title} ${roundsOpen(lesson.id, first.id) + 1}`;
  const played: PlayedTake[] = [];
  const play = async (take: RoundTake): Promise<PlayedTake> => {
    const name = take.id === undefined ? title : `${title}, ${take.label}`;
    const one = { name, take, log: await playTake(stage, order, { name, take }) };
    played.push(one);
    signal.throwIfAborted();
    tell(played.length);
    return one;
  };
  state().setMachine('episode');
  roundsUnder += 1;
  try {
    const takes: [PlayedTake, ...PlayedTake[]] = [await play(first)];
    for (const take of others) takes.push(await play(take));
    const wasAtEnd = !order.first && (await isAtEnd(engine));
    const summaries = await Promise.all(takes.map(({ log }) => engine.query(log, 'summary', {})));
    signal.throwIfAborted();
    const wanted = takeOnScreen(lesson.id) ?? order.take;
    const shown = takes.find(({ take }) => take.id === wanted) ?? takes[0];
    showRound({ lesson: lesson.id, takes, shown, summaries, wasAtEnd });
    return { knobs, policy, takes, shown };
  } catch (error) {
    for (const { log } of played) engine.close(log);
    throw error;
  } finally {
    roundsUnder -= 1;
    if (roundsUnder === 0 && !lab.busy) state().setMachine('ready');
  }
}

/** One episode into a log of its own, which nothing shows yet. */
async function playTake(
  { engine, lab, signal }: Stage,
  { lesson, knobs, seed }: RoundOrder,
  { name, take }: Pick<PlayedTake, 'name' | 'take'>,
): Promise<PlayedTake['log']> {
  const log = await engine.begin({ name });
  const stop = () => lab.stop();
  try {
    const request = {
      lesson: lesson.id,
      knobs,
      policy: take.policy,
      ...(take.isOfLesson && take.id !== undefined ? { take: take.id } : {}),
      ...(seed === undefined ? {} : { seed }),
    };
    signal.throwIfAborted();
    signal.addEventListener('abort', stop);
    const outcome = await lab.play(request, (text) => engine.append(log, text));
    signal.throwIfAborted();
    if (!outcome.ok) throw new Error(outcome.why);
    if (outcome.notice !== undefined) state().say(outcome.notice);
    engine.finish(log);
    await engine.settled(log);
    return log;
  } catch (error) {
    engine.cancel(log);
    engine.close(log);
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function roundsOpen(lesson: string, firstTake: string | undefined): number {
  return state().logs.filter((log) => log.lesson === lesson && log.take === firstTake).length;
}

function takeOnScreen(lesson: string): string | undefined {
  const { log, logs } = state();
  const open = logs.find(({ id }) => id === log);
  return open?.lesson === lesson ? open.take : undefined;
}

async function isAtEnd(engine: EngineClient): Promise<boolean> {
  const { log, cursor } = state();
  return log !== undefined && cursor >= (await engine.query(log, 'summary', {})).rowCount - 1;
}

interface Opening {
  readonly lesson: string;
  readonly takes: readonly PlayedTake[];
  readonly shown: PlayedTake;
  readonly summaries: readonly LogSummary[];
  readonly wasAtEnd: boolean;
}

/** A round opens on its first row, ready to be played; after a turned knob the end stays in view if it was. */
function showRound({ lesson, takes, shown, summaries, wasAtEnd }: Opening): void {
  for (const { log, name, take } of takes) {
    const open: OpenLog = { id: log, name, lesson, ...(take.id === undefined ? {} : { take: take.id }) };
    if (log === shown.log) state().addLog(open, wasAtEnd, wasAtEnd);
    else state().holdLog(open);
  }
  for (const summary of summaries) state().noteRevision(summary.log, summary.revision);
  const rows = summaries.find(({ log }) => log === shown.log)?.rowCount ?? 0;
  if (wasAtEnd) state().followTo(rows);
  else state().seek(rows > 0 ? 0 : -1);
}

/**
 * Shows a take at the virtual time at which the cursor is in the log on screen; an end stays an end. A take whose text was read
 * again is in another log now; one whose log was closed is not there to be shown.
 */
export async function showTake(engine: EngineClient, take: Pick<PlayedTake, 'log'>): Promise<void> {
  const { log: before, cursor, logs } = state();
  const log = logNow(logs, take.log);
  if (log === undefined || before === log) return;
  const summary = await engine.query(log, 'summary', {});
  const atEnd = before === undefined || (await isAtEnd(engine));
  const time = atEnd || before === undefined ? undefined : (await engine.query(before, 'row', { seq: Math.max(cursor, 0) }))?.view.time;
  const seq = time === undefined ? summary.rowCount - 1 : await lastRowBefore(time, summary, engine);
  state().showLog(log);
  state().seek(seq);
}
