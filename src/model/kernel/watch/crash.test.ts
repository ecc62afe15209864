import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { REMOTE_TASK, RIGHT_TOKEN, type CallKind } from '../../testing/watch-bench.ts';
import { ScenarioPlayer, stateOf, type ScenarioEvent } from '../../testing/watch-scenario.ts';
import type { RemoteAnswer } from './stand-in-ports.ts';
import { beginStandIn, moveStandIn, standInOf } from './stand-in.ts';
import type { FirstEvent } from './stand-in-event.ts';
import { tokenDigest } from './push-token.ts';

const FILE = new URL('../../testing/fixtures/oracle/watch.json', import.meta.url);
const SCENARIOS = (JSON.parse(readFileSync(FILE, 'utf8')) as { cases: readonly { name: string; input: JsonObject }[] }).cases.filter(
  ({ input }) => input['op'] === 'scenario',
);

/** What of a scenario is an answer, and to which call. */
const ANSWERS: Readonly<Record<string, CallKind>> = {
  fetch_result: 'fetch',
  fetch_fails: 'fetch',
  registration_throws: 'register',
  delete_done: 'delete',
  delete_fails: 'delete',
};

/**
 * Plays a scenario against a world that goes on whatever becomes of the worker: a call that is put again after a crash gets the
 * answer that it would have got, a follow that is opened again begins with the task as it is, and whoever asks the stand-in for
 * something asks again until it has been saved.
 */
class CrashPlayer extends ScenarioPlayer {
  readonly steps: string[] = [];
  kills = 0;
  #last: Partial<Record<CallKind, ScenarioEvent>> = {};
  /** What whoever subscribes again is told: the task as it has become, or that there is no agent any more. */
  #heard: ScenarioEvent | undefined;
  #deletions = 0;

  constructor(input: JsonObject, killAt: readonly number[]) {
    super(input);
    this.bench.onStep = (step) => {
      this.steps.push(step);
      const isHit = killAt.includes(this.steps.length);
      if (isHit) this.kills += 1;
      return isHit;
    };
  }

  override async begin(): Promise<void> {
    if (this.setup['watch'] === null) return;
    await this.reopen();
    await this.#revive();
    if (this.setup['closed'] === true) await this.#until(() => this.bench.standIn.cancel());
  }

  override async happen(event: ScenarioEvent): Promise<void> {
    const kind = ANSWERS[event.event];
    if (kind === undefined) return this.#arrive(event);
    this.#last[kind] = event;
    // After a crash the call that would have been answered may have been given up: that is what is compared.
    if (this.bench.waiting(kind).length > 0) await super.happen(event);
    await this.#revive();
  }

  async #arrive(event: ScenarioEvent): Promise<void> {
    const { bench } = this;
    if (event.event === 'stream_event' || event['retryable'] === false) this.#heard = event;
    if (event.event === 'parked' && bench.isOpen) this.#last.turn = event;
    if (/^(stream|activity)_/.test(event.event) && bench.waiting('subscribe').length === 0) return;
    if (event.event === 'subscribed') return;
    if (event.event === 'parked' && bench.isOpen && bench.waiting('turn').length === 0) return;
    if (event.event === 'reply') return this.#until(() => bench.standIn.reply({ replyId: 'reply-1', text: 'UAE lists' }));
    if (event.event === 'cancel') return this.#until(() => bench.standIn.cancel());
    if (event.event === 'history_bound_passed') return this.#until(() => bench.standIn.roll());
    if (event.event === 'push_presented') return this.#until(() => super.happen(event).then(() => true));
    if (event.event === 'push_accepted') {
      const claimed = stateOf(event['claimed']);
      return this.#until(() => bench.standIn.present({ tokenDigest: tokenDigest(RIGHT_TOKEN), remoteTaskId: REMOTE_TASK, claimed }));
    }
    await Promise.race([super.happen(event), bench.death]);
    await this.#revive();
  }

  async #until(ask: () => Promise<boolean>): Promise<void> {
    for (let tries = 0; tries < 3; tries += 1) {
      const isDone = await Promise.race([ask(), this.bench.death]);
      const isAlive = !this.bench.isKilled;
      await this.#revive();
      if (isDone || isAlive) return;
    }
  }

  /** Puts a worker in the place of a dead one, and gives it the answers that its predecessor took to the grave. */
  async #revive(): Promise<void> {
    await this.bench.clock.rest();
    while (this.bench.isKilled) {
      await this.reopen();
      await this.#answerAgain();
      await this.bench.clock.rest();
    }
  }

  async #answerAgain(): Promise<void> {
    const now = this.bench.clock.now();
    for (const kind of ['turn', 'register', 'fetch', 'delete'] as const) {
      const event = this.#last[kind];
      const isOwed = event !== undefined && event.at * 1_000 === now && this.bench.waiting(kind).length > 0;
      if (isOwed && !this.bench.isKilled) await super.happen(event);
    }
  }

  /** Lets everything come to rest after the last event: what was heard meanwhile is told to whoever subscribes again. */
  async settle(): Promise<void> {
    for (let round = 0; round < 8; round += 1) {
      await this.bench.clock.advanceTo(this.bench.clock.now() + 1_000);
      await this.#revive();
      if (this.#heard && this.bench.waiting('subscribe').length > 0) await super.happen(this.#heard);
      await this.#revive();
      const again = this.bench.waiting('fetch').length > 0 ? this.#last.fetch : undefined;
      if (again) await super.happen(again);
      if (this.bench.waiting('delete').length > 0) await this.#deleted();
      await this.#revive();
    }
  }

  async #deleted(): Promise<void> {
    this.#deletions += 1;
    const answer: RemoteAnswer<undefined> =
      this.#last.delete?.event === 'delete_fails' ? { ok: false, failure: { errorType: 'ServerError' } } : { ok: true, value: undefined };
    await this.bench.answer('delete', answer);
  }
}

/** What must be the same whether or not a worker was killed on the way. */
function whatRemains({ bench }: CrashPlayer) {
  const { state, standIn } = bench.moment;
  const rows = [...bench.rows.values()];
  return {
    ended: bench.end,
    isClosed: state === 'closing' || state === 'ended',
    last: standIn.last,
    rows: rows.map(({ turn, isNote }) => [turn.state, turn.text, isNote]),
    messages: [...new Set(bench.begun('turn').map(({ detail }) => detail))],
    deleted: [...new Set(bench.begun('delete').map(({ detail }) => detail))],
    watch: standIn.watch?.mode ?? null,
    claimed: standIn.claimed,
    state,
  };
}

async function played(input: JsonObject, killAt: readonly number[]): Promise<CrashPlayer> {
  const player = new CrashPlayer(input, killAt);
  await player.play();
  await player.settle();
  return player;
}

/** What the log should have been told of a history: where it led, event by event. */
function movesOfHistory({ bench }: CrashPlayer): unknown[] {
  const [first, ...rest] = bench.history;
  let { moment } = beginStandIn(first as FirstEvent);
  const moves = [{ number: 1, event: first?.kind, from: undefined, to: moment.state }] as unknown[];
  for (const event of rest) {
    const from = moment.state;
    moment = moveStandIn(moment, event)?.moment ?? moment;
    moves.push({ number: moment.events, event: event.kind, from, to: moment.state });
  }
  return moves;
}

/** What it was told, since the history began. */
function movesTold({ bench }: CrashPlayer): unknown[] {
  const told = bench.factsOf('stand-in-moved').map(({ number, event, from, to }) => ({ number, event, from, to }));
  return told.slice(told.findLastIndex(({ from }) => from === undefined));
}

describe.each(SCENARIOS)('[W.22] a worker that is killed at any step loses nothing and does nothing twice: $name', ({ input }) => {
  it('ends up where it would have been', async () => {
    const whole = await played(input, []);
    const expected = whatRemains(whole);
    expect(whole.steps.length).toBeGreaterThan(0);
    for (let step = 1; step <= whole.steps.length; step += 1) {
      const player = await played(input, [step]);
      const at = `killed at step ${step}, ${player.steps[step - 1] ?? ''}`;
      expect(player.kills, at).toBe(1);
      const remains = whatRemains(player);
      // A registration has one attempt: one that was cut off has had it.
      const hasLostRegistration = player.bench.factsOf('registration-failed').some(({ errorType }) => errorType === 'WorkerRestarted');
      if (hasLostRegistration) expect(remains.watch, at).toBe('follow');
      else expect(remains, at).toEqual(expected);
      expect(player.bench.begun('register').length, at).toBeLessThanOrEqual(1);
      expect(new Set(remains.rows.map(String)).size, at).toBe(remains.rows.length);
      expect(standInOf(player.bench.history)?.standIn, at).toEqual(player.bench.moment.standIn);
      // [W.23] Neither an event that the log does not tell, nor one that it tells and that is lost.
      expect(movesTold(player), at).toEqual(movesOfHistory(player));
      const told = player.bench.factsOf('parent-told').map(({ number }) => number);
      expect(told, at).toEqual([...player.bench.rows.keys()]);
    }
  });
});

it('[W.5] no token is in the history, in a fact, or in what the parent hears', async () => {
  for (const { input } of SCENARIOS) {
    const { bench } = await played(input, []);
    const written = JSON.stringify([bench.history, bench.facts, [...bench.rows], bench.journal, bench.end ?? null]);
    for (const token of [...bench.tokens, RIGHT_TOKEN]) expect(written).not.toContain(token);
  }
});
