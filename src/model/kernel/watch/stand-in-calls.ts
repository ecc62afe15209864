// The calls and timers of a stand-in that are under way. Each ends in one event, or in none where it was hung up.

import type { StandInEffect } from './stand-in-effect.ts';
import type { StandInEvent, StandInSetting } from './stand-in-event.ts';
import type { RemoteAnswer, RemoteTaskCall, StandInPorts } from './stand-in-ports.ts';
import { newPushToken, tokenDigest } from './push-token.ts';
import { pushUrl } from './push-url.ts';
import { askOften, askWithin, errorTypeOf } from './remote-calls.ts';
import { isChange, remoteTurn, type RemoteTurn, type ToldStatus } from './turn-mapping.ts';
import { wantedWatch, type WatchSituation } from './watch-choice.ts';
import { FOLLOW_HEARTBEAT_MS, REMOTE_CALLS } from './watch-constants.ts';

type Undated<E> = E extends StandInEvent ? Omit<E, 'at'> : never;
/** An event that has yet to be dated. */
export type Arrival = Undated<StandInEvent>;

type CallEffect = Extract<
  StandInEffect,
  { kind: 'start-turn' | 'register-push' | 'fetch-task' | 'subscribe' | 'delete-push' | 'cancel-task' | 'delete-lost-push' }
>;
type CallOf<K extends CallEffect['kind']> = Extract<CallEffect, { kind: K }>;

interface UnderWay {
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

const UNKNOWN_STATE = 'UnknownState';
type Registered = { readonly configId: string; readonly url: string };

interface CallHooks {
  /** Queues an event; resolves when it has been saved and acted upon. */
  readonly arrive: (arrival: Arrival) => Promise<boolean>;
  /** The clock failed. */
  readonly onBroken: (thrown: unknown) => void;
}

export class RemoteCalls {
  readonly #setting: StandInSetting;
  readonly #ports: StandInPorts;
  readonly #arrive: (arrival: Arrival) => Promise<boolean>;
  readonly #calls = new Map<number, UnderWay>();
  readonly #timers = new Map<number, AbortController>();
  readonly #all = new AbortController();
  readonly #onBroken: (thrown: unknown) => void;

  constructor(setting: StandInSetting, ports: StandInPorts, hooks: CallHooks) {
    this.#setting = setting;
    this.#ports = ports;
    this.#arrive = hooks.arrive;
    this.#onBroken = hooks.onBroken;
  }

  /** Begins a call; its answer arrives as an event. What only tidies up has no answer that matters, and outlives the stand-in. */
  begin(effect: CallEffect): void {
    const stop = new AbortController();
    const run = this.#run(effect, stop.signal);
    if (effect.kind === 'cancel-task' || effect.kind === 'delete-lost-push') return void run;
    const { call } = effect;
    const done = run.finally(() => void (this.#calls.get(call)?.stop === stop && this.#calls.delete(call)));
    this.#calls.set(call, { stop, done });
  }

  /** Ends a call and waits until it has ended, for one heartbeat at most. Its errors are nobody's business any more. */
  async hangUp(call: number): Promise<void> {
    const underWay = this.#calls.get(call);
    if (!underWay) return;
    this.#calls.delete(call);
    underWay.stop.abort();
    const over = new AbortController();
    const late = this.#ports.clock.sleep(FOLLOW_HEARTBEAT_MS, over.signal).catch(() => undefined);
    await Promise.race([underWay.done, late]);
    over.abort();
  }

  /** Lets go of everything without waiting. */
  hangUpAll(): void {
    for (const { stop } of this.#calls.values()) stop.abort();
    for (const stop of this.#timers.values()) stop.abort();
    this.#calls.clear();
    this.#timers.clear();
  }

  stop(): void {
    this.#all.abort();
    this.hangUpAll();
  }

  sleep({ timer, until }: { readonly timer: number; readonly until: number }): void {
    const stop = new AbortController();
    this.#timers.set(timer, stop);
    const { clock } = this.#ports;
    clock.sleep(Math.max(0, until - clock.now()), stop.signal).then(
      () => {
        if (this.#timers.delete(timer)) void this.#arrive({ kind: 'wait-over', timer });
      },
      (thrown: unknown) => {
        if (!stop.signal.aborted) this.#onBroken(thrown);
      },
    );
  }

  wake(timer: number): void {
    this.#timers.get(timer)?.abort();
    this.#timers.delete(timer);
  }

  async #run(effect: CallEffect, signal: AbortSignal): Promise<void> {
    const arrival = await this.#ask(effect, signal).catch((thrown: unknown) => failedCall(effect, errorTypeOf(thrown)));
    if (arrival && !signal.aborted && !this.#all.signal.aborted) void this.#arrive(arrival);
  }

  #ask(effect: CallEffect, signal: AbortSignal): Promise<Arrival | undefined> {
    switch (effect.kind) {
      case 'start-turn':
        return this.#turn(effect, signal);
      case 'register-push':
        return this.#register(effect, signal);
      case 'fetch-task':
        return this.#fetch(effect, signal);
      case 'subscribe':
        return this.#follow(effect, signal);
      case 'delete-push':
        return this.#delete(effect, signal);
      case 'cancel-task':
        return this.#cancel(effect, signal);
      case 'delete-lost-push':
        return this.#deleteLost(effect, signal);
    }
  }

  #about(remoteTaskId: string): RemoteTaskCall {
    const { agent, participant } = this.#setting;
    return { agent, participant, remoteTaskId };
  }

  async #turn({ call, remoteTaskId, reply }: CallOf<'start-turn'>, signal: AbortSignal): Promise<Arrival> {
    const { agent, participant } = this.#setting;
    const answer = await this.#ports.remote.turn({ agent, participant, remoteTaskId, messageId: reply.replyId, text: reply.text }, signal);
    if (!answer.ok) return { kind: 'turn-failed', call, errorType: answer.failure.errorType };
    const turn = remoteTurn(answer.value.status, this.#ports.scrub);
    if (!turn) return { kind: 'turn-failed', call, errorType: UNKNOWN_STATE };
    return { kind: 'turn-ended', call, remoteTaskId: answer.value.remoteTaskId, turn };
  }

  /** The token lives in this function and in the one request that hands it over. SPEC.md W.5. */
  async #register({ call, remoteTaskId }: CallOf<'register-push'>, signal: AbortSignal): Promise<Arrival | undefined> {
    const { remote, clock, random } = this.#ports;
    const situation = await this.#situation(signal);
    if (!situation.ok) return { kind: 'watch-chosen', call, watch: { mode: 'follow' }, errorType: situation.failure.errorType };
    const wanted = wantedWatch(situation.value);
    if (wanted.kind !== 'register') return { kind: 'watch-chosen', call, watch: { mode: wanted.kind } };
    if (!(await this.#arrive({ kind: 'registration-begun', call }))) return undefined;
    const token = newPushToken(random);
    const asked = { ...this.#about(remoteTaskId), url: pushUrl(wanted.baseUrl, this.#setting.standIn), token };
    const answer = await askWithin(clock, REMOTE_CALLS.register.limitMs, (stop) => remote.register(asked, stop), signal);
    if (!answer.ok) {
      const { errorType, isRefused } = answer.failure;
      return { kind: 'watch-chosen', call, watch: { mode: 'follow' }, errorType, ...(isRefused === undefined ? {} : { isRefused }) };
    }
    return { kind: 'watch-chosen', call, watch: { mode: 'push', configId: answer.value, tokenDigest: tokenDigest(token) } };
  }

  async #fetch({ call, remoteTaskId, rule }: CallOf<'fetch-task'>, signal: AbortSignal): Promise<Arrival> {
    const { remote, clock, scrub } = this.#ports;
    const answer = await askOften(clock, REMOTE_CALLS[rule], (stop) => remote.fetch(this.#about(remoteTaskId), stop), signal);
    if (!answer.ok) return { kind: 'fetch-failed', call, errorType: answer.failure.errorType };
    const turn = remoteTurn(answer.value, scrub);
    return turn ? { kind: 'task-fetched', call, turn } : { kind: 'fetch-failed', call, errorType: UNKNOWN_STATE };
  }

  async #follow({ call, remoteTaskId, known }: CallOf<'subscribe'>, signal: AbortSignal): Promise<Arrival | undefined> {
    const { remote, clock } = this.#ports;
    let hasHeard = false;
    const hear = (status: ToldStatus): void => {
      const turn = hasHeard || signal.aborted ? undefined : remoteTurn(status, this.#ports.scrub);
      if (!turn || !this.#isNews(known, turn, status)) return;
      hasHeard = true;
      void this.#arrive({ kind: 'follow-heard', call, turn });
    };
    const { limitMs } = REMOTE_CALLS.follow;
    let thrown: string | undefined;
    const subscribe = (stop: AbortSignal): Promise<RemoteAnswer<undefined>> =>
      remote.subscribe(this.#about(remoteTaskId), hear, stop).catch((error: unknown) => {
        // A follow that throws has failed itself, which is another thing than a stream that ended badly.
        thrown = errorTypeOf(error);
        return { ok: false, failure: { errorType: thrown } };
      });
    const answer = await askWithin(clock, limitMs, subscribe, signal);
    if (hasHeard) return undefined;
    if (answer.ok) return { kind: 'stream-ended', call };
    const { errorType, isGone = false } = answer.failure;
    return isGone || thrown !== undefined ? { kind: 'follow-failed', call, errorType, isGone } : { kind: 'stream-ended', call, errorType };
  }

  #isNews(known: RemoteTurn | null, turn: RemoteTurn, { text }: ToldStatus): boolean {
    if (isChange(known, turn)) return true;
    return this.#ports.followCompares === 'raw' && text !== undefined && text !== known?.text;
  }

  async #delete({ call, remoteTaskId, configId }: CallOf<'delete-push'>, signal: AbortSignal): Promise<Arrival> {
    const { remote, clock } = this.#ports;
    const asked = { ...this.#about(remoteTaskId), configId };
    const answer = await askWithin(clock, REMOTE_CALLS.delete.limitMs, (stop) => remote.deleteRegistration(asked, stop), signal);
    return answer.ok ? { kind: 'push-deleted', call } : { kind: 'push-delete-failed', call, errorType: answer.failure.errorType };
  }

  #situation(signal: AbortSignal): Promise<RemoteAnswer<WatchSituation>> {
    const { remote, clock } = this.#ports;
    const ask = async (stop: AbortSignal): Promise<RemoteAnswer<WatchSituation>> => ({
      ok: true,
      value: await remote.situation(this.#setting.agent, stop),
    });
    return askWithin(clock, REMOTE_CALLS.situation.limitMs, ask, signal);
  }

  /** Best effort: a config that stays rings in vain, for its token is known to nobody here. */
  async #deleteLost({ remoteTaskId }: CallOf<'delete-lost-push'>, signal: AbortSignal): Promise<undefined> {
    const { remote, clock } = this.#ports;
    const about = this.#about(remoteTaskId);
    const situation = await this.#situation(signal);
    if (!remote.listRegistrations || !situation.ok || situation.value.baseUrl === undefined) return undefined;
    const ours = pushUrl(situation.value.baseUrl, this.#setting.standIn);
    const list = (stop: AbortSignal): Promise<RemoteAnswer<readonly Registered[]>> =>
      remote.listRegistrations?.(about, stop) ?? Promise.resolve({ ok: true, value: [] });
    const listed = await askWithin(clock, REMOTE_CALLS.list.limitMs, list, signal);
    if (!listed.ok) this.#notDeleted(remoteTaskId, listed.failure.errorType);
    for (const { configId, url } of listed.ok ? listed.value : []) {
      if (url !== ours) continue;
      const asked = { ...about, configId };
      const answer = await askWithin(clock, REMOTE_CALLS.delete.limitMs, (stop) => remote.deleteRegistration(asked, stop), signal);
      if (!answer.ok) this.#notDeleted(remoteTaskId, answer.failure.errorType);
    }
    return undefined;
  }

  #notDeleted(taskId: string, errorType: string): void {
    this.#ports.fact({ kind: 'push-deletion-failed', standIn: this.#setting.standIn, taskId, attempt: 1, errorType });
  }

  async #cancel({ remoteTaskId }: CallOf<'cancel-task'>, signal: AbortSignal): Promise<undefined> {
    const { remote, clock } = this.#ports;
    await askWithin(clock, REMOTE_CALLS.cancel.limitMs, (stop) => remote.cancel(this.#about(remoteTaskId), stop), signal);
  }
}

/** What a call came to that threw although a port should not: the same as a failure. */
function failedCall(effect: CallEffect, errorType: string): Arrival | undefined {
  switch (effect.kind) {
    case 'start-turn':
      return { kind: 'turn-failed', call: effect.call, errorType };
    case 'register-push':
      return { kind: 'watch-chosen', call: effect.call, watch: { mode: 'follow' }, errorType };
    case 'fetch-task':
      return { kind: 'fetch-failed', call: effect.call, errorType };
    case 'subscribe':
      return { kind: 'follow-failed', call: effect.call, errorType, isGone: false };
    case 'delete-push':
      return { kind: 'push-delete-failed', call: effect.call, errorType };
    case 'cancel-task':
    case 'delete-lost-push':
      return undefined;
  }
}
