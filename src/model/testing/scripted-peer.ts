// A remote agent in memory, ten milliseconds away on a virtual clock: it makes tasks, moves them as its script says, and fails
// where the script says so. Times are those of the lab: a handler pauses a step before each move.

import type { CreatedPeerTask, PeerAnswer, PeerFailure, PeerOrder, PeerPort, PeerStep, PeerTask } from '../protocol/peer.ts';
import type { Artifact, TaskState } from '../protocol/task.ts';
import { isTerminal } from '../kernel/transition-table.ts';
import type { VirtualClock } from './virtual-clock.ts';

const HOP_MS = 10;

export interface ScriptedMove {
  /** Pause before it. */
  readonly after: number;
  readonly state?: TaskState;
  readonly text?: string;
  readonly artifact?: Artifact;
}

/** What goes wrong with a request: it fails, is never answered, or is heard while its answer is lost. */
export type Trouble = PeerFailure | 'silence' | 'answer-lost';

export interface PeerScript {
  readonly moves?: readonly ScriptedMove[];
  /** Moves that follow an input. */
  readonly afterInput?: readonly ScriptedMove[];
  /** Trouble with the nth request of a step, from 1. */
  readonly trouble?: ((step: PeerStep, nth: number) => Trouble | undefined) | undefined;
  /** A sign of life each so many milliseconds, while its moves go on. */
  readonly heartbeatMs?: number;
  /** What the card promises about signs of life. */
  readonly promisesHeartbeat?: boolean;
  /** Changes what an event or an answer shows, for peers that lie. */
  readonly disguise?: (task: PeerTask, step: PeerStep) => PeerTask;
  /** Replaces the stream's items, each at its own delay after the request. */
  readonly events?: (nth: number) => readonly StreamItem[] | undefined;
}
/** What a stream brings, and when after the request arrived; without an item it just ends. A list without an end stays open. */
export interface StreamItem {
  readonly after: number;
  readonly item?: PeerAnswer<PeerTask>;
}

const artifact = (data: Artifact['parts'][number]['data']): Artifact => ({
  artifactId: 'art-1',
  name: 'statistics',
  description: '',
  parts: [{ kind: 'data', data: data ?? null }],
});

/** A healthy specialist: working, artifact, completed at 130, 230 and 330 where the create arrives at 30. */
export const HEALTHY_MOVES: readonly ScriptedMove[] = [
  { after: 100, state: 'working' },
  { after: 100, artifact: artifact({ mean: 2 }) },
  { after: 100, state: 'completed' },
];

/** The same with a long step: completed at 15 230. */
export const SLOW_MOVES: readonly ScriptedMove[] = [
  { after: 100, state: 'working' },
  { after: 15_000, artifact: artifact({ mean: 2 }) },
  { after: 100, state: 'completed' },
];

interface ServedTask {
  readonly taskId: string;
  state: TaskState;
  text: string | undefined;
  seq: number;
  lastProgressAt: number;
  readonly artifacts: Artifact[];
  readonly listeners: Set<() => void>;
}

export class ScriptedPeer implements PeerPort {
  /** Every request, when it left. */
  readonly calls: { readonly at: number; readonly step: PeerStep }[] = [];
  readonly tasks: ServedTask[] = [];
  readonly #byRef = new Map<string, ServedTask>();
  readonly #counts = new Map<PeerStep, number>();
  readonly #clock: VirtualClock;
  readonly #script: PeerScript;

  constructor(clock: VirtualClock, script: PeerScript = {}) {
    this.#clock = clock;
    this.#script = script;
  }

  card(signal: AbortSignal): ReturnType<PeerPort['card']> {
    const heartbeat = this.#script.promisesHeartbeat ?? this.#script.heartbeatMs !== undefined;
    return this.#serve('card', signal, () => ({
      ok: true,
      value: { name: 'specialist', skills: ['statistics', 'format_table'], heartbeat, signature: 'unsigned' },
    }));
  }

  create(order: PeerOrder, signal: AbortSignal): Promise<PeerAnswer<CreatedPeerTask>> {
    return this.#serve('create', signal, () => {
      const known = order.clientRef === undefined ? undefined : this.#byRef.get(order.clientRef);
      const task = known ?? this.#begin(order.clientRef);
      return { ok: true, value: { ...this.#shown(task, 'create'), foundAgain: known !== undefined } };
    });
  }

  get(taskId: string, signal: AbortSignal): Promise<PeerAnswer<PeerTask>> {
    return this.#serve('get', signal, () => this.#about(taskId, (task) => ({ ok: true, value: this.#shown(task, 'get') })));
  }

  input(taskId: string, _parts: unknown, signal: AbortSignal): Promise<PeerAnswer<PeerTask>> {
    return this.#serve('input', signal, () =>
      this.#about(taskId, (task) => {
        if (task.state !== 'input-required') return refused(409, 'NOT_WAITING');
        void this.#play(task, this.#script.afterInput ?? HEALTHY_MOVES);
        return { ok: true, value: this.#shown(task, 'input') };
      }),
    );
  }

  cancel(taskId: string, signal: AbortSignal): Promise<PeerAnswer<PeerTask>> {
    return this.#serve('cancel', signal, () =>
      this.#about(taskId, (task) => {
        if (isTerminal(task.state)) return refused(409, 'TASK_TERMINAL');
        this.#move(task, { after: 0, state: 'canceled' });
        return { ok: true, value: this.#shown(task, 'cancel') };
      }),
    );
  }

  async *events(taskId: string, signal: AbortSignal): AsyncGenerator<PeerAnswer<PeerTask>, void> {
    const [nth, trouble] = this.#leave('events');
    await this.#clock.sleep(HOP_MS, signal);
    if (trouble === 'silence') await silence(signal);
    const items = this.#script.events?.(nth);
    const task = this.tasks.find((one) => one.taskId === taskId);
    if (task && !items && trouble === undefined) return yield* this.#listen(task, signal);
    await this.#clock.sleep(HOP_MS, signal);
    if (typeof trouble === 'object') yield { ok: false, failure: trouble };
    else if (trouble === 'answer-lost') yield { ok: false, failure: { kind: 'connection-lost', detail: 'the connection was lost' } };
    else if (items) yield* this.#scripted(items, signal);
    else yield refused(404, 'TASK_NOT_FOUND');
  }

  async *#scripted(items: readonly StreamItem[], signal: AbortSignal): AsyncGenerator<PeerAnswer<PeerTask>, void> {
    for (const { after, item } of items) {
      await this.#clock.sleep(after, signal);
      if (!item) return;
      yield item;
    }
    await silence(signal);
  }

  /** The states from the one that the task was in when the request arrived, each a hop after it was stored. */
  async *#listen(task: ServedTask, signal: AbortSignal): AsyncGenerator<PeerAnswer<PeerTask>, void> {
    const queue: { readonly at: number; readonly shown: PeerTask }[] = [];
    let wake = (): void => undefined;
    const take = (): void => {
      queue.push({ at: this.#clock.now() + HOP_MS, shown: { ...this.#shown(task, 'events'), artifacts: [] } });
      wake();
    };
    take();
    task.listeners.add(take);
    signal.addEventListener('abort', () => wake(), { once: true });
    try {
      for (;;) {
        const next = queue.shift();
        if (next === undefined) {
          if (signal.aborted) return;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        if (next.at > this.#clock.now()) await this.#clock.sleep(next.at - this.#clock.now(), signal);
        yield { ok: true, value: next.shown };
        if (isTerminal(next.shown.state)) return;
      }
    } finally {
      task.listeners.delete(take);
    }
  }

  #leave(step: PeerStep): readonly [nth: number, trouble: Trouble | undefined] {
    const nth = (this.#counts.get(step) ?? 0) + 1;
    this.#counts.set(step, nth);
    this.calls.push({ at: this.#clock.now(), step });
    return [nth, this.#script.trouble?.(step, nth)];
  }

  async #serve<T>(step: PeerStep, signal: AbortSignal, answer: () => PeerAnswer<T>): Promise<PeerAnswer<T>> {
    const [, trouble] = this.#leave(step);
    await this.#clock.sleep(HOP_MS, signal);
    if (trouble === 'silence') await silence(signal);
    const answered = trouble === undefined || trouble === 'answer-lost' ? answer() : undefined;
    await this.#clock.sleep(HOP_MS, signal);
    if (trouble === 'answer-lost') return { ok: false, failure: { kind: 'connection-lost', detail: 'the connection was lost' } };
    return answered ?? { ok: false, failure: trouble as PeerFailure };
  }

  #about(taskId: string, answer: (task: ServedTask) => PeerAnswer<PeerTask>): PeerAnswer<PeerTask> {
    const task = this.tasks.find((one) => one.taskId === taskId);
    return task ? answer(task) : refused(404, 'TASK_NOT_FOUND');
  }

  #begin(clientRef: string | undefined): ServedTask {
    const now = this.#clock.now();
    const task: ServedTask = {
      taskId: `task-${this.tasks.length + 1}`,
      state: 'submitted',
      text: undefined,
      seq: 1,
      lastProgressAt: now,
      artifacts: [],
      listeners: new Set(),
    };
    this.tasks.push(task);
    if (clientRef !== undefined) this.#byRef.set(clientRef, task);
    void this.#play(task, this.#script.moves ?? HEALTHY_MOVES);
    return task;
  }

  async #play(task: ServedTask, moves: readonly ScriptedMove[]): Promise<void> {
    for (const move of moves) {
      const until = this.#clock.now() + move.after;
      const { heartbeatMs } = this.#script;
      while (heartbeatMs !== undefined && this.#clock.now() + heartbeatMs < until) {
        await this.#clock.sleep(heartbeatMs);
        if (isTerminal(task.state)) return;
        this.#move(task, { after: 0 });
      }
      await this.#clock.sleep(until - this.#clock.now());
      if (isTerminal(task.state)) return;
      this.#move(task, move);
    }
  }

  #move(task: ServedTask, { state, text, artifact: made }: ScriptedMove): void {
    if (made) task.artifacts.push(made);
    task.lastProgressAt = this.#clock.now();
    if (made) return;
    task.seq += 1;
    task.state = state ?? task.state;
    task.text = text;
    for (const tell of task.listeners) tell();
  }

  #shown({ taskId, state, text, seq, lastProgressAt, artifacts }: ServedTask, step: PeerStep): PeerTask {
    const beat = this.#script.heartbeatMs === undefined ? {} : { lastProgressAt };
    const said = text === undefined ? {} : { text };
    const task: PeerTask = { taskId, state, seq, artifacts: [...artifacts], messages: [], ...said, ...beat };
    return this.#script.disguise?.(task, step) ?? task;
  }
}

export function refused(status: number, code?: string): { readonly ok: false; readonly failure: PeerFailure } {
  return { ok: false, failure: { kind: 'status', status, detail: `the peer answered ${status}`, ...(code === undefined ? {} : { code }) } };
}

function silence(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('hung up')), { once: true });
  });
}
