import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chain, ChainHop, ChainNode } from '../../model/projections/chains.ts';
import { layoutChain, LAYER, MOST_NODES, NODE } from './chain-layout.ts';
import { chainMermaid } from './chain-mermaid.ts';

const node = (id: string, depth: number, more: Partial<ChainNode> = {}): ChainNode => ({
  id,
  agent: id,
  depth,
  standing: 'declared',
  ...more,
});
const hop = (from: string, to: string, more: Partial<ChainHop> = {}): ChainHop => ({
  from,
  to,
  standing: 'declared',
  evidence: 'said',
  ...more,
});
const chain = (nodes: readonly ChainNode[], hops: readonly ChainHop[]): Chain => ({
  id: 'c',
  title: 'root',
  depth: Math.max(0, ...nodes.map(({ depth }) => depth)),
  nodes,
  hops,
  text: '',
});

/** A random tree: the parent of node n is one of the nodes before it. */
const trees = fc.array(fc.nat(), { minLength: 1, maxLength: 60 }).map((picks) => {
  const depths: number[] = [0];
  const hops = picks.map((pick, index) => {
    const parent = pick % (index + 1);
    depths.push((depths[parent] ?? 0) + 1);
    return hop(`n${parent}`, `n${index + 1}`);
  });
  return chain(
    depths.map((depth, index) => node(`n${index}`, depth)).toSorted((a, b) => a.depth - b.depth),
    hops,
  );
});

describe('layout of a chain', () => {
  it('puts each depth on its own layer and an asking agent over the middle of those it asked', () => {
    const layout = layoutChain(chain([node('root', 0), node('a', 1), node('b', 1)], [hop('root', 'a'), hop('root', 'b')]), 4);
    const [root, a, b] = layout.nodes;
    expect([root?.y, a?.y, b?.y].map((y) => (y ?? 0) - (root?.y ?? 0))).toEqual([0, LAYER, LAYER]);
    expect(root?.x).toBe(((a?.x ?? 0) + (b?.x ?? 0)) / 2);
    expect(layout.limitY).toBeUndefined();
  });

  it('draws the limit between the last allowed depth and the first refused one', () => {
    const nodes = [0, 1, 2, 3, 4, 5].map((depth) => node(`n${depth}`, depth));
    const layout = layoutChain(
      chain(
        nodes,
        nodes.slice(1).map((each, index) => hop(`n${index}`, each.id)),
      ),
      4,
    );
    const y = (depth: number) => layout.nodes.find(({ node: each }) => each.depth === depth)?.y ?? 0;
    expect(layout.limitY).toBeGreaterThan(y(4) + NODE.height);
    expect(layout.limitY).toBeLessThan(y(5));
  });

  it('leads a loop from an agent back to where it stood first', () => {
    const nodes = [node('x', 0), node('y', 1), node('x2', 2, { agent: 'x', cycle: true })];
    const layout = layoutChain(chain(nodes, [hop('x', 'y'), hop('y', 'x2')]), 4);
    expect(layout.loops.map(({ fromDepth, toDepth }) => [fromDepth, toDepth])).toEqual([[0, 2]]);
  });

  it('hangs a node on its declared hop, whatever else is claimed about it', () => {
    const nodes = [node('caller', 0), node('root', 0, { standing: 'claimed' }), node('task', 1)];
    const layout = layoutChain(chain(nodes, [hop('root', 'task', { standing: 'claimed' }), hop('caller', 'task')]), 4);
    const x = (id: string) => layout.nodes.find(({ node: each }) => each.id === id)?.x;
    expect(x('task')).toBe(x('caller'));
    expect(layout.hops).toHaveLength(2);
    expect(new Set(layout.hops.map(({ tip }) => tip.x)).size).toBe(2);
  });

  it('never puts two nodes on one place, and every hop starts and ends at a node', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const layout = layoutChain(tree, 4);
        for (const [index, a] of layout.nodes.entries()) {
          for (const b of layout.nodes.slice(index + 1)) {
            const apart = a.y !== b.y || Math.abs(a.x - b.x) >= NODE.width;
            expect(apart, `${a.node.id} and ${b.node.id}`).toBe(true);
          }
        }
        expect(layout.hops).toHaveLength(tree.hops.length);
        expect(Math.max(...layout.nodes.map(({ x }) => x + NODE.width))).toBeLessThanOrEqual(layout.width);
      }),
    );
  });

  it('draws a bounded number of nodes and counts the rest', () => {
    const many = Array.from({ length: MOST_NODES + 7 }, (_, index) => node(`n${index}`, index === 0 ? 0 : 1));
    const layout = layoutChain(
      chain(
        many,
        many.slice(1).map(({ id }) => hop('n0', id)),
      ),
      4,
    );
    expect([layout.nodes.length, layout.leftOut]).toEqual([MOST_NODES, 7]);
  });
});

describe('a chain as Mermaid text', () => {
  it('writes standings as arrows and lets no name out of its label', () => {
    const nodes = [node('a', 0), node('b', 1, { agent: 'evil"]; click n0 "x', taskId: 't-1', state: 'failed' }), node('c', 1)];
    const hops = [
      hop('a', 'b', { standing: 'inferred' }),
      hop('a', 'c', { standing: 'claimed', refused: true, evidence: 'CYCLE_DETECTED' }),
    ];
    expect(chainMermaid(chain(nodes, hops))).toBe(
      [
        'flowchart TD',
        '  n0["a"]',
        '  n1["evil#34;#93;#59; click n0 #34;x<br/>t-1<br/>failed"]',
        '  n2["c"]',
        '  n0 -. "inferred" .-> n1',
        '  n0 == "claimed, refused CYCLE_DETECTED" ==> n2',
      ].join('\n'),
    );
  });
});
