// The runs that an ACP server can show, and the sessions that they are in. What ended long ago is let go: nobody asks for it any
// more, and its messages and events would be kept for ever.

import type { ContextId, TaskId } from '../../protocol/task.ts';
import type { AcpRun } from './acp-run.ts';

/** Runs that have ended and can still be asked for, as many as a bounded kernel keeps tasks. */
const MOST_ENDED = 10_000;

export interface KnownRun {
  readonly runId: string;
  readonly sessionId: string;
  readonly taskId: TaskId;
  readonly run: AcpRun;
}

export class KeptRuns {
  readonly #mostEnded: number;
  readonly #runs = new Map<string, KnownRun>();
  readonly #sessions = new Map<string, { readonly contextId: ContextId; runs: number }>();
  /** In the order of their ends: a set keeps it, and forgets from its front. */
  readonly #ended = new Set<string>();

  constructor(mostEnded = MOST_ENDED) {
    this.#mostEnded = mostEnded;
  }

  get(runId: string): KnownRun | undefined {
    return this.#runs.get(runId);
  }

  contextOf(sessionId: string): ContextId | undefined {
    return this.#sessions.get(sessionId)?.contextId;
  }

  add(known: KnownRun, contextId: ContextId): void {
    const { runId, sessionId } = known;
    // A server that gives an id out again has forgotten the run that had it.
    this.#forget(runId);
    this.#runs.set(runId, known);
    const session = this.#sessions.get(sessionId) ?? { contextId, runs: 0 };
    session.runs += 1;
    this.#sessions.set(sessionId, session);
  }

  /** A run has ended for good; of those that ended before it the first may be let go. */
  end(runId: string): void {
    if (!this.#runs.has(runId)) return;
    this.#ended.add(runId);
    for (const first of this.#ended) {
      if (this.#ended.size <= this.#mostEnded) return;
      this.#forget(first);
    }
  }

  #forget(runId: string): void {
    const known = this.#runs.get(runId);
    if (!known) return;
    this.#runs.delete(runId);
    this.#ended.delete(runId);
    const session = this.#sessions.get(known.sessionId);
    if (session && --session.runs === 0) this.#sessions.delete(known.sessionId);
  }
}
