// What is known of a delegation to a peer while it runs: the card, the task, what was seen of it and when, and how long the
// client will wait. Shared by the requests of peer-client.ts; nothing outside of it.

import type { Message } from '../protocol/message.ts';
import type { DelegationOutcome, PeerAnswer, PeerCard, PeerFailure, PeerOrder, PeerPort, PeerStep, PeerTask } from '../protocol/peer.ts';
import type { Artifact, TaskId, TaskState } from '../protocol/task.ts';
import type { ClientPorts, ClientSettings } from './client-settings.ts';
import { isOneMove, isReachable } from './observed-moves.ts';
import type { PeerOutcome, SeenState } from './outcomes.ts';
import { TimeLimit, type Waited } from './time-limit.ts';
import { isTerminal } from './transition-table.ts';

/** More artifacts than this are no answer (SPEC.md Q.9). */
const MOST_ARTIFACTS = 1_000;

/** How a try came to an end: in an outcome, or in a failure about which the retry table decides. */
export type Ending =
  | { readonly kind: 'settled'; readonly outcome: DelegationOutcome; readonly why: string; readonly note?: string }
  | { readonly kind: 'failure'; readonly step: PeerStep; readonly failure: PeerFailure };

export interface OpenRequest {
  readonly signal: AbortSignal;
  hangUp(why: string): void;
  /** It is over: nothing is left to hang up. */
  release(): void;
}

export function violation(why: string): Ending {
  return { kind: 'settled', outcome: 'protocol_violation', why };
}

export class DelegationCourse {
  readonly port: PeerPort;
  readonly order: PeerOrder;
  readonly settings: ClientSettings;
  readonly ports: ClientPorts;
  readonly limit: TimeLimit;
  attempts = 0;
  /** Events of streams so far, those of earlier tries included. */
  events = 0;
  inputsSent = 0;
  /** What the task had asked when input was last given; undefined when it waits for none that was given. */
  answeredText: string | undefined;
  cancelSent = false;
  card: PeerCard | undefined;
  taskId: TaskId | undefined;
  state: TaskState | undefined;
  /** What the task said with its last state. */
  text: string | undefined;
  readonly #everything = new AbortController();
  readonly #observed: SeenState[] = [];
  #artifacts: readonly Artifact[] = [];
  #messages: readonly Message[] = [];
  /** The state that the last whole task was in. */
  #wholeAt: TaskState | undefined;
  #mayExist = false;
  #progressAt = 0;
  #lastBeat = -Infinity;
  #startedAt: number | undefined;
  #createdAt: number | undefined;
  readonly #onCallerGone = (): void => {
    this.limit.stop();
    this.#everything.abort(this.ports.signal?.reason);
  };

  constructor(port: PeerPort, order: PeerOrder & { readonly card?: PeerCard }, settings: ClientSettings, ports: ClientPorts) {
    const { card, clientRef, ...plain } = order;
    this.port = port;
    this.order = settings.clientRef && clientRef !== undefined ? { ...plain, clientRef } : plain;
    this.settings = settings;
    this.ports = ports;
    this.limit = new TimeLimit(ports);
    this.card = card;
    const { signal } = ports;
    if (signal?.aborted) this.#everything.abort(signal.reason);
    signal?.addEventListener('abort', this.#onCallerGone, { once: true });
  }

  /** Aborted when the delegation is over, or its caller has gone. */
  get signal(): AbortSignal {
    return this.#everything.signal;
  }

  hangUp(): void {
    this.ports.signal?.removeEventListener('abort', this.#onCallerGone);
    this.limit.stop();
    this.#everything.abort(new Error('the delegation is over'));
  }

  /** Sends one request and waits for its answer until an instant; a request that is late is hung up. */
  async ask<T>(call: (signal: AbortSignal) => Promise<PeerAnswer<T>>, until: number | null): Promise<Waited<PeerAnswer<T>>> {
    const request = this.openRequest();
    try {
      const waited = await this.limit.within(call(request.signal), until);
      if (waited.kind === 'late') request.hangUp('the client waits no longer');
      return waited;
    } finally {
      request.release();
    }
  }

  /** A signal for one request or stream, which is hung up with everything else where it is not over before. */
  openRequest(): OpenRequest {
    const one = new AbortController();
    const all = this.signal;
    const stop = (): void => one.abort(all.reason);
    if (all.aborted) stop();
    all.addEventListener('abort', stop, { once: true });
    return {
      signal: one.signal,
      hangUp: (why) => one.abort(new Error(why)),
      release: () => all.removeEventListener('abort', stop),
    };
  }

  /** The deadline counts from the first create. SPEC.md Q.4. */
  startDeadline(): void {
    this.#createdAt ??= this.ports.now();
  }

  /** Until when anything is tried: the deadline, and before the first create as long again for the card. */
  get deadlineAt(): number | null {
    this.#startedAt ??= this.ports.now();
    const { deadlineMs } = this.settings;
    return deadlineMs === null ? null : (this.#createdAt ?? this.#startedAt) + deadlineMs;
  }

  get hasAskedForWork(): boolean {
    return this.#createdAt !== undefined;
  }

  /** The last instant at which anything is awaited. */
  get lastInstant(): number | null {
    return this.deadlineAt === null ? null : this.deadlineAt + this.settings.cancelWaitMs;
  }

  get isPastDeadline(): boolean {
    return this.deadlineAt !== null && this.ports.now() >= this.deadlineAt;
  }

  /** Until when the next sign of the task is awaited: the deadline, or the end of a silence where signs of life are promised. SPEC.md Q.7. */
  get patience(): number | null {
    const { stallMs } = this.settings;
    const mayStall = stallMs !== null && this.card?.heartbeat === true && (this.state === 'submitted' || this.state === 'working');
    if (!mayStall) return this.deadlineAt;
    return Math.min(this.deadlineAt ?? Infinity, this.#progressAt + stallMs);
  }

  /** A create left, and no word came back of whether it made a task. */
  mayHaveMadeTask(): void {
    this.#mayExist = true;
  }

  /** A task that the peer has just made is watched from its beginning, whatever was seen of another. */
  beginTask(taskId: TaskId): void {
    this.taskId = taskId;
    this.state = undefined;
    this.answeredText = undefined;
  }

  /**
   * Takes a state from an answer, or from the first event of a stream: a sample, which must be reachable from what was seen
   * before (SPEC.md Q.6).
   * @returns the ending that it makes, if it makes one
   */
  sample(task: PeerTask, step: PeerStep): Ending | undefined {
    const wrong = this.note(task, step);
    if (wrong) return wrong;
    const from = this.state;
    if (from !== undefined && !this.#mayFollow(from, task)) return violation(`${task.state} cannot come after ${from}`);
    // Events carry no artifacts; everything else is a whole task.
    if (step !== 'events') {
      this.#artifacts = task.artifacts;
      this.#messages = task.messages;
      this.#wholeAt = task.state;
    }
    this.advance(task);
    return undefined;
  }

  /** Takes an answer or event into the record of what was seen, whether or not it may be. */
  note(task: PeerTask, step: PeerStep): Ending | undefined {
    if (task.taskId !== this.taskId)
      return failed(step, { kind: 'wrong-task', detail: `asked about ${this.taskId}, told of ${task.taskId}` });
    if (task.artifacts.length > MOST_ARTIFACTS) {
      return failed(step, { kind: 'too-big', detail: `${task.artifacts.length} artifacts; at most ${MOST_ARTIFACTS} are taken` });
    }
    this.#observed.push({ at: this.ports.now(), step, state: task.state });
    return undefined;
  }

  /** Goes on to a state that may be. */
  advance({ state, text, lastProgressAt }: PeerTask): void {
    const beats = lastProgressAt !== undefined && lastProgressAt > this.#lastBeat;
    if (beats) this.#lastBeat = lastProgressAt;
    if (beats || state !== this.state) this.#progressAt = this.ports.now();
    if (state !== 'input-required') this.answeredText = undefined;
    if (this.cancelSent && isTerminal(state) && state !== 'canceled' && state !== this.state && this.taskId !== undefined) {
      this.ports.fact({ kind: 'late-completion', taskId: this.taskId, state });
    }
    this.state = state;
    this.text = text;
  }

  /** Only a stream shows single moves; who holds polled samples to them takes a fast task for a broken one. */
  #mayFollow(from: TaskState, { state }: PeerTask): boolean {
    return this.settings.polledMoves === 'adjacent' && this.settings.channel === 'poll'
      ? from === state || isOneMove(from, state)
      : isReachable(from, state);
  }

  /** The outcome as the caller gets it. */
  result({ outcome, why, note }: Extract<Ending, { kind: 'settled' }>): PeerOutcome {
    const { partialArtifacts } = this.settings;
    const whole = this.#wholeAt !== undefined && this.#wholeAt === this.state;
    const kept = outcome === 'ok' || partialArtifacts !== 'discard' ? this.#artifacts : [];
    const trusted = whole && (outcome === 'ok' || partialArtifacts === 'trust');
    return {
      outcome,
      attempts: this.attempts,
      why,
      ...(note === undefined ? {} : { note }),
      ...(this.taskId === undefined ? {} : { taskId: this.taskId }),
      ...(this.state === undefined ? {} : { state: this.state }),
      artifacts: kept,
      artifactsComplete: trusted ? 'yes' : whole ? 'no' : 'unknown',
      messages: this.#messages,
      remote: this.#remote(),
      observed: this.#observed,
      ...(this.card === undefined ? {} : { card: this.card }),
    };
  }

  #remote(): PeerOutcome['remote'] {
    if (this.taskId === undefined) return this.#mayExist ? 'unknown' : 'none';
    return this.state !== undefined && isTerminal(this.state) ? this.state : 'unknown';
  }
}

export function failed(step: PeerStep, failure: PeerFailure): Ending {
  return { kind: 'failure', step, failure };
}
