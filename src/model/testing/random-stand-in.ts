// Lives of a stand-in as fast-check makes them, played on the bench: rings, answers of the remote agent, replies, waits, rolls, deaths
// and a cancel, in any order. What nobody waits for does nothing.

import fc from 'fast-check';
import { tokenDigest } from '../kernel/watch/push-token.ts';
import type { FirstEvent } from '../kernel/watch/stand-in-event.ts';
import type { RemoteAnswer } from '../kernel/watch/stand-in-ports.ts';
import { TASK_STATES, type TaskState } from '../protocol/task.ts';
import { KNOWN_TEXT, LOCAL_TASK, parkedWith, REMOTE_TASK, RIGHT_TOKEN, WatchBench, type CallKind } from './watch-bench.ts';

export type LifeStep =
  | { readonly do: 'ring'; readonly claimed: TaskState | null }
  | { readonly do: 'answer'; readonly state: TaskState; readonly text: string | null; readonly fails: boolean; readonly isGone: boolean }
  | { readonly do: 'hear'; readonly state: TaskState }
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'reply' | 'roll' | 'die' | 'cancel' };

export interface StandInLife {
  readonly first: FirstEvent;
  readonly steps: readonly LifeStep[];
}

const state = fc.constantFrom(...TASK_STATES);
const isSeldom = fc.nat(7).map((number) => number === 0);
const step: fc.Arbitrary<LifeStep> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('ring' as const), claimed: fc.option(state) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      state: fc.oneof({ weight: 3, arbitrary: fc.constantFrom('working' as const, 'input-required' as const) }, state),
      text: fc.option(fc.constantFrom(KNOWN_TEXT, 'Almost there.', '\u{1F50E} "quoted"\n')),
      fails: isSeldom,
      isGone: isSeldom,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hear' as const), state }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 2, 5, 31, 600) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('reply' as const, 'roll' as const, 'die' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const) }) },
);

const begun: FirstEvent = {
  kind: 'stand-in-begun',
  at: 0,
  standIn: LOCAL_TASK,
  agent: 'specialist',
  participant: 'user-1',
  followIntervalMs: 5_000,
  reply: { replyId: 'reply-0', text: 'Screen' },
};

export const randomStandInLife: fc.Arbitrary<StandInLife> = fc.record({
  first: fc.constantFrom(
    begun,
    parkedWith(null),
    parkedWith('push'),
    parkedWith('follow'),
    parkedWith('off'),
    parkedWith('push', 'working', null),
  ),
  steps: fc.array(step, { maxLength: 24 }),
});

/** Plays a life to its last step. */
export async function playLife({ first, steps }: StandInLife): Promise<WatchBench> {
  const bench = new WatchBench();
  await bench.open(first);
  let replies = 0;
  for (const each of steps) {
    if (each.do === 'reply') replies += 1;
    await live(bench, first, each, `reply-${replies}`);
    await bench.clock.rest();
  }
  return bench;
}

async function live(bench: WatchBench, first: FirstEvent, step: LifeStep, replyId: string): Promise<void> {
  switch (step.do) {
    case 'ring':
      return void bench.standIn.present({
        tokenDigest: tokenDigest(bench.tokens.at(-1) ?? RIGHT_TOKEN),
        remoteTaskId: REMOTE_TASK,
        claimed: step.claimed,
      });
    case 'answer':
      return answerAny(bench, step);
    case 'hear':
      return bench.waiting('subscribe').length > 0 ? bench.say({ state: step.state, text: KNOWN_TEXT }) : undefined;
    case 'wait':
      return bench.clock.advanceTo(bench.clock.now() + step.seconds * 1_000);
    case 'die':
      bench.kill();
      return bench.open(first);
    case 'reply':
      return void bench.standIn.reply({ replyId, text: 'UAE lists' });
    case 'roll':
      return void bench.standIn.roll();
    case 'cancel':
      return void bench.standIn.cancel();
  }
}

const ANSWERED: readonly CallKind[] = ['turn', 'register', 'fetch', 'delete', 'subscribe'];

async function answerAny(bench: WatchBench, { state, text, fails, isGone }: Extract<LifeStep, { do: 'answer' }>): Promise<void> {
  const kind = ANSWERED.find((each) => bench.waiting(each).length > 0);
  if (!kind) return;
  const status = { state, ...(text === null ? {} : { text }) };
  const values: Partial<Record<CallKind, unknown>> = {
    turn: { remoteTaskId: REMOTE_TASK, status },
    register: 'config-1',
    fetch: status,
  };
  const answer: RemoteAnswer<unknown> = fails
    ? { ok: false, failure: { errorType: 'ServerError', ...(isGone ? { isGone } : {}) } }
    : { ok: true, value: values[kind] };
  await bench.answer(kind, answer);
}
