// Works: agents at work on something, each in the service of another or of nobody known. A hop leads from a work to one that it
// asked for. However a work was found, in spans, in calls or in what peers claim, it is one of these; paths are parents of parents.

/**
 * How a hop is known. `declared`: recorded by a tracer as parent and child, or sent between two that the source or their cards
 * name. `inferred`: from nesting, names of hosts and programs, or ids that fit. `claimed`: written by a peer, verified by nothing.
 */
export type HopEvidence = 'declared' | 'inferred' | 'claimed';

export interface Work {
  /** Who works; undefined where nothing names anybody. */
  agent: string | undefined;
  taskId: string | undefined;
  /** Who keeps the task: host and port of its server. */
  keeper?: string | undefined;
  contextId: string | undefined;
  traceId: string | undefined;
  /** Who asked for it; undefined where nobody known did. */
  parent: Work | undefined;
  /** Of the hop from the parent. */
  evidence: HopEvidence;
  /** In words, from what the hop is known. */
  because: string;
  /** Rows that show the hop, the decisive one first. */
  readonly rows: number[];
  /** When it began, in milliseconds since the epoch. */
  time: number | undefined;
}

/** A hop between two works, as seen from outside. */
export interface Hop {
  readonly from?: string;
  readonly fromTask?: string;
  /** Who keeps that task: host and port, where calls tell. */
  readonly fromKeeper?: string;
  readonly to?: string;
  readonly toTask?: string;
  readonly toKeeper?: string;
  readonly evidence: HopEvidence;
  /** In words, from what it is known: `span "POST" of trip-planner is the parent`. */
  readonly because: string;
  /** Rows that show it, the decisive one first. */
  readonly rows: readonly number[];
  readonly traceId?: string;
  readonly contextId?: string;
  readonly time?: number;
  /** Numbers of the works at both ends, from 0: equal numbers are the same work. Ends of hops make the paths. */
  readonly fromWork: number;
  readonly toWork: number;
  /** Hops from the first caller known to the end of this one. */
  readonly depth: number;
}

export interface HopCycle {
  /** The first hop of its path that comes back to an agent that is at work on that path. */
  readonly hop: Hop;
  /** The agents from the one that is called again to the one that calls it. */
  readonly agents: readonly string[];
  /** The weakest evidence on the way round. */
  readonly evidence: HopEvidence;
  readonly rows: readonly number[];
}

/** What is known of a path when it is measured. */
export interface MeasuredWorks {
  readonly hops: readonly Hop[];
  /** Of the longest path, outermost first. */
  readonly longest: readonly Hop[];
  readonly cycles: readonly HopCycle[];
}

const WEAKNESS: Readonly<Record<HopEvidence, number>> = { declared: 0, inferred: 1, claimed: 2 };
const MOST_ROWS = 100;
const MOST_STEPS = 50;

/** Measures all paths: in time linear in the works, however deep they go; a ring of parents is cut where it is met. */
export function measureWorks(works: readonly Work[]): MeasuredWorks {
  cutRings(works);
  const numberOf = new Map<Work, number>(works.map((work, number) => [work, number]));
  const below = childrenOf(works);
  const hops: Hop[] = [];
  const cycles: HopCycle[] = [];
  /** By the number of the work that it leads to. */
  const hopInto: Hop[] = [];
  let deepest: Hop | undefined;
  for (const root of works) {
    if (root.parent !== undefined) continue;
    walkPaths(root, below, (path, work) => {
      const depth = path.steps.length;
      if (work.parent === undefined) return;
      const hop = hopOf(work, work.parent, numberOf, depth);
      hops.push(hop);
      if (deepest === undefined || depth > deepest.depth) deepest = hop;
      hopInto[hop.toWork] = hop;
      const cycle = path.cycleAt === undefined ? cycleOf(path, work, hop) : undefined;
      if (cycle === undefined) return;
      path.cycleAt = depth;
      cycles.push(cycle);
    });
  }
  hops.sort((a, b) => (a.rows[0] ?? 0) - (b.rows[0] ?? 0));
  return { hops, cycles, longest: pathTo(deepest, hopInto) };
}

type Draft = { -readonly [K in keyof Hop]: Hop[K] };

/** Member by member and not by spreading: a trace may have as many hops as spans. */
function hopOf(work: Work, parent: Work, numberOf: ReadonlyMap<Work, number>, depth: number): Hop {
  const hop: Draft = {
    evidence: work.evidence,
    because: work.because,
    rows: work.rows.length > MOST_ROWS ? work.rows.slice(0, MOST_ROWS) : work.rows,
    fromWork: numberOf.get(parent) ?? -1,
    toWork: numberOf.get(work) ?? -1,
    depth,
  };
  if (parent.agent !== undefined) hop.from = parent.agent;
  if (parent.taskId !== undefined) hop.fromTask = parent.taskId;
  if (parent.keeper !== undefined) hop.fromKeeper = parent.keeper;
  if (work.agent !== undefined) hop.to = work.agent;
  if (work.taskId !== undefined) hop.toTask = work.taskId;
  if (work.keeper !== undefined) hop.toKeeper = work.keeper;
  if (work.traceId !== undefined) hop.traceId = work.traceId;
  if (work.contextId !== undefined) hop.contextId = work.contextId;
  if (work.time !== undefined) hop.time = work.time;
  return hop;
}

/** The works from the root to the one being looked at, and where each agent stands among them. */
interface Path {
  /** Ancestors, outermost first. */
  readonly steps: Work[];
  readonly placesOf: Map<string, number[]>;
  /** Places of works that were asked for by a hop of this evidence. */
  readonly lastOf: Readonly<Record<HopEvidence, number[]>>;
  /** Depth of the first hop of this path that closed a cycle; below it every hop may close one again, and says nothing new. */
  cycleAt: number | undefined;
}

/** Visits every work under a root with the path to it, parents first. No recursion: paths may be as long as the trace. */
function walkPaths(root: Work, below: ReadonlyMap<Work, readonly Work[]>, visit: (path: Path, work: Work) => void): void {
  const path: Path = { steps: [], placesOf: new Map(), lastOf: { declared: [], inferred: [], claimed: [] }, cycleAt: undefined };
  const open: { readonly work: Work; next: number }[] = [];
  const enter = (work: Work): void => {
    visit(path, work);
    if (work.agent !== undefined) placesIn(path, work.agent).push(path.steps.length);
    if (work.parent !== undefined) path.lastOf[work.evidence].push(path.steps.length);
    path.steps.push(work);
    open.push({ work, next: 0 });
  };
  enter(root);
  for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
    const child = below.get(at.work)?.[at.next];
    at.next += 1;
    if (child !== undefined) enter(child);
    else {
      open.pop();
      path.steps.pop();
      if (at.work.agent !== undefined) placesIn(path, at.work.agent).pop();
      if (at.work.parent !== undefined) path.lastOf[at.work.evidence].pop();
      if (path.cycleAt !== undefined && path.steps.length <= path.cycleAt) path.cycleAt = undefined;
    }
  }
}

function placesIn(path: Path, agent: string): number[] {
  const known = path.placesOf.get(agent);
  if (known !== undefined) return known;
  const places: number[] = [];
  path.placesOf.set(agent, places);
  return places;
}

function cycleOf(path: Path, work: Work, hop: Hop): HopCycle | undefined {
  const from = work.agent === undefined ? undefined : path.placesOf.get(work.agent)?.at(-1);
  if (from === undefined) return undefined;
  const evidences = [work.evidence, ...(['claimed', 'inferred'] as const).filter((each) => (path.lastOf[each].at(-1) ?? -1) > from)];
  // Of a long way round its two ends are told.
  const { length } = path.steps;
  const first = path.steps.slice(from, from + 1);
  const last = path.steps.slice(Math.max(from + 1, length - MOST_STEPS));
  return {
    hop,
    agents: [...first, ...last].map(({ agent }) => agent ?? 'an agent that is not named'),
    evidence: evidences.reduce((weak, each) => (WEAKNESS[each] > WEAKNESS[weak] ? each : weak)),
    rows: [...new Set([...work.rows, ...last.flatMap(({ rows }) => rows.slice(0, 1))])].slice(0, MOST_ROWS),
  };
}

function pathTo(last: Hop | undefined, hopInto: readonly (Hop | undefined)[]): readonly Hop[] {
  const path: Hop[] = [];
  for (let hop = last; hop !== undefined; hop = hopInto[hop.fromWork]) path.push(hop);
  return path.reverse();
}

function childrenOf(works: readonly Work[]): ReadonlyMap<Work, readonly Work[]> {
  const below = new Map<Work, Work[]>();
  for (const work of works) {
    if (work.parent === undefined) continue;
    const children = below.get(work.parent);
    if (children === undefined) below.set(work.parent, [work]);
    else children.push(work);
  }
  return below;
}

/** Ids may say that a work is its own ancestor: the link that closes the ring is taken for none. */
function cutRings(works: readonly Work[]): void {
  const walkOf = new Map<Work, number>();
  works.forEach((start, walk) => {
    for (let work: Work | undefined = start; work !== undefined && !walkOf.has(work); ) {
      walkOf.set(work, walk);
      const { parent }: Work = work;
      if (parent !== undefined && walkOf.get(parent) === walk) work.parent = undefined;
      work = work.parent;
    }
  });
}
