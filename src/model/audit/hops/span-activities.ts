// From spans to agents at work: the spans of one agent while it serves one call are one activity, so that the client and the
// server span of a call, an HTTP span and the agent's own span in it, are one hop.

import type { SpanStore } from './span-store.ts';

export interface Activity {
  /** Its first span: that of nobody else's work. */
  readonly entry: number;
  readonly parent: Activity | undefined;
  /** The client span through which it was asked for; -1 for none. */
  readonly through: number;
  readonly service: string | undefined;
  agentName: string | undefined;
  taskId: string | undefined;
  contextId: string | undefined;
  /** The task in whose service it says to be. */
  parentTask: string | undefined;
  /** Whether a span of it speaks of agents; what a client span speaks of is the callee's. */
  speaks: boolean;
  /** Spans that show it: its entry, and the one that names its agent or task. */
  readonly shownBy: number[];
}

export interface Activities {
  readonly all: readonly Activity[];
  /** By span. */
  readonly of: readonly Activity[];
  /** Client spans whose other side is not in the trace. */
  readonly unanswered: readonly number[];
  /** Services that served an agent card. */
  readonly cardServers: ReadonlySet<string>;
  /** The agent of a service, where its spans name exactly one. */
  readonly agentOf: ReadonlyMap<string, string>;
}

/** Groups spans into activities; linear in the spans. */
export function findActivities(store: SpanStore): Activities {
  const parents = store.parents();
  const of: Activity[] = [];
  const all: Activity[] = [];
  const answered = new Uint8Array(store.length);
  const services = new Services();
  for (const span of parentsFirst(parents, store)) {
    const parent = parents[span] ?? -1;
    const around = parent < 0 ? undefined : of[parent];
    let activity = around !== undefined && belongsTo(store, { span, parent, around }) ? around : undefined;
    if (activity === undefined) {
      activity = begin(store, { span, parent, around });
      all.push(activity);
      // Every client span on the way out is answered by it: an instrumented library and the HTTP client below it are one call.
      for (let out = parent; out >= 0 && store.calls(out) && answered[out] === 0; out = parents[out] ?? -1) answered[out] = 1;
    }
    of[span] = activity;
    tellActivity(store, span, activity);
    services.add(store, span);
  }
  return { all, of, unanswered: unansweredOf(store, parents, answered), cardServers: services.cardServers, agentOf: services.agents() };
}

/** What is known of a service from all of its spans. */
class Services {
  readonly cardServers = new Set<string>();
  /** Null for a service of several agents. */
  readonly #agents = new Map<string, string | null>();

  add(store: SpanStore, span: number): void {
    const service = store.service(span);
    if (service === undefined) return;
    if (store.serves(span) && store.fetchesCard(span)) this.cardServers.add(service);
    const agent = store.calls(span) ? undefined : store.agentName(span);
    if (agent === undefined) return;
    const known = this.#agents.get(service);
    this.#agents.set(service, known === undefined || known === agent ? agent : null);
  }

  agents(): ReadonlyMap<string, string> {
    const only = new Map<string, string>();
    for (const [service, agent] of this.#agents) if (agent !== null) only.set(service, agent);
    return only;
  }
}

function begin(store: SpanStore, at: { readonly span: number; readonly parent: number; readonly around: Activity | undefined }): Activity {
  return {
    entry: at.span,
    parent: at.around,
    through: at.parent >= 0 && store.calls(at.parent) ? at.parent : -1,
    service: store.service(at.span),
    agentName: undefined,
    taskId: undefined,
    contextId: undefined,
    parentTask: undefined,
    speaks: false,
    shownBy: [at.span],
  };
}

/** Whether a span is part of the work that its parent is part of. */
function belongsTo(
  store: SpanStore,
  { span, parent, around }: { readonly span: number; readonly parent: number; readonly around: Activity },
): boolean {
  const service = store.service(span);
  if (service !== undefined && around.service !== undefined && service !== around.service) return false;
  if (store.serves(span) && store.calls(parent)) return false;
  if (store.calls(span)) return true;
  const name = store.agentName(span);
  if (name !== undefined && around.agentName !== undefined && name !== around.agentName) return false;
  const task = store.taskId(span);
  const enters = store.serves(span) || store.invokes(span);
  return !(enters && task !== undefined && around.taskId !== undefined && task !== around.taskId);
}

function tellActivity(store: SpanStore, span: number, activity: Activity): void {
  if (store.calls(span)) return;
  if (store.speaks(span)) activity.speaks = true;
  const name = store.agentName(span);
  const task = store.taskId(span);
  const tells = (name !== undefined && activity.agentName === undefined) || (task !== undefined && activity.taskId === undefined);
  activity.agentName ??= name;
  activity.taskId ??= task;
  activity.contextId ??= store.contextId(span);
  activity.parentTask ??= store.parentTask(span);
  if (tells && span !== activity.entry) activity.shownBy.push(span);
}

/** Calls whose other side recorded nothing; of nested client spans the outermost, which knows most of what was asked. */
function unansweredOf(store: SpanStore, parents: Int32Array, answered: Uint8Array): readonly number[] {
  const found: number[] = [];
  for (let span = 0; span < store.length; span += 1) {
    const parent = parents[span] ?? -1;
    if (store.calls(span) && answered[span] === 0 && !(parent >= 0 && store.calls(parent) && answered[parent] === 0)) found.push(span);
  }
  return found;
}

/** All spans, each after its parent, those of one parent in the order of their start. */
function* parentsFirst(parents: Int32Array, store: SpanStore): Generator<number> {
  const first = new Int32Array(parents.length).fill(-1);
  const next = new Int32Array(parents.length).fill(-1);
  const roots: number[] = [];
  const order = Array.from(parents, (_, span) => span).sort((a, b) => (store.start(b) || 0) - (store.start(a) || 0) || b - a);
  for (const span of order) {
    const parent = parents[span] ?? -1;
    if (parent < 0) roots.push(span);
    else {
      next[span] = first[parent] ?? -1;
      first[parent] = span;
    }
  }
  // Each list was built back to front, so that it now begins with what began first.
  while (roots.length > 0) {
    const root = roots.pop() ?? -1;
    let span = root;
    while (span >= 0) {
      yield span;
      const below = first[span] ?? -1;
      span = below >= 0 ? below : nextAfter(span, root, parents, next);
    }
  }
}

function nextAfter(span: number, root: number, parents: Int32Array, next: Int32Array): number {
  for (let at = span; at !== root && at >= 0; at = parents[at] ?? -1) {
    const beside = next[at] ?? -1;
    if (beside >= 0) return beside;
  }
  return -1;
}
