// One story being built: nodes by id, hops between them, and at the end depths, cycles and the depth limit. A node is an
// agent at work on a task, or an agent that is only named; a named one is kept by its place in a chain.

import type { Chain, ChainHop, ChainNode, HopStanding } from './chains.ts';
import { chainText } from './chain-text.ts';

type NodeFields = Omit<ChainNode, 'depth' | 'cycle' | 'pastLimit'>;

export interface Story {
  readonly id: string;
  readonly nodes: Map<string, NodeFields>;
  readonly hops: Map<string, ChainHop>;
}
export interface NamedPath {
  readonly names: readonly string[];
  readonly standing: HopStanding;
  readonly evidence: string;
  readonly seq: number;
}

const STRENGTH: Readonly<Record<HopStanding, number>> = { declared: 2, inferred: 1, claimed: 0 };
const FIELD = '\n';

export function emptyStory(id: string): Story {
  return { id, nodes: new Map(), hops: new Map() };
}

/** Adds a node, or what is newly known about one; the stronger standing stays. */
export function putNode(story: Story, node: NodeFields): string {
  const before = story.nodes.get(node.id);
  const standing = before !== undefined && STRENGTH[before.standing] > STRENGTH[node.standing] ? before.standing : node.standing;
  story.nodes.set(node.id, { ...before, ...node, standing });
  return node.id;
}

/** Adds a hop; of two between the same nodes the stronger stays, of equals the first. */
export function putHop(story: Story, hop: ChainHop): void {
  const key = hop.from + FIELD + FIELD + hop.to;
  const before = story.hops.get(key);
  if (hop.from !== hop.to && (before === undefined || STRENGTH[before.standing] < STRENGTH[hop.standing])) story.hops.set(key, hop);
}

/**
 * Adds a chain of names as nodes and the hops between them.
 * @returns the id of the last node; undefined for a chain of no names
 */
export function putPath(story: Story, path: NamedPath): string | undefined {
  let last: string | undefined;
  path.names.forEach((agent, index) => {
    const place = path.names.slice(0, index + 1).join(FIELD);
    const id = `${path.standing === 'claimed' ? 'claimed' : 'named'}:${place}`;
    putNode(story, { id, agent, standing: path.standing, seq: story.nodes.get(id)?.seq ?? path.seq });
    if (last !== undefined) putHop(story, { from: last, to: id, standing: path.standing, evidence: path.evidence, seq: path.seq });
    last = id;
  });
  return last;
}

/** The finished chain: every node with its depth along its strongest way in, cycles and the limit marked. */
export function finishStory(story: Story, limit: number): Chain {
  const waysIn = strongestWays(story);
  const nodes = [...story.nodes.values()].map((node): ChainNode => {
    const ancestors = ancestorsOf(node.id, waysIn);
    const depth = ancestors.length;
    const cycle = ancestors.some((id) => story.nodes.get(id)?.agent === node.agent);
    return { ...node, depth, ...(cycle ? { cycle } : {}), ...(depth > limit ? { pastLimit: true } : {}) };
  });
  // Claims stand after what is known, so that none of them names the story.
  const ordered = nodes.toSorted((a, b) => a.depth - b.depth || STRENGTH[b.standing] - STRENGTH[a.standing] || (a.seq ?? 0) - (b.seq ?? 0));
  const hops = [...story.hops.values()].toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
  const refused = new Set(hops.filter((hop) => hop.refused).map((hop) => hop.to));
  const contextId = ordered.find((node) => node.contextId !== undefined)?.contextId;
  return {
    id: story.id,
    title: ordered[0]?.agent ?? 'nobody',
    ...(contextId === undefined ? {} : { contextId }),
    // A refused hop did not happen: it is drawn, and not counted.
    depth: ordered.reduce((most, node) => (refused.has(node.id) ? most : Math.max(most, node.depth)), 0),
    nodes: ordered,
    hops,
    text: chainText(ordered, hops),
  };
}

/** For each node the hop that leads to it: declared before inferred before claimed, then the first. */
function strongestWays(story: { readonly hops: ReadonlyMap<string, ChainHop> }): ReadonlyMap<string, ChainHop> {
  const ways = new Map<string, ChainHop>();
  for (const hop of story.hops.values()) {
    const before = ways.get(hop.to);
    if (before === undefined || STRENGTH[before.standing] < STRENGTH[hop.standing]) ways.set(hop.to, hop);
  }
  return ways;
}

/** Nearest first. Hops lead from earlier to later nodes, so the walk ends; a set guards it all the same. */
function ancestorsOf(id: string, ways: ReadonlyMap<string, ChainHop>): readonly string[] {
  const seen = new Set([id]);
  const found: string[] = [];
  for (let at = ways.get(id)?.from; at !== undefined && !seen.has(at); at = ways.get(at)?.from) {
    seen.add(at);
    found.push(at);
  }
  return found;
}
