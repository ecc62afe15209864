// The marks in the picture of two clients: lanes with their states, artifacts, and what flew between the lanes.

import type { ObservedState } from '../../model/protocol/task.ts';
import { formatSeconds } from '../format.ts';
import type { Flight, StateStretch } from '../gaps/figure-layout.ts';
import type { Scale } from '../pieces/VirtualAxis.tsx';
import { Glyph } from '../pieces/Glyph.tsx';

export const LANE = 24;
const MOST_FLIGHTS = 200;

export function LaneName({ y, scale, name }: { y: number; scale: Scale; name: string }) {
  return (
    <>
      <text x={0} y={y + 16} className="t2">
        {name}
      </text>
      <line className="gap-rail" x1={scale.gutter} x2={scale.width} y1={y + 12} y2={y + 12} />
    </>
  );
}

export function Stretches(props: {
  stretches: readonly StateStretch[];
  y: number;
  scale: Scale;
  look: 'truth' | 'seen';
  isLater: (at: number) => boolean;
  onPick: (seq: number) => void;
}) {
  const { stretches, y, scale, look, isLater, onPick } = props;
  return (
    <>
      {stretches.map(({ state, from, to, seq, ends }) => {
        const left = scale.x(from);
        const width = scale.x(to) - left;
        const tone = look === 'truth' || isLater(from) ? 'grey' : `st-${state}`;
        return (
          <g key={seq} className={`gap-stretch ${look} ${tone} ${isLater(from) ? 'later' : ''}`} onClick={() => onPick(seq)}>
            <title>{`${look === 'truth' ? 'stored' : 'seen'}: ${state}, ${formatSeconds(from)} s`}</title>
            {width > 0 ? (
              <rect
                style={look === 'seen' && !isLater(from) ? { fill: `var(--st-${state}-tint)` } : undefined}
                x={left}
                y={y + 3}
                width={width}
                height={18}
                rx={2}
              />
            ) : null}
            <StateGlyph state={state} x={left + (ends ? -6 : width < 18 ? -6 : 4)} y={y + 6} shown={ends || width >= 10} />
            {width > 26 + state.length * 6.4 ? (
              <text x={left + 20} y={y + 16}>
                {state}
              </text>
            ) : null}
          </g>
        );
      })}
    </>
  );
}

function StateGlyph({ state, x, y, shown }: { state: ObservedState; x: number; y: number; shown: boolean }) {
  return shown ? (
    <g transform={`translate(${x} ${y})`}>
      <Glyph name={state} />
    </g>
  ) : null;
}

export function ArtifactMark(props: { x: number; y: number; name: string; later: boolean; onPick: () => void }) {
  const { x, y, name, later, onPick } = props;
  return (
    <g className={`gap-artifact ${later ? 'later' : ''}`} onClick={onPick}>
      <title>{`artifact ${name}`}</title>
      <path d={`M${x} ${y + 1}l4 4-4 4-4-4z`} />
    </g>
  );
}

const LETTER = 6.2;

/** Requests that have room for their word beside the one before them. */
function wordedOf(flights: readonly Flight[], scale: Scale): readonly Flight[] {
  let end = -Infinity;
  return flights.filter(({ way, leaves, word }) => {
    const x = scale.x(leaves);
    if (way === 'up' || x < end) return false;
    end = x + word.length * LETTER + 12;
    return true;
  });
}

export function Flights(props: {
  flights: readonly Flight[];
  /** Where the peer's lanes end and the client's begins. */
  top: number;
  bottom: number;
  scale: Scale;
  isLater: (at: number) => boolean;
  onPick: (seq: number) => void;
}) {
  const { top, bottom, scale, isLater, onPick } = props;
  const flights = props.flights.slice(0, MOST_FLIGHTS);
  const toneOf = ({ lost, leaves }: Flight) => `gap-flight ${lost ? 'lost' : ''} ${isLater(leaves) ? 'later' : ''}`;
  return (
    <>
      {flights.map((flight) => (
        <g key={`${flight.way} ${flight.seq}`} className={toneOf(flight)} onClick={() => onPick(flight.seq)}>
          <title>{`${flight.says}, ${formatSeconds(flight.leaves)} to ${formatSeconds(flight.arrives)} s`}</title>
          <FlightLine flight={flight} top={top} bottom={bottom} scale={scale} />
        </g>
      ))}
      {wordedOf(flights, scale).map((flight) => (
        <text key={flight.seq} className={`m ${toneOf(flight)}`} x={scale.x(flight.leaves) + 3} y={bottom - 7}>
          {flight.word}
        </text>
      ))}
    </>
  );
}

/** An arrow that arrives, or one that ends halfway in a cross. */
function FlightLine({ flight, top, bottom, scale }: { flight: Flight; top: number; bottom: number; scale: Scale }) {
  const [x1, x2] = [scale.x(flight.leaves), scale.x(flight.arrives)];
  const [y1, y2] = flight.way === 'down' ? [bottom, top] : [top, bottom];
  const half = { x: (x1 + x2) / 2, y: (y1 + y2) / 2 };
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI - 90;
  return (
    <>
      <line className="gap-hit" x1={x1} y1={y1} x2={x2} y2={y2} />
      <line x1={x1} y1={y1} x2={flight.lost ? half.x : x2} y2={flight.lost ? half.y : y2} />
      {flight.lost ? (
        <path className="gap-lost" d={`M${half.x - 4} ${half.y - 4}l8 8m0-8l-8 8`} />
      ) : (
        <path className="gap-head" d="M0 0l-3.5-7h7z" transform={`translate(${x2} ${y2}) rotate(${angle})`} />
      )}
    </>
  );
}
