// A chain as indented lines: what a person pastes into a ticket, and what a screen reader hears.

import { grouped } from './chain-links.ts';
import type { ChainHop, ChainNode } from './chains.ts';

/** One line a node, children under the agent that asked; a standing other than declared is written out. */
export function chainText(nodes: readonly ChainNode[], hops: readonly ChainHop[]): string {
  const below = grouped(hops, (hop) => [hop.from]);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const lines: string[] = [];
  const told = new Set<string>();
  const tell = (node: ChainNode, hop: ChainHop | undefined, indent: string, branch: string): void => {
    const again = told.has(node.id);
    told.add(node.id);
    lines.push(indent + branch + nodeLine(node, hop) + (again ? ' (see above)' : ''));
    if (again) return;
    const children = below.get(node.id) ?? [];
    const inner = indent + (branch === '' ? '' : branch.startsWith('├') ? '│ ' : '  ');
    children.forEach((child, index) => {
      const next = byId.get(child.to);
      if (next !== undefined) tell(next, child, inner, index === children.length - 1 ? '└ ' : '├ ');
    });
  };
  const reached = new Set(hops.map((hop) => hop.to));
  for (const node of nodes) if (!reached.has(node.id)) tell(node, undefined, '', '');
  return lines.join('\n');
}

function nodeLine(node: ChainNode, hop: ChainHop | undefined): string {
  const told = [node.agent];
  if (node.taskId !== undefined) told.push(node.taskId);
  if (node.state !== undefined) told.push(node.state);
  if (node.userId !== undefined) told.push(`for ${node.userId}`);
  if (node.tenant !== undefined) told.push(`tenant ${node.tenant}`);
  if (node.classification !== undefined) told.push(node.classification);
  const marks = [
    hop !== undefined && hop.standing !== 'declared' ? hop.standing : undefined,
    hop?.refused ? `refused: ${hop.evidence}` : undefined,
    node.cycle ? 'cycle' : undefined,
    node.pastLimit ? 'past the depth limit' : undefined,
  ].filter((mark) => mark !== undefined);
  return told.join(' ') + (marks.length === 0 ? '' : ` [${marks.join(', ')}]`);
}
