// Where things stand in the picture of a chain: one layer a depth, children under the agent that asked, hops as elbows.
// Pure figures, so that a test can hold them and the drawing has nothing to decide.

import type { Chain, ChainHop, ChainNode, HopStanding } from '../../model/projections/chains.ts';

export const NODE = { width: 214, height: 62 } as const;
export const LAYER = 114;
const TOP = 28;
const GUTTER = 84;
const GAP = 40;
const SPREAD = 34;
/** Nodes drawn at most; the text version has them all. */
export const MOST_NODES = 300;

export interface PlacedNode {
  readonly node: ChainNode;
  readonly x: number;
  readonly y: number;
}
export interface PlacedHop {
  readonly hop: ChainHop;
  readonly path: string;
  /** Where the head points, and where the label stands. */
  readonly tip: { readonly x: number; readonly y: number };
  readonly label: { readonly x: number; readonly y: number; readonly before: boolean };
}
interface Loop {
  readonly path: string;
  readonly tip: { readonly x: number; readonly y: number };
  readonly label: { readonly x: number; readonly y: number };
  readonly fromDepth: number;
  readonly toDepth: number;
}
export interface ChainLayout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly hops: readonly PlacedHop[];
  readonly loops: readonly Loop[];
  readonly depths: readonly { readonly depth: number; readonly y: number }[];
  /** The line between the last depth that is allowed and the first that is not; undefined where the chain stays above. */
  readonly limitY?: number;
  readonly leftOut: number;
}

const STRENGTH: Readonly<Record<HopStanding, number>> = { declared: 2, inferred: 1, claimed: 0 };

/** Places every node and hop of a chain. */
export function layoutChain(chain: Chain, limit: number): ChainLayout {
  const shown = chain.nodes.slice(0, MOST_NODES);
  const ids = new Set(shown.map((node) => node.id));
  const hops = chain.hops.filter((hop) => ids.has(hop.from) && ids.has(hop.to));
  const columns = columnsOf(shown, hops);
  const widest = Math.max(0, ...columns.values());
  const nodes = shown.map((node) => ({
    node,
    x: GUTTER + (columns.get(node.id) ?? 0) * (NODE.width + GAP),
    y: TOP + node.depth * LAYER,
  }));
  const byId = new Map(nodes.map((placed) => [placed.node.id, placed]));
  const deepest = Math.max(0, ...shown.map((node) => node.depth));
  return {
    width: GUTTER + (widest + 1) * (NODE.width + GAP),
    height: TOP + deepest * LAYER + NODE.height + 28,
    nodes,
    hops: placeHops(hops, byId),
    loops: placeLoops(nodes, byId, waysIn(hops)),
    depths: Array.from({ length: deepest + 1 }, (_, depth) => ({ depth, y: TOP + depth * LAYER })),
    ...(deepest > limit ? { limitY: TOP + (limit + 1) * LAYER - (LAYER - NODE.height) / 2 } : {}),
    leftOut: chain.nodes.length - shown.length,
  };
}

/** The hop that a node hangs on: the strongest, then the first. */
function waysIn(hops: readonly ChainHop[]): ReadonlyMap<string, ChainHop> {
  const ways = new Map<string, ChainHop>();
  for (const hop of hops) {
    const before = ways.get(hop.to);
    if (before === undefined || STRENGTH[before.standing] < STRENGTH[hop.standing]) ways.set(hop.to, hop);
  }
  return ways;
}

/** Columns in units of a node: leaves side by side, an asking agent over the middle of those it asked. */
function columnsOf(nodes: readonly ChainNode[], hops: readonly ChainHop[]): ReadonlyMap<string, number> {
  const ways = waysIn(hops);
  const children = new Map<string, string[]>();
  for (const { id } of nodes) {
    const from = ways.get(id)?.from;
    if (from !== undefined) children.set(from, [...(children.get(from) ?? []), id]);
  }
  const columns = new Map<string, number>();
  let next = 0;
  const place = (id: string): number => {
    const below = (children.get(id) ?? []).map(place);
    const first = below[0];
    const column = first === undefined ? next++ : (first + (below.at(-1) ?? first)) / 2;
    columns.set(id, column);
    return column;
  };
  for (const { id } of nodes) if (!ways.has(id)) place(id);
  return columns;
}

function placeHops(hops: readonly ChainHop[], byId: ReadonlyMap<string, PlacedNode>): readonly PlacedHop[] {
  const into = new Map<string, ChainHop[]>();
  for (const hop of hops) into.set(hop.to, [...(into.get(hop.to) ?? []), hop]);
  const outOf = new Map<string, ChainHop[]>();
  for (const hop of hops) outOf.set(hop.from, [...(outOf.get(hop.from) ?? []), hop]);
  return hops.flatMap((hop) => {
    const from = byId.get(hop.from);
    const to = byId.get(hop.to);
    if (from === undefined || to === undefined) return [];
    const arrivals = sortedByX(into.get(hop.to) ?? [], (each) => byId.get(each.from)?.x ?? 0);
    const departures = sortedByX(outOf.get(hop.from) ?? [], (each) => byId.get(each.to)?.x ?? 0);
    const startX = from.x + NODE.width / 2 + spread(departures.indexOf(hop), departures.length);
    const endX = to.x + NODE.width / 2 + spread(arrivals.indexOf(hop), arrivals.length);
    const startY = from.y + NODE.height;
    const bendY = to.y - (LAYER - NODE.height) / 2 - 2;
    const endY = to.y - 7;
    const straight = Math.abs(startX - endX) < 1;
    return {
      hop,
      path: straight ? `M${startX} ${startY}V${endY}` : `M${startX} ${startY}V${bendY}H${endX}V${endY}`,
      tip: { x: endX, y: to.y },
      label: { x: endX, y: to.y - 22, before: arrivals.length > 1 && arrivals.indexOf(hop) === 0 },
    };
  });
}

function sortedByX(hops: readonly ChainHop[], x: (hop: ChainHop) => number): readonly ChainHop[] {
  return hops.toSorted((a, b) => x(a) - x(b));
}

/** Several ends at one node stand side by side around its middle, and never leave it. */
function spread(index: number, count: number): number {
  const step = Math.min(SPREAD, (NODE.width - 40) / Math.max(1, count));
  return (index - (count - 1) / 2) * step;
}

/** From an agent that stands below itself up to where it stood first, around the left. */
function placeLoops(
  nodes: readonly PlacedNode[],
  byId: ReadonlyMap<string, PlacedNode>,
  ways: ReadonlyMap<string, ChainHop>,
): readonly Loop[] {
  const loops: Loop[] = [];
  for (const placed of nodes) {
    if (!placed.node.cycle) continue;
    const ancestor = sameAgentAbove(placed, byId, ways);
    if (ancestor === undefined) continue;
    const lane = GUTTER - 14 - (loops.length % 4) * 10;
    const startY = placed.y + NODE.height / 2;
    const endY = ancestor.y + NODE.height / 2;
    loops.push({
      path: `M${placed.x} ${startY}H${lane + 8}a8 8 0 0 1-8-8V${endY + 8}a8 8 0 0 1 8-8H${ancestor.x - 8}`,
      tip: { x: ancestor.x, y: endY },
      label: { x: lane, y: (startY + endY) / 2 },
      fromDepth: ancestor.node.depth,
      toDepth: placed.node.depth,
    });
  }
  return loops;
}

function sameAgentAbove(
  placed: PlacedNode,
  byId: ReadonlyMap<string, PlacedNode>,
  ways: ReadonlyMap<string, ChainHop>,
): PlacedNode | undefined {
  const seen = new Set<string>();
  for (let id = ways.get(placed.node.id)?.from; id !== undefined && !seen.has(id); id = ways.get(id)?.from) {
    seen.add(id);
    const above = byId.get(id);
    if (above?.node.agent === placed.node.agent) return above;
  }
  return undefined;
}
