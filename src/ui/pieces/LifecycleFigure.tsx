// The lifecycle as the kernel's machine has it, with the moves a task made lit. Positions are ours; which states and moves
// there are is the machine's word. The same moves stand below as a list for readers of text.

import type { LifecycleDrawing } from '../../model/projections/tasks.ts';
import type { ObservedState } from '../../model/protocol/task.ts';
import { Glyph } from './Glyph.tsx';

const BOX = { width: 112, height: 24 };
const PLACES: Readonly<Partial<Record<ObservedState, { x: number; y: number }>>> = {
  submitted: { x: 2, y: 94 },
  working: { x: 134, y: 94 },
  'auth-required': { x: 134, y: 26 },
  'input-required': { x: 134, y: 162 },
  rejected: { x: 284, y: 4 },
  failed: { x: 284, y: 64 },
  completed: { x: 284, y: 124 },
  canceled: { x: 284, y: 184 },
};
const WIDTH = 398;
const HEIGHT = 212;
/** From top to bottom: lines leave and arrive in this order, so that they fan out and do not lie on each other. */
const LAST_COLUMN: readonly ObservedState[] = ['rejected', 'failed', 'completed', 'canceled'];
const MIDDLE_COLUMN: readonly ObservedState[] = ['auth-required', 'working', 'input-required'];

/** A line from box to box; from the first column to the last it goes over or under the middle one, never across a name. */
function route(from: ObservedState, to: ObservedState): string | undefined {
  const a = PLACES[from];
  const b = PLACES[to];
  if (!a || !b) return undefined;
  const half = BOX.height / 2;
  const [ax, ay] = [a.x + BOX.width / 2, a.y + half];
  const by = b.y + half;
  if (a.x === b.x) {
    // There and back run side by side.
    const side = ay < by ? -8 : 8;
    return `M${ax + side} ${ay < by ? ay + half : ay - half}V${ay < by ? by - half - 1 : by + half + 1}`;
  }
  const rank = LAST_COLUMN.indexOf(to);
  if (b.x - a.x > BOX.width * 1.5) return aroundTheMiddle(ax, ay, b, rank);
  const leave = ay + (rank < 0 ? (by - ay) / 12 : (rank - 1.5) * 5);
  const arrive = by + Math.max(0, MIDDLE_COLUMN.indexOf(from) - 1) * 7 - (from === 'auth-required' ? 7 : 0);
  return `M${a.x + BOX.width} ${leave}L${b.x - 1} ${rank < 0 ? by : arrive}`;
}

function aroundTheMiddle(ax: number, ay: number, b: { x: number; y: number }, rank: number): string {
  const half = BOX.height / 2;
  const out = ax - 24 + rank * 14;
  // The outermost box of each side lies on the line itself; the next one is reached from it.
  if (rank === 0) return `M${out} ${ay - half}V${b.y + 6}H${b.x - 1}`;
  if (rank === LAST_COLUMN.length - 1) return `M${out} ${ay + half}V${b.y + BOX.height - 6}H${b.x - 1}`;
  const over = rank < 2;
  return `M${out} ${over ? ay - half : ay + half}V${over ? 18 : HEIGHT - 18}H${b.x - 16}V${over ? b.y + 4 : b.y + BOX.height - 4}H${b.x - 1}`;
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
            <marker
              key={name}
              id={`life-${name}`}
              viewBox="0 0 6 6"
              refX="5.4"
              refY="3"
              markerUnits="userSpaceOnUse"
              markerWidth="7"
              markerHeight="7"
              orient="auto"
            >
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
              <rect className="box" x={place.x} y={place.y} {...BOX} rx="2" />
              {terminal ? (
                <rect x={place.x + 2.5} y={place.y + 2.5} width={BOX.width - 5} height={BOX.height - 5} rx="1" className="box inner" />
              ) : null}
              <svg x={place.x + 7} y={place.y + 7} width="10" height="10" viewBox="0 0 12 12" overflow="visible">
                <Glyph name={state} size={12} />
              </svg>
              <text x={place.x + 20} y={place.y + 16}>
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
