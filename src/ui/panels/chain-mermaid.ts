// A chain as Mermaid text, for tickets and wikis. Names are cut down to what a Mermaid label takes, so that no name from a
// trace can close its quotes or start a directive.

import type { Chain, ChainHop, ChainNode } from '../../model/projections/chains.ts';

/** A flowchart: declared solid, inferred dotted, claimed thick; refused hops say so on the arrow. */
export function chainMermaid(chain: Chain): string {
  const short = new Map(chain.nodes.map((node, index) => [node.id, `n${index}`]));
  const nodes = chain.nodes.map((node, index) => `  n${index}["${nodeLabel(node)}"]`);
  const hops = chain.hops.map((hop) => `  ${short.get(hop.from) ?? 'unknown'} ${arrow(hop)} ${short.get(hop.to) ?? 'unknown'}`);
  return ['flowchart TD', ...nodes, ...hops].join('\n');
}

function nodeLabel(node: ChainNode): string {
  return [node.agent, node.taskId, node.state]
    .filter((part) => part !== undefined)
    .map(plain)
    .join('<br/>');
}

function arrow(hop: ChainHop): string {
  const words = plain([hop.standing, hop.refused ? `refused ${hop.evidence}` : undefined].filter(Boolean).join(', '));
  if (hop.standing === 'inferred') return `-. "${words}" .->`;
  return hop.standing === 'claimed' ? `== "${words}" ==>` : `-- "${words}" -->`;
}

/** Letters, digits and the punctuation that ids use; anything else becomes a numeric entity, which Mermaid shows as text. */
function plain(text: string): string {
  return Array.from(text, (unit) => (/^[\p{L}\p{N} ._:,/@→-]$/u.test(unit) ? unit : `#${unit.codePointAt(0) ?? 63};`)).join('');
}
