// The lifecycle as the kernel's machine has it, with the moves a task made lit. Positions are ours; which states and moves
// there are is the machine's word. The same moves stand below as a list for readers of text.

import type { LifecycleDrawing } from '../../model/projections/tasks.ts';
import type { ObservedState } from '../../model/protocol/task.ts';
import { Glyph } from './Glyph.tsx';

const BOX = { width: 106, height: 24 };
const PLACES: Readonly<Partial<Record<ObservedState, { x: number; y: number }>>> = {
  submitted: { x: 4, y: 94 },
  working: { x: 126, y: 94 },
  'auth-required': { x: 126, y: 22 },
  'input-required': { x: 126, y: 166 },
  rejected: { x: 250, y: 4 },
  failed: { x: 250, y: 64 },
  completed: { x: 250, y: 124 },
  canceled: { x: 250, y: 184 },
};
const WIDTH = 360;
const HEIGHT = 236;

type Point = readonly [x: number, y: number];

/** From edge to edge: across to the right where the target lies right, up or down where it lies above or below. */
function route(from: ObservedState, to: ObservedState): string | undefined {
  const a = PLACES[from];
  const b = PLACES[to];
  if (!a || !b) return undefined;
  const middle = (place: { x: number; y: number }): Point => [place.x + BOX.width / 2, place.y + BOX.height / 2];
  const [ax, ay] = middle(a);
  const [bx, by] = middle(b);
  const half = BOX.height / 2;
  if (a.x === b.x) {
    // There and back run side by side.
    const side = ay < by ? -8 : 8;
    return `M${ax + side} ${ay < by ? ay + half : ay - half}L${bx + side} ${ay < by ? by - half : by + half}`;
  }
  if (b.x - a.x > BOX.width * 1.5) {
    // Over or under the middle column, never across its names.
    const over = by < ay;
    const lane = over ? 10 : HEIGHT - 10;
    const out = ax - 18 + (by % 7) * 4;
    const into = b.y === PLACES.rejected?.y || b.y === PLACES.canceled?.y ? by : over ? b.y + 4 : b.y + BOX.height - 4;
    return `M${out} ${over ? ay - half : ay + half}V${lane}H${b.x - 12}V${into}H${b.x - 1}`;
  }
  const spread = Math.max(-8, Math.min(8, (by - ay) / 10));
  return `M${a.x + BOX.width} ${ay + spread}L${b.x - 1} ${by - Math.max(-7, Math.min(7, (by - ay) / 14))}`;
}

export interface LifecycleMarks {
  readonly visitedMoves: readonly string[];
  readonly visitedStates: readonly ObservedState[];
  readonly state?: ObservedState | undefined;
}

/** Visited moves in accent, the state now in a double accent border, terminal states with a double border. */
export function LifecycleFigure({ drawing, marks }: { drawing: LifecycleDrawing; marks: LifecycleMarks }) {
  const visited = new Set(marks.visitedMoves);
  const known = new Set(drawing.moves.map((move) => `${move.from}>${move.to}`));
  const outside = marks.visitedMoves.filter((move) => !known.has(move));
  const sorted = drawing.moves.toSorted((a, b) => Number(visited.has(`${a.from}>${a.to}`)) - Number(visited.has(`${b.from}>${b.to}`)));
  return (
    <figure className="lifecycle">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={describe(marks)}>
        <defs>
          {(['off', 'lit'] as const).map((name) => (
            <marker key={name} id={`life-${name}`} viewBox="0 0 6 6" refX="5.4" refY="3" markerWidth="6" markerHeight="6" orient="auto">
              <path d="M0 .4 5.6 3 0 5.6Z" className={`life-head ${name}`} />
            </marker>
          ))}
        </defs>
        {sorted.map((move) => {
          const lit = visited.has(`${move.from}>${move.to}`);
          const d = route(move.from, move.to);
          return d ? (
            <path
              key={`${move.from}>${move.to}`}
              d={d}
              className={`life-move ${lit ? 'lit' : ''}`}
              markerEnd={`url(#life-${lit ? 'lit' : 'off'})`}
            />
          ) : null;
        })}
        {drawing.states.map(({ state, terminal }) => {
          const place = PLACES[state];
          if (!place) return null;
          const seen = marks.visitedStates.includes(state);
          const now = marks.state === state;
          return (
            <g key={state} className={`life-state ${seen ? `st-${state}` : ''} ${now ? 'now' : ''} ${seen ? 'seen' : ''}`}>
              <rect x={place.x} y={place.y} {...BOX} rx="2" />
              {terminal ? (
                <rect x={place.x + 2.5} y={place.y + 2.5} width={BOX.width - 5} height={BOX.height - 5} rx="1" className="inner" />
              ) : null}
              <svg x={place.x + 7} y={place.y + 7} width="10" height="10" viewBox="0 0 12 12" overflow="visible">
                <Glyph name={state} size={12} />
              </svg>
              <text x={place.x + 22} y={place.y + 16}>
                {state}
              </text>
            </g>
          );
        })}
      </svg>
      {outside.length > 0 ? (
        <figcaption className="i2">Not a move of our machine: {outside.map((move) => move.replace('>', ' → ')).join(', ')}.</figcaption>
      ) : null}
    </figure>
  );
}

function describe(marks: LifecycleMarks): string {
  if (marks.visitedStates.length === 0) return 'Lifecycle. No state was seen yet.';
  const moves = marks.visitedMoves.map((move) => move.replace('>', ' to ')).join(', ');
  return `Lifecycle. Moves seen: ${moves || 'none'}. State now: ${marks.state ?? 'unknown'}.`;
}
