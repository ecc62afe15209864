// What a scenario asks, read off the recording of its scene: requests that crossed the wire, and facts. Nothing is asked of the
// stand-in itself.

import { observe } from '../../model/adapters/adapters.ts';
import type { Said } from '../../model/adapters/observation.ts';
import { type Json, parseJson } from '../../model/base/json.ts';
import type { Fact } from '../../model/log/fact.ts';
import type { RecordedLine } from '../../model/log/saved-form.ts';
import type { OperationKind } from '../../model/protocol/operation.ts';
import type { TaskState } from '../../model/protocol/task.ts';
import type { PlayedScene } from './watch-scene-play.ts';
import { HOST } from './watch-scene-play.ts';
import type { WatchAction } from '../watch-scene.ts';
import { KNOWN_TEXT, lastMomentOf } from './watch-scenes.ts';
import { millisOf, parkedStateOf, wordOfState } from './watch-scenario-vectors.ts';

type Request = Extract<RecordedLine, { readonly line: 'request' }>;
type Told<K extends Fact['kind']> = Extract<Fact, { readonly kind: K }> & { readonly at: number; readonly place: number };

const PUSH_PATH = /^\/a2a\/push\//;
const WAITING_STATES: ReadonlySet<string> = new Set(['armed', 'unheard', 'listening', 'pausing', 'resting', 'rechecking']);
const DONE_STATES: ReadonlySet<string> = new Set(['closing', 'ended']);

export interface RingTry {
  /** Null where no answer came. */
  readonly status: number | null;
  /** Whether the stand-in had closed, or was to, before the answer was given. */
  readonly wasClosed: boolean;
}
export interface RingTries {
  readonly ring: Extract<WatchAction, { readonly do: 'ring' }>;
  readonly tries: readonly RingTry[];
}

/** A recording up to the last moment that its scenario tells of, and what came later. */
export class SceneReading {
  readonly played: PlayedScene;
  readonly lines: readonly RecordedLine[];
  readonly #later: readonly RecordedLine[];
  readonly #asked: readonly { readonly operation: OperationKind | 'other' | undefined; readonly request: Request }[];

  /** @param until the moment at which it is asked; the last one that the scenario tells of, where it is not said */
  constructor(played: PlayedScene, until: number = lastMomentOf(played.scenario, played.scene)) {
    this.played = played;
    this.lines = played.lines.filter(({ at }) => at <= until);
    this.#later = played.lines.slice(this.lines.length);
    this.#asked = this.lines.flatMap((line) =>
      line.line === 'request' && line.from === HOST ? [{ operation: operationOf(line), request: line }] : [],
    );
  }

  factsOf<K extends Fact['kind']>(kind: K): readonly Told<K>[] {
    return factsIn(this.lines, kind);
  }

  laterFactsOf<K extends Fact['kind']>(kind: K): readonly Told<K>[] {
    return factsIn(this.#later, kind);
  }

  /** What the host asked the remote agent by wire. */
  asked(operation: OperationKind): readonly Request[] {
    return this.#asked.flatMap((each) => (each.operation === operation ? [each.request] : []));
  }

  /** The answers to the first tries of the scene's rings, in its order; null where one got none. */
  ringAnswers(): readonly (number | null)[] {
    return this.ringTries().map(({ tries: [first] }) => first?.status ?? null);
  }

  /** Every try of the scene's rings, in its order: where nobody answers, the agent rings again after pauses that its settings say. */
  ringTries(): readonly RingTries[] {
    const { actions, remote } = this.played.scene;
    const calls = this.lines.filter((line): line is Request => line.line === 'request' && line.to === HOST && PUSH_PATH.test(line.path));
    const { attempts, backOffMs } = remote.ringing;
    const pauses = Array.from({ length: attempts }, (_, tries) => backOffMs * (2 ** tries - 1));
    return actions.flatMap((ring) => {
      if (ring.do !== 'ring') return [];
      const first = calls.find(({ at }) => at === ring.at);
      const tries = calls.filter(({ at, body }) => body === first?.body && pauses.includes(at - ring.at));
      return [{ ring, tries: tries.map((call) => this.#answerTo(call)) }];
    });
  }

  #answerTo(call: Request): RingTry {
    const place = this.lines.findIndex((line) => line.line === 'response' && line.exchange === call.exchange);
    const answer = this.lines[place];
    if (answer?.line !== 'response') return { status: null, wasClosed: false };
    const closings = [
      ...this.factsOf('stand-in-closed'),
      ...this.factsOf('stand-in-moved').filter(({ event }) => event === 'cancel-received'),
    ];
    return { status: answer.status, wasClosed: closings.some((closing) => closing.place < place) };
  }

  /** Ids of the messages that the host sent, in order. */
  messageIds(): readonly string[] {
    return this.asked('stream').flatMap((request) => {
      const said = saidBy(request);
      return said.kind === 'request' && said.message ? [said.message.messageId] : [];
    });
  }

  get mode(): 'push' | 'follow' | 'off' | null {
    return this.factsOf('watch-changed').at(-1)?.mode ?? this.played.scenario.setup.watch;
  }

  /** Where in its machine the stand-in is. */
  get state(): string {
    return this.factsOf('stand-in-moved').at(-1)?.to ?? 'none';
  }

  /** What the stand-in takes the remote task's state for. */
  get localState(): TaskState {
    const ended = this.factsOf('stand-in-closed').at(-1);
    const told = this.factsOf('parent-told').at(-1);
    return ended?.state ?? told?.state ?? parkedStateOf(this.played.scenario.setup);
  }
}

function factsIn<K extends Fact['kind']>(lines: readonly RecordedLine[], kind: K): readonly Told<K>[] {
  return lines.flatMap((line, place) =>
    line.line === 'fact' && line.fact.kind === kind ? [{ ...line.fact, at: line.at, place } as unknown as Told<K>] : [],
  );
}

function saidBy({ method, path, headers, body }: Request): Said {
  const parsed = parseJson(body);
  return observe(parsed.ok ? parsed.value : null, { direction: 'request', method, path, headers }).said;
}

function operationOf(request: Request): OperationKind | 'other' | undefined {
  const said = saidBy(request);
  return said.kind === 'request' ? said.operation : undefined;
}

type Asked = (reading: SceneReading) => Json;

/** The statuses of the pushes whose answers a scenario asks for: those that are accepted are no question. */
function presentedStatuses(reading: SceneReading): readonly (number | null)[] {
  const answers = reading.ringAnswers();
  const rings = reading.played.scenario.events.filter(({ event }) => event === 'push_accepted' || event === 'push_presented');
  return answers.filter((_, place) => rings[place]?.event === 'push_presented');
}

const waits = (reading: SceneReading): number[] => reading.factsOf('recheck-waiting').map(({ waitMs }) => waitMs / 1_000);
const modeOf = (reading: SceneReading): Json => reading.mode;
const followRuns = (reading: SceneReading): number =>
  Math.max(0, ...reading.factsOf('follow-subscribed').map(({ followRun }) => followRun));
const isDone = (reading: SceneReading): boolean => DONE_STATES.has(reading.state);

function waitsAfterSecondPush(reading: SceneReading): Json {
  const second = reading.factsOf('push-accepted').at(-1)?.place ?? Infinity;
  return reading.factsOf('recheck-waiting').flatMap(({ place, waitMs }) => (place > second ? [waitMs / 1_000] : []));
}

function wasWaitInterrupted(reading: SceneReading): boolean {
  const wait = reading.factsOf('recheck-waiting').at(-1);
  if (!wait) return false;
  const breaks = [...reading.factsOf('turn-started'), ...reading.factsOf('stand-in-closed')];
  return breaks.some(({ at }) => at >= wait.at && at < wait.at + wait.waitMs);
}

/** Whether a look is still owed to a claim: now, or when the stand-in is parked again. */
function isRecheckPending(reading: SceneReading): boolean {
  return reading.state === 'rechecking' || reading.laterFactsOf('task-fetched').some(({ why }) => why === 'recheck');
}

function nextOf(reading: SceneReading): Json {
  if (reading.factsOf('history-rolled').length > 0) return 'continue_as_new';
  if (reading.factsOf('turn-started').length > 0) return 'turn';
  return reading.factsOf('stand-in-moved').some(({ event }) => event === 'cancel-received') ? 'cancel' : null;
}

/** Seconds from the end of a stream or of a follow to the next subscription. */
function pauseOf(reading: SceneReading): Json {
  const ended = reading.factsOf('follow-ended').at(-1)?.at;
  const next = reading.factsOf('follow-subscribed').find(({ at }) => ended !== undefined && at > ended)?.at;
  return ended === undefined || next === undefined ? null : (next - ended) / 1_000;
}

function wasRowRolledBack(reading: SceneReading): boolean {
  const fetched = reading.factsOf('task-fetched').at(-1)?.state;
  return reading.factsOf('parent-told').some(({ state }) => state !== fetched);
}

function closedBeforeDeletion(reading: SceneReading): boolean {
  const [closed] = reading.factsOf('stand-in-closed');
  const [deletion] = reading.asked('delete-push-config');
  return closed !== undefined && (deletion === undefined || closed.place < reading.lines.indexOf(deletion));
}

/** How each member that a scenario may ask for is read. */
const ASKED: Readonly<Record<string, Asked>> = {
  registrations: (reading) => reading.asked('set-push-config').length,
  fetches: (reading) => reading.asked('get').length,
  fetches_at_least: (reading) => Math.min(Number(reading.played.scenario.expected['fetches_at_least']), reading.asked('get').length),
  subscriptions: (reading) => reading.asked('subscribe').length,
  activity_runs: followRuns,
  deletes: (reading) => reading.asked('delete-push-config').length,
  delete_attempts: (reading) => reading.asked('delete-push-config').length,
  parent_told: (reading) => reading.factsOf('parent-told').length,
  parent_note: (reading) => reading.factsOf('parent-told').some(({ note }) => note),
  row_updated: (reading) => reading.factsOf('parent-told').length > 0,
  row_rolled_back: wasRowRolledBack,
  rechecks: (reading) => waits(reading).length,
  waits,
  waits_after_second_push: waitsAfterSecondPush,
  wait_interrupted: wasWaitInterrupted,
  recheck_pending_after: isRecheckPending,
  next: nextOf,
  waiting: (reading) => WAITING_STATES.has(reading.state),
  ended: isDone,
  local_state: (reading) => wordOfState(reading.localState),
  mapped_state: (reading) => wordOfState(reading.localState),
  state_changed: (reading) => reading.localState !== parkedStateOf(reading.played.scenario.setup),
  known_text_kept: (reading) => (reading.factsOf('parent-told').at(-1)?.text ?? KNOWN_TEXT) === KNOWN_TEXT,
  closed_before_delete: closedBeforeDeletion,
  http_status: (reading) => presentedStatuses(reading)[0] ?? null,
  second_push_status: (reading) => presentedStatuses(reading)[0] ?? null,
  error_seen_by_caller: (reading) => reading.factsOf('worker-ended').some(({ why }) => why !== 'killed'),
  mode: modeOf,
  watch: modeOf,
  follow_restarted: (reading) => followRuns(reading) > 1,
  follow_cancelled: (reading) => reading.factsOf('follow-cancelled').length > 0,
  changed: (reading) => reading.factsOf('follow-ended').some(({ why }) => why === 'changed'),
  pause: pauseOf,
  kept: (reading) => [...(reading.factsOf('history-rolled')[0]?.kept ?? [])],
};

/** What a played scenario answers to what it is asked. */
export function answersOf(played: PlayedScene): Json {
  const reading = new SceneReading(played);
  return Object.fromEntries(
    played.scenario.ask.map((name) => {
      const asked = ASKED[name];
      if (!asked) throw new Error(`no such question: ${name}`);
      return [name, asked(reading)];
    }),
  );
}

/** What an event must have left in the recording at its own time, where it is the stand-in that brings it about. */
const LEFT_BEHIND: Readonly<Record<string, (reading: SceneReading, at: number) => boolean>> = {
  fetch_result: (reading, at) => reading.factsOf('task-fetched').some((fact) => fact.at === at && fact.state !== undefined),
  fetch_fails: (reading, at) => reading.factsOf('task-fetched').some((fact) => fact.at === at && fact.errorType !== undefined),
  registration_throws: (reading, at) => reading.factsOf('registration-failed').some((fact) => fact.at === at),
  subscribed: (reading, at) => reading.factsOf('follow-subscribed').some((fact) => fact.at === at),
  window_elapsed: (reading, at) => reading.factsOf('follow-ended').some((fact) => fact.at === at && fact.why === 'window'),
  delete_done: (reading, at) => reading.factsOf('stand-in-moved').some((fact) => fact.at === at && fact.event === 'push-deleted'),
  delete_fails: (reading, at) => reading.factsOf('push-deletion-failed').some((fact) => fact.at === at),
  push_accepted: (reading, at) => reading.factsOf('push-accepted').some((fact) => fact.at === at),
  heartbeat_timeout: (reading, at) => reading.factsOf('worker-ended').some((fact) => fact.at === at),
};

/** Events of the scenario that did not happen when they should have. */
export function missedBy(played: PlayedScene): readonly string[] {
  const reading = new SceneReading(played);
  return played.scenario.events.flatMap(({ event, at }) => {
    const isLeft = LEFT_BEHIND[event]?.(reading, millisOf(at)) ?? true;
    return isLeft ? [] : [`${event} at ${at}`];
  });
}
