// A scenario of watch.json as it is played on the bench: its events in our words, and what is asked about it afterwards.

import type { Json, JsonObject } from '../base/json.ts';
import { isFinal } from '../kernel/watch/turn-mapping.ts';
import type { ToldStatus } from '../kernel/watch/turn-mapping.ts';
import type { RemoteWatch } from '../kernel/watch/watch-choice.ts';
import { TASK_STATES, type TaskState } from '../protocol/task.ts';
import { listAt, objectAt, textAt } from './oracle-shapes.ts';
import { KNOWN_TEXT, LOCAL_TASK, parkedWith, REMOTE_TASK, RIGHT_TOKEN, WatchBench } from './watch-bench.ts';
import { tokenDigest } from '../kernel/watch/push-token.ts';

export interface ScenarioEvent extends JsonObject {
  readonly at: number;
  readonly event: string;
}

export function stateOf(word: Json | undefined): TaskState {
  const state = TASK_STATES.find((each) => typeof word === 'string' && each === word.toLowerCase().replaceAll('_', '-'));
  if (!state) throw new Error(`no state: ${JSON.stringify(word)}`);
  return state;
}

function wordOf(state: string | undefined): string {
  return (state ?? '').toUpperCase().replaceAll('-', '_');
}

function statusOf(event: JsonObject): ToldStatus {
  const text = event['text'] === null ? undefined : (event['text'] ?? KNOWN_TEXT);
  return {
    state: stateOf(event['state']),
    ...(text === undefined ? {} : { text: text as string }),
    ...(event['sub_state'] === undefined ? {} : { subState: textAt(event, 'sub_state') }),
  };
}

export function pushBody(remoteTaskId: string, state?: string): string {
  return JSON.stringify({ task: { id: remoteTaskId, contextId: 'ctx-1', status: { state: `TASK_STATE_${state ?? 'WORKING'}` } } });
}

export class ScenarioPlayer {
  readonly bench = new WatchBench();
  readonly setup: JsonObject;
  readonly statuses: number[] = [];
  readonly events: readonly ScenarioEvent[];
  readonly #first;
  #replies = 0;
  lastFetched: TaskState | undefined;

  constructor(input: JsonObject) {
    this.setup = objectAt(input, 'setup');
    this.events = listAt(input, 'events') as unknown as readonly ScenarioEvent[];
    const mode = (this.setup['watch'] ?? null) as RemoteWatch['mode'] | null;
    const remoteTaskId = this.setup['remote_task_id'] === null ? null : REMOTE_TASK;
    const state = this.setup['parked_state'] === undefined ? 'input-required' : stateOf(this.setup['parked_state']);
    this.#first = parkedWith(mode, state, remoteTaskId);
    this.bench.autoRegister = this.setup['mode_will_be'] === 'push';
    if (this.events.some(({ event }) => event === 'activity_returns')) this.bench.followCompares = 'raw';
  }

  async play(): Promise<void> {
    await this.begin();
    for (const event of this.events) await this.live(event);
  }

  async begin(): Promise<void> {
    if (this.setup['watch'] === null) return;
    await this.reopen();
    if (this.setup['closed'] === true) await this.bench.standIn.cancel();
    await this.bench.clock.rest();
  }

  /** Opens the stand-in over whatever has been saved. */
  async reopen(): Promise<void> {
    await this.bench.open(this.#first);
  }

  async live(event: ScenarioEvent): Promise<void> {
    await this.bench.clock.advanceTo(Math.round(event.at * 1_000));
    await this.bench.clock.rest();
    await this.happen(event);
    await this.bench.clock.rest();
  }

  // One row an event; a table would need as many closures.
  // eslint-disable-next-line complexity, max-lines-per-function -- a switch over the words of a vector file
  async happen(event: ScenarioEvent): Promise<void> {
    const { bench } = this;
    switch (event.event) {
      case 'parked':
        if (!bench.isOpen) return this.reopen();
        return bench.answer('turn', {
          ok: true,
          value: { remoteTaskId: REMOTE_TASK, status: { state: this.#parkedState, text: KNOWN_TEXT } },
        });
      case 'push_accepted': {
        await bench.standIn.present({
          tokenDigest: tokenDigest(RIGHT_TOKEN),
          remoteTaskId: REMOTE_TASK,
          claimed: stateOf(event['claimed']),
        });
        return;
      }
      case 'push_presented':
        return this.#present(event);
      case 'fetch_result':
        this.lastFetched = stateOf(event['state']);
        return bench.answer('fetch', { ok: true, value: statusOf(event) });
      case 'fetch_fails':
        return bench.answer('fetch', { ok: false, failure: { errorType: 'ServerError' } });
      case 'registration_throws':
        return bench.throwAt('register', new TypeError(`refused: ${bench.tokens.at(-1) ?? ''}`));
      case 'delete_done':
        return bench.answer('delete', { ok: true, value: undefined });
      case 'delete_fails':
        return bench.answer('delete', { ok: false, failure: { errorType: 'ServerError' } });
      case 'subscribed':
        if (bench.waiting('subscribe').at(-1)?.at !== bench.clock.now()) throw new Error('not subscribed when it should be');
        return;
      case 'stream_event':
        return bench.say(statusOf(event));
      case 'stream_end':
        return bench.answer('subscribe', { ok: true, value: undefined });
      case 'stream_error':
        return bench.answer('subscribe', { ok: false, failure: { errorType: 'TransportError' } });
      case 'activity_returns':
        // What differs before secrets are cut, and not afterwards.
        return bench.say({ ...statusOf(event), text: `${KNOWN_TEXT} secret-1` });
      case 'activity_fails':
        return event['retryable'] === true
          ? bench.throwAt('subscribe', new Error('failed'))
          : bench.answer('subscribe', { ok: false, failure: { errorType: 'AgentGone', isGone: true } });
      case 'heartbeat_timeout':
        bench.kill();
        return this.reopen();
      case 'reply':
        this.#replies += 1;
        await bench.standIn.reply({ replyId: `reply-${this.#replies}`, text: 'UAE lists' });
        return;
      case 'cancel':
        await bench.standIn.cancel();
        return;
      case 'history_bound_passed':
        await bench.standIn.roll();
        return;
      case 'window_elapsed':
      case 'remote_changes':
      case 'end_started':
        // Time and the remote agent bring these about; nothing is to be done.
        return;
      default:
        throw new Error(`no such event: ${event.event}`);
    }
  }

  get #parkedState(): TaskState {
    return stateOf(this.setup['parked_state'] ?? 'INPUT_REQUIRED');
  }

  async #present(event: JsonObject): Promise<void> {
    const token = event['token'] === 'right' ? RIGHT_TOKEN : 'another';
    const body = pushBody(textAt(event, 'remote_task_id') || REMOTE_TASK);
    const answer = await this.bench.receiver.receive({
      localTaskId: LOCAL_TASK,
      peer: 'specialist',
      headers: { 'x-a2a-notification-token': token },
      body,
    });
    this.statuses.push(answer.status);
  }
}

type Asked = (player: ScenarioPlayer) => Json;

const told = ({ bench }: ScenarioPlayer) => [...bench.rows.values()];
const isEnded = ({ bench }: ScenarioPlayer): boolean => bench.end !== undefined || bench.moment.state === 'closing';
const waits = ({ bench }: ScenarioPlayer): number[] => bench.factsOf('recheck-waiting').map(({ waitMs }) => waitMs / 1_000);

/** Seconds from the end of a stream or of a follow to the next subscription. */
function pauseOf({ bench }: ScenarioPlayer): Json {
  const ended = bench.factsOf('follow-ended').at(-1)?.at;
  const next = bench.factsOf('follow-subscribed').find(({ at }) => ended !== undefined && at > ended)?.at;
  return ended === undefined || next === undefined ? null : (next - ended) / 1_000;
}

function wasWaitInterrupted({ bench }: ScenarioPlayer): boolean {
  const [wait] = bench.factsOf('recheck-waiting').slice(-1);
  return (
    wait !== undefined &&
    bench.facts.some(
      ({ at, fact: { kind } }) => at < wait.at + wait.waitMs && at >= wait.at && (kind === 'turn-started' || kind === 'stand-in-closed'),
    )
  );
}

function nextOf({ bench }: ScenarioPlayer): Json {
  if (bench.factsOf('history-rolled').length > 0) return 'continue_as_new';
  if (bench.factsOf('turn-started').length > 0) return 'turn';
  return bench.moment.standIn.isCanceled ? 'cancel' : null;
}

/** How each member that a scenario may ask for is read off what was played. */
const ASKED: Readonly<Record<string, Asked>> = {
  registrations: ({ bench }) => bench.begun('register').length,
  fetches: ({ bench }) => bench.begun('fetch').length,
  fetches_at_least: ({ bench }) => bench.begun('fetch').length,
  subscriptions: ({ bench }) => bench.begun('subscribe').length,
  activity_runs: ({ bench }) => bench.moment.standIn.followRuns,
  deletes: ({ bench }) => bench.begun('delete').length,
  delete_attempts: ({ bench }) => bench.begun('delete').length,
  parent_told: (player) => told(player).length,
  parent_note: (player) => told(player).some(({ isNote }) => isNote),
  row_updated: (player) => told(player).length > 0,
  row_rolled_back: (player) => told(player).some(({ turn }) => turn.state !== player.lastFetched),
  rechecks: (player) => waits(player).length,
  waits,
  waits_after_second_push: ({ bench }) => {
    const second = bench.journal.lastIndexOf('push-accepted');
    const before = bench.journal.slice(0, second).filter((kind) => kind === 'recheck-waiting').length;
    return bench
      .factsOf('recheck-waiting')
      .slice(before)
      .map(({ waitMs }) => waitMs / 1_000);
  },
  wait_interrupted: wasWaitInterrupted,
  recheck_pending_after: ({ bench }) => bench.moment.state === 'rechecking' || bench.moment.standIn.claimed !== null,
  next: nextOf,
  waiting: ({ bench }) => ['armed', 'unheard', 'listening', 'pausing', 'resting', 'rechecking'].includes(bench.moment.state),
  ended: isEnded,
  local_state: ({ bench }) => wordOf(bench.moment.standIn.last?.state),
  mapped_state: ({ bench }) => wordOf(bench.moment.standIn.last?.state),
  state_changed: ({ bench, setup }) => wordOf(bench.moment.standIn.last?.state) !== (setup['parked_state'] ?? 'INPUT_REQUIRED'),
  known_text_kept: ({ bench }) => bench.moment.standIn.last?.text === KNOWN_TEXT,
  closed_before_delete: ({ bench }) => {
    const closed = bench.journal.indexOf('stand-in-closed');
    return closed >= 0 && closed < bench.journal.indexOf('delete');
  },
  http_status: ({ statuses }) => statuses[0] ?? null,
  second_push_status: ({ statuses }) => statuses[0] ?? null,
  error_seen_by_caller: ({ bench }) => bench.broken !== undefined,
  mode: ({ bench }) => bench.moment.standIn.watch?.mode ?? null,
  watch: ({ bench }) => bench.moment.standIn.watch?.mode ?? null,
  follow_restarted: ({ bench }) => bench.moment.standIn.followRuns > 1,
  follow_cancelled: ({ bench }) => bench.factsOf('follow-cancelled').length > 0,
  changed: ({ bench }) => bench.factsOf('follow-ended').some(({ why }) => why === 'changed'),
  pause: pauseOf,
  kept: ({ bench }) => [...(bench.factsOf('history-rolled')[0]?.kept ?? [])],
};

/** What a played scenario answers to what it is asked. */
export function askedOf(player: ScenarioPlayer, ask: readonly string[]): Json {
  return Object.fromEntries(
    ask.map((name) => {
      const asked = ASKED[name];
      if (!asked) throw new Error(`no such question: ${name}`);
      return [name, asked(player)];
    }),
  );
}

/** Plays the waits and fetches after one push. */
export async function playRechecks(claimed: string, answers: readonly string[]): Promise<Json> {
  const player = new ScenarioPlayer({ setup: { watch: 'push' }, events: [] });
  const { bench } = player;
  await player.begin();
  await player.happen({ at: 0, event: 'push_accepted', claimed });
  for (const state of answers) {
    if (bench.waiting('fetch').length === 0) await bench.clock.advanceTo(bench.moment.standIn.timer?.until ?? bench.clock.now());
    await bench.clock.rest();
    if (bench.waiting('fetch').length === 0) break;
    await player.happen({ at: 0, event: 'fetch_result', state });
  }
  const { last } = bench.moment.standIn;
  const isOver = last !== null && isFinal(last);
  return {
    fetches: bench.begun('fetch').length,
    waits: waits(player),
    applied: wordOf(last?.state),
    agreed: wordOf(last?.state) === claimed && (isOver || bench.moment.state !== 'rechecking'),
  };
}
