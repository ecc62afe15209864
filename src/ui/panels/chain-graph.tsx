// The picture of one chain: layers by depth, elbow arrows in an SVG, nodes and hops as real buttons over it.

import { shortAgent, shortId } from '../format.ts';
import type { Chain, ChainHop, ChainNode } from '../../model/projections/chains.ts';
import { Glyph } from '../pieces/Glyph.tsx';
import { TaskStateMark } from '../pieces/Mark.tsx';
import { type ChainLayout, layoutChain, NODE, type PlacedHop, type PlacedNode } from './chain-layout.ts';

export interface ChainPick {
  readonly kind: 'node' | 'hop';
  /** Node id, or both ends of a hop. */
  readonly id: string;
}
export const hopId = (hop: ChainHop) => `${hop.from} ${hop.to}`;

/** Draws a chain. Picking never moves the cursor: the panel offers that as a step of its own. */
export function ChainGraph(props: {
  chain: Chain;
  limit: number;
  picked: ChainPick | undefined;
  timeText: (time: number) => string;
  onPick: (pick: ChainPick) => void;
}) {
  const layout = layoutChain(props.chain, props.limit);
  const agentOf = new Map(props.chain.nodes.map((node) => [node.id, node.agent]));
  // Where no card or caller states a class, saying so at every node would tell nothing.
  const sayClass = props.chain.nodes.some(({ classification }) => classification !== undefined);
  const isPicked = (kind: ChainPick['kind'], id: string) => props.picked?.kind === kind && props.picked.id === id;
  return (
    <div className="chain-picture" style={{ minWidth: layout.width, height: layout.height }}>
      <ChainLayers layout={layout} limit={props.limit} />
      <div className="chain-middle" style={{ left: `max(0px, 50% - ${middleOf(layout)}px)`, width: layout.width }}>
        <ChainLines layout={layout} pickedHop={props.picked?.kind === 'hop' ? props.picked.id : undefined} />
        <ul aria-label={`Agents in the chain of ${props.chain.title}`}>
          {layout.nodes.map((placed) => (
            <li key={placed.node.id}>
              <ChainNodeButton
                placed={placed}
                sayClass={sayClass}
                timeText={props.timeText}
                picked={isPicked('node', placed.node.id)}
                onPick={() => props.onPick({ kind: 'node', id: placed.node.id })}
              />
            </li>
          ))}
        </ul>
        <ul aria-label="Hops">
          {layout.hops.map((placed) => (
            <li key={hopId(placed.hop)}>
              <HopButton
                placed={placed}
                name={`${agentOf.get(placed.hop.from) ?? ''} to ${agentOf.get(placed.hop.to) ?? ''}`}
                picked={isPicked('hop', hopId(placed.hop))}
                onPick={() => props.onPick({ kind: 'hop', id: hopId(placed.hop) })}
              />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The middle of the nodes, from the left edge of the drawing: what stands over the middle of the pane. */
const middleOf = ({ nodes }: ChainLayout) => (Math.min(...nodes.map(({ x }) => x)) + Math.max(...nodes.map(({ x }) => x)) + NODE.width) / 2;

/** What goes through the whole width: the layers with their depths, and the limit. */
function ChainLayers({ layout, limit }: { layout: ChainLayout; limit: number }) {
  const { height, limitY } = layout;
  return (
    <svg height={height} aria-hidden="true" className="chain-lines">
      {limitY === undefined ? null : <rect className="past-limit" x={0} y={limitY} width="100%" height={height - limitY} />}
      {layout.depths.map(({ depth, y }) => (
        <g key={depth}>
          {depth === 0 ? null : <line className="layer" x1={0} x2="100%" y1={y - 26.5} y2={y - 26.5} />}
          <text className="m t2" x={12} y={y + 18}>
            {depth}
          </text>
          {depth === 0 && layout.nodes.some(({ node }) => node.depth === 0 && node.taskId === undefined) ? (
            <text className="t3" x={12} y={y + 34}>
              caller
            </text>
          ) : null}
        </g>
      ))}
      {limitY === undefined ? null : (
        <g className="limit">
          <line x1={0} x2="100%" y1={limitY} y2={limitY} />
          <text x="100%" dx={-12} y={limitY - 6} textAnchor="end">{`depth limit ${limit}`}</text>
        </g>
      )}
    </svg>
  );
}

function ChainLines({ layout, pickedHop }: { layout: ChainLayout; pickedHop: string | undefined }) {
  return (
    <svg height={layout.height} aria-hidden="true" className="chain-lines">
      {layout.hops.map((placed) => (
        <HopLine key={hopId(placed.hop)} placed={placed} picked={hopId(placed.hop) === pickedHop} />
      ))}
      {layout.loops.map((loop) => (
        <g key={`${loop.path}`} className="loop">
          <path d={loop.path} />
          <path className="head" d={`M${loop.tip.x - 9} ${loop.tip.y - 4.5}v9l8-4.5z`} />
          <text transform={`translate(${loop.label.x + 4} ${loop.label.y}) rotate(-90)`} textAnchor="middle">
            {`cycle ${loop.fromDepth} → ${loop.toDepth}`}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** Declared: solid line and head. Inferred: dashed. Claimed: two lines and a hollow head. Refused: a bar before the head. */
function HopLine({ placed, picked }: { placed: PlacedHop; picked: boolean }) {
  const { hop, path, tip } = placed;
  const tone = `hop hop-${hop.standing} ${hop.refused ? 'hop-refused' : ''} ${picked ? 'hop-picked' : ''}`;
  return (
    <g className={tone}>
      <path className="line" d={path} />
      {hop.standing === 'claimed' ? <path className="inner" d={path} /> : null}
      <path className="head" d={`M${tip.x - 4.5} ${tip.y - 8}h9l-4.5 7.5z`} />
      {hop.refused ? <path className="stop" d={`M${tip.x - 7} ${tip.y - 12}h14`} /> : null}
    </g>
  );
}

function HopButton({ placed, name, picked, onPick }: { placed: PlacedHop; name: string; picked: boolean; onPick: () => void }) {
  const { hop, label } = placed;
  const words = hop.refused ? `refused: ${hop.evidence}` : [hop.standing, hop.channel].filter(Boolean).join(', ');
  const side = label.before ? { right: `calc(100% - ${label.x - 8}px)` } : { left: label.x + 8 };
  return (
    <button
      type="button"
      className={`chain-hop ${hop.refused ? 'sev-error' : 'i2'}`}
      style={{ top: label.y, ...side }}
      aria-pressed={picked}
      aria-label={`Hop ${name}: ${words}`}
      title={hop.evidence}
      onClick={onPick}
    >
      {words}
    </button>
  );
}

function ChainNodeButton(props: {
  placed: PlacedNode;
  sayClass: boolean;
  picked: boolean;
  timeText: (time: number) => string;
  onPick: () => void;
}) {
  const { picked, onPick } = props;
  const { node, x, y } = props.placed;
  return (
    <button
      type="button"
      className={`chain-node node-${node.standing} ${node.cycle || node.pastLimit ? 'node-wrong' : ''} ${picked ? 'node-picked' : ''}`}
      style={{ left: x, top: y, width: NODE.width, height: NODE.height }}
      aria-pressed={picked}
      aria-label={nodeName(node)}
      title={node.agent}
      onClick={onPick}
    >
      <span className="chain-node-head">
        <span className="b tr">{shortAgent(node.agent)}</span>
        {node.cycle || node.pastLimit ? <Glyph name="error" className="sev-error" /> : null}
      </span>
      <span className="chain-node-line">{node.taskId === undefined ? <NamedOnly node={node} /> : <TaskLine node={node} />}</span>
      <span className="chain-node-line i2">
        <span className={`tr grow ${node.classification === undefined ? 'i3' : ''}`}>
          {node.classification ?? (props.sayClass ? 'class not stated' : '')}
        </span>
        {node.time === undefined ? (
          <span className="i3">{node.standing === 'claimed' ? 'claimed only' : ''}</span>
        ) : (
          <span className="m i3">{props.timeText(node.time)}</span>
        )}
      </span>
    </button>
  );
}

function TaskLine({ node }: { node: ChainNode }) {
  return (
    <>
      <span className="m i2 tr grow">{shortId(node.taskId ?? '')}</span>
      {node.state === undefined ? <span className="i3">state not seen</span> : <TaskStateMark state={node.state} />}
    </>
  );
}

function NamedOnly({ node }: { node: ChainNode }) {
  if (node.userId === undefined) return <span className="i3">no task seen</span>;
  return <span className="i2 tr">{`for ${node.userId}, tenant ${node.tenant ?? 'not stated'}`}</span>;
}

function nodeName(node: ChainNode): string {
  return [
    node.agent,
    `depth ${node.depth}`,
    node.taskId === undefined ? 'no task seen' : `task ${node.taskId}`,
    node.state,
    node.classification,
    node.standing === 'declared' ? undefined : node.standing,
    node.cycle ? 'cycle: it is its own ancestor' : undefined,
    node.pastLimit ? 'past the depth limit' : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}
